/// The number of six digits that two devices show when they pair.
public struct Passkey: Hashable, Sendable, CustomStringConvertible {
  /// The number, below a million.
  public let number: UInt32

  /// A number; `nil` when it has more than six digits.
  public init?(_ number: UInt32) {
    guard number < 1_000_000 else { return nil }
    self.number = number
  }

  /// Reads six digits, as a person types them; `nil` when `text` is anything else.
  public init?(_ text: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard text.utf8.count == 6, text.utf8.allSatisfy(digits.contains), let number = UInt32(text)
    else { return nil }
    self.number = number
  }

  /// The six digits.
  public var description: String {
    let digits = String(number)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
