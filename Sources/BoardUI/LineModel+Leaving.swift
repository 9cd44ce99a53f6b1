import MatchPlay
import MatchProtocol

/// How the program ends.
extension LineModel {
  mutating func interrupt(_ signal: StopSignal, now: Duration) {
    switch phase {
    case .playing(let match) where match.isResigning:
      settle(match, then: .sayGoodbye, now: now)
    case .opening, .seated, .playing: leave(.interrupted(signal), saying: .left, now: now)
    case .settled: end(.gameFinished)
    case .leaving(let reason): end(reason)
    case .ended: break
    }
  }

  /// Leaves without another word; after the game only the exit code tells.
  mutating func closeOutput(now: Duration) {
    isOutputOpen = false
    switch phase {
    case .opening, .seated, .playing: leave(.outputClosed, saying: .left, now: now)
    case .settled: phase = .leaving(.outputClosed)
    case .leaving, .ended: break
    }
  }

  mutating func tick(now: Duration) {
    guard let deadline, now >= deadline else { return }
    self.deadline = nil
    switch phase {
    case .playing(let match) where match.isResigning: settle(match, then: .sayGoodbye, now: now)
    case .settled: end(.gameFinished)
    case .leaving(let reason): end(reason)
    case .opening, .seated, .playing, .ended: break
    }
  }

  /// Says goodbye to the other side, if there is one, and ends with `reason` once it has answered.
  mutating func leave(_ reason: ExitReason, saying goodbye: GoodbyeReason, now: Duration) {
    if case .playing(let match) = phase { say(Strings.unfinished(match.record)) }
    guard phase != .opening, part.hasOtherBoard else {
      end(reason)
      return
    }
    closePrompt()
    phase = .leaving(reason)
    deadline = now + Self.leaveTime
    effects.append(.close(goodbye))
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
