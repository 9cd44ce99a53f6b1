public import MatchProtocol

/// The host's control over its table.
extension Table {
  /// True if the one who was introduced is a known player.
  public func knows(_ introduction: Introduction) -> Bool {
    if case .known = book.verdict(on: introduction.key, claiming: introduction.name) { return true }
    return false
  }

  /// True if others can come in here.
  public var isRoom: Bool { role == .host && hasSession }

  mutating func listGuests() {
    let isTold = isRoom || !watchers.guests.isEmpty
    tell(.room(isTold ? .guests(guests) : .onlyHost))
  }

  /// The people here, in the order of their numbers from 1: first the players, then the spectators.
  public var guests: [RoomGuest] {
    (isRoom ? phase.guests(isSuspended, book) : []) + watchers.guests
  }

  /// Lets others in from now on, or nobody new; who has the seat can always come back to it.
  ///
  /// A closed table can still be connected to, and says so: one that cannot be is heard from a
  /// random address.
  mutating func setDoor(_ isOpen: Bool) {
    guard isRoom else { return tell(.room(.onlyHost)) }
    self.isOpen = isOpen
    session?.admit(isOpen)
    updateOpening()
    tell(.room(.door(isOpen: isOpen)))
  }

  /// Sends away who has this number.
  mutating func kick(_ number: Int, now: Duration) {
    guard isRoom else { return tell(.room(.onlyHost)) }
    let guests = guests
    let watcher = number - 1 - phase.guests(isSuspended, book).count
    guard guests.indices.contains(number - 1) else { return tell(.room(.nobody(number))) }
    let isPlayer = guests[number - 1].name == nil
    tell(.room(isPlayer && !mayReopen ? .kickedForGood : .kicked(guests[number - 1].name)))
    if watchers.here.indices.contains(watcher) {
      let peer = watchers.here[watcher].peer
      return converse(now: now) { $0.dismiss(peer, now: $1) }
    }
    switch phase {
    case .comparing, .accepted:
      declineCandidate(isKeyChanged: false, saying: .kicked, now: now)
    case .seated, .playing, .over:
      if mayReopen { sendAway(now: now) } else { leave(saying: .kicked, now: now) }
    case .open, .leaving, .ended: break
    }
  }

  /// True if somebody else may sit down when the other player is sent away: a table that was opened
  /// for one player closes then.
  private var mayReopen: Bool { !isForItsPlayer && rules.errand == nil }

  /// Sends the other player away, which leaves the match, and waits for somebody else.
  private mutating func sendAway(now: Duration) {
    if case .playing(var match) = phase {
      // A resignation that nothing can cross any more is final.
      match.settle()
      if let outcome = match.outcome {
        keep(.finish(outcome, match))
        tell(.finished(match))
      } else {
        tell(.unfinished(match, .none))
      }
    }
    leaveRecord(by: .host)
    forgetMatch()
    (isSuspended, wakeAt, leaveAt, endNumber) = (false, nil, nil, nil)
    (toss, requests, comparison, agreedRecord) = (Toss(), RequestLimits(), nil, nil)
    (talk.isMuted, talk.hasUnseen) = (false, false)
    strangers.forgetMatch()
    phase = .open
    tell(.waiting)
    converse(now: now) { $0.dismissPlayer(now: $1) }
  }
}

extension TablePhase {
  /// The people who sit here or want to, in the order of their numbers from 1.
  fileprivate func guests(_ isSuspended: Bool, _ book: TrustBook) -> [RoomGuest] {
    switch self {
    case .comparing(let introduction):
      [RoomGuest(name: book.displayName(of: introduction), activity: .asks)]
    case .accepted(let introduction, _):
      [RoomGuest(name: book.displayName(of: introduction), activity: .decides)]
    case .seated, .playing, .over: [RoomGuest(name: nil, activity: isSuspended ? .isAway : .plays)]
    case .open, .leaving, .ended: []
    }
  }
}

extension TrustBook {
  /// The name under which the player here knows the one who was introduced.
  func displayName(of introduction: Introduction) -> PlayerName {
    switch verdict(on: introduction.key, claiming: introduction.name) {
    case .known(let player): player.displayName
    case .unknown, .keyChanged: introduction.name
    }
  }
}
