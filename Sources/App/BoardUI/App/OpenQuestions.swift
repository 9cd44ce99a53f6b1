import MatchPlay

/// The open questions to a player in a game, so that an answer does not reach another question.
///
/// A yes that was meant for a question of the game must not begin the next game, nor a no end the
/// program, because the game has ended in the meantime and *Again?* is asked.
struct OpenQuestions: Hashable, Sendable {
  /// The time after the end of a game in which an answer may still be meant for an earlier
  /// question: as long as a player has to look at digits that have changed.
  private static let lookingTime = Duration.seconds(2)

  /// The command that this program has asked the player to confirm, as it ends the game: resign, or
  /// begin again.
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
