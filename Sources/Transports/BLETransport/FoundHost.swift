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
  /// True if a link can be made to it.
  public let isConnectable: Bool
  /// The advertisement of its table, if it could be read.
  public let presence: Presence?

  init(_ device: Device) {
    path = device.path
    let address = device.address?.description ?? device.path.lastElement
    location = HostLocation(address: address, name: device.name)
    rssi = device.rssi
    isConnectable = !GameService.isTaken(device)
    presence = GameService.presence(of: device)
  }

  init(
    path: ObjectPath,
    location: HostLocation,
    rssi: Int?,
    isConnectable: Bool,
    presence: Presence?
  ) {
    self.path = path
    self.location = location
    self.rssi = rssi
    self.isConnectable = isConnectable
    self.presence = presence
  }

  /// The same host under the name `name`, if that is known.
  func called(_ name: String?) -> FoundHost {
    guard let name else { return self }
    return FoundHost(
      path: path,
      location: HostLocation(address: address, name: name),
      rssi: rssi,
      isConnectable: isConnectable,
      presence: presence
    )
  }

  /// True if there is no seat for somebody new.
  public var isTaken: Bool { !isConnectable || (presence?.state ?? .free) != .free }

  /// True if a game is played there that this version does not know.
  public var hasUnknownGame: Bool { presence?.game.map { $0.terms == nil } ?? false }

  /// The signal strength in dBm; `nil` when the controller does not know, which it says by 127.
  public var strength: Int? { rssi == 127 ? nil : rssi }

  /// The address of ``location``.
  public var address: String { location.address }

  /// The name of ``location``.
  public var name: String? { location.name }
}
