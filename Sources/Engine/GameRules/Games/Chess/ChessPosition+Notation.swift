/// The ways to write a move of chess.
public enum ChessNotation: String, CaseIterable, Sendable {
  /// Piece and end, and what tells pieces apart: `Nbd7`, `exd5`, `O-O`, `e8=Q+`.
  case san
  /// ``san`` with figures: `♘bd7`.
  case figurine
  /// Start and end: `e2e4`, `e7e8q`; castling is the king's move.
  case uci
}

extension ChessPosition {
  /// Writes `move`; nil where it is not legal here, whether the game has ended or not.
  ///
  /// No two legal moves have the same text, and ``move(from:)`` reads it.
  public func text(of move: Move, in notation: ChessNotation = .san) -> String? {
    let (from, to) = move.squares
    var engine = ChessEngine(setup)
    let steps = engine.legalSteps
    guard let step = steps.first(where: { Move($0) == move }),
      let piece = piece(at: from)
    else { return nil }
    if notation == .uci { return move.description }
    var text = to.column == 6 ? "O-O" : "O-O-O"
    if step.kind != ChessStep.castling {
      let isTaking = engine.cells[step.to] != 0 || step.kind == ChessStep.passant
      if piece.kind == .pawn {
        text = isTaking ? String(from.description.prefix(1)) : ""
      } else {
        text = name(piece.kind, piece.side, notation) + origin(of: step, steps, engine)
      }
      text += (isTaking ? "x" : "") + to.description
      text += move.promotion.map { "=" + name($0, piece.side, notation) } ?? ""
    }
    _ = engine.make(step)
    return text + check(in: engine)
  }

  private func check(in engine: borrowing ChessEngine) -> String {
    guard engine.isInCheck else { return "" }
    return engine.moveCount == 0 ? "#" : "+"
  }

  private func name(_ kind: ChessPiece.Kind, _ side: Side, _ notation: ChessNotation) -> String {
    notation == .figurine ? String(ChessPiece(kind, side).figure) : kind.rawValue.uppercased()
  }

  /// What tells the piece from its like that could go there too: its column, its row, or both.
  private func origin(
    of step: ChessStep,
    _ steps: [ChessStep],
    _ engine: borrowing ChessEngine
  ) -> String {
    let from = Point(index: step.from, size: 8)
    var others: [Point] = []
    for other in steps where other.to == step.to && other.from != step.from {
      guard engine.cells[other.from] == engine.cells[step.from] else { continue }
      others.append(Point(index: other.from, size: 8))
    }
    if others.isEmpty { return "" }
    let text = from.description
    if !others.contains(where: { $0.column == from.column }) { return String(text.prefix(1)) }
    return others.contains { $0.row == from.row } ? text : String(text.suffix(1))
  }

  /// True if `text` has the form of a move, such as `Nf3` or `O-O`.
  public static func isPhrase(_ text: String) -> Bool { !ChessPhrase.readings(of: text).isEmpty }

  /// Reads a move as ``legalMove(from:)`` does; of a text in UCI, ``play(_:)`` says whether it is
  /// legal.
  public func move(from text: String) throws(UnreadableMove) -> Move {
    if let move = Move.chess(text) { return move }
    do {
      return try legalMove(from: text)
    } catch {
      throw UnreadableMove(text: text, expected: error.expectation)
    }
  }

  /// Reads a legal move as people type it: `Nf3`, `nf3`, `e2e4`, `e2-e4`, `Ng1xf3`, `e8=Q`, `e8q`,
  /// `O-O`, `0-0`, `♘f3`, with `+`, `#`, `!`, `?` or `e.p.` behind it or not.
  ///
  /// The game may have ended by a rule that is not on the board.
  /// - Throws: The reason why the text names no legal move.
  public func legalMove(from text: String) throws(ChessRefusal) -> Move {
    if end == .checkmate || end == .stalemate { throw .gameOver }
    let readings = ChessPhrase.readings(of: text)
    guard let first = readings.first else { throw .unreadable(text) }
    let legal = movesByTheBoard
    for phrase in readings {
      let fitting = legal.filter { self.phrase(phrase, fits: $0) }
      if let move = fitting.first, fitting.count == 1 { return move }
      if fitting.count > 1 { throw .several(fitting) }
    }
    var refusals: [ChessRefusal] = []
    for phrase in readings { refusals += self.refusals(of: phrase) }
    throw refusals.first { !$0.isFormal } ?? refusals.first ?? .noSuchPiece(first.kind ?? .pawn)
  }

  private func phrase(_ phrase: ChessPhrase, fits move: Move) -> Bool {
    let (from, to) = move.squares
    guard let piece = piece(at: from) else { return false }
    if let wing = phrase.wing {
      return piece.kind == .king && to.column - from.column == (wing == .king ? 2 : -2)
    }
    return phrase.to == to && phrase.promotion == move.promotion
      && phrase.means(piece.kind, on: from)
  }

  /// The reasons why each piece that `phrase` may mean does not go so.
  private func refusals(of phrase: ChessPhrase) -> [ChessRefusal] {
    let points = (0..<64).map { Point(index: $0, size: 8) }
    if let wing = phrase.wing {
      let king = points.first { piece(at: $0) == ChessPiece(.king, toMove) }
      guard let king, king.index(size: 8) == (toMove == .first ? 4 : 60) else {
        return [.noCastlingRight(wing)]
      }
      return [castlingRefusal(wing, king)]
    }
    if phrase.kind == nil, let column = phrase.column, let row = phrase.row,
      let from = Point(column: column, row: row)
    {
      return refusal(of: phrase, from: from).map { [$0] } ?? []
    }
    return points.filter { point in
      guard let piece = piece(at: point), piece.side == toMove else { return false }
      return phrase.means(piece.kind, on: point)
    }.compactMap { refusal(of: phrase, from: $0) }
  }

  private func refusal(of phrase: ChessPhrase, from: Point) -> ChessRefusal? {
    if from == phrase.to { return nil }
    guard let move = Move.chess(from: from, to: phrase.to, promotion: phrase.promotion) else {
      return .noPromotion(from)
    }
    return refusal(of: move)
  }
}

extension ChessRefusal {
  /// True if a piece was not meant, rather than stopped.
  fileprivate var isFormal: Bool {
    switch self {
    case .notItsWay, .nothingToTake: true
    case .gameOver, .unreadable, .nothingThere, .notOwn, .occupied, .blocked,
      .promotionMissing, .noPromotion, .leavesCheck, .exposesKing, .kingAttacked,
      .noCastlingRight, .castlesInCheck, .castlesThroughCheck, .several, .noSuchPiece:
      false
    }
  }
}
