internal import BLETransport
internal import BlueZ
internal import BluetoothDoctor
internal import BoardUI
internal import DBus
internal import DoctorText
internal import Glibc
internal import MatchProtocol
internal import Synchronization

/// The named controllers that a process has used, which may have another number later.
final class UsedAdapters: Sendable {
  private let adapters = Mutex<[String: Adapter]>([:])

  /// The controller that was used last under this name; nil if none was named.
  subscript(name: String?) -> Adapter? {
    get { name.flatMap { name in adapters.withLock { $0[name] } } }
    set { if let name { adapters.withLock { $0[name] = newValue } } }
  }
}

/// The adapter and the bus.
struct BluetoothAccess: Sendable {
  /// The controller to use, such as hci1; nil for the first one that will do.
  var adapter: String?
  /// The bus that bluetoothd is on.
  var bus: BusAddress
  /// True if the player has said that Bluetooth is to be used.
  let isNamed: Bool
  /// The named controllers that this process has used.
  private let used: UsedAdapters

  /// The controller of the settings, on the bus that was typed or the environment variable names.
  init(in environment: Environment) {
    used = environment.usedAdapters
    adapter = environment.settings[.adapter]
    isNamed = environment.namesBluetooth
    let address = environment.bus ?? Environment.variable("TABLETOOTH_BUS") ?? ""
    bus = address.isEmpty ? .system : .address(address)
  }

  /// bluetoothd, and the controller, switched on; a named one that was used before is found again
  /// under another number.
  ///
  /// - Parameters:
  ///   - isHost: Whether a table is to be opened.
  ///   - deliver: Hears which controller it is, if that is not the first one.
  /// - Returns: The connection to bluetoothd, and the controller.
  /// - Throws: `TransportError`, or `BusError` if there is no bus.
  func open(
    toHost isHost: Bool = false,
    telling deliver: (TransportEvent) -> Void = { _ in }
  ) async throws -> (BluetoothService, Adapter) {
    let service = try await connect()
    do {
      var name = adapter
      if let last = used[name], let current = await service.objects.current(last) {
        name = current.name
      }
      let adapter = try await service.readyAdapter(named: name, toHost: isHost)
      used[self.adapter] = adapter
      if adapter.isReplaceable, await service.adapters.first?.path != adapter.path {
        deliver(.progress(.adapter(adapter.name)))
      }
      return (service, adapter)
    } catch TransportError.adapterOff(let name) where Self.isBlocked(name) {
      await service.close()
      throw TransportError.adapterBlocked(name: name)
    } catch {
      await service.close()
      throw error
    }
  }

  /// The bus has hung up on a program that named its user.
  static func closed(toNamespace isInNamespace: Bool) -> ExitReason {
    guard isInNamespace else { return .noPermission }
    return ExitReason(
      .noBluetooth,
      PermissionFinding.closedToNamespace,
      PermissionFinding.leaveNamespace
    )
  }

  /// A connection to the bus.
  private func connect() async throws -> BluetoothService {
    do {
      return try await BluetoothService.open(BluetoothBus(bus))
    } catch BlueZError.bus(.disconnected) {
      // It was never let in.
      throw Self.closed(toNamespace: User.isInNamespace)
    }
  }

  /// True if the controller's radio is blocked; bluetoothd 5.66 says no more than «Failed» then.
  private static func isBlocked(_ name: String) -> Bool {
    RadioSwitch.all().contains { $0.name == name && $0.isBlocked }
  }
}
