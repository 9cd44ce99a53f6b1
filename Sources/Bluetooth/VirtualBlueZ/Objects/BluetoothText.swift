internal import DBus

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
  /// The services that every bluetoothd has.
  static let own = ["1800", "1801", "180a"].map(full)
  static let extendedProperties = full("2900")
  static let clientConfiguration = full("2902")

  /// True if `text` is a UUID of 16, 32 or 128 bits.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let areHexadecimal = parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    guard areHexadecimal else { return false }
    return [[4], [8], [8, 4, 4, 4, 12]].contains(parts.map(\.utf8.count))
  }

  /// The long form of `text`, which may be one of 16 or 32 bits.
  static func full(_ text: String) -> String {
    let text = text.lowercased()
    guard text.utf8.count <= 8 else { return text }
    let zeros = String(repeating: "0", count: 8 - text.utf8.count)
    return zeros + text + "-0000-1000-8000-00805f9b34fb"
  }
}
