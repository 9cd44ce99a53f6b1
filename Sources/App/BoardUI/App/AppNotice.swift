public import GameRules
public import GameSearch
public import MatchPlay
public import MatchProtocol

/// A notice for a face.
public enum AppNotice: Hashable, Sendable {
  /// An event at the table.
  case table(TableNotice)
  /// The progress of the connection to the other side.
  case progress(TransportProgress)
  /// The way to the other side cannot be opened yet, for this reason.
  case waits(ExitReason)
  /// One of several ways to the other side is closed, for this reason.
  case wayEnded(ExitReason)
  /// Both sides of the match keep it in this folder.
  case sharesFolder(String)
  /// The digits that are to be compared have just changed.
  case digitsChanged
  /// The player has typed control-C in the middle of a game; another one ends the program.
  case asksToStop
  /// The machine begins to think, which may take some time.
  case thinking(Inquiry.Purpose)
  /// The machine would play this move here.
  case hint(Move, MoveReason, in: Position)
  /// There is no hint.
  case hintRefused(HintRefusal)
  /// The game that has ended has changed the player's rating so.
  case rating(RatingChange)
  /// The link of a match that goes on in this program was made again.
  case cameBack
  /// This was said before.
  case log([String])
  /// A file cannot be sent, for this reason.
  case fileProblem(String)
  /// This happened at the app of the other player.
  case line(String)
  /// The app of the other player has no word for what the player here wants.
  case wordless
  /// The machine plays so well from now on.
  case level(SearchLevel)
}
