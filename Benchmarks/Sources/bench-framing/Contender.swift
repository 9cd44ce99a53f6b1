/// One way to move the messages, which is measured against the others.
struct Contender {
  let name: String

  /// Moves all messages once and returns how many of their bytes came out.
  let move: () throws -> Int
}

/// What is moved: the same bytes for everyone.
struct Load {
  /// The longest message that the length field can say; 64 KiB less one byte.
  static let messageSize = 65_535

  /// A megabyte of messages: more than a first-level cache holds, as the memory of packets in real use.
  static let messageCount = 16

  let messages: [[UInt8]]

  init() {
    // Knuth's MMIX generator: nobody looks at the bytes for what they say.
    var state: UInt64 = 1
    messages = (0..<Self.messageCount).map { _ in
      (0..<Self.messageSize).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }

  /// How many bytes the messages have.
  var size: Int {
    Self.messageCount * Self.messageSize
  }
}
