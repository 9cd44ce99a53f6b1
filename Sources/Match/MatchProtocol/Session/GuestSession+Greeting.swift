extension GuestSession {
  /// The phase of the guest.
  indirect enum Phase: Sendable {
    /// The host cannot be reached yet; if there is a time, the guest had a seat before and ends
    /// then.
    case unlinked(until: Duration?)

    /// Hello was said.
    ///
    /// If there is a time, the guest had a seat before of which the host does not know, and tries
    /// again on other links until then.
    case greeting(Greeting, retryUntil: Duration?)

    /// Resume was said for a match that is suspended; on the link, once there is one, the host
    /// proves to be the right one.
    case returning(Greeting, Conversation, SecureLink?)

    /// The host has given a seat; the time is the one of `greeting`, for as long as the host's key
    /// is not known.
    case conversing(Conversation, retryUntil: Duration?)

    /// The session is over.
    case over
  }

  /// The host's possible answers to a greeting.
  enum Answer {
    case welcome(Welcome)
    case resumed(LinkID)
    case refusal(RefusalReason)
  }

  /// The greeting on link 0 of a new link, and the state of its answer.
  struct Greeting: Sendable {
    let peer: PeerID
    let envelope: Envelope
    let nonce: Nonce
    var until: Duration
    var repeatAt: Duration
    private var isRepeated = false
    var incoming = HandshakeReassembler()

    var deadline: Duration {
      min(repeatAt, until)
    }

    init(
      peer: PeerID,
      envelope: Envelope,
      nonce: Nonce,
      until: Duration,
      repeatAt: Duration
    ) {
      (self.peer, self.envelope, self.nonce) = (peer, envelope, nonce)
      (self.until, self.repeatAt) = (until, repeatAt)
    }

    /// It is said at `now`, and will be again.
    mutating func noteSaid(now: Duration) {
      repeatAt = now + (isRepeated ? SessionTimes.helloRepeat : SessionTimes.helloFirstRepeat)
      isRepeated = true
    }

    /// The answer that is whole by `packet`, with the bytes of it, if it is one that this version
    /// can read.
    mutating func receive(_ packet: ReceivedPacket) throws(ProtocolError) -> (Answer, [UInt8])? {
      let header = try FragmentHeader(decoding: packet.bytes)
      guard let message = try incoming.append(packet.bytes, header),
        let answer = try answer(in: message)
      else {
        return nil
      }
      return (answer, message)
    }

    private func answer(in message: [UInt8]) throws(ProtocolError) -> Answer? {
      let envelope: Envelope
      do {
        envelope = try Envelope(decoding: message)
      } catch .unknownMessage, .valueOutOfRange(.refusalReason, _) {
        return nil
      }
      switch envelope {
      case .welcome(let welcome): return welcome.nonce == nonce ? .welcome(welcome) : nil
      case .resumed(let resumed): return resumed.nonce == nonce ? .resumed(resumed.linkID) : nil
      case .refuse(let refusal): return refusal.nonce == nonce ? .refusal(refusal.reason) : nil
      default: return nil
      }
    }
  }

  // MARK: Saying

  /// Says Hello on a new link.
  mutating func greet(_ peer: PeerID, retryUntil: Duration?, now: Duration) -> Step {
    let greeting = newGreeting(to: peer, now: now)
    phase = .greeting(greeting, retryUntil: retryUntil)
    return say(greeting, now: now)
  }

  /// A Hello that was not said yet.
  mutating func newGreeting(to peer: PeerID, now: Duration) -> Greeting {
    var hello = hello
    hello.nonce = nextNonce()
    return greeting(.hello(hello), hello.nonce, to: peer, now: now)
  }

  /// Says Resume on a new link.
  mutating func comeBack(to peer: PeerID, with conversation: Conversation, now: Duration) -> Step {
    let resume = Resume(nonce: nextNonce())
    let greeting = greeting(.resume(resume), resume.nonce, to: peer, now: now)
    phase = .returning(greeting, conversation, nil)
    return say(greeting, now: now)
  }

  /// Each greeting has a nonce of its own.
  private mutating func nextNonce() -> Nonce {
    defer {
      greetingsMade &+= 1
    }
    return Nonce(rawValue: hello.nonce.rawValue &+ greetingsMade)
  }

  private func greeting(
    _ envelope: Envelope,
    _ nonce: Nonce,
    to peer: PeerID,
    now: Duration
  ) -> Greeting {
    Greeting(
      peer: peer,
      envelope: envelope,
      nonce: nonce,
      until: now + SessionTimes.handshake,
      repeatAt: now
    )
  }

  /// Says `greeting`, for the first time or again.
  private mutating func say(_ greeting: Greeting, now: Duration) -> Step {
    var greeting = greeting
    greeting.noteSaid(now: now)
    keep(greeting)
    return .sending(greetings.packets(for: greeting.envelope))
  }

  private mutating func keep(_ greeting: Greeting) {
    switch phase {
    case .greeting(_, let retryUntil): phase = .greeting(greeting, retryUntil: retryUntil)
    case .returning(_, let conversation, let link):
      phase = .returning(greeting, conversation, link)
    case .unlinked, .conversing, .over: break
    }
  }

  // MARK: The answer

  /// A packet of link 0 while an answer to `greeting` is waited for.
  mutating func receiveAnswer(
    _ packet: ReceivedPacket,
    to greeting: Greeting,
    now: Duration
  ) -> Step {
    guard packet.isFor(.unassigned) else {
      return Step()
    }
    var greeting = greeting
    do {
      let answer = try greeting.receive(packet)
      keep(greeting)
      guard let (answer, bytes) = answer else {
        return Step()
      }
      crowd.end()
      return try handle(answer, bytes, to: greeting, packet, now: now)
    } catch {
      return giveUp(.garbage(error), .protocolViolation(error))
    }
  }

  private mutating func handle(
    _ answer: Answer,
    _ bytes: [UInt8],
    to greeting: Greeting,
    _ packet: ReceivedPacket,
    now: Duration
  ) throws(ProtocolError) -> Step {
    if answer.beginsExchange, let step = exchanges.rejection(of: greeting.peer, now: now) {
      return step
    }
    switch answer {
    case .welcome(let welcome):
      return try handle(welcome, bytes, to: greeting, packet, now: now)
    case .resumed(let linkID):
      guard case .returning(_, let conversation, _) = phase else {
        return Step()
      }
      let exchange = exchange(greeting, bytes, with: conversation.opponent)
      var link = packet.link(linkID, exchange, now: now)
      let packets = link.send(now: now)
      phase = .returning(greeting, conversation, link)
      return .sending(packets)
    case .refusal(let reason):
      return handleRefusal(reason, of: greeting, now: now)
    }
  }

  private mutating func handle(
    _ welcome: Welcome,
    _ bytes: [UInt8],
    to greeting: Greeting,
    _ packet: ReceivedPacket,
    now: Duration
  ) throws(ProtocolError) -> Step {
    guard case .greeting(_, let retryUntil) = phase else {
      return Step()
    }
    guard ProtocolVersion.supported.contains(welcome.version) else {
      throw .valueOutOfRange(.version, UInt64(welcome.version))
    }
    let exchange = exchange(greeting, bytes, with: former, called: welcome.name)
    var conversation = Conversation(
      welcome.session,
      with: welcome.name,
      on: packet.link(welcome.linkID, exchange, now: now),
      patience: patience,
      now: now
    )
    conversation.offer = welcome.offer
    conversation.challenge = challenge
    phase = .conversing(conversation, retryUntil: retryUntil)
    answered = greeting
    return converse { $0.send(now: now) }
  }

  private mutating func handleRefusal(
    _ reason: RefusalReason,
    of greeting: Greeting,
    now: Duration
  ) -> Step {
    if case .greeting(_, let retryUntil) = phase {
      return handleFirstRefusal(reason, of: greeting, retryUntil, now: now)
    }
    guard reason == .unknownMatch, case .returning(_, let conversation, _) = phase,
      conversation.isUntouched, hostPeer.map(greeting.peer.isWhere) ?? true
    else {
      return giveUp(.refused(reason), .refused(reason))
    }
    // What this guest said last, when it took the seat, did not come: for the host it never sat
    // down.
    former = conversation.opponent
    return .telling(.vacated(greeting.peer))
      + greet(greeting.peer, retryUntil: now + patience, now: now)
  }

  /// The exchange of keys that begins with `greeting` and the bytes of its answer.
  private func exchange(
    _ greeting: Greeting,
    _ answer: [UInt8],
    with host: Acquaintance?,
    called name: PlayerName? = nil
  ) -> KeyExchange {
    let prologue = KeyExchange.prologue(hello: greeting.envelope.encoded, welcome: answer)
    return credentials.exchange(as: .initiator, with: host, called: name, prologue: prologue)
  }

  // MARK: The proof

  /// Goes on with the exchange, and with the match if the host is the right one.
  mutating func receiveProof(
    _ packet: ReceivedPacket,
    on link: SecureLink,
    _ greeting: Greeting,
    _ conversation: Conversation,
    now: Duration
  ) -> Step {
    guard packet.isFor(link.id) else {
      return Step()
    }
    var link = link
    do {
      let received = try link.receive(
        packet.bytes,
        packetSize: packet.maximumPacketSize,
        now: now
      )
      guard let proof = link.proof else {
        let packets = link.send(now: now)
        phase = .returning(greeting, conversation, link)
        return .sending(packets)
      }
      guard proof.player == conversation.opponent else {
        // It has kept to the exchange, as any other table would.
        exchanges.succeed()
        return reject(greeting.peer, .impostor, .refused(.unknownMatch))
      }
      phase = .conversing(conversation, retryUntil: nil)
      return converse { $0.resume(on: link, handling: received, now: now) }
    } catch {
      return reject(greeting.peer, .garbage(error.cause), .protocolViolation(error.cause))
    }
  }

  // MARK: Time

  /// Repeats or gives up a greeting; nil if neither is due.
  mutating func tick(_ greeting: Greeting, now: Duration) -> Step? {
    if now >= greeting.until {
      return .hangingUp(on: greeting.peer) + fallBack(.handshakeTimeout)
    }
    return now >= greeting.repeatAt ? say(greeting, now: now) : nil
  }

  /// Does what is due while the guest comes back.
  mutating func tickReturning(now: Duration) -> Step {
    guard case .returning(let greeting, let conversation, let link) = phase else {
      return Step()
    }
    guard var link, now < greeting.until else {
      return tick(greeting, now: now) ?? Step()
    }
    _ = link.growsQuiet(now: now)
    let packets = link.send(now: now)
    phase = .returning(greeting, conversation, link)
    return .sending(packets)
  }
}

extension GuestSession.Answer {
  /// True if keys are exchanged after it.
  fileprivate var beginsExchange: Bool { if case .refusal = self { false } else { true } }
}
