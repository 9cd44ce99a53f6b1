internal import Sodium

/// A link that begins with an exchange of keys, and on which all messages are sealed from then on.
struct SecureLink: Sendable {
  /// What makes a link useless, or a side.
  enum Failure: Error {
    /// What came is not authentic: the link is to be cut, and another may be better.
    case broken(ProtocolError)

    /// What came is authentic and against the rules.
    case violated(ProtocolError)

    var cause: ProtocolError {
      switch self {
      case .broken(let error), .violated(let error): error
      }
    }
  }

  /// What a packet brought.
  struct Heard {
    var envelopes: [Envelope] = []

    /// How many more of our session's messages the other side has.
    var acknowledged = 0
  }

  private enum Keys: Sendable {
    case exchanging(KeyExchange)
    case shared(SecureChannel)
  }

  private var link: Link
  private var keys: Keys
  /// How many messages that are not the session's wait for their acknowledgement before those that are.
  private var preliminaries: Int

  /// A new link; the initiator's first message is ready to be sent.
  init(_ link: Link, _ exchange: KeyExchange) {
    self.link = link
    keys = .exchanging(exchange)
    // Besides the Confirm: the first and the third message of the exchange, or the second.
    preliminaries = exchange.isMyTurn ? 3 : 2
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

  /// The key and the digits of the other side, once the exchange is finished.
  var proof: (key: PublicKey, code: ComparisonCode)? {
    switch keys {
    case .exchanging: nil
    case .shared(let channel): (channel.peer, channel.code)
    }
  }

  // MARK: What comes

  /// Takes a packet of this link and returns what it says; ``send(now:)`` is due then.
  mutating func receive(
    _ packet: [UInt8],
    packetSize: Int,
    now: Duration
  ) throws(Failure) -> Heard {
    let news: Link.Heard
    do {
      news = try link.receive(packet, packetSize: packetSize, now: now)
    } catch {
      throw .broken(error)
    }
    var heard = Heard()
    let early = min(preliminaries, news.acknowledged)
    preliminaries -= early
    heard.acknowledged = news.acknowledged - early
    for message in news.messages {
      guard let plain = try open(message) else {
        continue
      }
      do {
        heard.envelopes.append(try Envelope(decoding: plain))
      } catch {
        throw .violated(error)
      }
    }
    return heard
  }

  /// What is in `message`, or nil if it is part of the exchange.
  private mutating func open(_ message: [UInt8]) throws(Failure) -> [UInt8]? {
    do throws(SecurityError) {
      switch keys {
      case .exchanging(var exchange):
        try exchange.read(message)
        try answer(exchange)
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

  /// Says this side's next message of the exchange, if it is due, and goes over to the keys that come out of it.
  private mutating func answer(_ exchange: KeyExchange) throws(SecurityError) {
    var exchange = exchange
    if exchange.channel == nil, exchange.isMyTurn {
      link.submit(try exchange.write())
    }
    keys = exchange.channel.map(Keys.shared) ?? .exchanging(exchange)
  }

  // MARK: What goes

  /// Seals and queues `message`, once the exchange is finished; ``send(now:)`` is due then.
  mutating func submit(_ message: [UInt8]) {
    guard case .shared(var channel) = keys else {
      preconditionFailure("nothing is said before the keys are there")
    }
    do {
      link.submit(try channel.seal(message))
      keys = .shared(channel)
    } catch {
      preconditionFailure("nobody says so many messages: \(error)")
    }
  }

  /// All packets that are to be sent by now: new fragments, old ones again, and a report.
  mutating func send(now: Duration) -> [[UInt8]] {
    link.send(now: now)
  }

  // MARK: Life and death

  /// Why the link is to be given up now, if it is.
  func uselessness(now: Duration) -> LinkBreak? {
    link.uselessness(now: now)
  }

  /// Whether the other side has just become quiet: once, until it is heard again.
  mutating func growsQuiet(now: Duration) -> Bool {
    link.growsQuiet(now: now)
  }
}
