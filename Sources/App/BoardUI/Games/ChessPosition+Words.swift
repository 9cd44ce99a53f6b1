import GameRules
import Phrases

extension ChessPosition: GameWords {
  static var gameName: String { say("Chess") }

  static var gameWord: String { say("chess") }

  func sideName(_ side: Side) -> String { side == .first ? say("White") : say("Black") }

  // MARK: Pieces

  func sign(_ piece: BoardPiece, _ pieces: PieceStyle) -> String {
    piece.sign.flatMap(ChessPiece.init(letter:)).map { $0.mark(pieces) } ?? ""
  }

  func emblem(of side: Side, _ pieces: PieceStyle) -> String? {
    ChessPiece(.king, side).mark(pieces)
  }

  func legend(of side: Side, _ pieces: PieceStyle) -> String {
    switch (pieces, side) {
    case (.han, _): ChessPiece.Kind.byWorth.map { ChessPiece($0, side).mark(pieces) }.joined()
    case (.latin, .first): say("capital letters")
    case (.latin, .second): say("small letters")
    }
  }

  func losses(of side: Side, _ pieces: PieceStyle) -> String {
    let gone = ChessPiece.Kind.byWorth.reversed().map { kind in
      let piece = ChessPiece(kind, side)
      return (piece, count: ChessPosition().count(piece) - count(piece))
    }
    // A pawn that has become a piece is not lost.
    let promoted = gone.reduce(0) { $0 + Swift.max(-$1.count, 0) }
    let lost = gone.flatMap { piece, count in
      let count = piece.kind == .pawn ? count - promoted : count
      return [String](repeating: piece.mark(pieces), count: Swift.max(count, 0))
    }
    let ahead = material(of: side) - material(of: side.other)
    let words = lost.isEmpty ? "" : ScreenStrings.taken(lost.joined(separator: ""))
    return words + (ahead > 0 ? (words.isEmpty ? "" : " ") + "+\(ahead)" : "")
  }

  private func count(_ piece: ChessPiece) -> Int {
    shape.points.count { self.piece(at: $0) == piece }
  }

  /// The pieces of `side` in pawns, as players count them.
  private func material(of side: Side) -> Int {
    shape.points.reduce(0) { sum, point in
      guard let piece = piece(at: point), piece.side == side else { return sum }
      return sum + piece.kind.worth
    }
  }

  // MARK: Moves

  var exampleMove: String { "e4" }

  var wantedMove: String { say("a move, like \(MoveStrings.example("e2e4", in: position))") }

  var status: String? {
    switch claim(with: nil)?.reason {
    case .repetition:
      say("This position has occurred three times: type draw on your turn to claim a draw.")
    case .fiftyMoves:
      say("Fifty moves without a capture or a pawn move: type draw on your turn to claim a draw.")
    default: nil
    }
  }

  func noMove(_ text: String) -> String {
    do throws(ChessRefusal) {
      return position.text(of: try legalMove(from: text))
    } catch {
      return why(error, text)
    }
  }

  func broken(_ rule: GameRule) -> String {
    rule.move.map { why(refusal(of: $0), "\($0)") } ?? say("That is against the rules.")
  }

  func stopped(_ from: Point, _ to: Point, by obstacle: Obstacle) -> String {
    guard let piece = piece(at: from) else { return why(.nothingThere(from), "\(from)") }
    return why(.notOwn(piece, from), "\(from)")
  }

  /// The reason why `text` is no legal move.
  private func why(_ refusal: ChessRefusal, _ text: String) -> String {
    switch refusal {
    case .gameOver: say("The game is over.")
    case .unreadable:
      // A square of the board is a move of a pawn.
      text.wholeMatch(of: /[A-Za-z][0-9]+/) == nil
        ? say("\(text) is not a move here: type \(wantedMove).")
        : MoveStrings.offBoard(text, in: position)
    case .promotionMissing: promotionQuestion(text)
    case .several(let moves):
      say("\(text) could be several moves. Type \(MoveStrings.list(moves.map(position.text))).")
    case .noSuchPiece(let kind): say("You have no \(kind.name).")
    case .nothingThere, .notOwn, .occupied, .notItsWay, .blocked, .nothingToTake, .noPromotion:
      obstacle(refusal)
    case .leavesCheck, .exposesKing, .kingAttacked, .noCastlingRight, .castlesInCheck,
      .castlesThroughCheck:
      danger(refusal)
    }
  }

  private func obstacle(_ refusal: ChessRefusal) -> String {
    switch refusal {
    case .nothingThere(let point): say("There is no piece on \(point).")
    case .notOwn(let piece, let point):
      say("The \(piece.kind.name) on \(point) is \(sideName(piece.side))'s.")
    case .occupied(let piece, let point): say("Your own \(piece.kind.name) is on \(point).")
    case .notItsWay(let kind, let from, let to):
      say("The \(kind.name) cannot move from \(from) to \(to): \(kind.way).")
    case .blocked(let piece, let point):
      say("The \(piece.kind.name) on \(point) is blocking the move.")
    case .nothingToTake(let point):
      say("A pawn moves diagonally only to capture, and \(point) is empty.")
    case .noPromotion: say("Only a pawn that reaches the last row becomes another piece.")
    default: say("That is against the rules.")
    }
  }

  private func danger(_ refusal: ChessRefusal) -> String {
    switch refusal {
    case .leavesCheck(let piece, let point):
      say("You are in check from the \(piece.kind.name) on \(point), and that does not end it.")
    case .exposesKing(let piece, let point):
      say("Your king would be in check from the \(piece.kind.name) on \(point).")
    case .kingAttacked(let square, let piece, let point):
      say("On \(square) your king would be in check from the \(piece.kind.name) on \(point).")
    case .noCastlingRight:
      say("You cannot castle there: the king or that rook has moved, or is not in its place.")
    case .castlesInCheck(let piece, let point):
      say("You cannot castle while in check from the \(piece.kind.name) on \(point).")
    case .castlesThroughCheck(let square, let piece, let point):
      say("You cannot castle: the \(piece.kind.name) on \(point) attacks \(square).")
    default: say("That is against the rules.")
    }
  }

  /// The question what a pawn becomes, the queen first.
  func promotionQuestion(_ text: String) -> String {
    let pawn = text.filter { $0.isLetter || $0.isNumber }.lowercased()
    let moves = legalMoves.filter { move in
      guard move.promotion != nil else { return false }
      let words = position.text(of: move).lowercased().filter { $0.isLetter || $0.isNumber }
      return "\(move)".hasPrefix(pawn) || words.hasPrefix(pawn)
    }
    let ordered = ChessPiece.Kind.promotions.flatMap { kind in
      moves.filter { $0.promotion == kind }.map(position.text)
    }
    return say("Choose the piece for the pawn: type \(MoveStrings.list(ordered)).")
  }

  func plays(_ move: Move, _ who: String, to after: ChessPosition) -> String {
    let text = say("\(who) plays \(position.text(of: move)).")
    return after.isInCheck && after.outcome == nil ? text + say(" Check.") : text
  }

  func how(_ outcome: Outcome) -> String? {
    outcome.reason == .stalemate ? say("no legal move, and no check") : nil
  }

  func moveHelp(_ pieces: PieceStyle) -> String {
    let marks = ChessPiece.Kind.byWorth.map { kind in
      let marks = Side.allCases.map { ChessPiece(kind, $0).mark(pieces) }.joined(separator: " ")
      return "\(marks)  \(kind.name)" + say(": ") + kind.way
    }
    return say(
      """
      e4, Nf3    move the pawn to e4, the knight to f3; e2e4 and g1f3 work too
      exd5, e8=Q capture with the pawn of column e; become a queen on e8
      O-O, O-O-O castle on the king's side, on the queen's side
      """
    ) + "\n" + marks.joined(separator: "\n")
  }

  // MARK: Rules

  var ruleSentence: String { say("Chess: checkmate wins; stalemate is a draw.") }

  var rulesPage: String {
    say(
      """
      Chess, 8 by 8 cells, by the Laws of FIDE. White moves first.
      King: one step in any direction. Queen: any distance in any direction.
      Rook: along rows and columns. Bishop: along diagonals.
      Knight: two steps straight and one to the side, over other pieces.
      Pawn: one step forward, from its start also two; it captures diagonally forward.
        A pawn that has just made two steps can be captured as if it had made one.
        On the last row it becomes a queen, rook, bishop or knight.
      Castling: king and rook that have not moved, with nothing between them. The king
        moves two steps towards the rook, which jumps over it. The king may not be in
        check, nor cross or reach a square under attack.
      A king may not be left in check. Checkmate wins; no legal move without check draws.
      A draw: both agree; nobody can checkmate with the pieces that are left; the same
        position for the fifth time; 75 moves each without a capture or a pawn move.
      On your turn, draw claims a draw after the third time, or after 50 such moves each;
        draw Nf3 claims it if your move Nf3 would bring that about. It is not played.
      Time that runs out against a side that cannot checkmate is a draw.
      """
    )
  }
}

extension ChessPiece {
  /// The piece on the board: a figure, hollow for White, or a letter, a capital for White.
  func mark(_ pieces: PieceStyle) -> String {
    switch pieces {
    case .han: String(figure)
    case .latin: String(letter)
    }
  }
}

extension ChessPiece.Kind {
  /// From the king down.
  fileprivate static let byWorth: [Self] = [.king, .queen, .rook, .bishop, .knight, .pawn]

  /// The worth in pawns that players count with.
  fileprivate var worth: Int {
    switch self {
    case .pawn: 1
    case .knight, .bishop: 3
    case .rook: 5
    case .queen: 9
    case .king: 0
    }
  }

  /// The name of the piece.
  var name: String {
    switch self {
    case .pawn: say("pawn")
    case .knight: say("knight")
    case .bishop: say("bishop")
    case .rook: say("rook")
    case .queen: say("queen")
    case .king: say("king")
    }
  }

  /// The way a piece moves, as an answer to a move that it cannot make.
  fileprivate var way: String {
    switch self {
    case .pawn: say("one step forward, two from its start, diagonally only to capture")
    case .knight: say("two steps straight and one to the side")
    case .bishop: say("any distance along a diagonal")
    case .rook: say("any distance along a row or column")
    case .queen: say("any distance along a row, column or diagonal")
    case .king: say("one step in any direction")
    }
  }
}
