extension HostSession {
  /// Somebody who says that it is the guest, and has not proven it yet.
  struct Return: Sendable {
    /// What the guest wants.
    enum Purpose: Sendable {
      /// To go on with the match.
      case resume
      /// Another match in place of one in which nobody has played, as it knows nothing of that.
      case beginAnew(SessionID, PlayerName)
    }

    let purpose: Purpose
    let nonce: Nonce
    let linkID: LinkID
    let answer: Envelope
    let exchange: KeyExchange
    let until: Duration
    /// The link, once something came on it.
    var link: SecureLink?
    var repeats = HandshakeReassembler()

    var deadline: Duration {
      min(until, link?.deadline ?? until)
    }
  }

  /// How many may be proving at a time that they are the guest.
  static let maximumReturns = 4

  /// Somebody with the link of `peer` wants to go on with a match.
  ///
  /// Until it has proven to be the guest, nothing changes for the one who has the seat.
  mutating func welcomeBack(
    _ resume: Resume,
    _ words: [UInt8],
    from peer: PeerID,
    now: Duration
  ) -> Step {
    guard case .taken(var guest) = seat,
      guest.conversation.session == resume.session,
      guest.conversation.canReturn
    else {
      return refuseReturn(resume.nonce, of: peer, .unknownMatch, now: now)
    }
    let linkID = nextLinkID()
    let answer = Envelope.resumed(Resumed(nonce: resume.nonce, linkID: linkID))
    return admit(peer, .resume, resume.nonce, linkID, words, answer, &guest, now: now)
      ?? refuseReturn(resume.nonce, of: peer, .roomFull, now: now)
  }

  /// Somebody says Hello while a match is there in which nobody has played: perhaps the program of the guest was started anew.
  mutating func welcomeAnew(
    _ hello: Hello,
    _ words: [UInt8],
    from peer: PeerID,
    now: Duration
  ) -> Step {
    guard case .taken(var guest) = seat, guest.conversation.canBeginAnew,
      let version = ProtocolVersion.common(ProtocolVersion.supported, hello.versions)
    else {
      return refuseReturn(hello.nonce, of: peer, refusal(of: hello), now: now)
    }
    let welcome = welcome(hello, version)
    return admit(
      peer,
      .beginAnew(welcome.session, hello.name),
      hello.nonce,
      welcome.linkID,
      words,
      .welcome(welcome),
      &guest,
      now: now
    ) ?? refuseReturn(hello.nonce, of: peer, .roomFull, now: now)
  }

  /// Lets `peer` prove that it is the guest, unless it has tried too often.
  private mutating func admit(
    _ peer: PeerID,
    _ purpose: Return.Purpose,
    _ nonce: Nonce,
    _ linkID: LinkID,
    _ words: [UInt8],
    _ answer: Envelope,
    _ guest: inout Guest,
    now: Duration
  ) -> Step? {
    guard limits.beginReturn(of: peer, now: now) else {
      return nil
    }
    strangers.forget(peer)
    let dismissed = makeRoom(for: peer, &guest)
    guest.returns[peer] = Return(
      purpose: purpose,
      nonce: nonce,
      linkID: linkID,
      answer: answer,
      exchange: credentials.exchange(
        as: .responder,
        prologue: KeyExchange.prologue(hello: words, welcome: answer.encoded)
      ),
      until: now + SessionTimes.handshake
    )
    seat = .taken(guest)
    return Step(packets: greetings.packets(for: answer), hangUps: dismissed)
  }

  /// Who has been on the way back for longest gives way: a few strangers must not keep the guest out.
  private func makeRoom(for peer: PeerID, _ guest: inout Guest) -> [PeerID] {
    guard guest.returns[peer] == nil, guest.returns.count >= Self.maximumReturns,
      let oldest = guest.returns.min(by: {
        ($0.value.until, $0.key.rawValue) < ($1.value.until, $1.key.rawValue)
      })?.key
    else {
      return []
    }
    guest.returns[oldest] = nil
    return oldest == guest.conversation.link?.peer ? [] : [oldest]
  }

  /// Says no; one whose link is that of the seat is no stranger, and keeps it.
  private mutating func refuseReturn(
    _ nonce: Nonce,
    of peer: PeerID,
    _ reason: RefusalReason,
    now: Duration
  ) -> Step {
    conversation?.link?.peer == peer
      ? say(reason, to: nonce) : refuse(nonce, from: peer, reason, now: now)
  }

  /// A packet of one who comes back: of the exchange, or the greeting again.
  mutating func receive(
    _ incoming: ReceivedPacket,
    fromReturning guest: Guest,
    now: Duration
  ) -> Step {
    guard var returning = guest.returns[incoming.peer] else {
      return Step()
    }
    if incoming.linkID == returning.linkID {
      return prove(&returning, incoming, now: now)
    }
    var guest = guest
    let verdict = returning.repeats.verdict(on: incoming.packet)
    guest.returns[incoming.peer] = returning
    seat = .taken(guest)
    switch verdict {
    case .nothing:
      return Step()
    case .resumes(let resume, _) where resume.nonce == returning.nonce:
      return .sending(greetings.packets(for: returning.answer))
    case .greets(let hello, _) where hello.nonce == returning.nonce:
      return .sending(greetings.packets(for: returning.answer))
    case .resumes(let resume, let words):
      return welcomeBack(resume, words, from: incoming.peer, now: now)
    case .greets(let hello, let words):
      return welcomeAnew(hello, words, from: incoming.peer, now: now)
    case .isRejected:
      // Whoever this is, it is not the guest that was answered.
      guest.returns[incoming.peer] = nil
      seat = .taken(guest)
      // To end a link that is the guest's as well would end more than this.
      return guest.conversation.link?.peer == incoming.peer
        ? Step() : judge(verdict, of: incoming.peer, now: now)
    }
  }

  /// Goes on with the exchange, and with the match if it ends well.
  private mutating func prove(
    _ returning: inout Return,
    _ incoming: ReceivedPacket,
    now: Duration
  ) -> Step {
    guard case .taken(var guest) = seat else {
      return Step()
    }
    var link =
      returning.link ?? incoming.link(returning.linkID, returning.exchange, now: now)
    do {
      let heard = try link.receive(
        incoming.packet,
        packetSize: incoming.maximumPacketSize,
        now: now
      )
      guard let proof = link.proof else {
        let packets = link.send(now: now)
        returning.link = link
        guest.returns[incoming.peer] = returning
        seat = .taken(guest)
        return .sending(packets)
      }
      guard proof.key == guest.conversation.opponent else {
        return dismiss(incoming.peer, .impostor, now: now)
      }
      return resume(on: link, hearing: heard, returning, now: now)
    } catch {
      return dismiss(incoming.peer, .garbage(error.cause), now: now)
    }
  }

  /// The guest is back: only now the old link is let go of.
  private mutating func resume(
    on link: SecureLink,
    hearing heard: SecureLink.Heard,
    _ returning: Return,
    now: Duration
  ) -> Step {
    guard case .taken(var guest) = seat else {
      return Step()
    }
    guest.returns[link.peer] = nil
    // An older exchange of the guest that ends only now would tell a count that is not true any more.
    let others = Step(hangUps: guest.returns.keys.sorted { $0.rawValue < $1.rawValue })
    guest.returns = [:]
    guest.nonce = returning.nonce
    guest.greetings = HandshakeReassembler()
    seat = .taken(guest)
    if case .beginAnew(let session, let name) = returning.purpose {
      return others + beginAnew(session, with: name, on: link, hearing: heard, guest, now: now)
    }
    let old = guest.conversation.link?.peer
    let hangUp = Step(hangUps: old.map { $0 == link.peer ? [] : [$0] } ?? [])
    let news = converse { $0.dropLink(now: now) }
    guard conversation?.isSuspended == true else {
      // It was leaving, and has nothing more to say.
      return others + hangUp + .hangingUp(on: link.peer) + news
    }
    return others + hangUp + news + converse { $0.resume(on: link, hearing: heard, now: now) }
  }

  /// The guest's program was started anew, and nobody has played: another match takes the place of that one.
  private mutating func beginAnew(
    _ session: SessionID,
    with name: PlayerName,
    on link: SecureLink,
    hearing heard: SecureLink.Heard,
    _ guest: Guest,
    now: Duration
  ) -> Step {
    guard guest.conversation.canBeginAnew else {
      return .hangingUp(on: link.peer)
    }
    let old = guest.conversation.link?.peer
    let hangUp = Step(hangUps: old.map { $0 == link.peer ? [] : [$0] } ?? [])
    var guest = guest
    guest.conversation = Conversation(
      session,
      with: name,
      on: link,
      patience: patience,
      now: now
    )
    seat = .taken(guest)
    return hangUp + .telling(.vacated(link.peer)) + converse { $0.take(heard, now: now) }
  }

  /// Sends away one who is not the guest; the link of the seat stands.
  private mutating func dismiss(
    _ peer: PeerID,
    _ why: StrangerRejection,
    now: Duration
  ) -> Step {
    guard case .taken(var guest) = seat else {
      return Step()
    }
    guest.returns[peer] = nil
    seat = .taken(guest)
    guard guest.conversation.link?.peer != peer else {
      // Another program of the same computer: to end its link would end the guest's.
      return .telling(.strangerRejected(peer, why))
    }
    strangers.reject(peer, now: now)
    return Step(events: [.strangerRejected(peer, why)], hangUps: [peer])
  }

  /// Those who said that they are back and then did not prove it have lost their link too.
  mutating func tickReturns(now: Duration) -> Step {
    guard case .taken(var guest) = seat else {
      return Step()
    }
    var step = Step()
    for peer in guest.returns.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard var returning = guest.returns[peer] else {
        continue
      }
      if now >= returning.until {
        guest.returns[peer] = nil
        if guest.conversation.link?.peer != peer { step.hangUps.append(peer) }
      } else {
        _ = returning.link?.growsQuiet(now: now)
        step.packets += returning.link?.send(now: now) ?? []
        guest.returns[peer] = returning
      }
    }
    seat = .taken(guest)
    return step
  }
}
