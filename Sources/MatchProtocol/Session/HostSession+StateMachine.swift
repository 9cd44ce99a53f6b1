extension HostSession: Conversing {
  /// A seat that was offered and has not been taken.
  struct Offer: Sendable {
    let peer: PeerID
    let words: [UInt8]
    let welcome: Welcome
    let guestName: PlayerName
    let until: Duration
    var repeats = HandshakeReassembler()
  }

  /// The one who has the seat, and those who say that they are.
  struct Guest: Sendable {
    var conversation: Conversation
    /// The nonce of the greeting that led to the link that stands.
    var nonce: Nonce?
    /// Greetings on the link that stands: late copies, or a program that was started anew.
    var greetings = HandshakeReassembler()
    var returns: [PeerID: Return] = [:]

    /// Whether a packet belongs to the link that stands; one without a header of ours does.
    func isOn(_ incoming: ReceivedPacket) -> Bool {
      guard let link = conversation.link, link.peer == incoming.peer else {
        return false
      }
      return incoming.linkID.map { $0 == link.id } ?? (returns[incoming.peer] == nil)
    }
  }

  /// What became of the one seat.
  enum Seat: Sendable {
    case empty

    /// A guest was welcomed and has not been heard on its own link.
    case offered(Offer)

    /// A guest was heard there, and may have to be accepted still.
    case taken(Guest)

    /// The session is over.
    case over

    var deadline: Duration? {
      switch self {
      case .empty, .over: nil
      case .offered(let offer): offer.until
      case .taken(let guest):
        ([guest.conversation.deadline] + guest.returns.values.map(\.deadline))
          .compactMap(\.self).min()
      }
    }
  }

  var conversation: Conversation? {
    switch seat {
    case .taken(let guest): guest.conversation
    case .empty, .offered, .over: nil
    }
  }

  // MARK: The one who was welcomed

  mutating func receive(
    _ incoming: ReceivedPacket,
    from offer: Offer,
    now: Duration
  ) -> Step {
    if incoming.linkID == offer.welcome.linkID {
      return seat(offer, incoming, now: now)
    }
    var offer = offer
    switch offer.repeats.verdict(on: incoming.packet) {
    case .nothing:
      seat = .offered(offer)
      return Step()
    case .greets(let hello, _) where hello.nonce == offer.welcome.nonce:
      seat = .offered(offer)
      return .sending(greetings.packets(for: .welcome(offer.welcome)))
    case .greets(let hello, let words):
      // The same machine, another start of its program.
      seat = .empty
      return answer(hello, words, from: offer.peer, now: now)
    case .resumes(let resume, let words):
      // It was welcomed on a link that it has lost, and what it said there did not come: it is to ask again.
      seat = .empty
      return welcomeBack(resume, words, from: offer.peer, now: now)
    case .isRejected(let rejection):
      return withdraw(offer, rejection, now: now)
    }
  }

  /// The first packet on the link that was offered.
  private mutating func seat(
    _ offer: Offer,
    _ incoming: ReceivedPacket,
    now: Duration
  ) -> Step {
    let welcome = Envelope.welcome(offer.welcome).encoded
    let exchange = credentials.exchange(
      as: .responder,
      prologue: KeyExchange.prologue(hello: offer.words, welcome: welcome)
    )
    let conversation = Conversation(
      offer.welcome.session,
      with: offer.guestName,
      on: incoming.link(offer.welcome.linkID, exchange, now: now),
      patience: patience,
      now: now
    )
    seat = .taken(Guest(conversation: conversation, nonce: offer.welcome.nonce))
    return converse {
      $0.receive(incoming.packet, packetSize: incoming.maximumPacketSize, now: now)
    }
  }

  // MARK: The one who has the seat

  /// A packet that is not of the link that stands: a greeting, late or of a program that was started anew.
  mutating func receive(
    _ incoming: ReceivedPacket,
    from guest: Guest,
    now: Duration
  ) -> Step {
    var guest = guest
    let verdict = guest.greetings.verdict(on: incoming.packet)
    if case .isRejected = verdict {
      // A new program begins with the numbers that late copies of the old one's greeting have. It will say Hello again, with others.
      guest.greetings = HandshakeReassembler()
    }
    seat = .taken(guest)
    switch verdict {
    case .greets(let hello, let words) where hello.nonce != guest.nonce:
      return startAnew(hello, words, from: incoming.peer, now: now)
    case .resumes(let resume, let words) where resume.nonce != guest.nonce:
      return welcomeBack(resume, words, from: incoming.peer, now: now)
    case .nothing, .greets, .resumes, .isRejected:
      return Step()
    }
  }

  /// The program of the guest was started anew; or another one on the same computer.
  private mutating func startAnew(
    _ hello: Hello,
    _ words: [UInt8],
    from peer: PeerID,
    now: Duration
  ) -> Step {
    guard case .taken(let guest) = seat, !guest.conversation.hasJoined else {
      return welcomeAnew(hello, words, from: peer, now: now)
    }
    seat = .empty
    return .telling(.strangerRejected(peer, .left)) + answer(hello, words, from: peer, now: now)
  }

  func refusal(of hello: Hello) -> RefusalReason {
    ProtocolVersion.common(ProtocolVersion.supported, hello.versions) == nil
      ? .protocolVersion(host: ProtocolVersion.supported) : .roomFull
  }

  // MARK: UnseatedPeers

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

  mutating func withdraw(
    _ offer: Offer,
    _ rejection: StrangerRejection,
    now: Duration
  ) -> Step {
    seat = .empty
    strangers.reject(offer.peer, now: now)
    return Step(events: [.strangerRejected(offer.peer, rejection)], hangUps: [offer.peer])
  }

  private mutating func answer(
    _ hello: Hello,
    _ words: [UInt8],
    from peer: PeerID,
    now: Duration
  ) -> Step {
    guard let version = ProtocolVersion.common(ProtocolVersion.supported, hello.versions) else {
      let host = ProtocolVersion.supported
      return refuse(hello.nonce, from: peer, .protocolVersion(host: host), now: now)
    }
    if case .taken(let guest) = seat, guest.conversation.canBeginAnew {
      return welcomeAnew(hello, words, from: peer, now: now)
    }
    guard case .empty = seat, limits.beginSeat(now: now) else {
      return refuse(hello.nonce, from: peer, .roomFull, now: now)
    }
    strangers.forget(peer)
    let welcome = welcome(hello, version)
    seat = .offered(
      Offer(
        peer: peer,
        words: words,
        welcome: welcome,
        guestName: hello.name,
        until: now + SessionTimes.handshake
      )
    )
    return .sending(greetings.packets(for: .welcome(welcome)))
  }

  /// The answer to `hello`, with a link and a match of its own.
  mutating func welcome(_ hello: Hello, _ version: UInt16) -> Welcome {
    // A guest that had this seat before must not go on with the match of the next one.
    defer {
      session = SessionID(rawValue: session.rawValue &+ 1)
    }
    return Welcome(
      nonce: hello.nonce,
      version: version,
      linkID: nextLinkID(),
      session: session,
      name: name
    )
  }

  /// An id that nobody has; every guest hears every packet, and knows by it which ones are its own.
  mutating func nextLinkID() -> LinkID {
    repeat {
      lastLinkID = LinkID(rawValue: lastLinkID.rawValue % UInt8.max + 1)
    } while isInUse(lastLinkID)
    return lastLinkID
  }

  private func isInUse(_ id: LinkID) -> Bool {
    guard case .taken(let guest) = seat else {
      return false
    }
    return guest.conversation.linkID == id || guest.returns.contains { $0.value.linkID == id }
  }

  mutating func refuse(
    _ nonce: Nonce,
    from peer: PeerID,
    _ reason: RefusalReason,
    now: Duration
  ) -> Step {
    let packets = say(reason, to: nonce)
    guard strangers.refuse(peer, now: now) else {
      return packets
    }
    return packets + .telling(.strangerRejected(peer, .refused(reason)))
  }

  mutating func say(_ reason: RefusalReason, to nonce: Nonce) -> Step {
    .sending(greetings.packets(for: .refuse(Refuse(nonce: nonce, reason: reason))))
  }
}
