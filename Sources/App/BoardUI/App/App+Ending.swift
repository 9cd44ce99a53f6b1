import MatchPlay
import MatchProtocol

/// The reason why the program ends.
extension App {
  /// Tells a notice of the table, if it is news.
  mutating func tellNews(_ notice: TableNotice) {
    if notice == .resumed, isComingBack {
      isComingBack = false
      tell(.cameBack)
    } else if isNews(notice) {
      tell(.table(notice))
    }
    if case .finished(let match) = notice, isRated(match) { orders.work.append(.findRating) }
  }

  /// True if `match` changes the rating of a person here.
  func isRated(_ match: Match) -> Bool {
    guard player == .person, case .one = match.seats, match.assistance.isEmpty else { return false }
    return table.isKept || table.localGame.isKept
  }

  /// The exit reason for the end of the table.
  func reason(for end: TableEnd) -> ExitReason {
    switch end {
    case .left: leaving ?? .quit
    case .gameOver: .gameFinished
    case .pipeBroken: leaving ?? ExitReason(end, with: other)
    case .session(.peerLeft(let why), .seated): reason(forGoodbye: why)
    case .session(let end, .introduced) where !comparesDigits: reason(knowing: end)
    case .violation(.unknownTerms(let offer)):
      TableKind.mismatch(offer, table.rules.errand) ?? ExitReason(end, with: other)
    case .notAccepted, .otherPlayer, .session, .violation, .damagedJournal:
      ExitReason(end, with: other)
    }
  }

  /// The reason why the program ends when `signal` has come.
  ///
  /// A challenge that nobody has answered has led to no game, and the command that asks goes on
  /// with none.
  func stopped(by signal: StopSignal) -> ExitReason {
    guard table.rules.challenge != nil, table.isKept else {
      return .interrupted(signal, keepsMatch: table.isKept)
    }
    if case .accepted = table.phase { return .interrupted(signal) }
    return .challengeInterrupted(signal)
  }

  /// The session has ended with somebody known, before a seat was taken.
  private func reason(knowing end: SessionEnd) -> ExitReason {
    if end == .peerLeft(.notAccepted) {
      return .notAccepted(name: other ?? Strings.nobody, why: .declined)
    }
    // No digits were shown, and nobody can have been in between.
    return ExitReason(.session(end, end.isLossOfLink ? .open : .introduced), with: other)
  }

  /// The other one has left who had sat down.
  private func reason(forGoodbye why: GoodbyeReason) -> ExitReason {
    if hasReceived { return .quit }
    guard why == .left, !table.isUnderWay, table.rules.errand == nil else {
      return ExitReason(.session(.peerLeft(why), .seated), with: other)
    }
    return .otherSideLeftEarly(name: other ?? Strings.nobody)
  }

  /// A guest that does not hear of another match asks again and again for its own.
  mutating func isNews(_ notice: TableNotice) -> Bool {
    guard notice == .turnedAway(.refused(.unknownMatch)), table.phase == .open else { return true }
    defer { hasToldOfOtherMatch = true }
    return !hasToldOfOtherMatch && table.rules.errand == nil
  }
}
