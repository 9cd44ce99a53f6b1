/// A position of one game: what stands on the board, who moves, and how it came about.
///
/// Each game has a type of its own, with what only that game knows; ``Position`` is any of them.
public protocol GamePosition: Hashable, Sendable {
  /// Which game this is, and by what terms it is played.
  var game: Game { get }

  /// Who moves next; after the end, who would.
  var toMove: Side { get }

  /// The number of moves that have been played.
  var ply: Int { get }

  /// The moves played, oldest first.
  var moves: [Move] { get }

  /// Every legal move; none after the end.
  var legalMoves: [Move] { get }

  /// How the game ended, or nil while it goes on.
  var outcome: Outcome? { get }

  /// The same number for positions with the same future, whatever the order of moves.
  ///
  /// Repetition is not part of it. Two positions may share a key by chance.
  var key: UInt64 { get }

  /// The position as one line, without its history.
  var text: String { get }

  /// Plays `move`, or throws and leaves the position as it was.
  mutating func play(_ move: Move) throws(IllegalMove)

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  mutating func takeBack() -> Move?

  /// Reads a move as a player types it; whether it is legal, ``play(_:)`` says.
  func move(from text: String) throws(UnreadableMove) -> Move

  /// How many sequences of `depth` moves there are from here.
  ///
  /// Liuzhou chess does not look at repetition, Xiangqi at nothing but the lack of a legal move;
  /// Gomoku ends with its five. A depth below one counts this position.
  func perft(_ depth: Int) -> Int

  /// This position as one of any game.
  var position: Position { get }

  /// The board, whatever stands on it.
  var shape: BoardShape { get }

  /// The stone or piece on `point`; nil where none stands.
  func cell(at point: Point) -> BoardPiece?

  /// The kind of move that a player makes next who points at the board.
  var gesture: Gesture { get }

  /// The player with the darker stones or pieces.
  var darkSide: Side { get }

  /// What each side has still to place, the first player's number before the other's; empty for a
  /// game where nothing waits beside the board.
  var hands: [Int] { get }

  /// The advantage of the side to move by the board alone, in hundredths of a stone; 0 in a game
  /// with a search of its own.
  var balance: Int { get }

  /// The pieces that are in check.
  var checkedPoints: [Point] { get }

  /// The points that decided a game which ended like this; empty where none did.
  func decidingPoints(_ outcome: Outcome) -> [Point]

  /// The end that the side to move may claim; nil where it may claim none.
  ///
  /// `move` is one that would bring the end about, and is not played; nil asks about what stands
  /// here.
  func claim(with move: Move?) -> Outcome?

  /// The end of a game in which the time of `loser` runs out, where it is no loss; nil where it is.
  func timeoutOutcome(of loser: Side) -> Outcome?
}

extension GamePosition {
  /// The second player.
  public var darkSide: Side { .second }

  /// None.
  public var hands: [Int] { [] }

  /// None.
  public var balance: Int { 0 }

  /// None.
  public var checkedPoints: [Point] { [] }

  /// None.
  public func decidingPoints(_ outcome: Outcome) -> [Point] { [] }

  /// None.
  public func claim(with move: Move?) -> Outcome? { nil }

  /// None: it is a loss.
  public func timeoutOutcome(of loser: Side) -> Outcome? { nil }

  /// The position before the first move.
  public var start: Self {
    var position = self
    while position.takeBack() != nil {}
    return position
  }
}
