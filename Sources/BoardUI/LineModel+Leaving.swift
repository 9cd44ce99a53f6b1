import MatchPlay
import MatchProtocol

/// How the program ends.
extension LineModel {
  mutating func interrupt(_ signal: StopSignal, now: Duration) {
    switch phase {
    case .playing(let match) where match.isResigning:
      settle(match, then: .sayGoodbyeAtOnce, now: now)
    case .opening, .introduced, .seated, .playing:
      leave(.interrupted(signal), saying: .left, now: now)
    case .settled where isAskingAgain: sayGoodbye()
    case .settled: end(.gameFinished)
    case .leaving(let reason): end(reason)
    case .ended: break
    }
  }

  /// Leaves without another word; after the game only the exit code tells.
  mutating func closeOutput(now: Duration) {
    isOutputOpen = false
    switch phase {
    case .opening, .introduced, .seated, .playing:
      leave(.outputClosed, saying: .left, now: now)
    case .settled:
      phase = .leaving(.outputClosed)
      effects.append(.close(.gameOver))
    case .leaving, .ended: break
    }
  }

  mutating func tick(now: Duration) {
    guard let deadline, now >= deadline else { return }
    self.deadline = nil
    switch phase {
    case .playing(let match) where match.isResigning: settle(match, then: .sayGoodbye, now: now)
    case .settled: sayGoodbye()
    case .opening, .introduced, .seated, .playing, .leaving, .ended: break
    }
  }

  /// Says goodbye to the other side, if there is one, and ends with `reason` when the session has ended.
  ///
  /// The session takes care that what was said before arrives, and of how long that may take.
  mutating func leave(_ reason: ExitReason, saying goodbye: GoodbyeReason, now: Duration) {
    if case .playing(let match) = phase { sayUnfinished(match) }
    guard phase != .opening, part.hasOtherBoard else {
      end(reason)
      return
    }
    closePrompt()
    phase = .leaving(reason)
    deadline = nil
    effects.append(.close(goodbye))
  }

  /// Ends the game for good; while the link is lost that has to wait, as the other side may not know yet how the game ended.
  mutating func sayGoodbye() {
    closePrompt()
    guard !isSuspended else {
      isTakingLeave = true
      say(Strings.leavingSuspended(other))
      return
    }
    phase = .leaving(.gameFinished)
    deadline = nil
    effects.append(.close(.gameOver))
  }

  mutating func sayUnfinished(_ match: Match) {
    say(Strings.unfinished(match.record))
    if part.hasOtherBoard { say(Strings.goOnLater) }
  }

  mutating func end(_ reason: ExitReason) {
    closePrompt()
    phase = .ended
    deadline = nil
    typedAhead = []
    effects.append(.end(reason))
  }
}

extension LineModel.Part {
  fileprivate var hasOtherBoard: Bool {
    switch self {
    case .host, .guest: true
    case .hotSeat: false
    }
  }
}
