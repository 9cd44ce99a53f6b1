// MARK: - Those who were welcomed

extension HostSession {
  /// A packet of the one to whom a seat is offered.
  mutating func receive(
    _ packet: ReceivedPacket,
    on seat: Room.Seat,
    _ offer: Room.Offer,
    now: Duration
  ) -> Step {
    if packet.linkID == offer.welcome.linkID {
      return begin(seat, offer, packet, now: now)
    }
    var seat = seat
    var offer = offer
    let verdict = limits.limit(
      offer.repeats.verdict(on: packet.bytes),
      of: packet.peer,
      now: now
    )
    seat.phase = .offered(offer)
    room.update(seat)
    switch verdict {
    case .nothing:
      return Step()
    case .greets(let hello, _) where hello.nonce == offer.welcome.nonce:
      return .sending(greetings.packets(for: .welcome(offer.welcome)), to: packet.peer)
    case .greets(let hello, let words):
      // The same machine, another start of its program.
      room.free(seat.session)
      return answer(hello, words, from: offer.peer, now: now)
    case .resumes(let resume, let words):
      // It was welcomed on a link that it has lost, and what it said there did not come: it is to
      // ask again.
      room.free(seat.session)
      return welcomeBack(resume, words, from: offer.peer, now: now)
    case .isRejected(let rejection):
      return withdraw(seat, rejection, now: now)
    }
  }

  /// The first packet on the link that was offered.
  private mutating func begin(
    _ seat: Room.Seat,
    _ offer: Room.Offer,
    _ packet: ReceivedPacket,
    now: Duration
  ) -> Step {
    let exchange = credentials.exchange(answering: offer.hello, offer.welcome)
    var conversation = Conversation(
      seat.session,
      with: offer.guestName,
      on: packet.link(offer.welcome.linkID, exchange, now: now),
      patience: patience,
      now: now
    )
    conversation.awaitsChallenge = offer.isChallenge
    var seat = seat
    let nonce = offer.welcome.nonce
    var guest = Room.Guest(conversation: conversation, isForKnown: offer.isForKnown, nonce: nonce)
    guest.keepsPlaceUntil = now + Room.placeTime
    guest.place = packet.peer.place
    if offer.isForKnown { limits.noteFirstMessage(of: packet.peer, now: now) }
    seat.phase = .conversing(guest)
    room.update(seat)
    return converse(with: seat.session) {
      $0.receive(packet.bytes, packetSize: packet.maximumPacketSize, now: now)
    }
  }

  /// A packet of the seat's peer that is not of its link: a greeting, late or of a program that was
  /// started anew.
  mutating func receiveGreeting(
    _ packet: ReceivedPacket,
    at session: SessionID,
    _ guest: Room.Guest,
    now: Duration
  ) -> Step {
    var guest = guest
    let verdict = limits.limit(
      guest.greetings.verdict(on: packet.bytes),
      of: packet.peer,
      now: now
    )
    if case .isRejected = verdict {
      // A new program begins with the numbers that late copies of the old one's greeting have. It
      // will say Hello again, with others.
      guest.greetings = HandshakeReassembler()
    }
    room.update(session, guest)
    switch verdict {
    case .greets(let hello, let words) where hello.watches:
      return answer(hello, words, from: packet.peer, now: now)
    case .greets(let hello, let words) where hello.nonce != guest.nonce:
      guard !guest.conversation.hasJoined else {
        return welcomeAnew(hello, words, from: packet.peer, now: now)
      }
      room.free(session)
      return .telling(.strangerRejected(packet.peer, .left))
        + answer(hello, words, from: packet.peer, now: now)
    case .resumes(let resume, let words) where resume.nonce != guest.nonce:
      return welcomeBack(resume, words, from: packet.peer, now: now)
    case .nothing, .greets, .resumes, .isRejected:
      return Step()
    }
  }

  /// Takes an offer back.
  mutating func withdraw(
    _ seat: Room.Seat,
    _ rejection: StrangerRejection,
    now: Duration
  ) -> Step {
    guard let peer = seat.peer else {
      return Step()
    }
    room.free(seat.session)
    room.strangers.reject(peer, now: now)
    return Step(events: [.strangerRejected(peer, rejection)], hangUps: [peer])
  }
}

// MARK: - Those who have no seat

extension HostSession {
  /// Does what somebody without a seat has brought upon itself.
  mutating func judge(
    _ verdict: UnseatedPeers.Verdict,
    of peer: PeerID,
    now: Duration
  ) -> Step {
    switch verdict {
    case .nothing:
      Step()
    case .greets(let hello, let words):
      answer(hello, words, from: peer, now: now)
    case .resumes(let resume, let words):
      welcomeBack(resume, words, from: peer, now: now)
    case .isRejected(let rejection):
      Step(events: [.strangerRejected(peer, rejection)], hangUps: [peer])
    }
  }

  mutating func answer(
    _ hello: Hello,
    _ words: [UInt8],
    from peer: PeerID,
    now: Duration
  ) -> Step {
    guard let version = ProtocolVersion.common(ProtocolVersion.supported, hello.versions) else {
      return refuse(hello.nonce, from: peer, hello.refusal, now: now)
    }
    if hello.watches { return watch(hello, words, version, from: peer, now: now) }
    if room.player?.guest?.conversation.canBeginAnew == true {
      return welcomeAnew(hello, words, from: peer, now: now)
    }
    if room.isClosed { return refuse(hello.nonce, from: peer, .closed, now: now) }
    return admit(hello, words, version, from: peer, now: now)
  }

  /// The answer to `hello`, with a link and a match of its own.
  mutating func welcome(_ hello: Hello, _ version: UInt16) -> Welcome {
    // A guest that had this seat before must not go on with the match of the next one.
    defer {
      nextSession = credentials.secrets.session(after: nextSession)
    }
    return Welcome(
      nonce: hello.nonce,
      version: version,
      linkID: nextLinkID(),
      session: nextSession,
      name: name,
      offer: offer
    )
  }

  /// Says no; one whose link leads to a seat is no stranger, and keeps it.
  mutating func refuse(
    _ nonce: Nonce,
    from peer: PeerID,
    _ reason: RefusalReason,
    now: Duration
  ) -> Step {
    let reason = room.refusal(reason)
    let refusal = Envelope.refuse(Refuse(nonce: nonce, reason: reason))
    let step = Step.sending(greetings.packets(for: refusal), to: peer)
    guard room.seat(of: peer) == nil, room.strangers.refuse(peer, now: now) else {
      return step
    }
    return step + .telling(.strangerRejected(peer, .refused(reason)))
  }
}

// MARK: - Conversations

extension HostSession {
  /// Gives the conversation with the one who plays an input, if there is one.
  mutating func converse(_ input: (inout Conversation) -> Step) -> Step {
    room.player.map { converse(with: $0.session, input) } ?? Step()
  }

  /// Gives the conversation of the seat `session` an input, if there is one.
  mutating func converse(
    with session: SessionID,
    _ input: (inout Conversation) -> Step
  ) -> Step {
    guard var guest = room.guest(session) else {
      return Step()
    }
    let peer = guest.conversation.peer
    let step = input(&guest.conversation)
    guard guest.conversation.state == .over else {
      room.update(session, guest)
      return guest.conversation.hasJoined ? step + dismissCandidates() : step
    }
    return guest.conversation.hasJoined ? finish(with: step) : free(session, of: peer, after: step)
  }

  /// Nobody has joined: the seat is free again, and the end of the conversation is a stranger's.
  private mutating func free(
    _ session: SessionID,
    of peer: PeerID?,
    after step: Step
  ) -> Step {
    room.free(session)
    var step = step
    if let peer, let rejection = step.end?.rejection {
      step.events.append(.strangerRejected(peer, rejection))
    }
    step.end = nil
    return step
  }

  /// Ends the session by `step`, and the links of all who have no seat.
  mutating func finish(with step: Step) -> Step {
    let candidates = room.candidates.compactMap { $0.peer }.filter { !step.hangUps.contains($0) }
    let others = candidates + room.strangers.peers + room.returningPeers()
    room = Room()
    isOver = true
    return Step(hangUps: others) + step
  }
}

extension SessionEnd {
  /// The meaning for a host of the end of a peer that has not joined; nil if the host has ended it.
  fileprivate var rejection: StrangerRejection? {
    switch self {
    case .closed: nil
    case .protocolViolation(let error): .garbage(error)
    case .handshakeTimeout: .handshakeTimeout
    case .notAccepted: .unanswered
    case .peerLeft, .linkLost, .hungUp, .silent, .outboxFull, .refused, .recordsDiffer: .left
    }
  }
}
