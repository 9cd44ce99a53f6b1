/// Puts the messages of link 0 back together, each by itself.
///
/// A guest may begin to listen at any packet, and what it misses there may never come again. So on
/// link 0 a message is a run of consecutive numbers from a first to a last fragment, and nothing is
/// expected before or after it: no order, no gaps. Whoever waits for an answer asks again.
package struct HandshakeReassembler: Sendable {
  /// The number of packets that are kept before the oldest make room.
  ///
  /// A greeting of 512 bytes has 43.
  package static let capacity = 64

  private var packets: [UInt16: [UInt8]] = [:]
  private var arrivals: [UInt16] = []

  /// Nothing has come yet.
  package init() {}

  /// The number of bytes that are kept.
  var waitingBytes: Int {
    packets.values.reduce(0) { $0 + $1.count }
  }

  /// Takes a packet of link 0 and returns the message that is whole by it.
  ///
  /// `header` is what ``FragmentHeader/init(decoding:)`` read from `packet`. A repeated packet is
  /// dropped.
  package mutating func append(
    _ packet: [UInt8],
    _ header: FragmentHeader
  ) throws(ProtocolError) -> [UInt8]? {
    guard packet.count <= PacketSize.smallest else {
      throw .packetTooLong(length: packet.count, maximum: PacketSize.smallest)
    }
    guard header.kind == .message, packets[header.sequence] == nil else {
      return nil
    }
    if header.isFirst {
      _ = try Assembly(first: packet, limit: MessageLimit.handshake)
    }
    keep(packet, header.sequence)
    guard let run = try run(through: header.sequence) else {
      return nil
    }
    arrivals.removeAll { run.contains($0) }
    var assembly: Assembly?
    for packet in run.compactMap({ packets.removeValue(forKey: $0) }) {
      let header = try FragmentHeader(decoding: packet)
      if header.isFirst {
        assembly = try Assembly(first: packet, limit: MessageLimit.handshake)
      }
      try assembly?.append(packet, header)
    }
    return try assembly?.finish()
  }

  private mutating func keep(_ packet: [UInt8], _ sequence: UInt16) {
    packets[sequence] = packet
    arrivals.append(sequence)
    if arrivals.count > Self.capacity {
      packets[arrivals.removeFirst()] = nil
    }
  }

  /// The numbers from the first to the last fragment round `sequence`, if all are here.
  private func run(through sequence: UInt16) throws(ProtocolError) -> [UInt16]? {
    var start = sequence
    while let packet = packets[start], try !FragmentHeader(decoding: packet).isFirst {
      start &-= 1
    }
    var run: [UInt16] = []
    var next = start
    while let packet = packets[next] {
      let header = try FragmentHeader(decoding: packet)
      guard run.isEmpty || !header.isFirst else {
        throw .unexpectedFirst(sequence: next)
      }
      run.append(next)
      if header.isLast {
        return run
      }
      next &+= 1
    }
    return nil
  }
}
