import GameRules

extension Position {
  /// The board for the page to draw.
  var board: JSON {
    let (columns, rows) = size
    let points = (0..<columns * rows).compactMap {
      Point(column: $0 % columns, row: $0 / columns)
    }
    return .object([
      ("columns", .number(columns)), ("rows", .number(rows)),
      ("cells", .text(String(points.map(cell)))),
      ("black", .text(blackSide.name)),
      ("hands", .list(hands.map(JSON.number))),
      ("isCheck", .bool(isCheck)),
    ])
  }

  private var size: (columns: Int, rows: Int) {
    switch self {
    case .gomoku(let position): (position.size, position.size)
    case .liuzhou(let position): (position.size, position.size)
    case .xiangqi(let position): (position.columns, position.rows)
    }
  }

  /// The content of `point`: a stone (`b` or `w`, a capital if it is marked), a piece by its letter
  /// in FEN, or `.` for nothing.
  private func cell(_ point: Point) -> Character {
    switch self {
    case .gomoku(let position):
      position.stone(at: point).map { $0 == .first ? "b" : "w" } ?? "."
    case .liuzhou(let position):
      position.stone(at: point).map { side in
        position.isMarked(at: point) ? (side == .first ? "W" : "B") : side == .first ? "w" : "b"
      } ?? "."
    case .xiangqi(let position): position.piece(at: point)?.letter ?? "."
    }
  }

  /// The player with the black stones or pieces.
  private var blackSide: Side {
    switch self {
    case .gomoku(let position): position.blackSide
    case .liuzhou, .xiangqi: .second
    }
  }

  /// The stones that the two sides of Liuzhou chess have not placed yet.
  private var hands: [Int] {
    switch self {
    case .liuzhou(let position): Side.allCases.map { position.hand(of: $0) }
    case .gomoku, .xiangqi: []
    }
  }

  private var isCheck: Bool {
    switch self {
    case .xiangqi(let position): position.isInCheck
    case .gomoku, .liuzhou: false
    }
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
