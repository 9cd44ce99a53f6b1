/// Keys out of the bytes that a terminal of the kind of xterm sends, for a program that reads them
/// without ncurses.
public struct KeyDecoder: Hashable, Sendable {
  /// What has come of a sequence or a character that is not whole yet.
  private var bytes: [UInt8] = []
  /// The sequence that is not whole yet.
  private var sequence: TerminalSequence?
  /// True if an escape ended the last chunk: it was taken for the key, and may begin a sequence.
  private var hasEscaped = false

  /// Nothing has come yet.
  public init() {}

  /// The keys that `chunk`, which was read at once, makes whole.
  ///
  /// An escape at its end is the key. If the next chunk goes on as the sequence of a key does,
  /// which a slow line has cut in two, that key is meant, too.
  public mutating func keys(in chunk: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    let isCut = hasEscaped && chunk.starts(with: [UInt8(ascii: "[")])
    if isCut { bytes = [0x1B] }
    hasEscaped = false
    for byte in chunk {
      if let key = take(byte) { keys.append(key) }
    }
    // Alt and a letter that introduces answers is no answer yet.
    if sequence?.isAnswer == true, sequence?.parameter.isEmpty == true { sequence = nil }
    if bytes == [0x1B] {
      (bytes, hasEscaped) = ([], true)
      keys.append(.escape)
    }
    return keys
  }

  /// The key that is whole with this byte; nil where more is waited for, or where it was none.
  private mutating func take(_ byte: UInt8) -> Key? {
    if sequence != nil {
      sequence?.take(byte)
      guard let whole = sequence, let last = whole.last else { return nil }
      sequence = nil
      return whole.isAnswer
        ? nil : Self.special(last, String(decoding: whole.parameter, as: UTF8.self))
    }
    guard bytes == [0x1B] else {
      bytes.append(byte)
      return character()
    }
    // With Alt some terminals send an escape before the sequence of a key.
    if byte != 0x1B {
      bytes = []
      sequence = TerminalSequence(after: byte)
    }
    return nil
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

  /// The number of bytes a character has that begins with this one.
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
    }
    guard bytes != [0x1B] else { return nil }
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
