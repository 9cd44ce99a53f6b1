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
