import GameRules
import Phrases

extension XiangqiPosition: GameWords {
  static var gameName: String { say("Xiangqi") }

  static var gameWord: String { say("xiangqi") }

  func sideName(_ side: Side) -> String { side == .first ? say("Red") : say("Black") }

  // MARK: Pieces

  func sign(_ piece: BoardPiece, _ pieces: PieceStyle) -> String {
    piece.sign.flatMap(XiangqiPiece.init(letter:)).map { MoveStrings.mark($0, pieces) } ?? ""
  }

  func emblem(of side: Side, _ pieces: PieceStyle) -> String? {
    MoveStrings.mark(XiangqiPiece(.general, side), pieces)
  }

  func legend(of side: Side, _ pieces: PieceStyle) -> String {
    switch (pieces, side) {
    case (.han, _):
      XiangqiPiece.Kind.boardOrder.map { MoveStrings.mark(XiangqiPiece($0, side), pieces) }.joined()
    case (.latin, .first): say("capital letters")
    case (.latin, .second): say("small letters")
    }
  }

  func losses(of side: Side, _ pieces: PieceStyle) -> String {
    let lost = lost(side).map { MoveStrings.mark($0, pieces) }
    return lost.isEmpty ? "" : ScreenStrings.taken(lost.joined(separator: ""))
  }

  /// The pieces that `side` had at the start and has no more.
  private func lost(_ side: Side) -> [XiangqiPiece] {
    XiangqiPiece.Kind.boardOrder.flatMap { kind in
      let piece = XiangqiPiece(kind, side)
      let count = XiangqiPosition().count(piece) - count(piece)
      return [XiangqiPiece](repeating: piece, count: Swift.max(count, 0))
    }
  }

  private func count(_ piece: XiangqiPiece) -> Int {
    shape.points.count { self.piece(at: $0) == piece }
  }

  // MARK: Moves

  var exampleMove: String { MoveStrings.example("h2e2", in: Position(game: .xiangqi)) }

  var wantedMove: String {
    let example = MoveStrings.example("h2e2", in: position)
    return Notation.current == .algebraic
      ? say("a start and an end, like \(example)") : say("a move, like \(example)")
  }

  func startTitle(_ point: Point) -> String {
    // The Chinese notation names the piece itself.
    guard Notation.current != .chinese else { return "" }
    return piece(at: point).map { MoveStrings.name($0) + say(": ") } ?? ""
  }

  func occupied(_ point: Point) -> String {
    say("\(own(point)) is on \(MoveStrings.square(point)).")
  }

  func stopped(_ from: Point, _ to: Point, by obstacle: Obstacle) -> String {
    let square = MoveStrings.square
    let (start, end) = (square(from), square(to))
    guard let piece = piece(at: from) else { return say("There is no piece on \(start).") }
    let name = MoveStrings.name(piece)
    return switch obstacle {
    case .nothingThere: say("There is no piece on \(start).")
    case .notOwn: say("The \(name) on \(start) is \(sideName(piece.side))'s.")
    case .notItsWay: say("The \(name) cannot move from \(start) to \(end): \(piece.kind.way).")
    case .leg(let point):
      say("The \(name) on \(start) is blocked by the piece beside it on \(square(point)).")
    case .eye(let point):
      say("The \(name) on \(start) is blocked by a piece halfway, on \(square(point)).")
    case .piece(let point): say("\(own(point)) blocks the path on \(square(point)).")
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
  private func own(_ point: Point) -> String {
    guard let piece = self.piece(at: point), piece.side == toMove else {
      return say("A piece")
    }
    return say("Your own \(MoveStrings.name(piece))")
  }

  func plays(_ move: Move, _ who: String, to after: XiangqiPosition) -> String {
    guard case .carry(let from, let to) = move.action, let piece = piece(at: from) else {
      return say("\(who) plays \(move).")
    }
    let words = position.text(of: move)
    // Points alone do not say which piece it is.
    var text =
      Notation.current == .algebraic
      ? say("\(who) plays \(MoveStrings.name(piece)) \(words)") : say("\(who) plays \(words)")
    if let taken = self.piece(at: to) {
      text += say(" and takes \(MoveStrings.one(taken))")
    }
    return after.isInCheck ? text + say(". Check.") : text + say(".")
  }

  func moveHelp(_ pieces: PieceStyle) -> String {
    say(
      """
      h2e2       move the piece on column h, row 2, to column e, row 2
      C2.5       the same: the cannon on file 2 to file 5; 炮二平五 works too
      \(MoveStrings.legend(pieces))
      """
    )
  }

  // MARK: Rules

  var ruleSentence: String {
    say("Xiangqi: checkmate wins, and so does leaving the other player no move.")
  }

  var rulesPage: String {
    say(
      """
      Xiangqi: 9 columns, 10 rows, a river in the middle. Red moves first.
      General: one step straight, in the palace (columns d to f, three rows). The two
        generals may not face each other on an open column.
      Advisor: one step diagonally, in the palace.
      Elephant: two steps diagonally over an empty point, never across the river.
      Horse: one step straight to an empty point, then one diagonally outward.
      Rook: any distance straight. Cannon: the same; captures over exactly one piece.
      Pawn: one step forward; across the river also sideways; never back.
      A player who cannot move, in check or not, loses.
      The same position a third time: a player who checked with each move loses;
        else one who chased the same piece with each move loses; else it is a draw.
      Sixty moves by each side without a capture, or no side able to attack: a draw.
      """
    )
  }
}
