public import MatchProtocol

/// A match as far as it was played again from what was said and heard.
struct JournalReplay: Hashable, Sendable {
  private let role: Role
  /// The game that was played last.
  private(set) var match: Match?
  /// The automatic messages of this board that were not sent.
  private(set) var unsaid: [MatchMessage] = []

  /// Nothing was said.
  init(as role: Role) {
    self.role = role
  }

  /// Plays the next entry again.
  ///
  /// - Throws: ``MatchViolation`` if it cannot have come next.
  mutating func add(_ entry: JournalEntry) throws(MatchViolation) {
    if case .start(let terms) = entry.message {
      guard entry.isMine == (role == .host) else { throw .unexpectedMessage }
      match = try Match(terms, as: role)
      unsaid = []
      return
    }
    guard var match else { return }
    if !entry.isMine {
      if let reply = try match.receive(entry.message).reply { unsaid.append(reply) }
    } else if unsaid.first == entry.message {
      unsaid.removeFirst()
    } else {
      try match.say(entry.message)
    }
    self.match = match
  }
}

extension JournalReplay {
  /// An order in which this board may have said and heard `recalled`, which is in the order of the
  /// other board; nil if there is none.
  ///
  /// Both boards said and heard the same, but a message was said here before it was heard there,
  /// and others may have crossed it: so each own one comes where the other board heard it, or
  /// earlier. What replays is a course that the match may have taken, and all such courses lead to
  /// the same game.
  func order(of recalled: [JournalEntry]) -> [JournalEntry]? {
    let mine = recalled.filter { $0.isMine }
    let theirs = recalled.filter { !$0.isMine }
    // How many own ones the other board had heard when it said each of its own.
    var heardBefore: [Int] = []
    var heard = 0
    for entry in recalled {
      if entry.isMine { heard += 1 } else { heardBefore.append(heard) }
    }
    var steps = [Step(replay: self)]
    var seen: Set<[Int]> = []
    while let step = steps.popLast() {
      guard step.said + step.heard < recalled.count else { return step.order }
      guard seen.insert([step.said, step.heard]).inserted else { continue }
      // The last one that is pushed is tried first: the order of the other board.
      if step.said < mine.count { steps += step.adding(mine[step.said]) }
      if step.heard < theirs.count, step.said >= heardBefore[step.heard] {
        steps += step.adding(theirs[step.heard])
      }
    }
    return nil
  }

  private struct Step {
    var replay: JournalReplay
    var order: [JournalEntry] = []
    var said = 0
    var heard = 0

    /// This and `entry`, if it can come next.
    func adding(_ entry: JournalEntry) -> [Step] {
      var next = self
      guard (try? next.replay.add(entry)) != nil else { return [] }
      next.order.append(entry)
      if entry.isMine { next.said += 1 } else { next.heard += 1 }
      return [next]
    }
  }
}

extension Match {
  /// The entries to keep when the other side sends again what this side has lost.
  ///
  /// - Parameters:
  ///   - recalled: What was lost, in the order of the other side.
  ///   - journal: What this side has.
  ///   - role: The side.
  /// - Returns: The entries in an order in which they may have been said and heard here, and what
  ///   follows from them for the record; nil if there is no such order.
  public static func remembering(
    _ recalled: [JournalEntry],
    after journal: [JournalEntry],
    as role: Role
  ) -> (entries: [JournalEntry], changes: [JournalChange])? {
    var replay = JournalReplay(as: role)
    do {
      for entry in journal { try replay.add(entry) }
      guard let entries = replay.order(of: recalled) else { return nil }
      var changes: [JournalChange] = []
      for entry in entries {
        // A game that is followed by another one has ended.
        if case .start = entry.message, let match = replay.match, let outcome = match.outcome {
          changes.append(.finish(outcome, match))
        }
        try replay.add(entry)
        changes.append(.append(entry))
      }
      return (entries, changes)
    } catch {
      return nil
    }
  }
}
