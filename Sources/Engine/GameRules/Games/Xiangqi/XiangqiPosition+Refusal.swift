/// The reason why a move is refused. How pieces go is ``XiangqiEngine``'s; here is named what
/// stopped one.
extension XiangqiPosition {
  /// The reason why no piece of the side to move goes from `from` to `to`, which is so.
  func refusal(from: Point, to: Point) -> IllegalMove {
    guard let piece = piece(at: from) else {
      return .noSuchStep(from: from, to: to, .nothingThere)
    }
    guard piece.side == toMove else { return .noSuchStep(from: from, to: to, .notOwn) }
    let steps = [abs(to.column - from.column), abs(to.row - from.row)].sorted()
    guard piece.kind.goes(steps[0], steps[1]) else {
      return .noSuchStep(from: from, to: to, .notItsWay)
    }
    if self.piece(at: to)?.side == toMove { return .occupied(to) }
    return .noSuchStep(from: from, to: to, obstacle(to: piece.kind, from, to))
  }

  /// What stops a piece on a way that is its own, to an end that is free or the enemy's.
  private func obstacle(to kind: XiangqiPiece.Kind, _ from: Point, _ to: Point) -> Obstacle {
    switch kind {
    case .general, .advisor: return .palace
    case .pawn: return .pawnTooEarly
    case .elephant:
      guard kind.mayEnter(to, toMove) else { return .river }
      return .eye(halfway(from, to))
    case .horse: return .leg(halfway(from, to))
    case .rook: return line(from, to)
    case .cannon:
      let screens = board.occupied(between: from, to).count
      return piece(at: to) == nil ? line(from, to) : .screens(screens)
    }
  }

  private func line(_ from: Point, _ to: Point) -> Obstacle {
    board.occupied(between: from, to).first.map(Obstacle.piece) ?? .notItsWay
  }

  /// The point that is half as far, counted towards `from` where the half is no whole number.
  private func halfway(_ from: Point, _ to: Point) -> Point {
    let column = from.column + (to.column - from.column) / 2
    let row = from.row + (to.row - from.row) / 2
    return Point(index: row * columns + column, size: columns)
  }

  /// Where the pieces stand that give check to the side to move, in the order of their names.
  public var checkers: [Point] {
    let general = board.firstIndex(of: XiangqiPiece(.general, toMove))
    return XiangqiEngine(board, toMove: toMove.other).allReaches
      .filter { $0.to.index(size: 9) == general }
      .map { $0.from }
      .sorted { $0.description < $1.description }
  }

  /// The reason why a move that a piece can make gives up the own general, which it does.
  func exposure(by move: Move, from: Point, to: Point) -> IllegalMove {
    var after = board
    after[to.index(size: 9)] = after[from.index(size: 9)]
    after[from.index(size: 9)] = nil
    let general = after.firstIndex(of: XiangqiPiece(.general, toMove))
    let engine = XiangqiEngine(after, toMove: toMove.other)
    let attackers = engine.allReaches
      .filter { $0.to.index(size: 9) == general }
      .map { $0.from }
      .sorted { $0.description < $1.description }
    guard !after.generalsFace, let attacker = attackers.first else { return .facesGeneral(move) }
    return isInCheck
      ? .leavesCheck(move, attacker: attacker) : .exposesGeneral(move, attacker: attacker)
  }
}

extension [XiangqiPiece?] {
  /// True if the two generals stand on one column with nothing between them.
  fileprivate var generalsFace: Bool {
    let generals = indices.filter { self[$0]?.kind == .general }
      .map { Point(index: $0, size: 9) }
    guard generals.count == 2, generals[0].column == generals[1].column else { return false }
    return occupied(between: generals[0], generals[1]).isEmpty
  }

  /// The points with a piece between two of one row or column, the nearest to `from` first.
  fileprivate func occupied(between from: Point, _ to: Point) -> [Point] {
    let step = (to.row - from.row).signum() * 9 + (to.column - from.column).signum()
    return stride(from: from.index(size: 9) + step, to: to.index(size: 9), by: step)
      .filter { self[$0] != nil }
      .map { Point(index: $0, size: 9) }
  }
}

extension XiangqiPiece.Kind {
  /// True if a way of `short` points along one axis and `long`, not less, along the other is its
  /// own.
  fileprivate func goes(_ short: Int, _ long: Int) -> Bool {
    switch self {
    case .general, .pawn: (short, long) == (0, 1)
    case .advisor: (short, long) == (1, 1)
    case .elephant: (short, long) == (2, 2)
    case .horse: (short, long) == (1, 2)
    case .rook, .cannon: short == 0 && long > 0
    }
  }
}
