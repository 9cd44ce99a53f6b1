/// A move of chess, in two bytes whose upper two bits are set.
///
/// Then come two bits of what it is. In a move (0) six bits of start and six of end follow: a
/// square is its row times eight and its column. In a promotion (1) the row of the end, which the
/// start says, gives way to the piece: 0 knight, 1 bishop, 2 rook, 3 queen. Castling is the move
/// of the king.
public struct ChessMove: Hashable, Sendable {
  /// The two bytes, fit for a file or a packet.
  public let rawValue: UInt16

  private static let pieces: [ChessPiece.Kind] = [.knight, .bishop, .rook, .queen]

  /// Accepts bytes that some move has, or gives nil.
  ///
  /// A move made so is well formed; whether it is legal, the position says.
  public init?(rawValue: UInt16) {
    let (from, end) = (rawValue >> 6 & 63, rawValue & 63)
    switch rawValue >> 12 {
    case 0xc: guard from != end else { return nil }
    case 0xd: guard [1, 6].contains(from >> 3), end >> 3 < 4 else { return nil }
    default: return nil
    }
    self.rawValue = rawValue
  }

  /// A move from one square to another; nil where they are the same or not on the board, and where
  /// a promotion does not lead from the last row but one to the last.
  public init?(from: Point, to: Point, promotion: ChessPiece.Kind? = nil) {
    guard from.isOnBoard(ofSize: 8), to.isOnBoard(ofSize: 8) else { return nil }
    guard let promotion else {
      self.init(rawValue: 0xc000 | UInt16(from.index(size: 8) << 6 | to.index(size: 8)))
      return
    }
    guard let number = Self.pieces.firstIndex(of: promotion),
      (from.row, to.row) == (6, 7) || (from.row, to.row) == (1, 0)
    else { return nil }
    self.init(rawValue: 0xd000 | UInt16(from.index(size: 8) << 6 | number << 3 | to.column))
  }

  package init(_ step: ChessStep) {
    let from = UInt16(step.from << 6)
    if step.promotion == 0 {
      rawValue = 0xc000 | from | UInt16(step.to)
    } else {
      rawValue = 0xd000 | from | UInt16((step.promotion - 2) << 3 | step.to & 7)
    }
  }

  /// The square it starts from.
  public var from: Point { Point(index: Int(rawValue >> 6 & 63), size: 8) }

  /// The square it ends on.
  public var to: Point {
    let end = Int(rawValue & 63)
    guard promotion != nil else { return Point(index: end, size: 8) }
    return Point(index: (from.row == 6 ? 56 : 0) + end & 7, size: 8)
  }

  /// What a pawn becomes; nil for any other move.
  public var promotion: ChessPiece.Kind? {
    rawValue >> 12 == 0xd ? Self.pieces[Int(rawValue >> 3 & 7)] : nil
  }
}

extension ChessMove: CustomStringConvertible {
  /// The move as UCI writes it, such as `e2e4` or `e7e8q`.
  public var description: String {
    from.description + to.description + (promotion?.rawValue ?? "")
  }
}
