/// Those who watch at a host's table.
extension HostSession {
  /// Lets so many watch, only known players if `isForKnown`, and talk if `mayTalk`; before anybody
  /// has come.
  public mutating func letWatch(_ places: Int, isForKnown: Bool = false, mayTalk: Bool = false) {
    gallery.places = places
    gallery.mayTalk = mayTalk
    gallery.isForKnown = isForKnown
  }

  /// An id that nobody has.
  mutating func nextLinkID() -> LinkID {
    var id = room.nextLinkID()
    while gallery.has(id) { id = room.nextLinkID() }
    return id
  }

  /// Answers one who wants to watch.
  mutating func watch(
    _ hello: Hello,
    _ words: [UInt8],
    _ version: UInt16,
    from peer: PeerID,
    now: Duration
  ) -> Step {
    if let welcome = gallery.answer(to: hello.nonce, of: peer) {
      return .sending(greetings.packets(for: .welcome(welcome)), to: peer)
    }
    let step = gallery.remove(peer, now: now)
    if let reason = gallery.refusal(isOpen: room.admitsOthers) {
      return step + refuse(hello.nonce, from: peer, reason, now: now)
    }
    guard limits.beginReturn(of: peer, now: now) else {
      return step + refuse(hello.nonce, from: peer, .tooManyTries(seconds: 60), now: now)
    }
    room.strangers.forget(peer)
    let welcome = welcome(hello, version)
    let visitor = Visitor(peer, hello, words, welcome, now: now)
    return step + gallery.add(visitor, now: now)
      + .sending(greetings.packets(for: .welcome(welcome)), to: peer)
  }

  /// A packet on the link of one who watches.
  mutating func receiveOfWatcher(_ packet: ReceivedPacket, now: Duration) -> Step {
    var step = gallery.receive(packet, credentials, now: now)
    for case .remark(let words, let name, _) in step.events {
      step += converse { $0.tell(Remark(words.text, by: name), now: now) }
    }
    // Another program of the player's computer shares its link.
    step.hangUps.removeAll { room.seat(of: $0) != nil }
    return step
  }

  /// Shows spectators the result of `step`, and tells the guest about the spectators.
  mutating func show(after step: Step, now: Duration) -> Step {
    guard gallery.places > 0 else { return Step() }
    for case .joined(let guest) in step.events { gallery.guestName = guest.name }
    let conversation = room.player?.guest?.conversation
    let shown = gallery.follow(conversation, credentials, isOver: isOver, now: now)
    if isOver { return shown + gallery.close(step.end?.goodbyeToWatchers ?? .left, now: now) }
    let watchers = Watchers(gallery.watchers.map { $0.name })
    guard let guest = room.player?.guest?.conversation, guest.hasJoined,
      guest.watchers != nil || !watchers.names.isEmpty
    else { return shown }
    return shown + converse { $0.tell(watchers, now: now) }
  }

  /// Sends away the one who watches on the link to `peer`.
  public mutating func dismiss(_ peer: PeerID, now: Duration) -> Step {
    var step = gallery.dismiss(peer, .kicked, now: now)
    step.hangUps.removeAll { room.seat(of: $0) != nil }
    return step + show(after: step, now: now)
  }

  /// Notes how long was thought in the turn that goes on, and whether that time runs.
  public mutating func noteTurn(_ thought: Duration, isRunning: Bool, now: Duration) {
    gallery.thought = (thought, isRunning ? now : nil)
  }

  /// Notes what the guest is called.
  public mutating func noteGuest(_ name: PlayerName) {
    gallery.guestName = name
  }
}

extension SessionEnd {
  /// The goodbye to spectators when the match ends like this.
  fileprivate var goodbyeToWatchers: GoodbyeReason {
    switch self {
    case .closed(.gameOver), .peerLeft(.gameOver): .gameOver
    case .closed, .peerLeft, .recordsDiffer, .notAccepted, .linkLost, .silent, .outboxFull,
      .refused, .protocolViolation, .handshakeTimeout, .hungUp:
      .left
    }
  }
}
