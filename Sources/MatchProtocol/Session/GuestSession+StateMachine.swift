extension GuestSession: Conversing {
  /// A greeting that waits for its answer.
  struct Greeting: Sendable {
    /// What the guest wants.
    enum Wish: Sendable {
      /// A seat.
      case join

      /// The seat it had, when it came back and the host had never heard that it took it.
      case joinAgain(Conversation)

      /// To go on with a match.
      case resume(Conversation)
    }

    let peer: PeerID
    let words: Envelope
    let nonce: Nonce
    let until: Duration
    var wish: Wish
    var repeatAt: Duration
    var incoming = HandshakeReassembler()

    /// The match that goes on if all is well.
    var conversation: Conversation? {
      switch wish {
      case .join: nil
      case .joinAgain(let conversation), .resume(let conversation): conversation
      }
    }

    var deadline: Duration {
      [repeatAt, until, conversation?.deadline].compactMap(\.self).min() ?? until
    }
  }

  /// How far the guest has come.
  enum State: Sendable {
    /// The host cannot be reached yet.
    case unlinked

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
  mutating func greet(_ peer: PeerID, _ wish: Greeting.Wish, now: Duration) -> [SessionAction] {
    let nonce = Nonce(rawValue: hello.nonce.rawValue &+ greetingsMade)
    greetingsMade &+= 1
    let greeting = Greeting(
      peer: peer,
      words: words(for: wish, nonce),
      nonce: nonce,
      until: now + SessionTimes.handshake,
      wish: wish,
      repeatAt: now
    )
    return say(greeting, now: now)
  }

  private func words(for wish: Greeting.Wish, _ nonce: Nonce) -> Envelope {
    switch wish {
    case .join, .joinAgain:
      var hello = hello
      hello.nonce = nonce
      return .hello(hello)
    case .resume(let conversation):
      return .resume(
        Resume(nonce: nonce, session: conversation.session, received: conversation.received)
      )
    }
  }

  /// Says the greeting, and when to say it again.
  mutating func say(_ greeting: Greeting, now: Duration) -> [SessionAction] {
    var greeting = greeting
    greeting.repeatAt = now + SessionTimes.helloRepeat
    state = .greeting(greeting)
    return greetings.sendActions(for: greeting.words)
  }

  // MARK: Hearing

  /// A packet of the host before the link has an id; all but link 0 is for other guests.
  mutating func receive(
    _ packet: [UInt8],
    in greeting: Greeting,
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    guard Self.isFor(.unassigned, packet) else {
      return []
    }
    var greeting = greeting
    do {
      let message = try greeting.incoming.append(packet, FragmentHeader(decoding: packet))
      state = .greeting(greeting)
      guard let message, let answer = try answer(in: message, to: greeting) else {
        return []
      }
      return try take(answer, in: greeting, maximumPacketSize: maximumPacketSize, now: now)
    } catch {
      return end(greeting, .protocolViolation(error))
    }
  }

  /// What the host says to this guest in `message`, if anything.
  ///
  /// Other guests may speak later versions, with messages and reasons that this one does not know.
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
    case .hello, .resume, .goodbye, .match: return nil
    }
  }

  private mutating func take(
    _ answer: Envelope,
    in greeting: Greeting,
    maximumPacketSize: Int,
    now: Duration
  ) throws(ProtocolError) -> [SessionAction] {
    func link(_ id: LinkID) -> Link {
      Link(peer: greeting.peer, id: id, packetSize: maximumPacketSize, now: now)
    }
    switch (answer, greeting.wish) {
    case (.welcome(let welcome), .join):
      try check(welcome)
      let link = link(welcome.linkID)
      let joined = SessionEvent.joined(name: welcome.name.description, peer: greeting.peer)
      return sit(Conversation(welcome.session, on: link, patience: patience), now: now)
        + [.event(joined)]
    case (.welcome(let welcome), .joinAgain(var conversation)):
      try check(welcome)
      let link = link(welcome.linkID)
      let actions = try conversation.resume(on: link, after: 0, as: welcome.session)
      return actions + sit(conversation, now: now)
    case (.resumed(let resumed), .resume(var conversation)):
      let link = link(resumed.linkID)
      let actions = try conversation.resume(on: link, after: resumed.received)
      return actions + sit(conversation, now: now)
    case (.refuse(let refusal), .resume(let conversation))
    where refusal.reason == .unknownMatch && !conversation.isConfirmed:
      // The welcome came and what this guest then said did not: for the host it never sat down.
      return greet(greeting.peer, .joinAgain(conversation), now: now)
    case (.refuse(let refusal), .joinAgain) where refusal.reason == .roomFull:
      // The host keeps the seat for a link that this guest has lost, for fifteen seconds.
      return [.disconnect(greeting.peer)] + fall(back: greeting, .refused(.roomFull))
    case (.refuse(let refusal), _):
      return end(greeting, .refused(refusal.reason))
    default:
      return []
    }
  }

  /// The host says nothing on a link before it has heard from the guest there.
  private mutating func sit(_ conversation: Conversation, now: Duration) -> [SessionAction] {
    state = .seated(conversation)
    return converse { $0.showUp(now: now) }
  }

  private func check(_ welcome: Welcome) throws(ProtocolError) {
    guard ProtocolVersion.supported.contains(welcome.version) else {
      throw .valueOutOfRange(.version, UInt64(welcome.version))
    }
  }

  /// A packet of the host on this guest's link; others are for other guests.
  mutating func receiveOnLink(
    _ packet: [UInt8],
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    converse { conversation in
      guard Self.isFor(conversation.linkID, packet) else {
        return []
      }
      return conversation.receive(packet, packetSize: maximumPacketSize, now: now)
    }
  }

  /// Whether `packet` is for `linkID`, or so broken that nobody can tell.
  ///
  /// Nothing else of a packet for others is looked at.
  private static func isFor(_ linkID: LinkID, _ packet: [UInt8]) -> Bool {
    packet.count < FragmentHeader.size || packet[1] == linkID.rawValue
  }

  // MARK: Ending

  /// Keeps what became of a conversation.
  mutating func settle(
    _ conversation: Conversation,
    _ actions: [SessionAction]
  ) -> [SessionAction] {
    guard case .greeting(var greeting) = state else {
      state = conversation.isOver ? .over : .seated(conversation)
      return actions
    }
    guard !conversation.isOver else {
      state = .over
      return [.disconnect(greeting.peer)] + actions
    }
    switch greeting.wish {
    case .join: break
    case .joinAgain: greeting.wish = .joinAgain(conversation)
    case .resume: greeting.wish = .resume(conversation)
    }
    state = .greeting(greeting)
    return actions
  }

  /// A greeting came to nothing; who has a match waits for the next link.
  mutating func fall(back greeting: Greeting, _ end: SessionEnd) -> [SessionAction] {
    if let conversation = greeting.conversation {
      state = .seated(conversation)
      return []
    }
    state = .over
    return [.event(.ended(end))]
  }

  /// Ends a session that has no seat, or will not get back to it.
  mutating func end(_ greeting: Greeting, _ end: SessionEnd) -> [SessionAction] {
    state = .over
    return [.disconnect(greeting.peer), .event(.ended(end))]
  }
}
