extension Position: GamePosition {
  /// The position itself.
  public var position: Position { self }

  /// The position as one line, without its history.
  public var text: String { read(TextReader()) }

  /// Which game this is, and by what terms it is played.
  public var game: Game { read(GameReader()) }

  /// Who moves next; after the end, who would.
  public var toMove: Side { read(ToMoveReader()) }

  /// The number of moves that have been played.
  public var ply: Int { read(PlyReader()) }

  /// The moves played, oldest first.
  public var moves: [Move] { read(MovesReader()) }

  /// Every legal move; none after the end.
  public var legalMoves: [Move] { read(LegalMovesReader()) }

  /// How the game ended, or nil while it goes on.
  public var outcome: Outcome? { read(OutcomeReader()) }

  /// The same number for positions with the same future, whatever the order of moves.
  public var key: UInt64 { read(KeyReader()) }

  /// The board, whatever stands on it.
  public var shape: BoardShape { read(ShapeReader()) }

  /// The kind of move that a player makes next who points at the board.
  public var gesture: Gesture { read(GestureReader()) }

  /// The player with the darker stones or pieces.
  public var darkSide: Side { read(DarkSideReader()) }

  /// What each side has still to place, the first player's number before the other's; empty for a
  /// game where nothing waits beside the board.
  public var hands: [Int] { read(HandsReader()) }

  /// The advantage of the side to move by the board alone, in hundredths of a stone; 0 in a game
  /// with a search of its own.
  public var balance: Int { read(BalanceReader()) }

  /// The pieces that are in check.
  public var checkedPoints: [Point] { read(CheckedPointsReader()) }

  /// True if a piece is in check.
  public var isInCheck: Bool { !checkedPoints.isEmpty }

  /// The position before the first move.
  public var start: Position { read(StartReader()) }

  /// The position as if the rules had not ended the game; the moves stay.
  var withoutEnd: Position { read(EndlessReader()) }

  /// The position that ``perft(_:)`` begins with.
  var uncounted: Position { read(UncountedReader()) }

  /// The stone or piece on `point`; nil where none stands.
  public func cell(at point: Point) -> BoardPiece? { read(CellReader(point: point)) }

  /// The points that decided a game which ended like this; empty where none did.
  public func decidingPoints(_ outcome: Outcome) -> [Point] {
    read(DecidingReader(outcome: outcome))
  }

  /// The end that the side to move may claim; nil where it may claim none.
  ///
  /// `move` is one that would bring the end about, and is not played; nil asks about what stands
  /// here.
  public func claim(with move: Move? = nil) -> Outcome? { read(ClaimReader(move: move)) }

  /// The end of a game in which the time of `loser` runs out, where it is no loss; nil where it is.
  public func timeoutOutcome(of loser: Side) -> Outcome? { read(TimeoutReader(loser: loser)) }

  /// Reads a move as a player types it; whether it is legal, ``play(_:)`` says.
  public func move(from text: String) throws(UnreadableMove) -> Move {
    try read(MoveReader(text: text))
  }

  /// How many sequences of `depth` moves there are from here.
  ///
  /// Liuzhou chess does not look at repetition, Xiangqi at nothing but the lack of a legal move;
  /// Gomoku ends with its five. A depth below one counts this position.
  public func perft(_ depth: Int) -> Int { read(PerftReader(depth: depth)) }

  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) { try make(Play(move: move)) }

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? { make(TakeBack()) }

  /// Says that the game has ended so, or that it has not.
  mutating func overrule(_ outcome: Outcome?) { make(Overrule(outcome: outcome)) }
}

private struct TextReader: PositionReader {
  func read(_ position: some WrappedPosition) -> String { position.text }
}

private struct GameReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Game { position.game }
}

private struct ToMoveReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Side { position.toMove }
}

private struct PlyReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Int { position.ply }
}

private struct MovesReader: PositionReader {
  func read(_ position: some WrappedPosition) -> [Move] { position.moves }
}

private struct LegalMovesReader: PositionReader {
  func read(_ position: some WrappedPosition) -> [Move] { position.legalMoves }
}

private struct OutcomeReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Outcome? { position.outcome }
}

private struct KeyReader: PositionReader {
  func read(_ position: some WrappedPosition) -> UInt64 { position.key }
}

private struct ShapeReader: PositionReader {
  func read(_ position: some WrappedPosition) -> BoardShape { position.shape }
}

private struct GestureReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Gesture { position.gesture }
}

private struct DarkSideReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Side { position.darkSide }
}

private struct HandsReader: PositionReader {
  func read(_ position: some WrappedPosition) -> [Int] { position.hands }
}

private struct BalanceReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Int { position.balance }
}

private struct CheckedPointsReader: PositionReader {
  func read(_ position: some WrappedPosition) -> [Point] { position.checkedPoints }
}

private struct StartReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Position { position.start.position }
}

private struct EndlessReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Position { position.withoutVerdict.position }
}

private struct UncountedReader: PositionReader {
  func read(_ position: some WrappedPosition) -> Position { position.uncounted.position }
}

private struct CellReader: PositionReader {
  let point: Point

  func read(_ position: some WrappedPosition) -> BoardPiece? { position.cell(at: point) }
}

private struct DecidingReader: PositionReader {
  let outcome: Outcome

  func read(_ position: some WrappedPosition) -> [Point] { position.decidingPoints(outcome) }
}

private struct ClaimReader: PositionReader {
  let move: Move?

  func read(_ position: some WrappedPosition) -> Outcome? { position.claim(with: move) }
}

private struct TimeoutReader: PositionReader {
  let loser: Side

  func read(_ position: some WrappedPosition) -> Outcome? { position.timeoutOutcome(of: loser) }
}

private struct MoveReader: PositionReader {
  let text: String

  func read(_ position: some WrappedPosition) throws(UnreadableMove) -> Move {
    try position.move(from: text)
  }
}

private struct PerftReader: PositionReader {
  let depth: Int

  func read(_ position: some WrappedPosition) -> Int { position.perft(depth) }
}

private struct Play: PositionChange {
  let move: Move

  func change(_ position: inout some WrappedPosition) throws(IllegalMove) {
    try position.play(move)
  }
}

private struct TakeBack: PositionChange {
  func change(_ position: inout some WrappedPosition) -> Move? { position.takeBack() }
}

private struct Overrule: PositionChange {
  let outcome: Outcome?

  func change(_ position: inout some WrappedPosition) { position.overrule(outcome) }
}
