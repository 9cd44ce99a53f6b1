/// Cuts messages into the packets of one stream.
public struct Fragmenter: Sendable {
  /// The number of the next packet.
  public private(set) var nextSequence: UInt16

  private let linkID: LinkID
  private let limit: Int

  /// A stream on `linkID` whose messages have at most `limit` bytes.
  public init(linkID: LinkID, limit: Int, firstSequence: UInt16 = 0) {
    precondition(limit <= MessageLimit.field, "the length field has 16 bits")
    self.linkID = linkID
    self.limit = limit
    nextSequence = firstSequence
  }

  /// Cuts `message` into packets of at most `packetSize` bytes, brought into 18...508.
  ///
  /// - Throws: ``ProtocolError/messageTooLarge(claimed:limit:)``, and nothing is used up.
  public mutating func split(
    _ message: [UInt8],
    packetSize: Int
  ) throws(ProtocolError) -> [[UInt8]] {
    guard message.count <= limit else {
      throw .messageTooLarge(claimed: UInt64(message.count), limit: limit)
    }
    guard !message.isEmpty else {
      throw .emptyFragment(sequence: nextSequence)
    }
    let room = PacketSize.usable(packetSize) - FragmentHeader.size
    var packets: [[UInt8]] = []
    var position = 0
    repeat {
      let isFirst = position == 0
      let end = min(position + room - (isFirst ? Assembly.prefixSize : 0), message.count)
      var packet = header(isFirst: isFirst, isLast: end == message.count).encoded
      if isFirst {
        packet += Assembly.prefix(of: message)
      }
      packet += message[position..<end]
      packets.append(packet)
      position = end
    } while position < message.count
    return packets
  }

  /// A packet that says only that this side is alive and which number comes next.
  public func keepAlive() -> [UInt8] {
    FragmentHeader(kind: .keepAlive, linkID: linkID, sequence: nextSequence).encoded
  }

  private mutating func header(isFirst: Bool, isLast: Bool) -> FragmentHeader {
    defer {
      nextSequence &+= 1
    }
    return FragmentHeader(
      kind: .message,
      isFirst: isFirst,
      isLast: isLast,
      linkID: linkID,
      sequence: nextSequence
    )
  }
}
