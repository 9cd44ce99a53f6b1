/// A piece of Xiangqi.
public struct XiangqiPiece: Hashable, Sendable {
  /// What a piece is.
  public enum Kind: String, CaseIterable, Sendable {
    /// 士 or 仕: one step diagonally inside the palace.
    case advisor = "a"
    /// 象 or 相: two steps diagonally on its own side of the river, over an empty point.
    case elephant = "b"
    /// 馬: one step straight, which must be free, and one diagonally.
    case horse = "n"
    /// 車: any way along a row or column.
    case rook = "r"
    /// 砲 or 炮: as the rook; it captures over exactly one piece.
    case cannon = "c"
    /// 卒 or 兵: one step forward, and across too once over the river.
    case pawn = "p"
    /// 將 or 帥: one step straight inside the palace; may not face the other one.
    case general = "k"
  }

  /// What it is.
  public let kind: Kind
  /// Whose it is; ``Side/first`` is Red.
  public let side: Side

  /// Names a piece.
  public init(_ kind: Kind, _ side: Side) {
    self.kind = kind
    self.side = side
  }

  /// The letter of the piece in a FEN, a capital for Red.
  public var letter: Character {
    let letter = kind.rawValue
    return Character(side == .first ? letter.uppercased() : letter)
  }

  /// Reads a letter of a FEN; `h` and `e` are read as horse and elephant too.
  public init?(letter: Character) {
    let small = letter.lowercased()
    guard letter.isASCII,
      let kind = Kind(rawValue: small == "h" ? "n" : small == "e" ? "b" : small)
    else { return nil }
    self.init(kind, letter.isUppercase ? .first : .second)
  }
}

extension XiangqiPiece.Kind {
  /// The numbers that pieces of this kind have in a ``XiangqiEngine``.
  var slots: Range<Int> {
    switch self {
    case .advisor: 0..<2
    case .elephant: 2..<4
    case .horse: 4..<6
    case .rook: 6..<8
    case .cannon: 8..<10
    case .pawn: 10..<15
    case .general: 15..<16
    }
  }

  /// The corners and the middle of Red's palace, row by row from a0.
  private static let advisorPoints = [3, 5, 13, 21, 23]

  /// The seven points that Red's elephants reach, row by row from a0.
  private static let elephantPoints = [2, 6, 18, 22, 26, 38, 42]

  /// True if `point` is in the part of the board that a piece of `side` may enter: the palace, its
  /// own side of the river, or all of it.
  func mayEnter(_ point: Point, _ side: Side) -> Bool {
    let row = side == .first ? point.row : 9 - point.row
    switch self {
    case .horse, .rook, .cannon, .pawn: return true
    case .general, .advisor: return (3...5).contains(point.column) && row <= 2
    case .elephant: return row <= 4
    }
  }

  /// True if a piece of `side` can come to `point` in a game.
  func canStand(on point: Point, _ side: Side) -> Bool {
    let row = side == .first ? point.row : 9 - point.row
    let column = point.column
    switch self {
    case .horse, .rook, .cannon, .general: return mayEnter(point, side)
    case .advisor: return Self.advisorPoints.contains(row * 9 + column)
    case .elephant: return Self.elephantPoints.contains(row * 9 + column)
    case .pawn: return row >= 5 || (row >= 3 && column % 2 == 0)
    }
  }
}
