internal import DBus

/// The D-Bus names of BlueZ's API, from `doc/*-api.txt` of version 5.66.
enum BlueZName {
  static let service = "org.bluez"
  static let bus = "org.freedesktop.DBus"
  static let properties = "org.freedesktop.DBus.Properties"
  static let objectManager = "org.freedesktop.DBus.ObjectManager"

  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let agentManager = "org.bluez.AgentManager1"
  static let gattManager = "org.bluez.GattManager1"
  static let gattService = "org.bluez.GattService1"
  static let gattCharacteristic = "org.bluez.GattCharacteristic1"
  static let gattDescriptor = "org.bluez.GattDescriptor1"
  static let advertisingManager = "org.bluez.LEAdvertisingManager1"
  static let advertisement = "org.bluez.LEAdvertisement1"
}

/// A characteristic's flags that decide what bluetoothd does.
enum Flag {
  static let read = "read"
  static let write = "write"
  static let writeWithoutResponse = "write-without-response"
  static let notify = "notify"
  static let indicate = "indicate"
}

extension ObjectPath {
  /// The path of bluetoothd's own object.
  static let bluez = ObjectPath.root.child("org").child("bluez")

  /// The child that is called `element`, which is made of letters, digits and underscores.
  func child(_ element: String) -> ObjectPath {
    guard let path = try? appending(element) else {
      preconditionFailure("\(element) is no element of a path")
    }
    return path
  }
}

extension UInt16 {
  /// Four hexadecimal digits, as in the paths of GATT objects.
  var handleText: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// UUIDs as BlueZ writes them: lower case, 128 bits.
enum UUIDText {
  static let genericAccess = full("1800")
  static let genericAttribute = full("1801")
  static let clientConfiguration = full("2902")

  /// The long form of `text`, which may be one of 16 or 32 bits.
  static func full(_ text: String) -> String {
    let text = text.lowercased()
    guard text.utf8.count <= 8 else { return text }
    let zeros = String(repeating: "0", count: 8 - text.utf8.count)
    return zeros + text + "-0000-1000-8000-00805f9b34fb"
  }
}
