extension HostSession: Conversing {
  /// A seat that a guest was given and has not taken yet.
  struct Offer: Sendable {
    let peer: PeerID
    let welcome: Welcome
    let guestName: PlayerName
    let until: Duration
    var repeats = HandshakeReassembler()
  }

  /// The one who has taken the seat.
  struct Guest: Sendable {
    var conversation: Conversation
    /// The nonce of the greeting that led to the link.
    var nonce: Nonce
    var greetings = HandshakeReassembler()
    /// Where the guest is coming back.
    var returning: Return?
  }

  /// Who sits opposite.
  enum Seat: Sendable {
    /// Nobody.
    case empty

    /// Somebody who was welcomed and has not shown yet that they know.
    case offered(Offer)

    /// The guest, until one side leaves.
    case taken(Guest)

    /// Nobody any more.
    case over

    var deadline: Duration? {
      switch self {
      case .empty, .over: nil
      case .offered(let offer): offer.until
      case .taken(let guest):
        [guest.conversation.deadline, guest.returning?.until].compactMap(\.self).min()
      }
    }
  }

  var conversation: Conversation? {
    switch seat {
    case .taken(let guest): guest.conversation
    case .empty, .offered, .over: nil
    }
  }

  /// A packet of the one who has the offer: the greeting again, or the first packet on the new link.
  mutating func receive(
    _ packet: [UInt8],
    from offer: Offer,
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    if let header = try? FragmentHeader(decoding: packet), header.linkID == offer.welcome.linkID {
      let link = Link(
        peer: offer.peer,
        id: header.linkID,
        packetSize: maximumPacketSize,
        now: now
      )
      let guest = Guest(
        conversation: Conversation(offer.welcome.session, on: link, patience: patience),
        nonce: offer.welcome.nonce
      )
      seat = .taken(guest)
      let joined = SessionEvent.joined(name: offer.guestName.description, peer: offer.peer)
      return [.event(joined)]
        + receive(packet, from: guest, maximumPacketSize: maximumPacketSize, now: now)
    }
    var offer = offer
    switch offer.repeats.verdict(on: packet) {
    case .nothing:
      seat = .offered(offer)
      return []
    case .greets(let hello) where hello.nonce == offer.welcome.nonce:
      seat = .offered(offer)
      return greetings.sendActions(for: .welcome(offer.welcome))
    case .greets(let hello):
      // The same machine, another start of its program.
      seat = .empty
      return answer(hello, from: offer.peer, now: now)
    case .resumes(let resume):
      seat = .offered(offer)
      return welcomeBack(resume, from: offer.peer, now: now)
    case .isRejected(let rejection):
      return withdraw(offer, rejection, now: now)
    }
  }

  /// A packet of the guest: on its link, or a greeting; one with another's link id is dropped.
  mutating func receive(
    _ packet: [UInt8],
    from guest: Guest,
    maximumPacketSize: Int,
    now: Duration
  ) -> [SessionAction] {
    guard
      let header = try? FragmentHeader(decoding: packet),
      header.linkID != guest.conversation.linkID
    else {
      return converse { $0.receive(packet, packetSize: maximumPacketSize, now: now) }
    }
    var guest = guest
    let verdict = guest.greetings.verdict(on: packet)
    if case .isRejected = verdict {
      // A new program begins with the numbers that late copies of the old one's greeting have. It will say Hello again, with others.
      guest.greetings = HandshakeReassembler()
    }
    seat = .taken(guest)
    switch verdict {
    case .greets(let hello) where hello.nonce != guest.nonce:
      return startAnew(hello, guest.conversation, now: now)
    case .resumes(let resume):
      return welcomeBack(resume, from: guest.conversation.peer, now: now)
    case .nothing, .greets, .isRejected:
      return []
    }
  }

  /// The guest's program was started anew on the same link, and does not know of the match.
  private mutating func startAnew(
    _ hello: Hello,
    _ conversation: Conversation,
    now: Duration
  ) -> [SessionAction] {
    let isUnderstood = ProtocolVersion.common(ProtocolVersion.supported, hello.versions) != nil
    guard isUnderstood, conversation.canBeginAnew else {
      let refusal: RefusalReason =
        isUnderstood ? .roomFull : .protocolVersion(host: ProtocolVersion.supported)
      return say(refusal, to: hello.nonce)
        + converse {
          $0.peerRestarted(now: now)
          return []
        }
    }
    seat = .empty
    return [.event(.vacated(conversation.peer))] + answer(hello, from: conversation.peer, now: now)
  }

  /// Acts on what a stranger has sent.
  mutating func judge(
    _ verdict: Strangers.Verdict,
    of peer: PeerID,
    now: Duration
  ) -> [SessionAction] {
    switch verdict {
    case .nothing:
      []
    case .greets(let hello):
      answer(hello, from: peer, now: now)
    case .resumes(let resume):
      welcomeBack(resume, from: peer, now: now)
    case .isRejected(let rejection):
      [.disconnect(peer), .event(.strangerRejected(peer, rejection))]
    }
  }

  /// Takes back an offer; its owner is a stranger again, and not a welcome one.
  mutating func withdraw(
    _ offer: Offer,
    _ rejection: StrangerRejection,
    now: Duration
  ) -> [SessionAction] {
    seat = .empty
    strangers.reject(offer.peer, now: now)
    return [.disconnect(offer.peer), .event(.strangerRejected(offer.peer, rejection))]
  }

  /// Keeps what became of a conversation, and everybody's link closed if it is over.
  mutating func settle(
    _ conversation: Conversation,
    _ actions: [SessionAction]
  ) -> [SessionAction] {
    guard case .taken(var guest) = seat else {
      return actions
    }
    guest.conversation = conversation
    return settle(guest, actions)
  }

  /// The same for all that is known of the guest.
  mutating func settle(_ guest: Guest, _ actions: [SessionAction]) -> [SessionAction] {
    guard guest.conversation.isOver else {
      seat = .taken(guest)
      return actions
    }
    seat = .over
    return hangUp() + (guest.returning.map { [.disconnect($0.peer)] } ?? []) + actions
  }

  /// Ends the links of all strangers.
  mutating func hangUp() -> [SessionAction] {
    let peers = strangers.peers
    strangers = Strangers()
    return peers.map { .disconnect($0) }
  }

  private mutating func answer(
    _ hello: Hello,
    from peer: PeerID,
    now: Duration
  ) -> [SessionAction] {
    guard let version = ProtocolVersion.common(ProtocolVersion.supported, hello.versions) else {
      let host = ProtocolVersion.supported
      return refuse(hello.nonce, from: peer, .protocolVersion(host: host), now: now)
    }
    guard case .empty = seat else {
      return refuse(hello.nonce, from: peer, .roomFull, now: now)
    }
    strangers.forget(peer)
    let welcome = Welcome(
      nonce: hello.nonce,
      version: version,
      linkID: nextLinkID(),
      session: session,
      name: name
    )
    // A guest that had this seat before must not go on with the match of the next one.
    session = SessionID(rawValue: session.rawValue &+ 1)
    seat = .offered(
      Offer(
        peer: peer,
        welcome: welcome,
        guestName: hello.name,
        until: now + SessionTimes.handshake
      )
    )
    return greetings.sendActions(for: .welcome(welcome))
  }

  /// An id that was not used for the longest time.
  mutating func nextLinkID() -> LinkID {
    lastLinkID = LinkID(rawValue: lastLinkID.rawValue % UInt8.max + 1)
    return lastLinkID
  }

  mutating func refuse(
    _ nonce: Nonce,
    from peer: PeerID,
    _ reason: RefusalReason,
    now: Duration
  ) -> [SessionAction] {
    let packets = say(reason, to: nonce)
    guard strangers.refuse(peer, now: now) else {
      return packets
    }
    return packets + [.event(.strangerRejected(peer, .refused(reason)))]
  }

  mutating func say(_ reason: RefusalReason, to nonce: Nonce) -> [SessionAction] {
    greetings.sendActions(for: .refuse(Refuse(nonce: nonce, reason: reason)))
  }
}
