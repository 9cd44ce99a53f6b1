public import MatchProtocol

/// What a host does with its room.
extension Table {
  /// Whether the one who was introduced is a known player.
  public func knows(_ introduction: Introduction) -> Bool {
    if case .known = book.verdict(on: introduction.key, claiming: introduction.name) { return true }
    return false
  }

  /// Whether others can come in here.
  public var isRoom: Bool { role == .host && hasSession }

  mutating func listGuests() {
    let isTold = isRoom || !watchers.guests.isEmpty
    tell(.room(isTold ? .guests(guests) : .onlyHost))
  }

  /// Who is here, in the order of their numbers from 1: those who play, and then those who watch.
  public var guests: [RoomGuest] {
    (isRoom ? phase.guests(isSuspended) : []) + watchers.guests
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

  /// Sends away who has this number: with the other player the match ends.
  mutating func kick(_ number: Int, now: Duration) {
    guard isRoom else { return tell(.room(.onlyHost)) }
    let guests = guests
    let watcher = number - 1 - phase.guests(isSuspended).count
    guard guests.indices.contains(number - 1) else { return tell(.room(.nobody(number))) }
    tell(.room(.kicked(guests[number - 1].name)))
    if watchers.here.indices.contains(watcher) {
      let peer = watchers.here[watcher].peer
      return converse(now: now) { $0.dismiss(peer, now: $1) }
    }
    switch phase {
    case .comparing, .accepted:
      declineCandidate(isKeyChanged: false, saying: .kicked, now: now)
    case .seated, .playing, .over: leave(saying: .kicked, now: now)
    case .open, .leaving, .ended: break
    }
  }
}

extension TablePhase {
  /// Who is at a table in this phase, in the order of their numbers from 1.
  fileprivate func guests(_ isSuspended: Bool) -> [RoomGuest] {
    switch self {
    case .comparing(let introduction): [RoomGuest(name: introduction.name, activity: .asks)]
    case .accepted(let introduction, _): [RoomGuest(name: introduction.name, activity: .decides)]
    case .seated, .playing, .over: [RoomGuest(name: nil, activity: isSuspended ? .isAway : .plays)]
    case .open, .leaving, .ended: []
    }
  }
}
