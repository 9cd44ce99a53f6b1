/// The hash of the handshake of WebSockets (RFC 3174), where it protects nothing.
enum SHA1 {
  /// The 20 bytes for `bytes`.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var padded = bytes + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += bigEndian(UInt64(bytes.count) * 8)
    for start in stride(from: 0, to: padded.count, by: 64) {
      add(padded[start..<start + 64], to: &state)
    }
    return state.flatMap { Array(bigEndian(UInt64($0)).suffix(4)) }
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words.append(rotated(word, by: 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mix, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      let next = rotated(a, by: 5) &+ mix &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}

/// Bytes as letters (RFC 4648, section 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The letters for `bytes`, with `=` at the end.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      let written = (0...group.count).map { letters[bits >> (18 - 6 * $0) & 63] }
      text += written + Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// True if `text` stands for 16 bytes.
  static func isSixteenBytes(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 24 && text.hasSuffix("==")
      && text.utf8.dropLast(2).allSatisfy(letters.contains)
  }
}
