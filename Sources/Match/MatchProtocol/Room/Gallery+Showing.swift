/// Entries for spectators: sent to all at once under the key of the room, or to each separately.
extension Gallery {
  /// After which times, following the last entry, all are told how many there are; then after each
  /// keep-alive.
  private static let countTimes: [Duration] = [.seconds(1), .seconds(2)]

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
      key = nil
    }
    let before = record.count
    if let conversation {
      record.follow(conversation, guest: guestName)
    } else if !isOver {
      record.noteNoGuest()
    }
    // A watcher that is told of another record asks for its entries.
    let step = isOther ? tellAlone(now: now) : push(from: before, now: now)
    return step + showToAll(from: before, credentials, now: now)
  }

  /// Shows the entries from `first` on to those who have the key, or another one if that is due.
  private mutating func showToAll(
    from first: UInt32,
    _ credentials: Credentials,
    now: Duration
  ) -> Step {
    guard sharesKey else { return Step() }
    var step = key == nil ? renew(credentials, now: now) : Step()
    for number in first..<record.count { step += show(Int(number), now: now) }
    return step
  }

  /// Tells those without the key of another record.
  private mutating func tellAlone(now: Duration) -> Step {
    var step = Step()
    for index in visitors.indices where visitors[index].isServedAlone {
      step += tell(index, nil, now: now)
    }
    return step
  }

  /// Sends the entries from `first` on to each of those without the key, after what it has asked
  /// for.
  private mutating func push(from first: UInt32, now: Duration) -> Step {
    guard first < record.count else { return Step() }
    var step = Step()
    for index in visitors.indices where visitors[index].isServedAlone {
      visitors[index].wanted = (visitors[index].wanted.first ?? first)..<record.count
      serve(index)
      step += visitors[index].send(now: now)
    }
    return step
  }

  private static func number(_ secrets: any SecretSource) -> UInt64 {
    secrets.nonce().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The maximum length of a packet that all can take.
  private var packetSize: Int {
    visitors.filter { $0.hasKey }.compactMap { $0.link?.packetSize }.min() ?? PacketSize.smallest
  }

  private mutating func show(_ number: Int, now: Duration) -> Step {
    countsTold = 0
    countAt = now + Self.countTimes[0]
    let entry = record.entries[number]
    return .sending(packets(entry.envelope.encoded, UInt32(number), entry.source))
  }

  /// Tells all how many entries there are, as the last may have been lost.
  private mutating func tellCount(now: Duration) -> Step {
    countsTold += 1
    let times = Self.countTimes
    countAt = now + (countsTold < times.count ? times[countsTold] : SessionTimes.keepAlive)
    return .sending(packets([], record.count, .count))
  }

  private func packets(_ message: [UInt8], _ number: UInt32, _ source: RoomSource) -> [[UInt8]] {
    guard let key else { return [] }
    let sealed = key.seal(message, number, source)
    return RoomPacket.packets(for: sealed, number, source, mark: key.mark, size: packetSize)
  }

  /// True if any spectator has the key, and receives what goes to all.
  private var sharesKey: Bool { visitors.contains(where: { $0.hasKey }) }

  /// Gives all another key: who has left does not have it.
  private mutating func renew(_ credentials: Credentials, now: Duration) -> Step {
    key = RoomKey(credentials.secrets, epoch: nextEpoch)
    nextEpoch &+= 1
    countAt = countAt ?? now + Self.countTimes[0]
    var step = Step()
    for index in visitors.indices where visitors[index].hasKey {
      step += tell(index, key, now: now)
    }
    return step
  }

  /// Gives a new watcher the key that there is, or all another one where there is none.
  ///
  /// One at a broker gets none.
  mutating func renewOrTell(_ index: Int, _ credentials: Credentials, now: Duration) -> Step {
    if visitors[index].isServedAlone { return tell(index, nil, now: now) }
    return key == nil ? renew(credentials, now: now) : tell(index, key, now: now)
  }

  private mutating func tell(_ index: Int, _ key: RoomKey?, now: Duration) -> Step {
    let running = thought.since.map { max(now - $0, .zero) } ?? .zero
    let watching = Watching(
      key: key?.bytes ?? [],
      epoch: key?.epoch ?? 0,
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
    if !sharesKey { countAt = nil }
    if let countAt, countAt <= now { step += tellCount(now: now) }
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
