import GameRules

/// The weights of an evaluation, each of two numbers in one.
///
/// The upper 16 bits count with all attackers on the board, the lower ones with none. Adding two
/// weights adds both.
struct XiangqiWeights: Sendable {
  /// By ``XiangqiFeature``.
  let features: Cells<Int32>
  /// A piece on a cell, by type times 256 plus cell; negative for Black.
  let squares: Cells<Int32>

  static let shared = XiangqiWeights(early: earlyText, late: lateText)

  /// Reads two lists of numbers.
  private init(early: String, late: String) {
    self.init(early: Self.numbers(early), late: Self.numbers(late))
  }

  init(early: [Int], late: [Int]) {
    features = Cells(count: XiangqiFeature.count, filledWith: 0)
    squares = Cells(count: 16 << 8, filledWith: 0)
    for (index, (early, late)) in zip(early, late).enumerated() where index < XiangqiFeature.count {
      features[index] = Int32(early) &* 65_536 &+ Int32(late)
    }
    for row in 1...10 {
      for column in 1...9 {
        let cell = row << 4 | column
        for kind in 0..<7 {
          let red = XiangqiFeature.square(kind: kind, cell: cell, isBlack: false)
          let black = XiangqiFeature.square(kind: kind, cell: cell, isBlack: true)
          squares[kind << 8 | cell] = features[red]
          squares[(kind | 8) << 8 | cell] = 0 &- features[black]
        }
      }
    }
  }

  static func numbers(_ text: String) -> [Int] {
    text.split(whereSeparator: { $0.isWhitespace }).compactMap { Int($0) }
  }
}
