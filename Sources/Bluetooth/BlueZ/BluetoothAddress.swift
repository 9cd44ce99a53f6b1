/// The address of a Bluetooth controller, such as `00:AA:01:00:00:23`.
public struct BluetoothAddress: Hashable, Sendable, CustomStringConvertible {
  /// Six pairs of upper-case hexadecimal digits with colons between them.
  public let description: String

  /// Reads an address in either case; `nil` when `text` is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 6, parts.allSatisfy({ $0.utf8.count == 2 && UInt8($0, radix: 16) != nil })
    else { return nil }
    description = text.uppercased()
  }
}

/// A UUID of a service, characteristic or descriptor.
public struct BluetoothUUID: Hashable, Sendable, CustomStringConvertible {
  /// The 128-bit form in lower case, as BlueZ writes it.
  public let description: String

  /// Reads the 128-bit form in either case, or the 16-bit form, such as `180d`; `nil` when `text`
  /// is neither.
  public init?(_ text: String) {
    let lower = text.lowercased()
    if lower.utf8.count == 4, UInt16(lower, radix: 16) != nil {
      description = "0000\(lower)-0000-1000-8000-00805f9b34fb"
      return
    }
    let parts = lower.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      parts.allSatisfy({ $0.utf8.allSatisfy(Self.isHexadecimal) })
    else { return nil }
    description = lower
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
