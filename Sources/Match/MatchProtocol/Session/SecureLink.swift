internal import Sodium

/// A link that begins with an exchange of keys, and on which all messages are sealed from then on.
struct SecureLink: Sendable {
  /// A failure that makes a link useless, or a side.
  enum Failure: Error {
    /// A packet is not authentic: the link must be cut, and another may be better.
    case broken(ProtocolError)

    /// A packet is authentic and violates the protocol.
    case violated(ProtocolError)

    var cause: ProtocolError {
      switch self {
      case .broken(let error), .violated(let error): error
      }
    }
  }

  /// The content of a packet.
  struct Received {
    var envelopes: [Envelope] = []

    /// The other player's current activity, if that is what came.

    /// The channels of the messages of this side that have come, nil for one of the link's own.
    var acknowledged: [Channel?] = []
  }

  private enum Keys: Sendable {
    case exchanging(KeyExchange)
    case shared(SecureChannel)
  }

  private var link: Link
  private var keys: Keys
  /// True if a message of the exchange has come and was right, so that the next one was sent.
  private(set) var isAnswered = false
  /// The current activity of the player here, until it is sent.

  /// A new link; the initiator's first message is ready to be sent.
  init(_ link: Link, _ exchange: KeyExchange) {
    self.link = link
    keys = .exchanging(exchange)
    if exchange.isMyTurn {
      do {
        try answer(exchange)
      } catch {
        preconditionFailure("the first message depends on nobody: \(error)")
      }
    }
  }

  var peer: PeerID {
    link.peer
  }

  var id: LinkID {
    link.id
  }

  var deadline: Duration {
    link.deadline
  }

  /// The maximum length of a packet that the other side can take.
  var packetSize: Int { link.packetSize }

  /// The other player and the digits, once the exchange is finished.
  var proof: (player: Acquaintance, code: ComparisonCode)? {
    switch keys {
    case .exchanging: nil
    case .shared(let channel): (channel.other, channel.code)
    }
  }

  // MARK: What comes

  /// Receives a packet of this link; ``send(now:)`` is due then.
  mutating func receive(
    _ packet: [UInt8],
    packetSize: Int,
    now: Duration
  ) throws(Failure) -> Received {
    let sealed: Link.Received
    do {
      sealed = try link.receive(packet, packetSize: packetSize, now: now)
    } catch {
      throw .broken(error)
    }
    var received = Received(acknowledged: sealed.acknowledged)
    for message in sealed.messages {
      guard let plain = try open(message) else {
        continue
      }
      do {
        received.envelopes.append(try Envelope(decoding: plain))
      } catch {
        throw .violated(error)
      }
    }
    return received
  }

  /// The content of `message`, or nil if it is part of the exchange.
  private mutating func open(_ message: ArraySlice<UInt8>) throws(Failure) -> [UInt8]? {
    do throws(SecurityError) {
      switch keys {
      case .exchanging(var exchange):
        try exchange.read(Array(message))
        try answer(exchange)
        isAnswered = true
        return nil
      case .shared(var channel):
        let plain = try channel.open(message)
        keys = .shared(channel)
        return plain
      }
    } catch {
      throw .broken(.insecure(error))
    }
  }

  /// Says this side's next message of the exchange, if it is due, and goes over to the keys that
  /// come out of it.
  private mutating func answer(_ exchange: KeyExchange) throws(SecurityError) {
    var exchange = exchange
    if exchange.channel == nil, exchange.isMyTurn {
      link.submit(try exchange.write(), on: nil)
    }
    keys = exchange.channel.map(Keys.shared) ?? .exchanging(exchange)
  }

  // MARK: What goes

  /// Queues `message`, which is sealed when it is its turn; ``send(now:)`` is due then.
  mutating func submit(_ message: [UInt8], on channel: Channel) {
    link.submit(message, on: channel)
  }

  /// Queues `message` as the last that is said on `channel`, behind those of all channels.
  mutating func submitLast(_ message: [UInt8], on channel: Channel) {
    link.submitLast(message, on: channel)
  }

  /// Says Confirm as the first of all, with how long a packet this side accepts from then on.
  mutating func confirm(
    received: UInt32,
    _ session: SessionID,
    history: MatchHistory? = nil,
    _ talk: TalkState
  ) {
    var talk = talk
    talk.packetSize = link.offeredSize
    link.acceptOfferedSize()
    submit(.confirm(received: received, session, history: history, talk: talk))
  }

  /// The other side has said Confirm with this state; nil if it takes no words.
  mutating func note(_ state: TalkState?) { link.allow(packetSize: state?.packetSize ?? 0) }

  /// True if packets go that are of use to one peer alone, and too long for others.
  var hasLongPackets: Bool { link.packetSize > PacketSize.largest }

  /// The number of bytes of a file that make one packet.
  var partSize: Int { link.partSize }

  /// The smoothed round-trip time; nil before it was measured.
  var delay: Duration? { link.delay }

  /// When a packet was last received.
  var lastHeard: Duration { link.lastHeard }

  /// The number of messages of `channel` that have not been sent completely.
  func waitingCount(on channel: Channel) -> Int {
    link.waitingCount(on: channel)
  }

  /// Seals and queues `envelope` as one of the link's own messages, which go before those of all
  /// channels.
  mutating func submit(_ envelope: Envelope) {
    guard case .shared(var secure) = keys else {
      preconditionFailure("nothing is said before the keys are there")
    }
    link.submit(Self.seal(envelope.encoded, &secure), on: nil)
    keys = .shared(secure)
  }

  /// All packets that are to be sent by now: new fragments, old ones again, and a report.
  mutating func send(now: Duration) -> [[UInt8]] {
    guard case .shared(var secure) = keys else {
      return link.send(now: now) { _ in
        preconditionFailure("nothing is said before the keys are there")
      }
    }
    let packets = link.send(now: now) { Self.seal($0, &secure, behind: UncutMessage.room) }
    keys = .shared(secure)
    return packets
  }

  private static func seal(
    _ message: [UInt8],
    _ channel: inout SecureChannel,
    behind room: Int = 0
  ) -> [UInt8] {
    do {
      return try channel.seal(message, behind: room)
    } catch {
      preconditionFailure("nobody says 2^64 messages: \(error)")
    }
  }

  // MARK: Life and death

  /// The reason why the link is to be given up now, if it is.
  func uselessness(now: Duration) -> LinkBreak? {
    link.uselessness(now: now)
  }

  /// The number of the fragment that has waited for longest to be acknowledged, if one does.
  var awaited: UInt16? { link.awaited }

  /// True if the other side has just become quiet: once, until it is heard again.
  mutating func growsQuiet(now: Duration) -> Bool {
    link.growsQuiet(now: now)
  }
}
