import MatchPlay

/// What a player was asked in a game, where the answer could reach another question.
///
/// A yes that was meant for a question of the game must not begin the next game, nor a no end the
/// program, because the game has ended in the meantime and *Again?* is asked.
struct OpenQuestions: Hashable, Sendable {
  /// How long after the end of a game an answer may still be meant for what was asked before it: as
  /// long as a player has to look at digits that have changed.
  private static let lookingTime = Duration.seconds(2)

  /// What this program has asked whether it is to do, as it ends the game: resign, or begin anew.
  var asked: Command?
  /// Until then an answer may be meant for a question that the end of the game has made void.
  private var voidUntil: Duration?

  /// Notes what `event` has led to, which ended the game or did not.
  mutating func note(
    _ event: Event,
    from before: TablePhase,
    to phase: TablePhase,
    now: Duration
  ) {
    guard case .playing(let match) = before else { return }
    if case .playing = phase { return }
    // Who has just done something knows that it has ended the game.
    if case .request(.wants) = event {
      voidUntil = nil
    } else if asked != nil || match.isAnswerDue {
      voidUntil = now + Self.lookingTime
    }
    asked = nil
  }

  /// True if `command` may answer a question that is void; only one answer ever does.
  mutating func voids(_ command: Command, now: Duration) -> Bool {
    guard command == .yes || command == .no, let limit = voidUntil else { return false }
    voidUntil = nil
    return now < limit
  }
}
