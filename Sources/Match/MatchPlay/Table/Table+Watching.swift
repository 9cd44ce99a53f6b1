import MatchProtocol

// MARK: - One who watches

extension Table {
  /// True if the player here only watches.
  public var isWatching: Bool { watching != nil }

  /// Takes what is seen of the room.
  mutating func handle(_ event: WatchEvent, now: Duration) {
    for effect in watching?.take(event, knowing: book, now: now) ?? [] {
      switch effect {
      case .tell(let notice): tell(notice)
      case .suspend(let isAway): isSuspended = isAway
      case .clear: if phase.match != nil { phase = .open }
      case .leave(let end): leaveRoom(end, now: now)
      case .show(let match, let thought):
        phase = match.outcome == nil ? .playing(match) : .over(match, .undecided)
        if let thought { timer.begin(ply: match.ply, thought: thought) }
      }
    }
  }

  /// Does what one who watches can do: leave.
  mutating func performAsWatcher(_ action: PlayerAction, now: Duration) {
    switch action {
    case .quit, .stepAway, .leave: leaveRoom(.left, now: now)
    case .talk(let action): carryOut(talk.perform(action, in: watching, now: now), now: now)
    case .pipe: break
    case .accept, .decline, .begin, .open, .kick, .listGuests, .file, .play, .resign, .draw, .claim,
      .takeBack, .answer, .pause, .again, .startOver:
      tell(.watch(.onlyWatches))
    }
  }

  private mutating func leaveRoom(_ end: TableEnd, now: Duration) {
    switch phase {
    case .leaving, .ended: return
    case .open, .comparing, .accepted, .seated, .playing, .over: phase = .leaving(end)
    }
    converse(now: now) { $0.close(.left, now: $1) }
  }

  /// Ends with a session that is over.
  mutating func endWatching(_ sessionEnd: SessionEnd) {
    switch (phase, sessionEnd) {
    case (.leaving(let reason), _): end(reason)
    case (.ended, _): break
    case (_, .peerLeft(.left)), (_, .peerLeft(.gameOver)):
      tell(.watch(.closed))
      end(.gameOver)
    case (_, _): end(.session(sessionEnd, watching?.host == nil ? .open : .seated))
    }
  }
}

// MARK: - Those who watch here

extension Table {
  /// Somebody watches from now on, or not any more.
  mutating func note(_ watcher: RoomWatchers.Watcher, isHere: Bool, now: Duration) {
    orders.notices += watchers.note(watcher, isHere: isHere, now: now)
    updateOpening()
  }

  /// The number of spectators who may still come.
  var places: Int { role == .host && isOpen ? max(rules.watchers - watchers.count, 0) : 0 }

  /// Lets the table be found while somebody may come: to its seat, or to watch.
  mutating func updateOpening() {
    guard role == .host, rules.watchers > 0 else { return }
    switch phase {
    case .seated, .playing, .over: orders.isOpen = isSuspended || places > 0
    case .open, .comparing, .accepted, .leaving, .ended: break
    }
  }
}
