import GameRules

/// What is to be marked on a board; each is asked of the rules.
extension Position {
  /// What decided the game.
  var decidingPoints: [Point] {
    switch self {
    case .gomoku(let gomoku): gomoku.winningRow
    case .liuzhou: []
    case .xiangqi(let xiangqi): xiangqi.general(of: xiangqi.toMove)
    }
  }

  /// A general in check.
  var checkedPoints: [Point] {
    guard case .xiangqi(let xiangqi) = self, xiangqi.isInCheck else { return [] }
    return xiangqi.general(of: xiangqi.toMove)
  }

  /// What the side to move has to fear: points that are forbidden to it, where the other side would
  /// win with its next stone, or what the other side could take.
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

  /// Where the other side would win at once.
  private var winningPoints: [Point] {
    guard let passed else { return [] }
    return passed.legalMoves.compactMap { move in
      var next = passed
      guard (try? next.play(move)) != nil, next.outcome?.winner == passed.toMove else { return nil }
      return move.placedPoint
    }
  }

  /// What the other side could take.
  private var takeablePoints: [Point] {
    guard case .xiangqi(let own) = self, let passed else { return [] }
    let targets = passed.legalMoves.compactMap { $0.ends?.to }
    return Array(Set(targets.filter { own.piece(at: $0)?.side == own.toMove }))
  }
}

extension GomokuPosition {
  /// The points that are forbidden to the side to move.
  fileprivate var forbiddenNow: [Point] {
    colourToMove == .first ? forbiddenPoints.map(\.point) : []
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
