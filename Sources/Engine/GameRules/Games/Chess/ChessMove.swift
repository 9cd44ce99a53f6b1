/// Moves of chess, whose upper two bits are set.
///
/// Then come two bits of what it is. In a move (0) six bits of start and six of end follow: a
/// square is its row times eight and its column. In a promotion (1) the row of the end, which the
/// start says, gives way to the piece: 0 knight, 1 bishop, 2 rook, 3 queen. Castling is the move
/// of the king.
extension Move {
  private static let pieces: [ChessPiece.Kind] = [.knight, .bishop, .rook, .queen]

  /// A move of chess; nil where both squares are the same or one is not on the board, and where a
  /// promotion does not lead from the last row but one to the last.
  public static func chess(
    from: Point,
    to: Point,
    promotion: ChessPiece.Kind? = nil
  ) -> Move? {
    guard from.isOnBoard(ofSize: 8), to.isOnBoard(ofSize: 8) else { return nil }
    guard let promotion else {
      return Move(rawValue: 0xc000 | UInt16(from.index(size: 8) << 6 | to.index(size: 8)))
    }
    guard let number = pieces.firstIndex(of: promotion),
      (from.row, to.row) == (6, 7) || (from.row, to.row) == (1, 0)
    else { return nil }
    return Move(rawValue: 0xd000 | UInt16(from.index(size: 8) << 6 | number << 3 | to.column))
  }

  /// Reads what UCI writes, such as `e2e4` or `e7e8q`; nil for any other text.
  static func chess(_ text: String) -> Move? {
    guard 4...5 ~= text.utf8.count, let from = Point(String(text.prefix(2))),
      let to = Point(String(text.dropFirst(2).prefix(2)))
    else { return nil }
    guard let letter = text.dropFirst(4).first else { return chess(from: from, to: to) }
    return ChessPiece.Kind(rawValue: letter.lowercased())
      .flatMap { chess(from: from, to: to, promotion: $0) }
  }

  package init(_ step: ChessStep) {
    let from = UInt16(step.from << 6)
    let end =
      step.promotion == 0
      ? 0xc000 | UInt16(step.to) : 0xd000 | UInt16((step.promotion - 2) << 3 | step.to & 7)
    self.init(unchecked: from | end)
  }

  /// True for bits that a move of chess has.
  static func isChess(_ rawValue: UInt16) -> Bool {
    let (from, end) = (rawValue >> 6 & 63, rawValue & 63)
    return switch rawValue >> 12 {
    case 0xc: from != end
    case 0xd: (from >> 3 == 1 || from >> 3 == 6) && end >> 3 < 4
    default: false
    }
  }

  /// The squares where a move of chess begins and ends.
  package var squares: (from: Point, to: Point) {
    let (from, end) = (Int(rawValue >> 6 & 63), Int(rawValue & 63))
    let to = promotion == nil ? end : (from >> 3 == 6 ? 56 : 0) + end & 7
    return (Point(index: from, size: 8), Point(index: to, size: 8))
  }

  /// What a pawn of chess becomes; nil for any other move.
  public var promotion: ChessPiece.Kind? {
    rawValue >> 12 == 0xd ? Self.pieces[Int(rawValue >> 3 & 7)] : nil
  }
}
