/// The reason why a text that is a move of Xiangqi by its form names none.
public enum UnplayablePhrase: Error, Hashable, Sendable {
  /// It may be each of these legal moves.
  case several([Move])
  /// The side to move has no such piece on this file, counted from its right.
  case noPiece(XiangqiPiece.Kind, file: Int)
  /// The side to move has nowhere this many such pieces on one file.
  case tooFew(XiangqiPiece.Kind, wanted: Int)
  /// The piece on this point never goes that way.
  case notItsWay(XiangqiPiece.Kind, from: Point)
  /// The piece on this point would leave the board.
  case offBoard(XiangqiPiece.Kind, from: Point)
}

extension XiangqiPosition {
  /// True if `text` is a move in WXF or in Chinese by its form.
  public static func isPhrase(_ text: String) -> Bool { phrase(text) != nil }

  private static func phrase(_ text: String) -> XiangqiPhrase? {
    // The longest move has five characters.
    guard text.count <= 5 else { return nil }
    return XiangqiPhrase(wxf: text) ?? XiangqiPhrase(chinese: text)
  }

  /// Reads a move in WXF or in Chinese; whether it is legal, ``play(_:)`` says.
  ///
  /// - Returns: The move, or nil for a text of another form.
  /// - Throws: The reason why a text of this form is no move of one piece.
  public func move(typed text: String) throws(UnplayablePhrase) -> Move? {
    guard let phrase = Self.phrase(text) else { return nil }
    let legal = phrase.moves(of: legalMoves, in: self)
    if legal.count > 1 { throw .several(legal) }
    if let move = legal.first { return move }
    var flaw = absence(of: phrase)
    for point in points(of: phrase).reversed() {
      do throws(UnplayablePhrase) {
        return try move(of: phrase, from: point)
      } catch {
        flaw = error
      }
    }
    throw flaw
  }

  /// The points of the pieces that `phrase` names, the foremost last.
  private func points(of phrase: XiangqiPhrase) -> [Point] {
    let own = board.indices.map { Point(index: $0, size: columns) }
      .filter { piece(at: $0)?.side == toMove }
    let points = toMove == .first ? own : own.reversed()
    return points.filter { point in
      !phrase.movesOfSubject(of: [.carry(from: point, to: point)], in: self).isEmpty
    }
  }

  /// The move that `phrase` says of the piece on `from`, which need not be legal.
  private func move(of phrase: XiangqiPhrase, from: Point) throws(UnplayablePhrase) -> Move {
    let kind = piece(at: from)?.kind ?? .pawn
    let file = toMove == .first ? columns - phrase.number : phrase.number - 1
    let (column, rise): (Int, Int)
    switch kind {
    case .rook, .cannon, .pawn, .general:
      (column, rise) = phrase.way == .level ? (file, 0) : (from.column, phrase.number)
    case .horse, .elephant, .advisor:
      guard phrase.way != .level, let rows = kind.rise(across: abs(file - from.column)) else {
        throw .notItsWay(kind, from: from)
      }
      (column, rise) = (file, rows)
    }
    let isUpward = (phrase.way == .advance) == (toMove == .first)
    guard let to = Point(column: column, row: from.row + (isUpward ? rise : -rise)),
      to.isOnXiangqiBoard
    else { throw .offBoard(kind, from: from) }
    return .carry(from: from, to: to)
  }

  /// The reason why no piece is the one that `phrase` names.
  private func absence(of phrase: XiangqiPhrase) -> UnplayablePhrase {
    let kind = phrase.kind ?? .pawn
    let columns = board.indices.filter { board[$0] == XiangqiPiece(kind, toMove) }
      .map { $0 % self.columns }
    if let file = phrase.file,
      !columns.contains(toMove == .first ? self.columns - file : file - 1)
    {
      return .noPiece(kind, file: file)
    }
    switch phrase.order {
    case .middle: return .tooFew(kind, wanted: 3)
    case .number(let number): return .tooFew(kind, wanted: max(number, 2))
    case .front, .back, nil: return .tooFew(kind, wanted: 2)
    }
  }
}

extension XiangqiPiece.Kind {
  /// The rows that a piece which goes diagonally gains on its way across so many columns; nil
  /// where it does not go so.
  fileprivate func rise(across columns: Int) -> Int? {
    switch (self, columns) {
    case (.horse, 1), (.elephant, 2): 2
    case (.horse, 2), (.advisor, 1): 1
    default: nil
    }
  }
}
