public import GameRules
public import GameSearch

/// A player's request to the program, chosen from a menu or typed as a command.
public enum Request: Hashable, Sendable {
  /// To play at this terminal: against the robot at this level, or with a second person if nil.
  case play(GameKind, against: SearchLevel?)
  /// To open a table for this game, or to resume an unfinished match there.
  case host(GameKind)
  /// To join the table of this name, address or code; the one that the player picks, if nil.
  case join(String?)
  /// To resume the game of this number.
  case resume(Int64)
  /// To replay the game of this number, with a judgement of its moves or without.
  case replay(Int64, isJudged: Bool)
  /// To delete the game of this number.
  case delete(Int64)
}
