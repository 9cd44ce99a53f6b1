import GameRules

/// A value with all pieces on the board and with none but pawns, in hundredths of a pawn.
struct ChessValue {
  var early: Int
  var late: Int

  static let zero = ChessValue(early: 0, late: 0)

  @inline(__always)
  init(early: Int, late: Int) {
    self.early = early
    self.late = late
  }

  @inline(__always)
  init(_ early: Int, _ late: Int) { self.init(early: early, late: late) }

  @inline(__always)
  static func + (one: ChessValue, other: ChessValue) -> ChessValue {
    ChessValue(one.early &+ other.early, one.late &+ other.late)
  }

  @inline(__always)
  static func - (one: ChessValue, other: ChessValue) -> ChessValue {
    ChessValue(one.early &- other.early, one.late &- other.late)
  }

  @inline(__always)
  static func += (one: inout ChessValue, other: ChessValue) { one = one + other }

  @inline(__always)
  static func * (count: Int, value: ChessValue) -> ChessValue {
    ChessValue(count &* value.early, count &* value.late)
  }
}

/// The values of pieces on squares, and the masks that an evaluation of pawns needs.
struct ChessWeights: Sendable {
  static let shared = ChessWeights()

  /// The worth of each piece by its number, for exchanges.
  static let worths = [0, 100, 320, 335, 500, 980, 20_000, 0]
  private static let pieces: [ChessValue] = [
    ChessValue(0, 0), ChessValue(85, 105), ChessValue(330, 300), ChessValue(345, 320),
    ChessValue(480, 535), ChessValue(980, 970), ChessValue(0, 0),
  ]
  private static let pawnEarly = [0, -3, 0, 7, 16, 32, 60, 0]
  private static let pawnLate = [0, 2, 4, 12, 26, 52, 90, 0]
  /// More for the two pawns in the middle.
  private static let pawnPush = [0, -14, 4, 18, 14, 6, 0, 0]
  private static let rookEarly = [0, -4, -4, -2, 0, 2, 16, 4]
  private static let kingColumns = [12, 28, 14, -12, -4, -14, 30, 14]

  /// By piece and square, for the side of the piece: early in the upper half.
  let early: Cells<Int16>
  let late: Cells<Int16>
  /// The squares where an enemy's pawn stops a passed pawn, by side and square.
  let passed: Cells<UInt64>
  /// The columns beside that of a square.
  let beside: Cells<UInt64>
  /// The squares round a king, and one row further ahead, by side and square.
  let zones: Cells<UInt64>
  /// By pieces: what each worth is.
  let worths: Cells<Int32>

  private init() {
    early = Cells(count: 1024, filledWith: 0)
    late = Cells(count: 1024, filledWith: 0)
    passed = Cells(count: 128, filledWith: 0)
    beside = Cells(count: 64, filledWith: 0)
    zones = Cells(count: 128, filledWith: 0)
    worths = Cells(count: 8, filledWith: 0)
    for number in 0..<8 { worths[number] = Int32(Self.worths[number]) }
    for square in 0..<64 {
      for number in 1...6 {
        let value = Self.value(number, square & 7, square >> 3)
        for (side, place) in [(0, square), (8, square ^ 56)] {
          early[(side | number) << 6 | place] = Int16(value.early)
          late[(side | number) << 6 | place] = Int16(value.late)
        }
      }
      fillMasks(square)
    }
  }

  /// The value of a white piece on a square: rows count from its own side.
  private static func value(_ number: Int, _ column: Int, _ row: Int) -> ChessValue {
    let middle = min(column, 7 - column)
    let centre = middle + min(row, 7 - row)
    return pieces[number] + place(number, column, row, middle, centre)
  }

  private static func place(
    _ number: Int,
    _ column: Int,
    _ row: Int,
    _ middle: Int,
    _ centre: Int
  ) -> ChessValue {
    switch number {
    case 1:
      let push = middle == 3 ? pawnPush[row] : 0
      return ChessValue(pawnEarly[row] + push + 2 * (middle - 2), pawnLate[row])
    case 2: return ChessValue(7 * centre - 24, 5 * centre - 18)
    case 3: return ChessValue(4 * centre - 15, 3 * centre - 9)
    case 4: return ChessValue(rookEarly[row] + middle, row > 3 ? 6 : 0)
    case 5: return ChessValue(centre - 2 * row, 5 * centre - 14)
    default:
      let home = row == 0 ? kingColumns[column] : -12 - 18 * min(row, 4)
      return ChessValue(home, 9 * centre - 30)
    }
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
