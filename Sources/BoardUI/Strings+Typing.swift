import GameRules
import MatchPlay

/// What may be typed now, and the help.
extension Strings {
  static let newAsked = "Begin a new game? Type yes, or play on. This one stays in your games."

  // MARK: Prompts

  /// A prompt that says which colour one has.
  static func prompt(_ prompt: String, for colour: String) -> String { "\(colour). \(prompt)" }

  /// What stands before what is typed while nothing is due.
  static func restingPrompt(_ colour: String?) -> String { colour.map { "\($0)> " } ?? "> " }

  /// The question to the player who is to move.
  static func prompt(_ match: Match) -> String {
    switch match.seats {
    case .both: sharedPrompt(match.position)
    case .one: ownPrompt(match.position)
    }
  }

  /// The question to the only player of this board.
  private static func ownPrompt(_ position: Position) -> String {
    if isInCheck(position) { return "Your move, you are in check: " }
    return task(position).map { "Your move, \($0): " } ?? "Your move: "
  }

  /// The question to one of two players at this board.
  private static func sharedPrompt(_ position: Position) -> String {
    let check = isInCheck(position) ? ", in check" : ""
    return "\(side(position.toMove, in: position)) to \(task(position) ?? "move")\(check): "
  }

  private static func isInCheck(_ position: Position) -> Bool {
    if case .xiangqi(let xiangqi) = position { xiangqi.isInCheck } else { false }
  }

  /// What to do, where it is more than to move.
  private static func task(_ position: Position) -> String? {
    switch position {
    case .gomoku(let gomoku) where gomoku.isOpening:
      gomoku.legalMoves.first?.placedPoint == nil
        ? "choose \(MoveStrings.wanted(in: position))"
        : "put a \(colour(gomoku.colourToMove)) stone"
    case .liuzhou(let liuzhou): task(liuzhou)
    case .gomoku, .xiangqi: nil
    }
  }

  private static func task(_ position: LiuzhouPosition) -> String? {
    let due = position.capturesDue == 1 ? "a stone" : "\(position.capturesDue) stones"
    switch position.phase {
    case .placing: return position.capturesDue > 0 ? "mark \(due)" : "place a stone"
    case .removing: return "take a stone off"
    case .moving: return position.capturesDue > 0 ? "capture \(due)" : nil
    }
  }

  // MARK: Legal moves

  /// Every legal move, or in few words where almost everything is legal.
  static func legal(_ position: Position) -> String {
    switch position {
    case .gomoku(let gomoku): legal(gomoku)
    case .liuzhou(let liuzhou) where liuzhou.phase != .moving || liuzhou.capturesDue > 0:
      "You may type: " + position.legalMoves.map(\.description).joined(separator: " ")
    case .liuzhou: "You may type:\n" + byStart(position) { _ in "" }
    case .xiangqi(let xiangqi):
      "You may type:\n"
        + byStart(position) { start in
          xiangqi.piece(at: start).map { MoveStrings.name($0.kind) + ": " } ?? ""
        }
    }
  }

  private static func legal(_ position: GomokuPosition) -> String {
    guard position.legalMoves.first?.placedPoint != nil else {
      return "You may type: " + MoveStrings.wanted(in: .gomoku(position))
    }
    let isBlack = position.colourToMove == .first
    let forbidden = isBlack ? position.forbiddenPoints : []
    guard !forbidden.isEmpty else { return "You may play on any empty point." }
    let points = forbidden.map { "\($0.point) (\(short($0.foul)))" }.joined(separator: ", ")
    return "You may play on any empty point but \(points)."
  }

  private static func short(_ foul: RenjuFoul) -> String {
    switch foul {
    case .overline: "overline"
    case .doubleFour: "two fours"
    case .doubleThree: "two threes"
    }
  }

  /// The moves of one stone or piece on one line.
  private static func byStart(_ position: Position, _ title: (Point) -> String) -> String {
    var starts: [Point] = []
    var lines: [Point: String] = [:]
    for move in position.legalMoves.sorted(by: { $0.rawValue < $1.rawValue }) {
      let start: Point
      switch move.action {
      case .step(let from, _), .carry(let from, _): start = from
      case .place(let point), .remove(let point): start = point
      case .choose: continue
      }
      if lines[start] == nil {
        starts.append(start)
        lines[start] = title(start) + move.description
      } else {
        lines[start]? += " " + move.description
      }
    }
    return starts.compactMap { lines[$0] }.joined(separator: "\n")
  }

  // MARK: Answers

  static func unknown(_ text: String, _ game: GameKind) -> String {
    "I do not understand \(text). Type a move like \(example(game)), or help."
  }
  static let noGameYet = "The game has not begun. Type quit to stop, or help."
  static func notYourTurn(_ name: String) -> String { "It is not your turn. \(waiting(for: name))" }
  static let robotSeat = """
    The robot plays this seat. You can type board, legal, moves, level, resign or quit.
    """
  static let drawingOff = "The board is not shown after moves now. Type board to see it."
  static let drawingOn = "The board is shown after each move now."
}
