// MARK: - Who says to be a guest

extension HostSession {
  /// Somebody with the link of `peer` wants to go on with a match.
  ///
  /// Until it has proven to be the guest, nothing changes for the one who has the seat.
  mutating func welcomeBack(
    _ resume: Resume,
    _ words: [UInt8],
    from peer: PeerID,
    now: Duration
  ) -> Step {
    guard let seat = room.player, let guest = seat.guest, guest.conversation.canReturn else {
      return refuse(resume.nonce, from: peer, .unknownMatch, now: now)
    }
    guard limits.beginReturn(of: peer, now: now) else {
      return refuse(resume.nonce, from: peer, .tooManyTries(seconds: 60), now: now)
    }
    let resumed = Resumed(nonce: resume.nonce, linkID: nextLinkID())
    return admit(
      peer,
      Return(
        session: seat.session,
        purpose: .resume,
        nonce: resume.nonce,
        linkID: resumed.linkID,
        answer: .resumed(resumed),
        exchange: credentials.exchange(after: words, .resumed(resumed), with: guest.conversation),
        until: now + SessionTimes.handshake
      ),
      now: now
    )
  }

  /// Somebody says Hello while a match is there in which nobody has played: perhaps the program of
  /// the guest was started anew.
  mutating func welcomeAnew(
    _ hello: Hello,
    _ words: [UInt8],
    from peer: PeerID,
    now: Duration
  ) -> Step {
    guard let seat = room.player, let guest = seat.guest, guest.conversation.canBeginAnew,
      let version = ProtocolVersion.common(ProtocolVersion.supported, hello.versions)
    else {
      return refuse(hello.nonce, from: peer, hello.refusal, now: now)
    }
    guard limits.beginReturn(of: peer, now: now) else {
      return refuse(hello.nonce, from: peer, .tooManyTries(seconds: 60), now: now)
    }
    let welcome = welcome(hello, version)
    return admit(
      peer,
      Return(
        session: seat.session,
        purpose: .beginAnew(welcome.session, hello.name),
        nonce: hello.nonce,
        linkID: welcome.linkID,
        answer: .welcome(welcome),
        exchange: credentials.exchange(after: words, .welcome(welcome), with: guest.conversation),
        until: now + SessionTimes.handshake
      ),
      now: now
    )
  }

  /// Lets `peer` prove that it is the guest.
  private mutating func admit(_ peer: PeerID, _ returning: Return, now: Duration) -> Step {
    guard let dismissed = room.makeRoom(for: returning, of: peer, now: now) else {
      return refuse(returning.nonce, from: peer, .tooManyTries(seconds: 2), now: now)
    }
    room.strangers.forget(peer)
    room.returns[peer] = returning
    let answer = greetings.packets(for: returning.answer)
    return Step(packets: answer, to: peer, hangUps: dismissed)
  }
}

// MARK: - The proof

extension HostSession {
  /// A packet of one who comes back: of the exchange, or the greeting again.
  mutating func receive(_ packet: ReceivedPacket, of returning: Return, now: Duration) -> Step {
    if packet.linkID == returning.linkID {
      return receiveProof(packet, of: returning, now: now)
    }
    var returning = returning
    let verdict = limits.limit(
      returning.repeats.verdict(on: packet.bytes),
      of: packet.peer,
      now: now
    )
    room.returns[packet.peer] = returning
    switch verdict {
    case .nothing:
      return Step()
    case .resumes(let resume, _) where resume.nonce == returning.nonce:
      return .sending(greetings.packets(for: returning.answer), to: packet.peer)
    case .greets(let hello, _) where hello.nonce == returning.nonce:
      return .sending(greetings.packets(for: returning.answer), to: packet.peer)
    case .resumes(let resume, let words):
      return welcomeBack(resume, words, from: packet.peer, now: now)
    case .greets(let hello, let words):
      return welcomeAnew(hello, words, from: packet.peer, now: now)
    case .isRejected:
      // Whoever this is, it is not the guest that was answered.
      room.returns[packet.peer] = nil
      // To end a link that is the guest's as well would end more than this.
      return room.seat(of: packet.peer) == nil
        ? judge(verdict, of: packet.peer, now: now) : Step()
    }
  }

  /// Goes on with the exchange, and with the match if it ends well.
  private mutating func receiveProof(
    _ packet: ReceivedPacket,
    of returning: Return,
    now: Duration
  ) -> Step {
    var link = returning.link ?? packet.link(returning.linkID, returning.exchange, now: now)
    do {
      let received = try link.receive(
        packet.bytes,
        packetSize: packet.maximumPacketSize,
        now: now
      )
      guard let proof = link.proof else {
        return wait(for: returning, on: link, now: now)
      }
      guard let guest = room.guest(returning.session),
        returning.isOpen(to: proof.player, at: guest.conversation)
      else {
        return sayTaken(to: returning, at: packet.peer) + dismiss(packet.peer, .impostor, now: now)
      }
      return admit(returning, on: link, handling: received, now: now)
    } catch {
      return dismiss(packet.peer, .garbage(error.cause), now: now)
    }
  }

  /// Tells a peer that has said Hello, and is not the guest that may begin again, that the seat is
  /// taken.
  private mutating func sayTaken(to returning: Return, at peer: PeerID) -> Step {
    guard case .beginAnew = returning.purpose else { return Step() }
    let refusal = Refuse(nonce: returning.nonce, reason: room.refusal(.roomFull))
    return .sending(greetings.packets(for: .refuse(refusal)), to: peer)
  }

  /// Keeps what became of the link of one who has not shown all that is needed.
  private mutating func wait(for returning: Return, on link: SecureLink, now: Duration) -> Step {
    var returning = returning
    var link = link
    let packets = link.send(now: now)
    if returning.link == nil { limits.noteFirstMessage(of: link.peer, now: now) }
    returning.keepsPlaceUntil = returning.keepsPlaceUntil ?? now + Room.placeTime
    returning.link = link
    room.returns[link.peer] = returning
    return .sending(packets)
  }

  /// Lets the guest in, once it has said which match it means.
  private mutating func admit(
    _ returning: Return,
    on link: SecureLink,
    handling received: SecureLink.Received,
    now: Duration
  ) -> Step {
    switch (returning.purpose, received.envelopes.first) {
    case (.resume, nil):
      return wait(for: returning, on: link, now: now)
    case (.resume, .confirm(_, returning.session, _, _)?), (.beginAnew, _):
      return letIn(returning, on: link, handling: received, now: now)
    case (.resume, _?):
      // It is the guest, and means another match; the one that is played here goes on.
      var link = link
      link.submit(.goodbye(.unknownMatch))
      let packets = link.send(now: now)
      return .sending(packets) + dismiss(link.peer, .otherMatch, now: now)
    }
  }

  /// Sends away one who is not the guest; the link of the seat stands.
  private mutating func dismiss(
    _ peer: PeerID,
    _ why: StrangerRejection,
    now: Duration
  ) -> Step {
    room.returns[peer] = nil
    guard room.seat(of: peer) == nil else {
      // Another program of the same computer: to end its link would end the guest's.
      return .telling(.strangerRejected(peer, why))
    }
    room.strangers.reject(peer, now: now)
    return Step(events: [.strangerRejected(peer, why)], hangUps: [peer])
  }

  /// Gives up or goes on with one who is on the way back: who does not prove it in time has lost
  /// the link too.
  mutating func tickReturn(of peer: PeerID, now: Duration) -> Step {
    guard var returning = room.returns[peer] else {
      return Step()
    }
    guard now < returning.until else {
      room.returns[peer] = nil
      return room.seat(of: peer) == nil ? .hangingUp(on: peer) : Step()
    }
    _ = returning.link?.growsQuiet(now: now)
    let packets = returning.link?.send(now: now) ?? []
    room.returns[peer] = returning
    return .sending(packets)
  }
}

// MARK: - The guest is back

extension HostSession {
  /// The guest has shown its key: only now its old link is let go of.
  private mutating func letIn(
    _ returning: Return,
    on link: SecureLink,
    handling received: SecureLink.Received,
    now: Duration
  ) -> Step {
    guard var guest = room.guest(returning.session) else {
      return Step()
    }
    room.returns[link.peer] = nil
    limits.giveBack(link.peer)
    // An older exchange of the guest that ends only now would tell a count that is not true any
    // more.
    let others = Step(hangUps: room.returningPeers(to: returning.session))
    room.returns = room.returns.filter { $0.value.session != returning.session }
    guest.begin(on: link.peer, returning.nonce)
    room.update(returning.session, guest)
    switch returning.purpose {
    case .resume:
      return others + goOn(returning.session, on: link, handling: received, now: now)
    case .beginAnew(let session, let name):
      guard guest.conversation.canBeginAnew else {
        return others + .hangingUp(on: link.peer)
      }
      let step = others + guest.lettingGo(besides: link, now: now)
      let conversation = Conversation(
        session,
        with: name,
        on: link,
        patience: patience,
        now: now
      )
      guest.conversation = conversation
      room.free(returning.session)
      room.update(Room.Seat(session: session, phase: .conversing(guest)))
      return step + .telling(.vacated(link.peer))
        + converse(with: session) { $0.handle(received, now: now) }
    }
  }

  /// Goes on with the match of the seat `session` on a new link.
  private mutating func goOn(
    _ session: SessionID,
    on link: SecureLink,
    handling received: SecureLink.Received,
    now: Duration
  ) -> Step {
    guard let guest = room.guest(session) else {
      return Step()
    }
    let step =
      guest.lettingGo(besides: link, now: now)
      + converse(with: session) { $0.linkDown(.disconnected, now: now) }
    guard room.guest(session)?.conversation.state == .suspended else {
      // It was leaving, and has nothing more to say.
      return step + .hangingUp(on: link.peer)
    }
    return step + converse(with: session) { $0.resume(on: link, handling: received, now: now) }
  }
}
