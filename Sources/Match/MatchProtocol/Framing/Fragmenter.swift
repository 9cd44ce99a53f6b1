/// Cuts messages into the packets of one stream, all at once and for good: what link 0 needs.
///
/// A link of its own needs ``OutgoingStream``.
public struct Fragmenter: Sendable {
  /// The number of the next packet.
  public private(set) var nextSequence: UInt16

  private let linkID: LinkID
  private let limit: Int
  private var packet: [UInt8] = []

  /// A stream on `linkID` whose messages have at most `limit` bytes.
  public init(linkID: LinkID, limit: Int, firstSequence: UInt16 = 0) {
    precondition(limit <= MessageLimit.field, "the length field has 16 bits")
    self.linkID = linkID
    self.limit = limit
    nextSequence = firstSequence
  }

  /// Cuts `message` into packets of at most `packetSize` bytes, brought into the
  /// range of ``PacketSize``.
  ///
  /// - Throws: ``ProtocolError/messageTooLarge(claimed:limit:)`` or
  ///   ``ProtocolError/emptyFragment(sequence:)`` for a message of no bytes, and nothing is used
  ///   up.
  public mutating func split(
    _ message: [UInt8],
    packetSize: Int
  ) throws(ProtocolError) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    try split(message, packetSize: packetSize) { packets.append($0) }
    return packets
  }

  /// Cuts `message` as ``split(_:packetSize:)`` does, and gives each packet to `send` before the
  /// next.
  ///
  /// All are made in the same memory, except for those that `send` keeps.
  ///
  /// - Throws: what ``split(_:packetSize:)`` throws, or what `send` does; the packet it threw for
  ///   is used up.
  public mutating func split(
    _ message: [UInt8],
    packetSize: Int,
    send: ([UInt8]) throws(ProtocolError) -> Void
  ) throws(ProtocolError) {
    guard message.count <= limit else {
      throw .messageTooLarge(claimed: UInt64(message.count), limit: limit)
    }
    guard !message.isEmpty else {
      throw .emptyFragment(sequence: nextSequence)
    }
    var uncut = UncutMessage(UncutMessage.behindRoom(message))
    while !uncut.isUsedUp {
      let header = FragmentHeader(kind: .message, linkID: linkID, sequence: nextSequence)
      uncut.cut(header, into: &packet, packetSize: packetSize)
      nextSequence &+= 1
      try send(packet)
    }
  }

  /// A packet that says only that this side is alive and which number comes next.
  public func keepAlive() -> [UInt8] {
    FragmentHeader(kind: .report, linkID: linkID, sequence: nextSequence).encoded
      + Report().encoded
  }
}
