import GameRules

/// The marks of a board; the rules know them.
extension Position {
  /// True if moves may begin with letters from p on, most of which do something on a screen.
  var hasLateColumns: Bool {
    shape.columns > 15 || shape.hasSigns && shape.hasCells
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

  /// True if ``threatenedPoints`` may have any.
  var hasThreats: Bool { if case .gomoku = self { true } else { shape.hasSigns } }

  /// The threats to the side to move: points that are forbidden to it, points where the other side
  /// would win with its next stone, or pieces that the other side could take.
  var threatenedPoints: [Point] {
    if shape.hasSigns { return takeablePoints }
    guard case .gomoku(let gomoku) = self else { return [] }
    return gomoku.forbiddenNow + winningPoints
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
    guard let passed else { return [] }
    let targets = passed.legalMoves.compactMap { $0.ends?.to }
    return Array(Set(targets.filter { cell(at: $0)?.side == toMove }))
  }
}

extension GomokuPosition {
  /// The points that are forbidden to the side to move.
  fileprivate var forbiddenNow: [Point] {
    colourToMove == .first ? forbiddenPoints.map(\.point) : []
  }
}
