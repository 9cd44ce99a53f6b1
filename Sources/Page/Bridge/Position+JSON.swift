import GameRules

extension Position {
  /// The board for the page to draw.
  var board: JSON {
    let shape = shape
    return .object([
      ("columns", .number(shape.columns)), ("rows", .number(shape.rows)),
      ("firstRow", .number(shape.firstRow)),
      ("hasSigns", .bool(shape.hasSigns)),
      ("hasCells", .bool(shape.hasCells)),
      ("isTurned", .bool(shape.isTurned)),
      ("stars", .points(shape.stars)),
      ("palaces", .points(shape.palaces)),
      ("river", shape.river.map(JSON.number) ?? .null),
      ("cells", .text(String(shape.points.map { cell(at: $0)?.letter ?? "." }))),
      ("black", .text(darkSide.name)),
      ("hands", .list(hands.map(JSON.number))),
      ("isCheck", .bool(isInCheck)),
    ])
  }
}

extension Position {
  /// The move of one or two points that were touched; nil if they are none of this game's.
  ///
  /// In chess a point alone is no move of a pawn.
  func touched(_ points: String) -> Move? {
    if case .chess = self, let point = Point(points) { return .place(point) }
    return try? move(from: points)
  }

  /// The last move as chess players write it; nil before it and in other games.
  var lastMoveInWords: String? {
    guard case .chess(var chess) = self, let move = chess.takeBack() else { return nil }
    return chess.text(of: move)
  }
}

extension BoardPiece {
  /// The sign of a piece, or the colour of a stone: `b` or `w`, a capital if it is marked.
  fileprivate var letter: Character {
    if let sign { return sign }
    return isMarked ? (isDark ? "B" : "W") : isDark ? "b" : "w"
  }
}

extension JSON {
  /// A list of columns and rows.
  fileprivate static func points(_ points: [Point]) -> JSON {
    .list(points.map { .list([.number($0.column), .number($0.row)]) })
  }
}

extension IllegalMove {
  /// The reason's name in JSON.
  var name: String {
    switch self {
    case .gameOver: "game-over"
    case .offBoard: "off-board"
    case .occupied: "occupied"
    case .otherGame: "other-game"
    case .captureDue: "capture-due"
    case .notTakeable(_, let immunity): immunity.name
    case .noSuchStep(from: _, to: _, let obstacle): obstacle.name
    case .facesGeneral: "faces-general"
    case .leavesCheck: "leaves-check"
    case .exposesGeneral: "exposes-general"
    case .forbidden(_, let foul): foul.name
    case .against(let rule): rule.name
    }
  }
}

extension Immunity {
  fileprivate var name: String {
    switch self {
    case .nothingThere: "nothing-there"
    case .own: "own-stone"
    case .marked: "marked"
    case .protected: "protected"
    }
  }
}

extension Obstacle {
  fileprivate var name: String {
    switch self {
    case .nothingThere: "nothing-there"
    case .notOwn: "not-own"
    case .notItsWay: "not-its-way"
    case .leg: "blocked"
    case .eye: "blocked-elephant"
    case .piece: "in-the-way"
    case .screens: "screens"
    case .palace: "palace"
    case .river: "river"
    case .pawnTooEarly: "pawn"
    }
  }
}

extension RenjuFoul {
  fileprivate var name: String {
    switch self {
    case .overline: "overline"
    case .doubleFour: "double-four"
    case .doubleThree: "double-three"
    }
  }
}
