/// Entries for spectators, each on the link of the spectator.
extension Gallery {
  /// The number of entries prepared for one spectator ahead of its link.
  private static let mostAhead = 8

  /// Shows to all what has happened since the last time; a seat without a guest is part of it
  /// unless the table is over.
  mutating func follow(
    _ conversation: Conversation?,
    _ credentials: Credentials,
    isOver: Bool,
    now: Duration
  ) -> Step {
    guard places > 0 else { return Step() }
    let isNew = record.room == 0
    let isOther = isNew || conversation.map({ record.isOutdated(by: $0) }) ?? false
    if isOther {
      record = RoomRecord(room: Self.number(credentials.secrets) | 1)
    }
    let before = record.count
    if let conversation {
      if record.follow(conversation, guest: guestName) { forgetBans() }
    } else if !isOver {
      record.noteNoGuest()
    }
    // A watcher that is told of another record asks for its entries.
    return isOther ? tellAll(now: now) : push(from: before, now: now)
  }

  /// Tells all of another record.
  private mutating func tellAll(now: Duration) -> Step {
    var step = Step()
    for index in visitors.indices where visitors[index].isWatching {
      step += tell(index, now: now)
    }
    return step
  }

  /// Sends the entries from `first` on to each spectator, after what it has asked for.
  private mutating func push(from first: UInt32, now: Duration) -> Step {
    guard first < record.count else { return Step() }
    var step = Step()
    for index in visitors.indices where visitors[index].isWatching {
      visitors[index].wanted = (visitors[index].wanted.first ?? first)..<record.count
      serve(index)
      step += visitors[index].send(now: now)
    }
    return step
  }

  private static func number(_ secrets: any SecretSource) -> UInt64 {
    secrets.nonce().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Tells a spectator which record there is.
  mutating func tell(_ index: Int, now: Duration) -> Step {
    let running = thought.since.map { max(now - $0, .zero) } ?? .zero
    let watching = Watching(
      room: record.room,
      count: record.count,
      thought: min(thought.time + running, .milliseconds(FieldRules.longestTime)),
      mayTalk: mayTalk
    )
    visitors[index].wanted = 0..<0
    // Behind entries of another record that wait there.
    visitors[index].link?.submit(Envelope.watching(watching).encoded, on: .bulk)
    return visitors[index].send(now: now)
  }

  /// Does what is due; who is silent, or takes nothing any more, is let go of.
  mutating func tick(now: Duration) -> Step {
    var step = Step()
    for visitor in visitors where visitor.isLost(now: now) {
      step += remove(visitor.peer, now: now) + .hangingUp(on: visitor.peer)
    }
    for index in visitors.indices {
      serve(index)
      step += visitors[index].send(now: now)
    }
    return step
  }

  /// Has entries that a watcher has asked for made ready, as many as its link takes soon.
  mutating func serve(_ index: Int) {
    guard var link = visitors[index].link else { return }
    var wanted = visitors[index].wanted
    while let number = wanted.first, link.waitingCount(on: .bulk) < Self.mostAhead {
      let shown = Shown(number: number, entry: record.entries[Int(number)])
      link.submit(Envelope.shown(shown).encoded, on: .bulk)
      wanted = number + 1..<wanted.upperBound
    }
    visitors[index].wanted = wanted
    visitors[index].link = link
  }
}
