public import GameRules
public import MatchProtocol

/// An act of the other player that a match does not allow.
public enum MatchViolation: Error, Hashable, Sendable {
  /// Terms of play for a game, a rule or a clock that this version does not have.
  case unknownTerms(MatchMessage.Start)
  /// Other terms of play than those that were offered.
  case otherTerms
  /// A message that does not belong here, such as a second start.
  case unexpectedMessage
  /// A text that is no move of this game.
  case unreadableMove(String)
  /// A move that the rules forbid.
  case illegalMove(String, IllegalMove)
  /// A move for another place in the game than the next.
  case wrongPly(expected: Int, actual: Int)
  /// A move when it was not that side's turn.
  case outOfTurn(String)
  /// A move that took longer than there was time for.
  case timeIsUp(String)
  /// A move after the end of the game.
  case gameOver(String)
  /// More questions and pauses than anybody has use for.
  case tooManyRequests
}

/// The reason why what a player wants is not done; the match stays as it was.
public enum MatchRefusal: Error, Hashable, Sendable {
  /// The other side is to move.
  case notYourTurn
  /// The game has ended, or this side has already resigned.
  case gameOver
  /// The game has not ended.
  case gameNotOver
  /// The rules forbid it.
  case illegal(IllegalMove)
  /// There is no time left.
  case noTime
  /// A side needs a pause.
  case paused
  /// This side has no pause that it could end.
  case notPaused
  /// The boards differ: only moves can be taken back.
  case differing
  /// This side has asked something, and waits for the answer.
  case awaitingAnswer
  /// The other side has asked something, and waits for the answer.
  case answerDue
  /// Nobody has asked anything.
  case nothingAsked
  /// There is no such move to take back.
  case nothingToTakeBack
  /// That move brings about no draw that can be claimed.
  case nothingToClaim
  /// Two people at one terminal have no use for it.
  case oneTerminal
}
