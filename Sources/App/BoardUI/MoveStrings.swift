import GameRules
import Phrases

/// Sentences about moves: why one is not played, and what may be typed instead.
enum MoveStrings {
  /// That `text`, as it was typed, is no move.
  static func noMove(_ text: String, in position: Position) -> String {
    switch position {
    case .gomoku where XiangqiPosition.isPhrase(text): Strings.unknown(text, .gomoku)
    case .gomoku(let gomoku): offBoard(text, in: .gomoku, size: gomoku.size)
    case .liuzhou, .xiangqi: say("\(text) is not a move here: type \(wanted(in: position)).")
    }
  }

  static func refused(_ move: Move, _ why: IllegalMove, in position: Position) -> String {
    switch why {
    case .occupied(let point): occupied(point, in: position)
    case .offBoard(let point): offBoard(point.description, in: position)
    case .gameOver: say("The game is over.")
    case .otherGame, .captureDue:
      say("\(position.text(of: move)) cannot be played now: type \(wanted(in: position)).")
    case .notTakeable(let point, let why): notTakeable(point, why)
    case .noSuchStep(let from, let to, let obstacle):
      stopped(from, to, by: obstacle, in: position)
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
    }
  }

  /// An example of a legal move.
  static func wanted(in position: Position) -> String {
    switch position {
    case .gomoku:
      let choices = position.choices
      guard choices.isEmpty else {
        return choices.contains(.two) ? say("black, white or two") : say("black or white")
      }
      return say("a letter and a number, like \(example("h8", in: position))")
    case .liuzhou(let liuzhou) where liuzhou.capturesDue > 0:
      return say("x and a point, like \(example("xd4", in: position))")
    case .liuzhou(let liuzhou) where liuzhou.phase == .placing:
      return say("an empty point, like \(example("c3", in: position))")
    case .liuzhou: return say("a step, like \(example("c3c4", in: position))")
    case .xiangqi where Notation.current == .algebraic:
      return say("a start and an end, like \(example("h2e2", in: position))")
    case .xiangqi: return say("a move, like \(example("h2e2", in: position))")
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

  private static func offBoard(_ text: String, in position: Position) -> String {
    switch position {
    case .gomoku(let gomoku): offBoard(text, in: .gomoku, size: gomoku.size)
    case .liuzhou: offBoard(text, in: .liuzhou, size: 6)
    case .xiangqi: offBoard(text, in: .xiangqi, size: 9)
    }
  }

  private static func offBoard(_ text: String, in game: GameKind, size: Int) -> String {
    let letter = Point(column: size - 1, row: 0)?.description.prefix(1) ?? ""
    let rows = game == .xiangqi ? say("0 to 9") : say("1 to \(size)")
    return say("\(text) is not on the board: columns a to \(letter), rows \(rows).")
  }

  // MARK: Stones

  private static func occupied(_ point: Point, in position: Position) -> String {
    switch position {
    case .gomoku, .liuzhou: say("There is a stone on \(point) already.")
    case .xiangqi(let xiangqi): say("\(own(point, in: xiangqi)) is on \(square(point)).")
    }
  }

  private static func notTakeable(_ point: Point, _ why: Immunity) -> String {
    switch why {
    case .nothingThere: say("There is no stone on \(point).")
    case .own: say("The stone on \(point) is your own.")
    case .marked: say("The stone on \(point) is marked already.")
    case .protected(let kind):
      say("The stone on \(point) is protected: it is part of \(Strings.name(kind)).")
    }
  }

  // MARK: Steps

  private static func stopped(
    _ from: Point,
    _ to: Point,
    by obstacle: Obstacle,
    in position: Position
  ) -> String {
    switch position {
    case .gomoku: say("Gomoku stones do not move.")
    case .liuzhou(let liuzhou): stopped(from, to, by: obstacle, in: liuzhou)
    case .xiangqi(let xiangqi): stopped(from, to, by: obstacle, in: xiangqi)
    }
  }

  private static func stopped(
    _ from: Point,
    _ to: Point,
    by obstacle: Obstacle,
    in position: LiuzhouPosition
  ) -> String {
    switch obstacle {
    case .nothingThere: say("There is no stone on \(from).")
    case .notOwn:
      say(
        "The stone on \(from) is \(Strings.side(position.toMove.other, in: .liuzhou(position)))'s."
      )
    case .notItsWay, .leg, .eye, .piece, .screens, .palace, .river, .pawnTooEarly:
      say("A stone moves one step along a row or column, not from \(from) to \(to).")
    }
  }

  private static func stopped(
    _ from: Point,
    _ to: Point,
    by obstacle: Obstacle,
    in position: XiangqiPosition
  ) -> String {
    let (start, end) = (square(from), square(to))
    guard let piece = position.piece(at: from) else { return say("There is no piece on \(start).") }
    let name = name(piece)
    return switch obstacle {
    case .nothingThere: say("There is no piece on \(start).")
    case .notOwn:
      say("The \(name) on \(start) is \(Strings.side(piece.side, in: .xiangqi(position)))'s.")
    case .notItsWay: say("The \(name) cannot move from \(start) to \(end): \(piece.kind.way).")
    case .leg(let point):
      say("The \(name) on \(start) is blocked by the piece beside it on \(square(point)).")
    case .eye(let point):
      say("The \(name) on \(start) is blocked by a piece halfway, on \(square(point)).")
    case .piece(let point):
      say("\(own(point, in: position)) blocks the path on \(square(point)).")
    case .screens(0): say("A cannon captures only over a piece: there is none before \(end).")
    case .screens(let count):
      say("A cannon captures over exactly one piece: there are \(count) before \(end).")
    case .palace: say("The \(name) may not leave the palace.")
    case .river: say("The \(name) may not cross the river.")
    case .pawnTooEarly:
      say("The \(name) moves one step forward, and sideways only after crossing the river.")
    }
  }

  /// The piece on `point` as the side to move sees it: its own by name, the other's as a piece.
  private static func own(_ point: Point, in position: XiangqiPosition) -> String {
    guard let piece = position.piece(at: point), piece.side == position.toMove else {
      return say("A piece")
    }
    return say("Your own \(name(piece))")
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
