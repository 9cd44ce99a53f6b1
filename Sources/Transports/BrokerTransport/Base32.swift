/// Bytes as letters and digits that people can read aloud: Crockford's base 32, in small letters.
///
/// <https://www.crockford.com/base32.html>: no i, l, o and u; who types them means 1, 1, 0 and
/// nothing.
enum Base32 {
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// The letters for `bytes`, five bits each; the last one is filled up with zeros.
  static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 5 {
        count -= 5
        text.append(letters[bits >> count & 31])
      }
      bits &= 1 << count - 1
    }
    if count > 0 { text.append(letters[bits << (5 - count) & 31]) }
    return text
  }

  /// The number of letters for so many bytes.
  static func length(of bytes: Int) -> Int { (bytes * 8 + 4) / 5 }

  private static let written = Set(letters.compactMap(\.asciiValue))

  /// True if `byte` is a letter as ``text(_:)`` writes it.
  static func isLetter(_ byte: UInt8) -> Bool { written.contains(byte) }

  /// The five bits that `letter` stands for; nil if it is none.
  static func value(of letter: Character) -> Int? {
    switch letter.lowercased() {
    case "i", "l": 1
    case "o": 0
    default: letters.firstIndex(of: Character(letter.lowercased()))
    }
  }

  /// The first `count` bytes of what the letters of `text` stand for; nil if there are not just as
  /// many letters as that takes, or others.
  static func bytes(_ text: some Sequence<Character>, count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, filled, letters) = (0, 0, 0)
    for letter in text {
      guard let value = value(of: letter) else { return nil }
      (bits, filled, letters) = (bits << 5 | value, filled + 5, letters + 1)
      if filled >= 8 {
        filled -= 8
        bytes.append(UInt8(bits >> filled & 0xff))
      }
      bits &= 1 << filled - 1
    }
    guard bytes.count == count, letters == length(of: count), bits == 0 else { return nil }
    return bytes
  }
}
