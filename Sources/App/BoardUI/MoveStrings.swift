import GameRules
import Phrases

/// Sentences about moves: why one is not played, and what may be typed instead.
enum MoveStrings {
  static func refused(_ move: Move, _ why: IllegalMove, in position: Position) -> String {
    switch why {
    case .occupied(let point): position.words.occupied(point)
    case .offBoard(let point): offBoard(point.description, in: position)
    case .gameOver: say("The game is over.")
    case .otherGame, .captureDue:
      say("\(position.text(of: move)) cannot be played now: type \(position.words.wantedMove).")
    case .notTakeable(let point, let why): notTakeable(point, why)
    case .noSuchStep(let from, let to, let obstacle):
      position.words.stopped(from, to, by: obstacle)
    case .facesGeneral(let move):
      say(
        "After \(position.text(of: move)) the two generals would face each other on an open column."
      )
    case .leavesCheck(let move, let attacker):
      say(
        """
        You are in check, and after \(position.text(of: move)) \(piece(at: attacker, in: position)) \
        could take your general.
        """
      )
    case .exposesGeneral(let move, let attacker):
      say(
        """
        After \(position.text(of: move)) \(piece(at: attacker, in: position)) could take your general.
        """
      )
    case .forbidden(let point, let foul):
      say("\(point) is forbidden: Black would have \(Strings.foul(foul)).")
    case .against(let rule): position.words.broken(rule)
    }
  }

  /// A legal move: this one, or else the first.
  static func example(_ usual: String, in position: Position) -> String {
    let moves = position.legalMoves.sorted { $0.description < $1.description }
    let move = moves.first { $0.description == usual } ?? moves.first
    return move.map(position.text) ?? usual
  }

  /// A choice of swap2 in the word for it that its question names.
  static func word(_ choice: ColourChoice) -> String {
    switch choice {
    case .black: say("black")
    case .white: say("white")
    case .two: say("two")
    }
  }

  /// `black, white or two`.
  static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: say(", ")) + say(" or ") + last
  }

  // MARK: Boards

  /// That the board of `position` has no such point.
  static func offBoard(_ text: String, in position: Position) -> String {
    let shape = position.shape
    let letter = Point(column: shape.columns - 1, row: 0)?.description.prefix(1) ?? ""
    let last = shape.firstRow + shape.rows - 1
    let rows = shape.firstRow == 0 ? say("0 to \(last)") : say("1 to \(last)")
    return say("\(text) is not on the board: columns a to \(letter), rows \(rows).")
  }

  // MARK: Stones

  private static func notTakeable(_ point: Point, _ why: Immunity) -> String {
    switch why {
    case .nothingThere: say("There is no stone on \(point).")
    case .own: say("The stone on \(point) is your own.")
    case .marked: say("The stone on \(point) is marked already.")
    case .protected(let kind):
      say("The stone on \(point) is protected: it is part of \(Strings.name(kind)).")
    }
  }

  /// `the rook on e5`.
  private static func piece(at point: Point, in position: Position) -> String {
    guard case .xiangqi(let xiangqi) = position, let piece = xiangqi.piece(at: point) else {
      return say("a piece")
    }
    return say("the \(name(piece)) on \(square(point))")
  }

  /// A point of Xiangqi, whose rows count from 0.
  static func square(_ point: Point) -> String {
    "\(point.description.prefix(1))\(point.row)"
  }
}
