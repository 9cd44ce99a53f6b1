public import BlueZ

/// The one GATT service of Tabletooth: a characteristic from host to guest, and one from guest to
/// host.
public enum GameService {
  /// The service.
  public static let uuid = known("8569203e-231d-480a-942c-45370c11cdf8")
  /// What the host notifies on; all guests get all of it.
  public static let notify = known("8569203f-231d-480a-942c-45370c11cdf8")
  /// What guests write commands to.
  public static let write = known("85692040-231d-480a-942c-45370c11cdf8")

  /// The service as a host offers it.
  ///
  /// Both ways of writing are declared: phones write requests. BlueZ answers either itself.
  public static var application: GATTApplication {
    GATTApplication(services: [
      GATTService(
        uuid,
        characteristics: [
          GATTCharacteristic(notify, flags: [.notify]),
          GATTCharacteristic(write, flags: [.write, .writeWithoutResponse]),
        ]
      )
    ])
  }

  /// The company number in advertisements: the one that is free for all (Bluetooth SIG, Assigned
  /// Numbers).
  static let company: UInt16 = 0xFFFF
  /// The bytes behind ``company`` by which a host is known even to a bluetoothd that has cached
  /// other services for it.
  static let marker = Array("TT".utf8)
  /// The same for a host at whose table somebody plays.
  static let takenMarker = Array("T-".utf8)

  /// Whether `device` advertises the game, or has shown it when connected.
  static func isOffered(by device: Device) -> Bool {
    device.services.contains(uuid) || device.manufacturerData[company] == marker
      || isTaken(device)
  }

  /// Whether `device` advertises that there is no seat.
  static func isTaken(_ device: Device) -> Bool { device.manufacturerData[company] == takenMarker }

  /// What a host called `name` advertises.
  static func advertisement(of name: String) throws(Advertisement.InvalidName) -> Advertisement {
    try Advertisement(services: [uuid], manufacturerData: [company: marker], localName: name)
  }

  /// What a host called `name` advertises while the seat is taken: nobody can connect.
  ///
  /// It does not name the service, by which programs would take the table for an open one.
  static func takenAdvertisement(
    of name: String
  ) throws(Advertisement.InvalidName) -> Advertisement {
    try Advertisement(
      services: [],
      manufacturerData: [company: takenMarker],
      localName: name,
      isConnectable: false
    )
  }

  /// The longest packet that arrives whole, in bytes, over a link with this ATT MTU.
  ///
  /// BlueZ cuts notifications at the MTU less 5: it sends them to other BlueZ machines as Multiple
  /// Handle Value Notifications, whose header is 4 bytes, not 2. Up to 5.68 it drops writes above
  /// 510 bytes, because it counts the handle too.
  public static func maximumPacketSize(mtu: Int) -> Int {
    max(smallestPacketSize, min(mtu - 5, 508))
  }

  /// The packet size that every link carries, at the smallest MTU of 23.
  public static let smallestPacketSize = 18

  private static func known(_ text: String) -> BluetoothUUID {
    guard let uuid = BluetoothUUID(text) else { fatalError("\(text) is no UUID") }
    return uuid
  }
}
