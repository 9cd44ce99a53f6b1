public import MatchProtocol
public import Sodium

/// The other side of a session, which says whatever a test wants.
///
/// It greets, exchanges keys, cuts, seals and opens as the protocol has it, and decides nothing by
/// itself: what it says, when, and whether it is right, is the test's. What it loses it never says
/// again.
public struct RawPeer: Sendable {
  /// Which side it is.
  public enum Side: Hashable, Sendable {
    /// It offers a seat.
    case host

    /// It asks for one.
    case guest
  }

  /// The name of this peer in the session.
  public var peer: PeerID

  /// The longest packet that it sends and takes, on its own link.
  public var packetSize = 180

  /// True if its packets say what it has received.
  public var acknowledges = true

  /// Its link, once both know it.
  public private(set) var linkID: LinkID?

  /// The keys of the link, once they are exchanged.
  package private(set) var channel: SecureChannel?

  /// The session's summary of the match, which is not part of what is observed.
  package private(set) var history: MatchHistory?

  /// The nonce of the greeting.
  public private(set) var nonce = Nonce(rawValue: 0)

  private let side: Side
  let player: Acquaintance
  /// Whom it has met by the last exchange.
  private var met: Acquaintance?
  private let secrets: any SecretSource
  private var greeting: [UInt8] = []
  private var exchange: KeyExchange?
  private var greetingsHeard = HandshakeReassembler()
  private var incoming = Reassembler(limit: MessageLimit.match)
  private var onZero = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  private var onLink = Fragmenter(linkID: .unassigned, limit: MessageLimit.match)

  /// Somebody on `side` whom the session calls `peer`; the player's key is the first that `secrets`
  /// give.
  public init(_ side: Side, as peer: PeerID, secrets: any SecretSource) {
    self.side = side
    self.peer = peer
    self.secrets = secrets
    player = Acquaintance(of: secrets.keyPair().publicKey)
  }

  /// The key by which those call it who know it.
  public var key: PlayerID {
    player.key
  }

  /// True if it is a guest.
  public var isGuest: Bool {
    side == .guest
  }

  /// True if the next message of the exchange is its own.
  public var hasWords: Bool {
    channel == nil && exchange?.isMyTurn == true
  }

  /// The number that its next fragment will have.
  public var nextSequence: UInt16 {
    onLink.nextSequence
  }

  // MARK: Link 0

  /// The packets that say `greeting` on link 0; a Hello or a Resume begins a new link, and a
  /// Welcome or a Resumed its exchange.
  package mutating func greet(_ greeting: Envelope) -> [[UInt8]] {
    let words = greeting.encoded
    switch greeting {
    case .hello(let hello):
      forgetLink()
      nonce = hello.nonce
      self.greeting = words
    case .resume(let resume):
      forgetLink()
      nonce = resume.nonce
      self.greeting = words
    case .welcome(let welcome):
      begin(welcome.linkID, words)
    case .resumed(let resumed):
      begin(resumed.linkID, words)
    default: break
    }
    return cutForZero(words)
  }

  /// The packets of `message` on link 0, whatever it is.
  public mutating func cutForZero(_ message: [UInt8]) -> [[UInt8]] {
    (try? onZero.split(message, packetSize: PacketSize.smallest)) ?? []
  }

  private mutating func forgetLink() {
    linkID = nil
    exchange = nil
    channel = nil
    incoming = Reassembler(limit: MessageLimit.match)
  }

  private mutating func begin(_ id: LinkID, _ answer: [UInt8]) {
    forgetLink()
    linkID = id
    onLink = Fragmenter(linkID: id, limit: MessageLimit.match)
    exchange = KeyExchange(
      role: side == .guest ? .initiator : .responder,
      material: secrets.material(),
      known: [player] + [met].compactMap(\.self),
      prologue: KeyExchange.prologue(hello: greeting, welcome: answer)
    )
  }

  // MARK: Its own link

  /// The packets of its next message of the exchange; none if it is not its turn.
  public mutating func words() -> [[UInt8]] {
    guard hasWords, let message = try? exchange?.write() else {
      return []
    }
    keepChannel()
    return cut(message)
  }

  private mutating func keepChannel() {
    channel = exchange?.channel
    met = channel?.other ?? met
  }

  /// The packets that say `envelope`, sealed.
  package mutating func say(_ envelope: Envelope) -> [[UInt8]] {
    seal(envelope.encoded)
  }

  /// The packets of `message`, sealed, whatever it is; none before keys are exchanged.
  public mutating func seal(_ message: [UInt8]) -> [[UInt8]] {
    channel == nil ? [] : cut(sealed(message))
  }

  /// `message`, sealed as the next one, and not cut; nothing before keys are exchanged.
  public mutating func sealed(_ message: [UInt8]) -> [UInt8] {
    (try? channel?.seal(message)) ?? []
  }

  /// The packets of `message` as it is, in its place in the stream.
  public mutating func cut(_ message: [UInt8]) -> [[UInt8]] {
    let packets = try? onLink.split(message, packetSize: packetSize)
    return (packets ?? []).map { stamped($0) }
  }

  /// A packet that tells only that this peer is alive, and how much it has received.
  public func report() -> [UInt8] {
    stamped(onLink.keepAlive())
  }

  private func stamped(_ packet: [UInt8]) -> [UInt8] {
    var packet = packet
    if acknowledges {
      packet[4] = UInt8(incoming.expected >> 8)
      packet[5] = UInt8(incoming.expected & 0xff)
    }
    return packet
  }

  // MARK: What the session does

  /// Reads what the session does, goes on with the exchange as far as that is the session's turn,
  /// and says what was done.
  package mutating func watch(_ step: Step) -> [ObservedAction] {
    var observed = step.events.map(ObservedAction.tells)
    for packet in step.packets {
      observed += hear(packet)
    }
    observed += step.hangUps.map(ObservedAction.hangsUp)
    observed += step.end.map { [.ends($0)] } ?? []
    return observed
  }

  private mutating func hear(_ packet: [UInt8]) -> [ObservedAction] {
    guard let header = try? FragmentHeader(decoding: packet) else {
      return [.mumbles]
    }
    if header.linkID == .unassigned {
      guard let message = try? greetingsHeard.append(packet, header) else {
        return []
      }
      return [hearGreeting(message)]
    }
    guard header.linkID == linkID else {
      return [.mumbles]
    }
    guard header.kind == .message else {
      return [.pings(header.sequence)]
    }
    guard let messages = try? incoming.append(packet, header) else {
      return [.mumbles]
    }
    var actions: [ObservedAction] = []
    for message in messages {
      actions.append(open(message))
    }
    return actions
  }

  private mutating func hearGreeting(_ message: [UInt8]) -> ObservedAction {
    guard let envelope = try? Envelope(decoding: message) else {
      return .mumbles
    }
    switch envelope {
    case .hello(let hello):
      nonce = hello.nonce
      greeting = message
    case .resume(let resume):
      nonce = resume.nonce
      greeting = message
    case .welcome(let welcome) where welcome.nonce == nonce && linkID == nil:
      begin(welcome.linkID, message)
    case .resumed(let resumed) where resumed.nonce == nonce && linkID == nil:
      begin(resumed.linkID, message)
    default: break
    }
    return .says(envelope)
  }

  private mutating func open(_ message: [UInt8]) -> ObservedAction {
    guard channel != nil else {
      guard (try? exchange?.read(message)) != nil else {
        return .mumbles
      }
      keepChannel()
      return .exchanges
    }
    guard let plain = try? channel?.open(message[...]),
      let envelope = try? Envelope(decoding: plain)
    else {
      return .mumbles
    }
    guard case .confirm(let received, let session, let history, _) = envelope else {
      return .says(envelope)
    }
    self.history = history
    return .says(.confirm(received: received, session))
  }
}
