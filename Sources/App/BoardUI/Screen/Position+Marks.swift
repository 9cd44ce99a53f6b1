import GameRules

/// The marks of a board; the rules know them.
extension Position {
  /// True if moves may begin with letters from p on, most of which do something on a screen.
  var hasLateColumns: Bool {
    if case .gomoku(let gomoku) = self { gomoku.size > 15 } else { false }
  }

  /// The marks that do not depend on the player's input: the last move, the points that decided the
  /// game if the rules did, and a general in check before that.
  func standingMarks(by outcome: Outcome?) -> [Point: Set<BoardPicture.Mark>] {
    var marks: [Point: Set<BoardPicture.Mark>] = [:]
    func add(_ mark: BoardPicture.Mark, _ points: [Point]) {
      for point in points { marks[point, default: []].insert(mark) }
    }
    add(.last, [moves.last?.points.last].compactMap(\.self))
    add(.origin, [moves.last?.ends?.from].compactMap(\.self))
    add(.won, outcome.map(decidingPoints) ?? [])
    return marks
  }

  /// The points that decided a game that ended like this.
  ///
  /// It is the row that won or broke the rules of renju, the general that is lost and what gives
  /// check to it, or the stones that are too few or cannot move.
  func decidingPoints(_ outcome: Outcome) -> [Point] {
    switch self {
    case .gomoku(let gomoku): gomoku.deciding(outcome)
    case .liuzhou(let liuzhou):
      outcome.winner.map { liuzhou.stones(of: $0.other) } ?? []
    case .xiangqi(let xiangqi):
      outcome.winner.map { xiangqi.general(of: $0.other) + xiangqi.checkers } ?? []
    }
  }

  /// A general in check.
  var checkedPoints: [Point] {
    guard case .xiangqi(let xiangqi) = self, xiangqi.isInCheck else { return [] }
    return xiangqi.general(of: xiangqi.toMove)
  }

  /// The threats to the side to move: points that are forbidden to it, points where the other side
  /// would win with its next stone, or pieces that the other side could take.
  var threatenedPoints: [Point] {
    switch self {
    case .gomoku(let gomoku): gomoku.forbiddenNow + winningPoints
    case .liuzhou, .xiangqi: takeablePoints
    }
  }

  /// The same board with the other side to move; nil where the text of positions cannot say so.
  private var passed: Position? {
    var words = text.split(separator: " ").map(String.init)
    guard words.count > 1 else { return nil }
    let sides = ["w": "b", "b": "w"]
    guard let other = sides[words[1]] else { return nil }
    words[1] = other
    return try? Position(game: game, text: words.joined(separator: " "))
  }

  /// The points where the other side would win at once.
  private var winningPoints: [Point] {
    guard let passed else { return [] }
    return passed.legalMoves.compactMap { move in
      var next = passed
      guard (try? next.play(move)) != nil, next.outcome?.winner == passed.toMove else { return nil }
      return move.placedPoint
    }
  }

  /// The pieces that the other side could take.
  private var takeablePoints: [Point] {
    guard case .xiangqi(let own) = self, let passed else { return [] }
    let targets = passed.legalMoves.compactMap { $0.ends?.to }
    return Array(Set(targets.filter { own.piece(at: $0)?.side == own.toMove }))
  }
}

extension GomokuPosition {
  /// The row that won, or the stone that broke the rules of renju.
  fileprivate func deciding(_ outcome: Outcome) -> [Point] {
    let isFoul = [.overline, .doubleFour, .doubleThree].contains(outcome.reason)
    return isFoul ? [moves.last?.placedPoint].compactMap(\.self) : winningRow
  }

  /// The points that are forbidden to the side to move.
  fileprivate var forbiddenNow: [Point] {
    colourToMove == .first ? forbiddenPoints.map(\.point) : []
  }
}

extension LiuzhouPosition {
  fileprivate func stones(of side: Side) -> [Point] {
    (0..<size).flatMap { row in
      (0..<size).compactMap { Point(column: $0, row: row) }
    }
    .filter { stone(at: $0) == side }
  }
}

extension XiangqiPosition {
  fileprivate func general(of side: Side) -> [Point] {
    (0..<rows).flatMap { row in
      (0..<columns).compactMap { Point(column: $0, row: row) }
    }
    .filter { piece(at: $0) == XiangqiPiece(.general, side) }
  }
}
