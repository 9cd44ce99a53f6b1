internal import Sodium

/// All that one side of a match would say next, for another one who is away.
///
/// It has what a link would carry first: how much its writer has received, and the messages that
/// the reader lacks, by their numbers. So a letter does no harm that comes twice, or behind a later
/// one. docs/reference/protocol.md, section 14, has its bytes.
public struct Letter: Hashable, Sendable {
  /// The maximum size of a sealed letter, in bytes.
  public static let largest = 4_096
  /// The sizes to which letters grow, so that nobody reads in them how much was said.
  static let sizes = [512, 1_024, 2_048, largest]
  /// The bytes of a sealed letter that are not its content.
  static let sealSize = ChaChaPoly.nonceSize + ChaChaPoly.tagSize
  private static let timeSize = 8

  /// When it was written, in milliseconds since 1970 (UTC); 0 before it is sealed.
  ///
  /// It tells a restored backup, which has less than before, from a letter that comes late.
  public internal(set) var time: UInt64 = 0
  /// The number of messages of the reader's that its writer has received.
  var received: UInt32
  /// The summary of the record of its writer, up to the last message in here.
  var history: MatchHistory
  /// The state of its writer's chat.
  var talk: TalkState
  /// What the reader has lost of the match, from its writer's point of view.
  var recalled: [JournalEntry] = []
  /// The messages of the match, the last of which has the number of `history`.
  var messages: [MatchMessage] = []
  /// The chat.
  var words: [Say] = []

  /// True if the reader does not know all of it yet, as far as its writer knows.
  public internal(set) var isDue = true

  /// A letter without messages.
  init(received: UInt32, history: MatchHistory, talk: TalkState) {
    (self.received, self.history, self.talk) = (received, history, talk)
  }

  /// The number of the first of its messages.
  var first: UInt32 { history.said - UInt32(messages.count) }

  /// True if it brings more than receipts.
  public var saysSomething: Bool { !(recalled.isEmpty && messages.isEmpty && words.isEmpty) }

  private func envelopes(in session: SessionID) -> [Envelope] {
    var all = [Envelope.confirm(received: received, session, history: history, talk: talk)]
    for (index, entry) in recalled.enumerated() {
      let remaining = UInt32(recalled.count - 1 - index)
      all.append(.recall(Recall(isBySender: entry.isMine, remaining: remaining)))
      all.append(.match(entry.message))
    }
    return all + messages.map(Envelope.match) + words.map(Envelope.say)
  }

  /// The content, of one of ``sizes`` without the seal; nil if there is too much.
  func content(in session: SessionID, at time: UInt64) -> [UInt8]? {
    var bytes = time.bigEndianBytes
    for envelope in envelopes(in: session) {
      let message = envelope.encoded
      bytes += UInt16(message.count).bigEndianBytes + message
    }
    guard let size = Self.sizes.first(where: { bytes.count + 2 <= $0 - Self.sealSize }) else {
      return nil
    }
    return bytes + [UInt8](repeating: 0, count: size - Self.sealSize - bytes.count)
  }

  /// The letter in `content`; nil if it is none of this match.
  init?(_ content: [UInt8], in session: SessionID) {
    guard let envelopes = Self.envelopes(content),
      case .confirm(let received, session, let history?, let talk?)? = envelopes.first
    else { return nil }
    (self.received, self.history, self.talk) = (received, history, talk)
    time = content.prefix(Self.timeSize).reduce(0) { $0 << 8 | UInt64($1) }
    var recall: Recall?
    for envelope in envelopes.dropFirst() {
      switch envelope {
      case .recall(let next) where recall == nil && messages.isEmpty: recall = next
      case .match(let message):
        if let announced = recall {
          recall = nil
          recalled.append(JournalEntry(isMine: announced.isBySender, message))
        } else {
          messages.append(message)
        }
      case .say(let say) where recall == nil: words.append(say)
      default: return nil
      }
    }
    guard recall == nil, messages.count <= Int(clamping: history.said) else { return nil }
  }

  private static func envelopes(_ content: [UInt8]) -> [Envelope]? {
    guard content.count <= largest else { return nil }
    var (rest, envelopes) = (content.dropFirst(timeSize), [Envelope]())
    while rest.count >= 2 {
      let size = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(2)
      if size == 0 { break }
      guard rest.count >= size, let envelope = try? Envelope(decoding: Array(rest.prefix(size)))
      else { return nil }
      envelopes.append(envelope)
      rest = rest.dropFirst(size)
    }
    return envelopes
  }
}

/// The place of the letters of a match, which its two players find and open alone.
public struct Mailbox: Hashable, Sendable {
  /// The match.
  public let session: SessionID
  /// The other player.
  public let other: Acquaintance
  /// The side that writes here.
  public let role: Role

  /// The box of the match `session` with `other`, for the side of `role`.
  public init(_ session: SessionID, with other: Acquaintance, as role: Role) {
    (self.session, self.other, self.role) = (session, other, role)
  }

  private static func name(of role: Role) -> String {
    switch role {
    case .host: "host"
    case .guest: "guest"
    }
  }

  /// The key of what the side of `role` writes.
  private func key(of role: Role) -> SecretBytes {
    let label = Array("Tabletooth letter of the \(Self.name(of: role))".utf8)
    return HMAC.code(of: label, session.rawValue.bigEndianBytes, key: other.secret.bytes)
  }

  /// Seals `letter` for the other player.
  ///
  /// - Parameters:
  ///   - letter: The letter.
  ///   - time: When that is, in milliseconds since 1970.
  ///   - nonce: 12 random bytes.
  /// - Returns: 512, 1,024, 2,048 or 4,096 bytes.
  public func seal(_ letter: Letter, at time: UInt64, nonce: [UInt8]) -> [UInt8] {
    do {
      guard let content = letter.content(in: session, at: time) else {
        preconditionFailure("a letter has room for what is in it")
      }
      return try nonce + ChaChaPoly.seal(content, nonce: nonce, key: key(of: role))
    } catch {
      preconditionFailure("keys have 32 bytes and nonces 12: \(error)")
    }
  }

  /// The letter of the other player; nil for anything else.
  public func open(_ sealed: [UInt8]) -> Letter? {
    guard Letter.sizes.contains(sealed.count) else { return nil }
    let content = try? ChaChaPoly.open(
      Array(sealed.dropFirst(ChaChaPoly.nonceSize)),
      nonce: Array(sealed.prefix(ChaChaPoly.nonceSize)),
      key: key(of: role == .host ? .guest : .host)
    )
    return content.flatMap { Letter($0, in: session) }
  }
}
