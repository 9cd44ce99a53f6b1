/// Keys out of the bytes that a terminal of the kind of xterm sends, for a program that reads them
/// without ncurses.
public struct KeyDecoder: Hashable, Sendable {
  /// The longest sequence that is waited for, in bytes.
  private static let longest = 16

  /// What has come of a sequence or a character that is not whole yet.
  private var bytes: [UInt8] = []

  /// Nothing has come yet.
  public init() {}

  /// The keys that `chunk`, which was read at once, makes whole.
  ///
  /// An escape at its end is the key: a terminal sends the bytes of a sequence together.
  public mutating func keys(in chunk: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in chunk {
      bytes.append(byte)
      if let key = wholeKey() { keys.append(key) }
    }
    if bytes == [0x1B] {
      bytes = []
      keys.append(.escape)
    }
    return keys
  }

  /// The key that the bytes are, which are forgotten then; nil where more is waited for, or where
  /// they were none.
  private mutating func wholeKey() -> Key? {
    guard let first = bytes.first else { return nil }
    guard first == 0x1B else { return character() }
    guard bytes.count > 1 else { return nil }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
      // With Alt some terminals send an escape before the sequence of a key.
      bytes = bytes[1] == 0x1B ? [0x1B] : []
      return nil
    }
    guard let last = finalByte else { return nil }
    defer { bytes = [] }
    return Self.special(last, String(decoding: bytes[2..<(bytes.count - 1)], as: UTF8.self))
  }

  /// The byte that ends the sequence; nil where more is waited for.
  private var finalByte: UInt8? {
    guard bytes.count > 2, let last = bytes.last else { return nil }
    // The first function keys of the Linux console have a second bracket before their letter.
    if bytes.count == 3, bytes[1...] == [UInt8(ascii: "["), UInt8(ascii: "[")] { return nil }
    return (0x40...0x7E).contains(last) || bytes.count > Self.longest ? last : nil
  }

  private static func special(_ final: UInt8, _ parameter: String) -> Key? {
    switch (Character(Unicode.Scalar(final)), parameter) {
    case (_, "["): nil
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): .right
    case ("D", _): .left
    case ("H", _), ("~", "1"), ("~", "7"): .home
    case ("F", _), ("~", "4"), ("~", "8"): .end
    case ("~", "3"): .delete
    case ("~", "5"): .pageUp
    case ("~", "6"): .pageDown
    case (_, _): nil
    }
  }

  /// How many bytes a character has that begins with this one.
  private static func length(of first: UInt8) -> Int {
    switch first {
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF8: 4
    default: 1
    }
  }

  private mutating func character() -> Key? {
    if bytes.count > 1, let last = bytes.last, last & 0xC0 != 0x80 {
      // What came before is no text.
      bytes = [last]
      return wholeKey()
    }
    guard bytes.count >= Self.length(of: bytes[0]) else { return nil }
    defer { bytes = [] }
    guard let text = String(validating: bytes, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return nil }
    switch scalar.value {
    case 8, 127: return .backspace
    case 9: return .tab
    case 10, 13: return .enter
    case 1..<27: return .control(Character(Unicode.Scalar(UInt8(scalar.value + 0x60))))
    case 0, 28..<32, 128..<160: return nil
    default: return .character(Character(scalar))
    }
  }
}
