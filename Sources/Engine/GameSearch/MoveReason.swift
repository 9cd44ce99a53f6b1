public import GameRules

/// The reason why a move is a good one, as far as one sentence can say it.
public enum MoveReason: Hashable, Sendable {
  /// There is no other move.
  case only
  /// It wins by force, with this many of one's own moves, from 1 for at once.
  case wins(moves: Int)
  /// Every move loses; this one lasts for this many of one's own moves.
  case holdsOut(moves: Int)
  /// It is in the way of four in a row, which would be five next.
  case stopsFour
  /// It is in the way of an open three, which would be an open four next.
  case stopsThree
  /// It makes four in a row, which the other side has to answer.
  case makesFour
  /// It makes an open three.
  case makesThree
  /// It takes this piece of Xiangqi.
  case takes(XiangqiPiece.Kind)
  /// It takes this piece of chess.
  case captures(ChessPiece.Kind)
  /// It gives check.
  case checks
  /// It makes this formation of Liuzhou chess.
  case makes(FormationKind)
  /// It is in the way of this formation.
  case stops(FormationKind)
  /// The search likes it best: so many hundredths of a pawn or stone for the side to move.
  case likedBest(score: Int)

  /// The most telling reason for the move that a search found in `position`.
  public init(_ report: SearchReport, in position: Position) {
    if let mate = report.mate {
      // The own moves of a line that begins with one.
      let moves = (abs(mate) + 1) / 2
      self = mate > 0 ? .wins(moves: max(moves, 1)) : .holdsOut(moves: max(moves, 1))
    } else if position.legalMoves.count == 1 {
      self = .only
    } else {
      self =
        Self.onBoard(report.move, in: position) ?? .likedBest(score: report.score)
    }
  }

  /// The reason that can be seen on the board; nil for nothing in particular.
  private static func onBoard(_ move: Move, in position: Position) -> MoveReason? {
    if case .gomoku(let position) = position { return onBoard(move, in: position) }
    if case .liuzhou(let position) = position { return onBoard(move, in: position) }
    if case .xiangqi(let position) = position { return onBoard(move, in: position) }
    if case .chess(let position) = position { return onBoard(move, in: position) }
    return nil
  }

  private static func onBoard(_ move: Move, in position: GomokuPosition) -> MoveReason? {
    guard !position.isOpening, let point = move.placedPoint else { return nil }
    let side = position.colourToMove == .first ? 0 : 1
    let cell = GomokuGrid.cell(point)
    let board = GomokuBoard(position)
    defer { board.free() }
    let other = side ^ 1
    let fives = board.count(other, CellClass.five)
    let openFours = board.count(other, CellClass.openFour)
    let ownOpenFours = board.count(side, CellClass.openFour)
    board.place(cell, side)
    if fives > board.count(other, CellClass.five) { return .stopsFour }
    if board.count(side, CellClass.five) > 0 { return .makesFour }
    if openFours > 0, board.count(other, CellClass.openFour) == 0 { return .stopsThree }
    return board.count(side, CellClass.openFour) > ownOpenFours ? .makesThree : nil
  }

  private static func onBoard(_ move: Move, in position: XiangqiPosition) -> MoveReason? {
    guard case .carry(_, let end) = move.action else { return nil }
    if let taken = position.piece(at: end) { return .takes(taken.kind) }
    var next = position
    guard (try? next.play(move)) != nil else { return nil }
    return next.isInCheck ? .checks : nil
  }

  private static func onBoard(_ move: Move, in position: ChessPosition) -> MoveReason? {
    guard case .carry(_, let end) = move.action else { return nil }
    if let taken = position.piece(at: end) { return .captures(taken.kind) }
    var next = position
    guard (try? next.play(move)) != nil else { return nil }
    return next.isInCheck ? .checks : nil
  }

  private static func onBoard(_ move: Move, in position: LiuzhouPosition) -> MoveReason? {
    let point: Point
    switch move.action {
    case .place(let end), .step(_, let end): point = end
    case .remove, .carry, .choose: return nil
    }
    var next = position
    guard (try? next.play(move)) != nil else { return nil }
    if next.toMove == position.toMove, next.capturesDue > 0,
      let kind = next.formations(at: point).first
    {
      return .makes(kind)
    }
    guard position.phase == .placing else { return nil }
    let number = point.row * 6 + point.column
    let stones = position.board.enemy | 1 << UInt64(number)
    return Formation.through[number].first { $0.mask & ~stones == 0 }.map { .stops($0.kind) }
  }
}
