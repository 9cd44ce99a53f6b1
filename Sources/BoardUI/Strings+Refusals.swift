import GameRules

/// Why a move is not played, and what may be typed instead.
extension Strings {
  static func noMove(_ error: UnreadableMove, in position: Position) -> String {
    switch position {
    case .gomoku(let gomoku): offBoard(error.text, in: .gomoku, size: gomoku.size)
    case .liuzhou, .xiangqi: "\(error.text) is no move here: type \(wanted(in: position))."
    }
  }

  static func refused(_ move: Move, _ why: IllegalMove, in position: Position) -> String {
    switch why {
    case .occupied(let point): "There is a stone on \(point) already."
    case .offBoard(let point): offBoard(point.description, in: position)
    case .gameOver: "The game is over."
    case .otherGame, .captureDue:
      "\(move) cannot be played now: type \(wanted(in: position))."
    case .notTakeable(let point): notTakeable(point, in: position)
    case .noSuchStep(let from, let to): noSuchStep(move, from, to, in: position)
    case .exposesGeneral: exposed(move, in: position)
    case .forbidden(let point, let foul):
      "\(point) is forbidden: Black would have \(self.foul(foul))."
    }
  }

  /// What a legal move looks like now.
  static func wanted(in position: Position) -> String {
    switch position {
    case .gomoku(let gomoku):
      let choices = gomoku.legalMoves.compactMap { move in
        if case .choose(let choice) = move.action { choice.rawValue } else { nil as String? }
      }
      return choices.isEmpty
        ? "a letter and a number, like h8" : list(choices)
    case .liuzhou(let liuzhou) where liuzhou.capturesDue > 0: return "x and a point, like xd4"
    case .liuzhou(let liuzhou):
      return liuzhou.phase == .placing ? "an empty point, like c3" : "a step, like c3c4"
    case .xiangqi: return "a start and an end, like h2e2"
    }
  }

  /// `black, white or two`.
  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  // MARK: Boards

  private static func offBoard(_ text: String, in position: Position) -> String {
    switch position {
    case .gomoku(let gomoku): offBoard(text, in: .gomoku, size: gomoku.size)
    case .liuzhou: offBoard(text, in: .liuzhou, size: 6)
    case .xiangqi: offBoard(text, in: .xiangqi, size: 9)
    }
  }

  private static func offBoard(_ text: String, in game: GameKind, size: Int) -> String {
    let letter = Point(column: size - 1, row: 0)?.description.prefix(1) ?? ""
    let rows = game == .xiangqi ? "0 to 9" : "1 to \(size)"
    return "\(text) is not on the board: columns a to \(letter), rows \(rows)."
  }

  // MARK: Liuzhou chess

  private static func notTakeable(_ point: Point, in position: Position) -> String {
    guard case .liuzhou(let liuzhou) = position, let owner = liuzhou.stone(at: point) else {
      return "There is no stone on \(point)."
    }
    if owner == liuzhou.toMove { return "The stone on \(point) is your own." }
    if liuzhou.isMarked(at: point) { return "The stone on \(point) is marked already." }
    guard let kind = liuzhou.formations(at: point).first else {
      return "The stone on \(point) may not be taken."
    }
    return "The stone on \(point) is protected: it stands in \(name(kind))."
  }

  // MARK: Steps

  private static func noSuchStep(
    _ move: Move,
    _ from: Point,
    _ to: Point,
    in position: Position
  ) -> String {
    switch position {
    case .gomoku: return "\(move) is no move of this game."
    case .liuzhou(let liuzhou):
      guard let owner = liuzhou.stone(at: from) else { return "There is no stone on \(from)." }
      guard owner == liuzhou.toMove else {
        return "The stone on \(from) is \(side(owner, in: position))'s."
      }
      let distance = abs(from.column - to.column) + abs(from.row - to.row)
      return distance == 1
        ? "There is a stone on \(to) already."
        : "A stone goes one step along a row or a column, not from \(from) to \(to)."
    case .xiangqi(let xiangqi):
      return noSuchStep(from, to, in: xiangqi)
    }
  }

  private static func noSuchStep(
    _ from: Point,
    _ to: Point,
    in position: XiangqiPosition
  ) -> String {
    let (start, end) = (square(from), square(to))
    guard let piece = position.piece(at: from) else { return "There is no piece on \(start)." }
    let name = name(piece.kind)
    guard piece.side == position.toMove else {
      return "The \(name) on \(start) is \(side(piece.side, in: .xiangqi(position)))'s."
    }
    let obstacle = XiangqiField(position).obstacle(from: from, to: to)
    if obstacle != .notItsWay, let other = position.piece(at: to), other.side == piece.side {
      return "Your own \(self.name(other.kind)) stands on \(end)."
    }
    switch obstacle {
    case .blocked(let point):
      return "The \(name) on \(start) is blocked: a piece stands on \(square(point))."
    case .inTheWay(let point):
      let isOwn = position.piece(at: point)?.side == piece.side
      let other = isOwn ? position.piece(at: point).map { "Your own \(self.name($0.kind))" } : nil
      return "\(other ?? "A piece") stands in the way on \(square(point))."
    case .screens(0): return "A cannon takes only over a piece: there is none before \(end)."
    case .screens(let count):
      return "A cannon takes over exactly one piece: there are \(count) before \(end)."
    case .leavesPalace: return "The \(name) may not leave the palace."
    case .crossesRiver: return "An elephant may not cross the river."
    case .pawnTooEarly:
      return "A pawn goes one step forward, and sideways only once it is over the river."
    case .notItsWay, nil:
      return "The \(name) does not go from \(start) to \(end): \(piece.kind.way)."
    }
  }

  /// A point of Xiangqi, whose rows count from 0.
  static func square(_ point: Point) -> String {
    "\(point.description.prefix(1))\(point.row)"
  }

  private static func exposed(_ move: Move, in position: Position) -> String {
    guard case .xiangqi(let xiangqi) = position, case .carry(let from, let to) = move.action else {
      return "\(move) cannot be played."
    }
    let attackers = XiangqiField(xiangqi).after(from, to).attackers(of: xiangqi.toMove)
    guard let attacker = attackers.first else { return "\(move) would give up your general." }
    if attackers.contains(where: { $0.kind == .general }) {
      return "After \(move) the two generals would face each other on an open column."
    }
    let who = "the \(name(attacker.kind)) on \(square(attacker.point))"
    return xiangqi.isInCheck
      ? "You are in check, and after \(move) \(who) could take your general."
      : "After \(move) \(who) could take your general."
  }
}
