internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import DBus
internal import Glibc
internal import HCI
internal import MatchProtocol

/// The options of every command that uses Bluetooth.
struct BluetoothOptions: ParsableArguments {
  @Option(
    help: """
      The Bluetooth controller to use, such as hci1. That of the settings, or the first one that \
      will do, if not given.
      """
  )
  var adapter: String?

  @Option(
    help: ArgumentHelp(
      """
      The address of the D-Bus bus that bluetoothd is on. What TABLETOOTH_BUS says, or the system \
      bus, if not given.
      """,
      valueName: "address"
    )
  )
  var bus: String?

  /// The adapter and the bus, by these options and the settings.
  func access(_ settings: Settings) -> BluetoothAccess {
    var access = BluetoothAccess(settings)
    access.adapter = adapter ?? access.adapter
    if let bus { access.bus = .address(bus) }
    access.isNamed = adapter != nil || bus != nil
    return access
  }
}

/// The adapter and the bus.
struct BluetoothAccess: Sendable {
  /// The controller to use, such as hci1; nil for the first one that will do.
  var adapter: String?
  /// The bus that bluetoothd is on.
  var bus: BusAddress
  /// True if the player has said that Bluetooth is to be used.
  var isNamed = false

  /// The controller of the settings, on the bus that the environment variable names.
  init(_ settings: Settings) {
    adapter = settings[.adapter]
    let address = Environment.variable("TABLETOOTH_BUS") ?? ""
    bus = address.isEmpty ? .system : .address(address)
  }

  /// bluetoothd, and the controller, switched on.
  ///
  /// - Parameters:
  ///   - isHost: Whether a table is to be opened.
  ///   - last: The controller that was used before, which may have another number now.
  ///   - deliver: Hears which controller it is, if that is not the first one.
  /// - Returns: The connection to bluetoothd, and the controller.
  /// - Throws: `TransportError`, or `BusError` if there is no bus.
  func open(
    toHost isHost: Bool = false,
    as last: Adapter? = nil,
    telling deliver: (TransportEvent) -> Void = { _ in }
  ) async throws -> (BluetoothService, Adapter) {
    let service = try await BluetoothService.open(bus)
    do {
      var name = adapter
      if name != nil, let last { name = await service.objects.current(last)?.name ?? name }
      let adapter = try await service.readyAdapter(named: name, toHost: isHost)
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

  /// True if the controller's radio is blocked; bluetoothd 5.66 says no more than «Failed» then.
  private static func isBlocked(_ name: String) -> Bool {
    RadioSwitch.all().contains { $0.name == name && $0.isBlocked }
  }
}
