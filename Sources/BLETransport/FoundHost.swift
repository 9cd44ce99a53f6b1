internal import BlueZ
public import DBus
public import MatchProtocol

/// A host that was heard.
public struct FoundHost: Hashable, Sendable {
  /// Its object in bluetoothd.
  public let path: ObjectPath
  /// Its address, which tells it apart from others, and the name that it advertises, if that was
  /// heard yet.
  public let location: HostLocation
  /// Received signal strength in dBm.
  public let rssi: Int?
  /// Whether somebody plays there.
  public let isTaken: Bool

  init(_ device: Device) {
    path = device.path
    let address = device.address?.description ?? device.path.lastElement
    location = HostLocation(address: address, name: device.name)
    rssi = device.rssi
    isTaken = GameService.isTaken(device)
  }

  /// The address of ``location``.
  public var address: String { location.address }

  /// The name of ``location``.
  public var name: String? { location.name }
}
