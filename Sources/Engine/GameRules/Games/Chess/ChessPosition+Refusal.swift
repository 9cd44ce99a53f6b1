/// The reason why a move is refused.
extension ChessPosition {
  /// The reason why `move`, a move of chess that is not legal here, is refused.
  public func refusal(of move: Move) -> ChessRefusal {
    let (from, to) = move.squares
    guard let piece = piece(at: from) else { return .nothingThere(from) }
    guard piece.side == toMove else { return .notOwn(piece, from) }
    if piece.kind == .king, from == home, to.row == from.row, abs(to.column - from.column) == 2 {
      return castlingRefusal(to.column > from.column ? .king : .queen, from)
    }
    if let target = self.piece(at: to), target.side == toMove { return .occupied(target, to) }
    return refusal(of: move, by: piece)
  }

  private func refusal(of move: Move, by piece: ChessPiece) -> ChessRefusal {
    let (from, to) = move.squares
    guard piece.goes(from, to) else { return .notItsWay(piece.kind, from: from, to: to) }
    if let blocker = blocker(of: piece.kind, from, to) { return blocker }
    let isLast = piece.kind == .pawn && to.row % 7 == 0
    guard isLast == (move.promotion != nil) else {
      return isLast ? .promotionMissing(to) : .noPromotion(from)
    }
    return exposure(from, to)
  }

  /// The square from which the king of the side to move castles.
  private var home: Point { Point(index: toMove == .first ? 4 : 60, size: 8) }

  /// What is in the way of a piece that goes so, or is missing where a pawn would take.
  private func blocker(of kind: ChessPiece.Kind, _ from: Point, _ to: Point) -> ChessRefusal? {
    let between = from.squares(before: to)
    for point in kind == .knight ? [] : between {
      if let piece = piece(at: point) { return .blocked(piece, point) }
    }
    guard kind == .pawn else { return nil }
    if from.column == to.column { return piece(at: to).map { .blocked($0, to) } }
    return piece(at: to) == nil && to != passed ? .nothingToTake(to) : nil
  }

  /// The square that the last move let a pawn pass, whether it may be taken there or not.
  private var passed: Point? {
    guard let last = moves.last?.squares, piece(at: last.to)?.kind == .pawn,
      abs(last.to.row - last.from.row) == 2
    else { return setup.passant == 0 ? nil : Point(index: Int(setup.passant), size: 8) }
    return Point(index: (last.from.index(size: 8) + last.to.index(size: 8)) / 2, size: 8)
  }

  /// The piece that could take the own king after a move whose piece goes so.
  private func exposure(_ from: Point, _ to: Point) -> ChessRefusal {
    let isPassant =
      piece(at: from)?.kind == .pawn && piece(at: to) == nil && from.column != to.column
    var engine = ChessEngine(setup)
    let kind = isPassant ? ChessStep.passant : ChessStep.plain
    _ = engine.make(ChessStep(from.index(size: 8), to.index(size: 8), kind))
    let king = Point(index: engine.king(engine.enemy), size: 8)
    guard let attacker = attacker(of: king, engine) else {
      return .notItsWay(piece(at: from)?.kind ?? .pawn, from: from, to: to)
    }
    if king == to { return .kingAttacked(on: to, attacker.piece, attacker.point) }
    return isInCheck
      ? .leavesCheck(attacker.piece, attacker.point)
      : .exposesKing(attacker.piece, attacker.point)
  }

  /// The first piece of the side to move in `engine` that attacks `point`.
  private func attacker(
    of point: Point,
    _ engine: borrowing ChessEngine
  ) -> (piece: ChessPiece, point: Point)? {
    let attackers = engine.attackers(of: point.index(size: 8), by: engine.own, engine.occupied)
    guard let from = attackers.points.first,
      let piece = ChessPiece(code: engine.cells[from.index(size: 8)])
    else { return nil }
    return (piece, from)
  }

  /// The reason why the king, which stands on its home square, may not castle.
  func castlingRefusal(_ wing: ChessWing, _ from: Point) -> ChessRefusal {
    let right: UInt8 = (wing == .king ? 1 : 2) << (toMove == .first ? 0 : 2)
    guard setup.rights & right != 0 else { return .noCastlingRight(wing) }
    let corner = Point(index: from.row * 8 + (wing == .king ? 7 : 0), size: 8)
    for point in from.squares(before: corner) {
      if let piece = piece(at: point) { return .blocked(piece, point) }
    }
    var engine = ChessEngine(setup)
    _ = engine.pass()
    if let attacker = attacker(of: from, engine) {
      return .castlesInCheck(attacker.piece, attacker.point)
    }
    for point in from.squares(before: corner).prefix(2) {
      guard let attacker = attacker(of: point, engine) else { continue }
      return .castlesThroughCheck(over: point, attacker.piece, attacker.point)
    }
    return .noCastlingRight(wing)
  }
}

extension Point {
  /// The squares on the straight or diagonal way to `other`, the nearest first; empty where there
  /// is no such way.
  fileprivate func squares(before other: Point) -> [Point] {
    let (across, up) = (other.column - column, other.row - row)
    guard across == 0 || up == 0 || abs(across) == abs(up) else { return [] }
    let step = up.signum() * 8 + across.signum()
    let length = max(abs(across), abs(up))
    return (1..<max(1, length)).map { Point(index: index(size: 8) + $0 * step, size: 8) }
  }
}

extension ChessPiece {
  /// True if the way between two squares is this piece's on an empty board, or a pawn's to take.
  fileprivate func goes(_ from: Point, _ to: Point) -> Bool {
    let (start, end) = (from.index(size: 8), to.index(size: 8))
    let bit: UInt64 = 1 << UInt64(end)
    let tables = ChessTables.shared
    guard kind == .pawn else { return tables.attacks(of: kind.number, start, 0) & bit != 0 }
    let ahead = side == .first ? end - start : start - end
    let isAtStart = from.row == (side == .first ? 1 : 6)
    return ahead == 8 || ahead == 16 && isAtStart || tables.pawn(start, Int(code) & 8) & bit != 0
  }
}
