/// What a terminal sends behind an escape, up to its end: a key (ECMA-48's CSI, or SS3), or a
/// string that answers a question (OSC, DCS, SOS, PM, APC).
package struct TerminalSequence: Hashable, Sendable {
  /// The most bytes of a key, and of a string; whatever follows is something else.
  private static let longestKey = 16
  private static let longestString = 256

  /// What stands between its introducer and its last byte.
  package private(set) var parameter: [UInt8] = []
  /// The byte that ends it; `nil` while more belongs to it.
  package private(set) var last: UInt8?
  private let isString: Bool

  /// A sequence that is introduced by this byte behind an escape; `nil` where that introduces none.
  package init?(after introducer: UInt8) {
    switch Character(Unicode.Scalar(introducer)) {
    case "[", "O": isString = false
    case "]", "P", "X", "^", "_": isString = true
    default: return nil
    }
  }

  /// The place where a button of the mouse was pressed, if it says so in the SGR mode of xterm
  /// (1006): `<0;300;20M`.
  ///
  /// Buttons that are let go end with `m`; 32 is added to the number of a button in motion, 64 for
  /// the wheel.
  package var click: Place? {
    guard last == UInt8(ascii: "M"), parameter.first == UInt8(ascii: "<") else { return nil }
    let numbers = parameter.dropFirst().split(separator: UInt8(ascii: ";"))
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, let button = numbers[0], button & (3 | 32 | 64) == 0,
      let column = numbers[1], let row = numbers[2], column > 0, row > 0
    else { return nil }
    return Place(row - 1, column - 1)
  }

  /// True if nothing more belongs to it.
  package var isWhole: Bool { last != nil }

  /// True if it is no key.
  package var isAnswer: Bool { isString }

  /// Takes the next byte.
  package mutating func take(_ byte: UInt8) {
    if isEnd(byte) { last = byte } else { parameter.append(byte) }
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    if isString {
      // BEL, or ST, which is an escape and a backslash.
      let isTerminator = byte == UInt8(ascii: "\\") && parameter.last == 0x1B
      return byte == 7 || isTerminator || parameter.count == Self.longestString
    }
    // The first function keys of the Linux console have a second bracket before their letter.
    if parameter.isEmpty, byte == UInt8(ascii: "[") { return false }
    return (0x40...0x7E).contains(byte) || parameter.count == Self.longestKey
  }
}
