internal import MatchProtocol

/// The frames of a WebSocket (RFC 6455, 5) as a server reads and writes them.
enum WebSocketFrames {
  /// A frame or message after which a WebSocket ends.
  enum Fault: Error, Hashable {
    /// The client did not mask it, used an extension, or mixed up the parts of a message.
    case malformed
    /// Text, which no page of ours sends.
    case text
    /// A message with more bytes than any packet.
    case tooLong(Int)

    /// The code that tells the client.
    var code: UInt16 {
      switch self {
      case .malformed: 1_002
      case .text: 1_003
      case .tooLong: 1_009
      }
    }
  }

  /// Something that the client sent.
  enum Event: Hashable {
    case packet([UInt8])
    case ping([UInt8])
    case close
  }

  private enum Kind: UInt8 {
    case more = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// The maximum number of bytes in a frame that is no part of a message.
  private static let longestControl = 125

  /// A message of the host's.
  static func message(_ packet: [UInt8]) -> [UInt8] { frame(.binary, packet) }

  /// The answer to a ping.
  static func pong(_ payload: [UInt8]) -> [UInt8] { frame(.pong, payload) }

  /// The last frame, with the reason.
  static func close(_ code: UInt16) -> [UInt8] {
    frame(.close, [UInt8(code >> 8), UInt8(code & 0xff)])
  }

  private static func frame(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let length =
      count <= longestControl ? [UInt8(count)] : [126, UInt8(count >> 8), UInt8(count & 0xff)]
    return [0x80 | kind.rawValue] + length + payload
  }

  /// Takes bytes as they come, and gives what is whole.
  struct Reader: Sendable {
    private var bytes: [UInt8] = []
    /// The parts of a message of which more are to come.
    private var parts: [UInt8]?

    /// Takes what has come; it keeps less than one frame and one message.
    ///
    /// - Throws: ``Fault``; the events before it are appended to `events`.
    mutating func read(_ new: ArraySlice<UInt8>, into events: inout [Event]) throws(Fault) {
      bytes += new
      var start = 0
      while let head = try Head(bytes[start...], after: parts?.count ?? 0),
        bytes.count - start >= head.size + head.length
      {
        let begin = start + head.size
        let mask = bytes[begin - 4..<begin]
        let payload = (0..<head.length).map { bytes[begin + $0] ^ mask[mask.startIndex + $0 % 4] }
        start = begin + head.length
        if let event = try take(payload, head) { events.append(event) }
      }
      bytes.removeFirst(start)
    }

    private mutating func take(_ payload: [UInt8], _ head: Head) throws(Fault) -> Event? {
      switch head.kind {
      case .ping: return .ping(payload)
      case .pong: return nil
      case .close: return .close
      case .text: throw .text
      case .binary, .more:
        guard (head.kind == .more) == (parts != nil) else { throw .malformed }
        let message = (parts ?? []) + payload
        parts = head.isLast ? nil : message
        guard head.isLast else { return nil }
        guard !message.isEmpty else { throw .malformed }
        return .packet(message)
      }
    }
  }

  /// The beginning of a frame.
  private struct Head {
    let kind: Kind
    let isLast: Bool
    /// The bytes of the head, the mask included.
    let size: Int
    /// The bytes after it.
    let length: Int

    /// Reads the head of a frame whose message has `before` bytes so far; nil if it is not whole.
    init?(_ bytes: ArraySlice<UInt8>, after before: Int) throws(Fault) {
      guard bytes.count >= 2 else { return nil }
      let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
      // Without extensions the reserved bits are 0.
      guard first & 0x70 == 0, let kind = Kind(rawValue: first & 0x0f), second & 0x80 != 0 else {
        throw .malformed
      }
      let short = Int(second & 0x7f)
      let count = short == 126 ? 2 : short == 127 ? 8 : 0
      guard bytes.count >= 2 + count else { return nil }
      let long = bytes.dropFirst(2).prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let length = count == 0 ? short : Int(clamping: long)
      isLast = first & 0x80 != 0
      if kind.rawValue >= Kind.close.rawValue {
        guard isLast, length <= longestControl else { throw .malformed }
      } else if length > PacketSize.largest - before {
        throw .tooLong(length)
      }
      (self.kind, self.length, size) = (kind, length, 2 + count + 4)
    }
  }
}
