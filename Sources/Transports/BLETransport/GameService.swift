public import BlueZ
internal import MatchProtocol

/// The one GATT service of Tabletooth: a characteristic from host to guest, and one from guest to
/// host.
public enum GameService {
  /// The service.
  public static let uuid = known("8569203e-231d-480a-942c-45370c11cdf8")
  /// The characteristic on which the host notifies; all guests get all of it.
  public static let notify = known("8569203f-231d-480a-942c-45370c11cdf8")
  /// The characteristic to which guests write commands.
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
  /// The byte before the presence if the service is not advertised beside it: it marks a table to
  /// which nobody can connect.
  static let sign = UInt8(ascii: "T")

  /// True if `device` advertises the game, or has shown it when connected.
  static func isOffered(by device: Device) -> Bool {
    if device.services.contains(uuid) || isTaken(device) { return true }
    // bluetoothd believes to know the services of a device to which a link stood once, and does not
    // add ours to them.
    return !device.services.isEmpty && presence(of: device) != nil
  }

  /// True if `device` advertises a table that nobody can connect to.
  static func isTaken(_ device: Device) -> Bool {
    guard let bytes = device.manufacturerData[company] else { return false }
    return bytes.first == sign && bytes.count == Presence.length + 1 && presence(of: device) != nil
  }

  /// The table that `device` advertises; nil if it advertises nothing that can be read.
  static func presence(of device: Device) -> Presence? {
    guard let bytes = device.manufacturerData[company] else { return nil }
    return Presence(bytes.count == Presence.length + 1 ? Array(bytes.dropFirst()) : bytes)
  }

  /// The advertisement of a host called `name`.
  ///
  /// The service, the flags and two bytes behind ``company`` are 27 bytes of the 31, and 29 with a
  /// rank; with all of them in use bluetoothd 5.66 was not heard.
  static func advertisement(of name: String, _ presence: Presence) -> Advertisement {
    advertisement(services: [uuid], presence.bytes, name, isConnectable: true)
  }

  /// The advertisement of a host called `name` to which nobody can connect.
  ///
  /// It does not name the service, by which programs would take the table for an open one.
  static func takenAdvertisement(of name: String, _ presence: Presence) -> Advertisement {
    let bytes = presence.bytes.prefix(Presence.length)
    return advertisement(services: [], [sign] + bytes, name, isConnectable: false)
  }

  private static func advertisement(
    services: [BluetoothUUID],
    _ bytes: [UInt8],
    _ name: String,
    isConnectable: Bool
  ) -> Advertisement {
    do throws(Advertisement.InvalidName) {
      return try Advertisement(
        services: services,
        manufacturerData: [company: bytes],
        localName: advertisedName(name),
        isConnectable: isConnectable
      )
    } catch {
      fatalError("\(advertisedName(name)) was cut to fit: \(error)")
    }
  }

  /// The part of `name` that fits into an advertisement, cut between characters as people see them.
  ///
  /// Of a name whose first character is longer than that nothing is left.
  public static func advertisedName(_ name: String) -> String {
    var cut = ""
    for character in name {
      guard cut.utf8.count + character.utf8.count <= Advertisement.maximumNameLength else { break }
      cut.append(character)
    }
    return cut
  }

  /// The longest packet that arrives whole, in bytes, over a link with this ATT MTU.
  ///
  /// BlueZ cuts notifications at the MTU less 5: it sends them to other BlueZ machines as Multiple
  /// Handle Value Notifications, whose header is 4 bytes, not 2. Up to 5.68 it drops writes above
  /// 510 bytes, because it counts the handle too.
  public static func maximumPacketSize(mtu: Int) -> Int {
    max(smallestPacketSize, min(mtu - 5, PacketSize.largestOnAir))
  }

  /// The packet size that every link carries, at the smallest MTU of 23.
  public static let smallestPacketSize = 18

  private static func known(_ text: String) -> BluetoothUUID {
    guard let uuid = BluetoothUUID(text) else { fatalError("\(text) is no UUID") }
    return uuid
  }
}
