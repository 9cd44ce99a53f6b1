// MARK: - Whose turn it is

extension HostSession {
  /// Answers one who says `hello`, in a version that both speak, where nobody has begun to play.
  mutating func admit(
    _ hello: Hello,
    _ words: [UInt8],
    _ version: UInt16,
    from peer: PeerID,
    now: Duration
  ) -> Step {
    let holder = room.holder?.conversation
    let known = credentials.known
    guard let admission = limits.admission(of: peer, besides: holder, knowing: known, now: now)
    else { return refuse(hello.nonce, from: peer, .roomFull, now: now) }
    var step =
      admission == .later
      ? postpone(hello.nonce, of: peer, now: now)
      : offer(hello, words, version, to: peer, isForKnown: admission == .knownOnly, now: now)
    if admission != .anybody, limits.tellsOfWaiting(besides: holder, now: now) {
      step.events.append(.strangerRejected(peer, .tooManyTries))
    }
    return step
  }

  private mutating func offer(
    _ hello: Hello,
    _ words: [UInt8],
    _ version: UInt16,
    to peer: PeerID,
    isForKnown: Bool,
    now: Duration
  ) -> Step {
    var dismissed = Step()
    switch room.makeRoomForCandidate(peer, isForKnown: isForKnown, now: now) {
    case .isFree: break
    case .isVacated(let other, let nonce): dismissed = postpone(nonce, of: other, now: now)
    case .isTaken:
      limits.giveBack(peer)
      // A contact that comes while new players exchange keys need not wait for them.
      return !isForKnown && limits.beginKnown(of: peer, now: now)
        ? self.offer(hello, words, version, to: peer, isForKnown: true, now: now)
        : postpone(hello.nonce, of: peer, now: now)
    }
    room.strangers.forget(peer)
    let welcome = welcome(hello, version)
    let offer = Room.Offer(
      peer: peer,
      hello: words,
      welcome: welcome,
      guestName: hello.name,
      until: now + SessionTimes.handshake,
      isForKnown: isForKnown,
      isChallenge: hello.challenges
    )
    room.update(Room.Seat(session: welcome.session, phase: .offered(offer)))
    return .sending(greetings.packets(for: .welcome(welcome)), to: peer) + dismissed
  }

  /// Tells `peer` to say Hello again later; its link stands meanwhile.
  mutating func postpone(
    _ nonce: Nonce,
    of peer: PeerID,
    isStranger: Bool = false,
    now: Duration
  ) -> Step {
    limits.postpone(peer, isStranger: isStranger, now: now)
    let seconds = limits.delay(of: peer, besides: room.holder?.conversation, now: now)
    let refusal = Refuse(nonce: nonce, reason: .later(seconds: seconds))
    let step = Step.sending(greetings.packets(for: .refuse(refusal)), to: peer)
    guard room.seat(of: peer) == nil else { return step }
    let other = room.strangers.makeRoom(for: peer)
    room.strangers.postpone(peer, nonce, now: now)
    return step + Step(hangUps: other.map { [$0] } ?? [])
  }

  /// Decides about the one at `session`, if `step` has finished the exchange of keys.
  mutating func judgeMeeting(_ session: SessionID, after step: Step, now: Duration) -> Step {
    guard let guest = room.guest(session), let peer = guest.conversation.peer,
      let nonce = guest.nonce, guest.conversation.state == .asking
    else {
      return step
    }
    if guest.conversation.isKnown(in: credentials.known) {
      limits.giveBack(peer)
    } else if isForKnown {
      room.free(session)
      return refuse(nonce, from: peer, .notInvited, now: now)
    }
    switch room.verdict(on: session, knowing: credentials.known) {
    case .isIntroduced:
      return step
    case .turnsBack:
      room.free(session)
      return postpone(nonce, of: peer, isStranger: true, now: now)
    case .replaces(let seat):
      return converse(with: seat.session) { $0.decline(now: now) }
        + Step(events: seat.peer.map { [.strangerRejected($0, .displaced)] } ?? []) + step
    }
  }

  /// Somebody has taken the seat: all others who want it are told so.
  mutating func dismissCandidates() -> Step {
    room.removeCandidates().reduce(into: Step()) { step, caller in
      let refusal = Refuse(nonce: caller.nonce, reason: .roomFull)
      step += Step(
        events: [.strangerRejected(caller.peer, .refused(.roomFull))],
        packets: greetings.packets(for: .refuse(refusal)),
        to: caller.peer,
        hangUps: [caller.peer]
      )
    }
  }
}
