// MARK: - Two records of one match

/// The comparison of two different records of a match, and the wishes of both sides.
struct Comparison: Sendable {
  /// The messages about the other side's games that have come.
  private(set) var theirs: [GameLine] = []
  /// The wish of this side, and its record at that time.
  private(set) var mine: (goBack: GoBack, journal: [JournalEntry])?
  /// The wish of the other side.
  private(set) var theirAnswer: GoBack?
  /// When this side hangs up, once both have gone back; what still comes on this link was said
  /// before.
  private(set) var settledUntil: Duration?

  /// True if both have gone back.
  var isSettled: Bool { settledUntil != nil }

  /// True if all games of the other side have come.
  var isWhole: Bool { theirs.last?.remaining == 0 }

  /// Takes the next part; false if it is out of place.
  mutating func append(_ line: GameLine) -> Bool {
    guard theirs.count < GameLine.most,
      theirs.last.map({ $0.remaining > 0 && line.remaining == $0.remaining - 1 }) ?? true
    else { return false }
    theirs.append(line)
    return true
  }

  /// This side wants to go on with `journal`.
  mutating func agree(_ goBack: GoBack, _ journal: [JournalEntry]) {
    mine = (goBack, journal)
  }

  /// The other side has answered.
  mutating func hear(_ goBack: GoBack) {
    theirAnswer = goBack
  }

  /// Both have gone back; this side hangs up at `time`.
  mutating func settle(until time: Duration) {
    settledUntil = time
  }
}

/// The decision of a side whose record of the match differs from the other one's.
public enum RecordAction: Hashable, Sendable {
  /// It shows its games to the other side; where there is none, the match stays as it is.
  case show([GameLine])
  /// It goes on with this record of the match, if the other side wants the same.
  case agree(GoBack, [JournalEntry])
  /// It keeps its record as it is.
  case refuse
}

extension Conversation {
  /// Asks the owner for its games, as the two records differ; who only comes back for its last
  /// words has nothing to go on with.
  mutating func compare(on link: SecureLink, _ absence: Absence, now: Duration) -> Step {
    guard absence.farewell == nil, patience > .zero else { return differ(now: now) }
    var absence = absence
    absence.until = now + patience
    recollection = nil
    comparison = Comparison()
    phase = .confirming(link, absence)
    return .telling(.differs(outbox.journal, link.peer))
  }

  /// Hears of a game of the other side, which may have seen first that the records differ.
  mutating func handle(_ line: GameLine, now: Duration) -> Step {
    var step = Step()
    if comparison == nil {
      switch phase {
      case .confirming(let link, let absence) where recollection != nil:
        step += compare(on: link, absence, now: now)
      case .talking(let link, _) where patience > .zero:
        let why = LinkBreak.lost(.disconnected)
        step += .telling(.suspended(link.peer, why))
        step += compare(on: link, Absence(why: why, until: now + patience), now: now)
      case .leaving, .over, .suspended: return Step()
      case .meeting, .asking, .talking, .confirming:
        return violate(.unexpectedMessage, now: now)
      }
    }
    guard comparison?.append(line) == true, let comparison else {
      return step + violate(.unexpectedMessage, now: now)
    }
    guard comparison.isWhole, let link else { return step }
    return step + .telling(.compared(comparison.theirs, link.peer))
  }

  /// Handles what comes while the records are compared: all but a goodbye and messages about
  /// records was sent before the other side knew.
  mutating func handleComparing(_ envelope: Envelope, now: Duration) -> Step {
    guard comparison?.isSettled == false else { return Step() }
    switch envelope {
    case .gameLine(let line): return handle(line, now: now)
    case .goBack(let goBack):
      comparison?.hear(goBack)
      guard goBack.agrees else { return .telling(.keepsRecord) + differ(now: now) }
      return goBackIfBothWant(now: now)
    case .goodbye: return end(.recordsDiffer)
    case .hello, .welcome, .refuse, .resume, .resumed, .confirm, .recall, .match, .say, .seen,
      .file, .challenge, .pipe, .watching, .want, .shown, .watchers, .room, .remark:
      return Step()
    }
  }

  /// Does what the owner wants with its record.
  mutating func perform(_ action: RecordAction, now: Duration) -> Step {
    guard let comparison, !comparison.isSettled, case .confirming = phase else { return Step() }
    switch action {
    case .show(let lines):
      guard !lines.isEmpty, lines.count <= GameLine.most else { return differ(now: now) }
      phase.changeLink { link in for line in lines { link.submit(.gameLine(line)) } }
      return send(now: now)
    case .agree(let goBack, let journal):
      self.comparison?.agree(goBack, journal)
      phase.changeLink { $0.submit(.goBack(goBack)) }
      return send(now: now) + goBackIfBothWant(now: now)
    case .refuse:
      phase.changeLink { $0.submit(.goBack(GoBack(agrees: false, game: 0, moves: 0))) }
      return differ(now: now)
    }
  }

  /// Goes on with the record that both have agreed on, on another link: so what each has of
  /// everything is said anew.
  ///
  /// Before a side hangs up, the other one has time to hear its yes.
  private mutating func goBackIfBothWant(now: Duration) -> Step {
    guard case .confirming = phase, let comparison,
      let mine = comparison.mine, let theirs = comparison.theirAnswer
    else { return Step() }
    guard mine.goBack == theirs else { return differ(now: now) }
    outbox = Outbox(mine.journal)
    revision += 1
    hasPlayed = true
    self.comparison?.settle(until: now + SessionTimes.farewell)
    return .telling(.wentBack(mine.journal))
  }

  /// Hangs up where both have gone back; the match goes on with the next link.
  mutating func hangUpAfterGoingBack() -> Step? {
    guard case .confirming(let link, let absence) = phase, comparison?.isSettled == true else {
      return nil
    }
    comparison = nil
    phase = .suspended(absence)
    return .hangingUp(on: link.peer)
  }
}
