/// Puts the packets of one stream back in order and its messages back together.
///
/// BlueZ 5.66 moves packets up to 79 places; the window allows 127. Repeated packets are dropped,
/// as are late copies of old ones. It keeps at most `window` packets and one message of `limit`
/// bytes. After it has thrown it is of no more use.
public struct Reassembler: Sendable {
  /// The number of sequence numbers, from the expected one, that may wait.
  public static let window = 128

  /// The number of the packet that is processed next.
  public private(set) var expected: UInt16

  /// The maximum length of a message that begins from now on.
  var limit: Int
  private var waiting: [UInt16: [UInt8]] = [:]
  private var assembly: Assembly?

  /// A stream whose messages have at most `limit` bytes and whose first packet is `firstSequence`.
  public init(limit: Int, firstSequence: UInt16 = 0) {
    self.limit = limit
    expected = firstSequence
  }

  /// True if packets have come that others must come before.
  package var isMissingPacket: Bool {
    !waiting.isEmpty
  }

  /// Bit `i`, from the lowest, says that the packet `expected + 1 + i` has come.
  var beyond: UInt64 {
    waiting.keys.reduce(0) { bits, sequence in
      // Shifted out, and so not told, if it is more than 64 ahead: no sender of ours is.
      bits | 1 << UInt64(sequence &- expected &- 1)
    }
  }

  /// The number of bytes that are kept for packets that came too early.
  var waitingBytes: Int {
    waiting.values.reduce(0) { $0 + $1.count }
  }

  /// Takes a fragment and returns the messages that are whole by it, in the order they were sent.
  ///
  /// `header` is what ``FragmentHeader/init(decoding:)`` read from `packet`. Several messages come
  /// at once if the packet was the one that others had overtaken.
  public mutating func append(
    _ packet: [UInt8],
    _ header: FragmentHeader
  ) throws(ProtocolError) -> [[UInt8]] {
    try messages(by: packet, header).map { Array($0) }
  }

  /// The same, with messages that stand in the memory of `packet` if they are whole in it.
  mutating func messages(
    by packet: [UInt8],
    _ header: FragmentHeader
  ) throws(ProtocolError) -> [ArraySlice<UInt8>] {
    let ahead = header.sequence &- expected
    guard ahead < UInt16(1) << 15 else {
      return []  // a copy of what was processed before
    }
    guard ahead < UInt16(Self.window) else {
      throw .outsideWindow(sequence: header.sequence, expected: expected)
    }
    guard ahead == 0 else {
      if waiting[header.sequence] == nil {
        waiting[header.sequence] = packet
      }
      return []
    }
    var messages: [ArraySlice<UInt8>] = []
    if let message = try process(packet, header) {
      messages.append(message)
    }
    while !waiting.isEmpty, let packet = waiting.removeValue(forKey: expected) {
      if let message = try process(packet, FragmentHeader(decoding: packet)) {
        messages.append(message)
      }
    }
    return messages
  }

  private mutating func process(
    _ packet: [UInt8],
    _ header: FragmentHeader
  ) throws(ProtocolError) -> ArraySlice<UInt8>? {
    switch (header.isFirst, assembly) {
    case (true, .some):
      throw .unexpectedFirst(sequence: header.sequence)
    case (false, nil):
      throw .unexpectedContinuation(sequence: header.sequence)
    case (true, nil) where header.isLast:
      let message = try Assembly.message(in: packet, limit: limit)
      expected &+= 1
      return message
    case (true, nil):
      assembly = try Assembly(first: packet, limit: limit)
    case (false, .some):
      break
    }
    try assembly?.append(packet, header)
    expected &+= 1
    guard header.isLast else {
      return nil
    }
    defer {
      assembly = nil
    }
    return try assembly?.finish()[...]
  }
}
