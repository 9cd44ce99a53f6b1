/// A position of Gomoku: the stones, whose turn it is, and whether the game has ended.
///
/// The rules are in docs/rules/gomoku.md.
public struct GomokuPosition: Hashable, Sendable {
  /// What wins.
  public let rule: GomokuRule

  /// The number of columns, and of rows.
  public let size: Int

  /// Who moves next; after the end, who would.
  public private(set) var toMove: Side

  /// How the game ended, or nil while it goes on.
  public private(set) var outcome: Outcome?

  /// The same number for the same stones and the same side to move, whatever the order of moves.
  public private(set) var hash: UInt64

  /// The points in the order they were taken.
  public private(set) var moves: [Move]

  private var stones: [Side?]

  private static let sideToMoveWord = Zobrist.word(-1)

  /// The empty board, Black to move.
  public init(rule: GomokuRule = .freestyle) {
    self.rule = rule
    size = 15
    toMove = .first
    hash = 0
    moves = []
    stones = Array(repeating: nil, count: size * size)
  }

  /// How many stones have been placed.
  public var ply: Int { moves.count }

  /// Who has a stone on `point`; nil where it is empty or off the board.
  public func stone(at point: Point) -> Side? {
    guard point.isOnBoard(ofSize: size) else { return nil }
    return stones[point.index(size: size)]
  }

  /// Every legal move, row by row from `a1`; none after the end.
  public var legalMoves: [Move] {
    guard outcome == nil else { return [] }
    return stones.indices.compactMap { index in
      stones[index] == nil ? .place(Point(index: index, size: size)) : nil
    }
  }

  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    guard let point = move.placedPoint else { throw .otherGame(move) }
    guard point.isOnBoard(ofSize: size) else { throw .offBoard(point) }
    let index = point.index(size: size)
    guard stones[index] == nil else { throw .occupied(point) }
    stones[index] = toMove
    moves.append(move)
    toggle(index, toMove)
    if winsThrough(point) {
      outcome = Outcome(winner: toMove, reason: .five)
    } else if moves.count == stones.count {
      outcome = Outcome(winner: nil, reason: .boardFull)
    }
    toMove = toMove.other
  }

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? {
    guard let move = moves.popLast() else { return nil }
    toMove = toMove.other
    outcome = nil
    guard let index = move.placedPoint?.index(size: size) else { return move }
    stones[index] = nil
    toggle(index, toMove)
    return move
  }

  /// The stones of the row that won, in order along it; empty while nobody has won.
  public var winningRow: [Point] {
    guard outcome?.winner != nil, let point = moves.last?.placedPoint else { return [] }
    for direction in Direction.allCases {
      let row = row(through: point, along: direction)
      if isWin(row.count) { return row }
    }
    return []
  }

  private mutating func toggle(_ index: Int, _ side: Side) {
    hash ^= Zobrist.word(index * 2 + (side == .first ? 0 : 1)) ^ Self.sideToMoveWord
  }

  private func winsThrough(_ point: Point) -> Bool {
    Direction.allCases.contains { isWin(row(through: point, along: $0).count) }
  }

  private func isWin(_ length: Int) -> Bool {
    switch rule {
    case .freestyle: length >= 5
    case .standard: length == 5
    }
  }

  /// The unbroken row of one colour that `point`'s stone stands in.
  private func row(through point: Point, along direction: Direction) -> [Point] {
    guard let side = stone(at: point) else { return [] }
    let step = direction.step
    var start = point
    while let before = Point(column: start.column - step.column, row: start.row - step.row),
      stone(at: before) == side
    {
      start = before
    }
    var row = [start]
    var end = start
    while let next = Point(column: end.column + step.column, row: end.row + step.row),
      stone(at: next) == side
    {
      row.append(next)
      end = next
    }
    return row
  }
}
