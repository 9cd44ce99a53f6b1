extension GuestSession: Conversing {
  /// A greeting that waits for its answer, or for the host to prove who it is.
  struct Greeting: Sendable {
    /// What the guest wants.
    enum Purpose: Sendable {
      /// A seat; who had one before that the host does not know of tries again on other links for some time.
      case join(retryUntil: Duration?)

      /// To go on with a match.
      case resume(Conversation)
    }

    let peer: PeerID
    let words: Envelope
    let nonce: Nonce
    let until: Duration
    var purpose: Purpose
    var repeatAt: Duration
    var incoming = HandshakeReassembler()
    /// The link on which the host proves to be the right one; only for a match that goes on.
    var link: SecureLink?

    /// The match that goes on if all is well.
    var conversation: Conversation? {
      switch purpose {
      case .join: nil
      case .resume(let conversation): conversation
      }
    }

    var deadline: Duration {
      [link?.deadline ?? repeatAt, until, conversation?.deadline].compactMap(\.self).min()
        ?? until
    }
  }

  /// How far the guest has come.
  enum State: Sendable {
    /// The host cannot be reached yet; if there is a time, the guest had a seat before and ends then.
    case unlinked(until: Duration?)

    /// Hello or Resume was said.
    case greeting(Greeting)

    /// The host has given a seat, until one side leaves.
    case seated(Conversation)

    /// The session is over.
    case over
  }

  var conversation: Conversation? {
    switch state {
    case .seated(let conversation): conversation
    case .greeting(let greeting): greeting.conversation
    case .unlinked, .over: nil
    }
  }

  // MARK: Saying

  /// Says on a new link what the guest wishes.
  mutating func greet(_ peer: PeerID, _ purpose: Greeting.Purpose, now: Duration) -> Step {
    let nonce = Nonce(rawValue: hello.nonce.rawValue &+ greetingsMade)
    greetingsMade &+= 1
    let greeting = Greeting(
      peer: peer,
      words: words(for: purpose, nonce),
      nonce: nonce,
      until: now + SessionTimes.handshake,
      purpose: purpose,
      repeatAt: now
    )
    return say(greeting, now: now)
  }

  private func words(for purpose: Greeting.Purpose, _ nonce: Nonce) -> Envelope {
    switch purpose {
    case .join:
      var hello = hello
      hello.nonce = nonce
      return .hello(hello)
    case .resume(let conversation):
      return .resume(Resume(nonce: nonce, session: conversation.session))
    }
  }

  mutating func say(_ greeting: Greeting, now: Duration) -> Step {
    var greeting = greeting
    greeting.repeatAt = now + SessionTimes.helloRepeat
    state = .greeting(greeting)
    return .sending(greetings.packets(for: greeting.words))
  }

  // MARK: Hearing

  mutating func receive(
    _ incoming: ReceivedPacket,
    in greeting: Greeting,
    now: Duration
  ) -> Step {
    if let link = greeting.link {
      return prove(link, incoming, greeting, now: now)
    }
    guard Self.isFor(.unassigned, incoming.packet) else {
      return Step()
    }
    var greeting = greeting
    do {
      let header = try FragmentHeader(decoding: incoming.packet)
      let message = try greeting.incoming.append(incoming.packet, header)
      state = .greeting(greeting)
      guard let message, let answer = try answer(in: message, to: greeting) else {
        return Step()
      }
      return try take(answer, message, in: greeting, incoming, now: now)
    } catch {
      return giveUp(greeting, .protocolViolation(error))
    }
  }

  /// The answer to the greeting, if `message` is one that this version can read.
  private func answer(
    in message: [UInt8],
    to greeting: Greeting
  ) throws(ProtocolError) -> Envelope? {
    let envelope: Envelope
    do {
      envelope = try Envelope(decoding: message)
    } catch .unknownMessage, .valueOutOfRange(.refusalReason, _) {
      return nil
    }
    switch envelope {
    case .welcome(let welcome): return welcome.nonce == greeting.nonce ? envelope : nil
    case .resumed(let resumed): return resumed.nonce == greeting.nonce ? envelope : nil
    case .refuse(let refusal): return refusal.nonce == greeting.nonce ? envelope : nil
    case .hello, .resume, .goodbye, .confirm, .match: return nil
    }
  }

  private mutating func take(
    _ answer: Envelope,
    _ words: [UInt8],
    in greeting: Greeting,
    _ incoming: ReceivedPacket,
    now: Duration
  ) throws(ProtocolError) -> Step {
    let prologue = KeyExchange.prologue(hello: greeting.words.encoded, welcome: words)
    switch (answer, greeting.purpose) {
    case (.welcome(let welcome), .join(let retryUntil)):
      guard ProtocolVersion.supported.contains(welcome.version) else {
        throw .valueOutOfRange(.version, UInt64(welcome.version))
      }
      let exchange = credentials.exchange(as: .initiator, prologue: prologue)
      self.retryUntil = retryUntil
      state = .seated(
        Conversation(
          welcome.session,
          with: welcome.name,
          on: incoming.link(welcome.linkID, exchange, now: now),
          patience: patience,
          now: now
        )
      )
      return converse { $0.send(now: now) }
    case (.resumed(let resumed), .resume):
      var greeting = greeting
      let exchange = credentials.exchange(as: .initiator, prologue: prologue)
      var link = incoming.link(resumed.linkID, exchange, now: now)
      let packets = link.send(now: now)
      greeting.link = link
      state = .greeting(greeting)
      return .sending(packets)
    case (.refuse(let refusal), .resume(let conversation))
    where refusal.reason == .unknownMatch && conversation.canBeginAnew
      && conversation.hasHeardNothing:
      // What this guest said last, when it took the seat, did not come: for the host it never sat down.
      return .telling(.vacated(greeting.peer))
        + greet(greeting.peer, .join(retryUntil: now + patience), now: now)
    case (.refuse(let refusal), _):
      return giveUp(greeting, .refused(refusal.reason))
    default:
      return Step()
    }
  }

  /// Goes on with the exchange, and with the match if the host is the right one.
  private mutating func prove(
    _ link: SecureLink,
    _ incoming: ReceivedPacket,
    _ greeting: Greeting,
    now: Duration
  ) -> Step {
    guard Self.isFor(link.id, incoming.packet), let conversation = greeting.conversation else {
      return Step()
    }
    var link = link
    do {
      let heard = try link.receive(
        incoming.packet,
        packetSize: incoming.maximumPacketSize,
        now: now
      )
      guard let proof = link.proof else {
        var greeting = greeting
        let packets = link.send(now: now)
        greeting.link = link
        state = .greeting(greeting)
        return .sending(packets)
      }
      guard proof.key == conversation.opponent else {
        return .telling(.strangerRejected(greeting.peer, .impostor))
          + .hangingUp(on: greeting.peer) + fall(back: greeting, .refused(.unknownMatch))
      }
      refusals = 0
      state = .seated(conversation)
      return converse { $0.resume(on: link, hearing: heard, now: now) }
    } catch {
      return .hangingUp(on: greeting.peer) + fall(back: greeting, .protocolViolation(error.cause))
    }
  }

  mutating func receiveOnLink(_ incoming: ReceivedPacket, now: Duration) -> Step {
    converse { conversation in
      guard let id = conversation.linkID, Self.isFor(id, incoming.packet) else {
        return Step()
      }
      return conversation.receive(
        incoming.packet,
        packetSize: incoming.maximumPacketSize,
        now: now
      )
    }
  }

  /// Whether a packet that a host notifies is for this guest; one without a header is for all.
  private static func isFor(_ linkID: LinkID, _ packet: [UInt8]) -> Bool {
    packet.count < FragmentHeader.size || packet[1] == linkID.rawValue
  }

  // MARK: Ending

  mutating func settle(
    _ conversation: Conversation,
    _ step: Step
  ) -> Step {
    guard case .greeting(var greeting) = state else {
      return settle(seated: conversation, step)
    }
    guard !conversation.isOver else {
      state = .over
      return .hangingUp(on: greeting.peer) + step
    }
    greeting.purpose = .resume(conversation)
    state = .greeting(greeting)
    return step
  }

  private mutating func settle(
    seated conversation: Conversation,
    _ step: Step
  ) -> Step {
    guard conversation.isOver else {
      if conversation.opponent != nil {
        // A link that is lost while the players compare digits may have had somebody in between: nobody tries again unasked.
        retryUntil = nil
      }
      state = .seated(conversation)
      return step
    }
    guard !conversation.hasJoined, let retryUntil, step.end?.mayPass == true else {
      state = .over
      return step
    }
    state = .unlinked(until: retryUntil)
    var step = step
    step.end = nil
    return step
  }

  /// The greeting has failed: a match that goes on waits for another link, and a first one ends.
  mutating func fall(back greeting: Greeting, _ end: SessionEnd) -> Step {
    switch greeting.purpose {
    case .resume(let conversation):
      state = .seated(conversation)
      return Step()
    case .join(let until?) where end.mayPass:
      state = .unlinked(until: until)
      return Step()
    case .join:
      state = .over
      return .ending(end)
    }
  }

  /// The host does not let the guest in: a first meeting ends, and a match that goes on is tried some more times.
  private mutating func giveUp(_ greeting: Greeting, _ why: SessionEnd) -> Step {
    if why != .refused(.roomFull) {
      refusals += 1
    }
    switch greeting.purpose {
    case .resume where refusals < Self.patienceWithRefusals,
      .join(.some) where refusals < Self.patienceWithRefusals:
      return .hangingUp(on: greeting.peer) + fall(back: greeting, why)
    case .resume, .join:
      return end(greeting, why)
    }
  }

  mutating func end(_ greeting: Greeting, _ end: SessionEnd) -> Step {
    state = .over
    return Step(hangUps: [greeting.peer], end: end)
  }
}

extension SessionEnd {
  /// Whether another link may do better.
  fileprivate var mayPass: Bool {
    switch self {
    case .linkLost, .silent, .handshakeTimeout, .protocolViolation, .refused: true
    case .closed, .peerLeft, .notAccepted, .outboxFull: false
    }
  }
}
