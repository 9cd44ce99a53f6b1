/// The host's side of a match: one seat, and whoever comes by.
///
/// It has no clock, task or link of its own. Every input takes the time since the session began and
/// returns what to do; ``deadline`` says when ``tick(now:)`` is due if nothing else comes before.
/// `docs/reference/protocol.md` has the table of its states.
public struct HostSession: Sendable {
  let name: PlayerName
  var credentials: Credentials
  /// The terms of the match that a new guest is told.
  let offer: Offer?
  let patience: Duration

  /// The id of the next seat.
  var nextSession: SessionID

  /// True if nobody gets a seat whom the player does not know; set before there is a link.
  ///
  /// Somebody new is refused before either player sees digits.
  public var isForKnown = false

  /// The people at the table; nobody once the session is over.
  var room = Room()
  var limits = ExchangeLimits()
  /// Those who watch.
  var gallery = Gallery()
  var greetings = Fragmenter(linkID: .unassigned, limit: MessageLimit.handshake)
  var isOver = false

  /// A session that waits for a guest.
  ///
  /// - Parameters:
  ///   - name: The host's player.
  ///   - credentials: Whom the player knows.
  ///   - session: Sixteen random bytes, for the first seat that is given; each further one has
  ///     others.
  ///   - offer: What a guest is told that the match begins with; nil for nothing.
  ///   - patience: How long the seat is kept for a guest whose link was lost; zero ends the session
  ///     with its link.
  public init(
    name: PlayerName,
    credentials: Credentials,
    session: SessionID,
    offer: Offer? = nil,
    patience: Duration = SessionTimes.seat
  ) {
    self.offer = offer
    self.name = name
    self.credentials = credentials
    self.patience = patience
    nextSession = session
  }

  /// A session that goes on with a match: it is suspended from time zero on, and waits for its
  /// guest.
  ///
  /// - Parameters:
  ///   - past: The match.
  ///   - name: The host's player.
  ///   - credentials: Proves that it is the player who began the match.
  ///   - patience: How long the seat is kept.
  public init(
    resuming past: SavedSession,
    name: PlayerName,
    credentials: Credentials,
    patience: Duration = SessionTimes.seat
  ) {
    self.init(
      name: name,
      credentials: credentials,
      session: credentials.secrets.session(after: past.session),
      patience: patience
    )
    let conversation = Conversation(
      past,
      with: credentials.player(past.opponent),
      patience: patience
    )
    let guest = Room.Guest(conversation: conversation)
    room.update(Room.Seat(session: past.session, phase: .conversing(guest)))
  }

  /// The state of docs/reference/protocol.md, of the seat for the one who plays.
  public var state: SessionState {
    room.player?.state ?? (isOver ? .over : .empty)
  }

  /// When to call ``tick(now:)``, or `nil` if nothing will ever be due.
  public var deadline: Duration? {
    [room.deadline, gallery.deadline].compactMap { $0 }.min()
  }

  /// A packet came from `peer`, to whom `maximumPacketSize` bytes can be sent in one.
  public mutating func receive(
    _ packet: [UInt8],
    from peer: PeerID,
    maximumPacketSize: Int,
    now: Duration
  ) -> Step {
    guard !isOver else {
      return Step()
    }
    let packet = ReceivedPacket(packet, from: peer, maximumPacketSize: maximumPacketSize)
    let step =
      gallery.owns(peer, packet.linkID)
      ? receiveOfWatcher(packet, now: now) : receive(packet, now: now)
    return step + show(after: step, now: now)
  }

  /// A packet of one who plays, or wants to.
  private mutating func receive(_ packet: ReceivedPacket, now: Duration) -> Step {
    let peer = packet.peer
    guard let seat = room.seat(of: peer) else {
      return receiveWithoutSeat(packet, now: now)
    }
    switch seat.phase {
    case .offered(let offer):
      return receive(packet, on: seat, offer, now: now)
    case .conversing(let guest) where room.owns(packet, guest):
      let step = converse(with: seat.session) {
        $0.receive(packet.bytes, packetSize: packet.maximumPacketSize, now: now)
      }
      return guest.conversation.state == .meeting
        ? judgeMeeting(seat.session, after: step, now: now) : step
    case .conversing where room.returns[peer] != nil:
      return receiveWithoutSeat(packet, now: now)
    case .conversing(let guest):
      return receiveGreeting(packet, at: seat.session, guest, now: now)
    }
  }

  /// A packet of somebody whose link leads to no seat, or does not count as one yet.
  private mutating func receiveWithoutSeat(_ packet: ReceivedPacket, now: Duration) -> Step {
    if let returning = room.returns[packet.peer] {
      return receive(packet, of: returning, now: now)
    }
    if let nonce = room.strangers.waitingNonce(of: packet.peer), let id = packet.linkID,
      id != .unassigned
    {
      // It has not heard that it was turned back.
      return postpone(nonce, of: packet.peer, now: now)
    }
    var step = Step()
    if let other = room.strangers.makeRoom(for: packet.peer) {
      step = Step(events: [.strangerRejected(other, .tooManyStrangers)], hangUps: [other])
    }
    let verdict = limits.limit(
      room.strangers.receive(packet.bytes, from: packet.peer, now: now),
      of: packet.peer,
      now: now
    )
    return step + judge(verdict, of: packet.peer, now: now)
  }

  /// The link to `peer` is gone.
  public mutating func linkDown(
    _ peer: PeerID,
    _ loss: LinkLoss,
    now: Duration
  ) -> Step {
    room.strangers.forget(peer)
    limits.leaveQueue(peer)
    room.returns[peer] = nil
    var step = gallery.remove(peer, now: now)
    if let seat = room.seat(of: peer) {
      switch seat.phase {
      case .offered: room.free(seat.session)
      case .conversing: step += converse(with: seat.session) { $0.linkDown(loss, now: now) }
      }
    }
    return step + show(after: step, now: now)
  }

  /// Says `message` to the guest; goes nowhere while no guest has joined.
  public mutating func submit(_ message: MatchMessage, now: Duration) -> Step {
    let step = converse { $0.submit(message, now: now) }
    return step + show(after: step, now: now)
  }

  /// Takes the guest for the right player.
  public mutating func accept(now: Duration) -> Step {
    if let player = room.player?.guest?.conversation.opponent {
      // From now on the guest may believe that it has the seat, and keep what it was told.
      credentials.remember(player)
    }
    let step = converse { $0.accept(now: now) }
    return step + show(after: step, now: now)
  }

  /// Goes on with what the guest has told again.
  public mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step {
    let step = converse { $0.adopt(entries, now: now) }
    return step + show(after: step, now: now)
  }

  /// Takes the guest for the wrong player: the seat is free again.
  public mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step {
    converse { $0.decline(reason, now: now) }
  }

  /// Sends away the guest who has joined: the seat is free for others then, and the match is over
  /// for this session.
  public mutating func dismissPlayer(now: Duration) -> Step {
    guard let seat = room.player, var guest = seat.guest, guest.conversation.hasJoined else {
      return Step()
    }
    var step = guest.conversation.dismiss(.kicked, now: now)
    step.end = nil
    room.free(seat.session)
    step.hangUps += room.returningPeers()
    room.returns = [:]
    // What is still on its way from there counts no more.
    for peer in step.hangUps { room.strangers.reject(peer, now: now) }
    return step + show(after: step, now: now)
  }

  /// Lets others in from now on, or nobody new: only who has the seat comes back to it then.
  public mutating func admit(_ isOpen: Bool) {
    room.admitsOthers = isOpen
  }

  /// Ends the session: with a goodbye if there is a link to a guest who has joined, at once if not.
  public mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step {
    guard !isOver else {
      return Step()
    }
    let step = end(reason, now: now)
    return step + show(after: step, now: now)
  }

  private mutating func end(_ reason: GoodbyeReason, now: Duration) -> Step {
    switch room.player?.phase {
    case nil:
      return finish(with: .ending(.closed(reason)))
    case .offered(let offer):
      return finish(with: Step(hangUps: [offer.peer], end: .closed(reason)))
    case .conversing(var guest) where !guest.conversation.hasJoined:
      return finish(with: guest.conversation.close(reason, now: now))
    case .conversing:
      return converse { $0.close(reason, now: now) }
    }
  }

  /// Does what is due.
  public mutating func tick(now: Duration) -> Step {
    var step = Step()
    for (peer, rejection) in room.strangers.tick(now: now) {
      step.hangUps.append(peer)
      if let rejection {
        step.events.append(.strangerRejected(peer, rejection))
      }
    }
    for peer in room.returningPeers() {
      step += tickReturn(of: peer, now: now)
    }
    for seat in room.seats where !isOver {
      switch seat.phase {
      case .offered(let offer) where now >= offer.until:
        step += withdraw(seat, .handshakeTimeout, now: now)
      case .offered: break
      case .conversing: step += converse(with: seat.session) { $0.tick(now: now) }
      }
    }
    step += gallery.tick(now: now)
    return step + show(after: step, now: now)
  }
}
