import GameRules

/// The weights of an evaluation, each of two numbers in one, and the masks that it needs.
///
/// The upper 16 bits count with all pieces on the board, the lower ones with none but pawns. Adding
/// two weights adds both.
struct ChessWeights: Sendable {
  static let shared = ChessWeights()

  /// The worth of each piece by its number, for exchanges.
  static let worths = [0, 100, 320, 335, 500, 980, 20_000, 0]

  /// By ``ChessTerm``.
  let terms: Cells<Int32>
  /// By piece and square, for the side of the piece.
  let squares: Cells<Int32>
  /// The squares where an enemy's pawn stops a passed pawn, by side and square.
  let passed: Cells<UInt64>
  /// The columns beside that of a square.
  let beside: Cells<UInt64>
  /// The squares round a king, and one row further ahead, by side and square.
  let zones: Cells<UInt64>
  /// By pieces: what each worth is.
  let worths: Cells<Int32>

  private init() {
    terms = Cells(count: ChessTerm.count, filledWith: 0)
    squares = Cells(count: 1024, filledWith: 0)
    passed = Cells(count: 128, filledWith: 0)
    beside = Cells(count: 64, filledWith: 0)
    zones = Cells(count: 128, filledWith: 0)
    worths = Cells(count: 8, filledWith: 0)
    for number in 0..<8 { worths[number] = Int32(Self.worths[number]) }
    let pairs = zip(XiangqiWeights.numbers(Self.earlyText), XiangqiWeights.numbers(Self.lateText))
    for (index, (early, late)) in pairs.enumerated() where index < ChessTerm.count {
      terms[index] = Int32(early) &* 65_536 &+ Int32(late)
    }
    for square in 0..<64 {
      for number in 1...6 {
        for piece in [number, number | 8] {
          squares[piece << 6 | square] = terms[ChessTerm.square(piece, square)]
        }
      }
      fillMasks(square)
    }
  }

  /// What a weight counts with all pieces on the board, and with none but pawns.
  @inline(__always)
  static func parts(_ weight: Int32) -> (early: Int, late: Int) {
    (Int((weight &+ 0x8000) >> 16), Int(Int16(truncatingIfNeeded: weight)))
  }

  private func fillMasks(_ square: Int) {
    let (column, row) = (square & 7, square >> 3)
    for other in 0..<64 {
      let (across, ahead) = (abs(other & 7 - column), other >> 3 - row)
      let bit: UInt64 = 1 << UInt64(other)
      if across == 1 { beside[square] |= bit }
      if across < 2, ahead > 0 { passed[square] |= bit }
      if across < 2, ahead < 0 { passed[64 | square] |= bit }
      if across < 2, -1...2 ~= ahead { zones[square] |= bit }
      if across < 2, -2...1 ~= ahead { zones[64 | square] |= bit }
    }
  }
}
