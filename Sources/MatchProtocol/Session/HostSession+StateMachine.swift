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
    let nonce: Nonce
    var greetings = HandshakeReassembler()
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
      case .taken(let guest): guest.conversation.deadline
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
      let guest = Guest(conversation: Conversation(link: link), nonce: offer.welcome.nonce)
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
      return greetings.sendActions(
        for: .welcome(offer.welcome),
        packetSize: PacketSize.smallest
      )
    case .greets(let hello):
      // The same machine, another start of its program.
      seat = .empty
      return answer(hello, from: offer.peer, now: now)
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
    guard case .greets(let hello) = verdict, hello.nonce != guest.nonce else {
      return []
    }
    return startAnew(hello, guest.conversation, now: now)
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
      return say(refusal, to: hello)
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
    if case .taken(var guest) = seat, !conversation.isOver {
      guest.conversation = conversation
      seat = .taken(guest)
      return actions
    }
    seat = .over
    return hangUp() + actions
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
      return refuse(hello, from: peer, .protocolVersion(host: host), now: now)
    }
    guard case .empty = seat else {
      return refuse(hello, from: peer, .roomFull, now: now)
    }
    strangers.forget(peer)
    lastLinkID = LinkID(rawValue: lastLinkID.rawValue % UInt8.max + 1)
    let welcome = Welcome(
      nonce: hello.nonce,
      version: version,
      linkID: lastLinkID,
      session: session,
      name: name
    )
    seat = .offered(
      Offer(
        peer: peer,
        welcome: welcome,
        guestName: hello.name,
        until: now + SessionTimes.handshake
      )
    )
    return greetings.sendActions(for: .welcome(welcome), packetSize: PacketSize.smallest)
  }

  private mutating func refuse(
    _ hello: Hello,
    from peer: PeerID,
    _ reason: RefusalReason,
    now: Duration
  ) -> [SessionAction] {
    let packets = say(reason, to: hello)
    guard strangers.refuse(peer, now: now) else {
      return packets
    }
    return packets + [.event(.strangerRejected(peer, .refused(reason)))]
  }

  private mutating func say(_ reason: RefusalReason, to hello: Hello) -> [SessionAction] {
    let refusal = Envelope.refuse(Refuse(nonce: hello.nonce, reason: reason))
    return greetings.sendActions(for: refusal, packetSize: PacketSize.smallest)
  }
}
