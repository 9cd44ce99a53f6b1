/// The meaning of the bytes of one connection.
package protocol StreamCodec: Sendable {
  /// Takes bytes as they come. It keeps no more than one packet, or what else has a limit.
  ///
  /// - Throws: An error for bytes after which nothing more is of use.
  mutating func read(_ bytes: ArraySlice<UInt8>) throws -> StreamInput

  /// The bytes for `packet`; none if the connection does not carry packets yet.
  mutating func framed(_ packet: [UInt8]) -> [UInt8]

  /// The bytes before `packet`, if it goes as it is behind them; nil if ``framed(_:)`` has all.
  func header(of packet: [UInt8]) -> [UInt8]?
}

extension StreamCodec {
  /// Nil: a packet is changed.
  package func header(of packet: [UInt8]) -> [UInt8]? { nil }
}

/// The result of reading some bytes.
package struct StreamInput: Hashable, Sendable {
  /// The packets that are whole now.
  package var packets: [[UInt8]] = []
  /// The bytes to send back.
  package var answer: [UInt8] = []
  /// True if the connection ends when ``answer`` is sent.
  package var isLast = false

  /// Nothing yet.
  package init() {}

  /// An answer, after which the connection ends if `isLast`.
  package init(answer: [UInt8], isLast: Bool = false) {
    (self.answer, self.isLast) = (answer, isLast)
  }
}

extension PacketStream {
  /// Packets after their lengths.
  struct Codec: StreamCodec {
    private var reader = Reader()

    init() {}

    mutating func read(_ bytes: ArraySlice<UInt8>) throws -> StreamInput {
      var input = StreamInput()
      input.packets = try reader.read(bytes)
      return input
    }

    func framed(_ packet: [UInt8]) -> [UInt8] { PacketStream.framed(packet) }

    func header(of packet: [UInt8]) -> [UInt8]? { PacketStream.header(of: packet) }
  }
}
