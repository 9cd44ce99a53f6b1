/// A piece of chess.
public struct ChessPiece: Hashable, Sendable {
  /// What a piece is.
  public enum Kind: String, CaseIterable, Sendable {
    /// One square forward, two from its start; it takes diagonally forward.
    case pawn = "p"
    /// Two squares straight and one across, over whatever stands there.
    case knight = "n"
    /// Any way along a diagonal.
    case bishop = "b"
    /// Any way along a row or column.
    case rook = "r"
    /// Any way along a row, column or diagonal.
    case queen = "q"
    /// One square any way; it may not be attacked.
    case king = "k"

    /// The pieces that a pawn can become, the usual one first.
    public static let promotions: [Kind] = [.queen, .rook, .bishop, .knight]

    /// The number of this kind in a ``ChessEngine``.
    var number: Int {
      switch self {
      case .pawn: 1
      case .knight: 2
      case .bishop: 3
      case .rook: 4
      case .queen: 5
      case .king: 6
      }
    }

    /// The kind with this ``number``; nil for any other.
    init?(number: Int) {
      guard (1...6).contains(number) else { return nil }
      self = Self.allCases[number - 1]
    }
  }

  /// What it is.
  public let kind: Kind
  /// Whose it is; ``Side/first`` is White.
  public let side: Side

  /// Names a piece.
  public init(_ kind: Kind, _ side: Side) {
    self.kind = kind
    self.side = side
  }

  /// The letter of the piece in a FEN, a capital for White.
  public var letter: Character {
    Character(side == .first ? kind.rawValue.uppercased() : kind.rawValue)
  }

  /// The figure of the piece, such as ♞: hollow for White, filled for Black.
  public var figure: Character {
    let number = UInt32(6 - kind.number) + (side == .first ? 0x2654 : 0x265a)
    return Character(Unicode.Scalar(number) ?? "?")
  }

  /// Reads a letter of a FEN.
  public init?(letter: Character) {
    guard letter.isASCII, let kind = Kind(rawValue: letter.lowercased()) else { return nil }
    self.init(kind, letter.isUppercase ? .first : .second)
  }

  /// The piece with this number in a ``ChessEngine``; nil for an empty square.
  init?(code: UInt8) {
    guard let kind = Kind(number: Int(code & 7)) else { return nil }
    self.init(kind, code < 8 ? .first : .second)
  }

  /// The number of this piece in a ``ChessEngine``.
  var code: UInt8 { UInt8(kind.number | (side == .first ? 0 : 8)) }
}
