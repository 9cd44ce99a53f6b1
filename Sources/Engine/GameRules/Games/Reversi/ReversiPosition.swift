/// A position of Reversi: the discs, whose turn it is, and whether the game has ended.
///
/// The rules are in docs/reference/rules/reversi.md. ``Side/first`` is Black. A side that can turn
/// nothing passes at once, so no move says so.
public struct ReversiPosition: GamePosition {
  private struct Undo: Hashable {
    let move: Move
    let discs: ReversiDiscs
    let toMove: Side
  }

  /// Who moves next; after the end, who would.
  public private(set) var toMove = Side.first

  /// How the game ended, or nil while it goes on.
  public private(set) var outcome: Outcome?

  private(set) var discs = ReversiDiscs.start
  private var undo: [Undo] = []

  /// Four discs in the middle, Black to move.
  public init() {}

  /// Takes discs as they lie; a side that can turn nothing passes.
  init(_ discs: ReversiDiscs, toMove: Side) {
    (self.discs, self.toMove) = (discs, toMove)
    settle()
  }

  /// Reversi.
  public var game: Game { .reversi }

  /// The moves played, oldest first.
  public var moves: [Move] { undo.map { $0.move } }

  /// The number of moves that have been played.
  public var ply: Int { undo.count }

  /// Every legal move, by point from `a1`; none after the end.
  public var legalMoves: [Move] {
    outcome == nil ? ReversiDiscs.points(discs.moves(of: toMove)).map(Move.place) : []
  }

  /// The same number for the same discs and the same side to move.
  public var key: UInt64 {
    let word = Zobrist.word(discs.black) &+ 3 &* Zobrist.word(~discs.white)
    return toMove == .first ? word : ~word
  }

  /// The number of discs of `side`.
  public func count(of side: Side) -> Int { discs.discs(of: side).nonzeroBitCount }

  /// Who has a disc on `point`; nil where none lies.
  public func disc(at point: Point) -> Side? {
    guard point.isOnBoard(ofSize: 8) else { return nil }
    let bit = UInt64(1) << UInt64(point.index(size: 8))
    return discs.black & bit != 0 ? .first : discs.white & bit != 0 ? .second : nil
  }

  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    guard case .place(let point) = move.action else { throw .otherGame(move) }
    guard point.isOnBoard(ofSize: 8) else { throw .offBoard(point) }
    guard disc(at: point) == nil else { throw .occupied(point) }
    let turned = discs.turned(by: point.index(size: 8), of: toMove)
    guard turned != 0 else { throw .against(GameRule(name: "turns-nothing", point: point)) }
    undo.append(Undo(move: move, discs: discs, toMove: toMove))
    discs.place(point.index(size: 8), turning: turned, of: toMove)
    toMove = toMove.other
    settle()
  }

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? {
    guard let last = undo.popLast() else { return nil }
    (discs, toMove, outcome) = (last.discs, last.toMove, nil)
    return last.move
  }

  /// How many sequences of `depth` moves there are from here; a pass is no move.
  ///
  /// A depth below one counts this position.
  public func perft(_ depth: Int) -> Int {
    guard depth > 0 else { return 1 }
    return legalMoves.reduce(0) { sum, move in
      var next = self
      guard (try? next.play(move)) != nil else { return sum }
      return sum + next.perft(depth - 1)
    }
  }

  /// Passes where the side to move can turn nothing, and ends the game where neither can.
  private mutating func settle() {
    guard discs.moves(of: toMove) == 0 else { return }
    guard discs.moves(of: toMove.other) == 0 else {
      toMove = toMove.other
      return
    }
    let (black, white) = (count(of: .first), count(of: .second))
    outcome = Outcome(
      winner: black == white ? nil : black > white ? .first : .second,
      reason: black + white == 64 ? .boardFull : .blocked
    )
  }
}

extension ReversiPosition: WrappedPosition {
  /// Reversi, which is sold as Othello.
  static let description = GameDescription(
    otherNames: ["othello", "黑白棋", "翻转棋", "奥赛罗"],
    colours: ("black", "white"),
    openingPlies: 4...8
  )

  /// This position.
  public var position: Position { .reversi(self) }

  /// Eight by eight cells.
  public var shape: BoardShape {
    BoardShape(size: 8, start: Point(index: 19, size: 8)).withCells
  }

  /// The disc on `point`.
  public func cell(at point: Point) -> BoardPiece? {
    disc(at: point).map { BoardPiece($0, isDark: $0 == .first) }
  }

  /// A disc is placed.
  public var gesture: Gesture { .place }

  /// The first player.
  public var darkSide: Side { .first }

  var withoutVerdict: ReversiPosition {
    var position = self
    position.outcome = nil
    return position
  }

  var uncounted: ReversiPosition { self }

  mutating func overrule(_ outcome: Outcome?) { self.outcome = outcome }

  /// The advantage of the side to move.
  ///
  /// Corners cannot be turned back and the cells beside them give them away; a side with few moves
  /// has to play bad ones. In the end the discs count.
  public var balance: Int {
    let (own, other) = (discs.discs(of: toMove), discs.discs(of: toMove.other))
    func difference(_ cells: UInt64) -> Int {
      (own & cells).nonzeroBitCount - (other & cells).nonzeroBitCount
    }
    let mobility =
      discs.moves(of: toMove).nonzeroBitCount - discs.moves(of: toMove.other).nonzeroBitCount
    let places =
      500 * difference(0x8100_0000_0000_0081) - 200 * difference(0x0042_0000_0000_4200)
      - 80 * difference(0x4281_0000_0000_8142) + 60 * mobility
    let isLate = (own | other).nonzeroBitCount > 52
    return isLate ? places / 4 + 100 * difference(.max) : places
  }
}
