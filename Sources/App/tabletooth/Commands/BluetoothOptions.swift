internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import DBus
internal import Glibc
internal import HCI
internal import MatchProtocol

/// Where Bluetooth is; the same for every command that uses it.
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

  /// The bus to connect to.
  var address: BusAddress { (bus ?? Self.variable).map(BusAddress.address) ?? .system }

  /// What the environment says for those who do not want to type the address again and again.
  private static var variable: String? {
    guard let value = unsafe getenv("TABLETOOTH_BUS") else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// bluetoothd, and the controller, switched on.
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
    let service = try await BluetoothService.open(address)
    do {
      let name = adapter ?? SettingsFile.current[.adapter]
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
