internal import Sodium

/// A side's summary of a match, for the other to compare.
package struct MatchHistory: Hashable, Sendable {
  /// The number of messages it has said.
  package var said: UInt32

  /// ``digest(of:)`` of these.
  package var saidDigest: UInt64

  /// ``digest(of:)`` of those that it has received.
  package var receivedDigest: UInt64

  /// A side that has said so many messages, with these digests.
  package init(said: UInt32, saidDigest: UInt64, receivedDigest: UInt64) {
    self.said = said
    self.saidDigest = saidDigest
    self.receivedDigest = receivedDigest
  }

  /// 64 bits of SHA-256 over messages in order, each after its length in two bytes, the higher
  /// first.
  ///
  /// The messages are encoded envelopes with all fields in the order of their numbers, without
  /// those that hold what they hold when they are left out.
  package static func digest(of messages: some Sequence<[UInt8]>) -> UInt64 {
    let bytes = messages.reduce(into: [UInt8]()) { bytes, message in
      bytes += [UInt8(message.count >> 8), UInt8(message.count & 0xff)]
      bytes += message
    }
    return SHA256.hash(bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Says that the next message of the match is told again, to the side that has lost it.
package struct Recall: Hashable, Sendable {
  /// True if the one who tells it again has said it; otherwise the other side has.
  package var isBySender: Bool

  /// The number of further messages after it, 0 to 4,294,967,295.
  package var remaining: UInt32

  /// One that the sender of this has said, or the other side, after which `remaining` more follow.
  package init(isBySender: Bool, remaining: UInt32) {
    self.isBySender = isBySender
    self.remaining = remaining
  }
}

extension MatchHistory {
  func write(to fields: inout WireWriter) {
    fields.varint(1, said)
    fields.fixed64(2, saidDigest)
    fields.fixed64(3, receivedDigest)
  }

  init(_ fields: WireReader) {
    self.init(
      said: fields.uint32(1),
      saidDigest: fields.fixed64(2),
      receivedDigest: fields.fixed64(3)
    )
  }
}

extension Recall {
  func write(to fields: inout WireWriter) {
    fields.bool(1, isBySender)
    fields.varint(2, remaining)
  }

  init(_ fields: WireReader) {
    self.init(isBySender: fields.bool(1), remaining: fields.uint32(2))
  }
}
