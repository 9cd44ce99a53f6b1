internal import GameRules

/// The static evaluation of a position, in hundredths of a stone for the side to move.
///
/// Each number of ``LiuzhouFeatures`` counts for the side to move with one weight, and against it
/// with another. The weights slide from the first stone placed to the last, and from a full board
/// of the moving phase to one of six stones.
@safe struct LiuzhouEvaluation: Sendable {
  /// The weights of every stage, computed at the first use and never freed.
  static let shared = LiuzhouEvaluation()

  /// Both sides' numbers, one for the move and one for White.
  private static let rowLength = 2 * LiuzhouFeatures.count + 2
  /// Weights are kept as sixteenths.
  private static let scale = 16

  private let lines = LiuzhouLines.shared
  /// A row for each number of stones to be placed, and then for each number of stones on the board.
  private nonisolated(unsafe) let rows: UnsafeMutablePointer<Int32>

  private init() {
    unsafe rows = .allocate(capacity: 74 * Self.rowLength)
    for number in 0..<74 {
      let isPlacing = number < 37
      let part = isPlacing ? number : min(max(number - 37 - 6, 0), 30)
      let whole = isPlacing ? 36 : 30
      let many = isPlacing ? LiuzhouWeights.placingFirst : LiuzhouWeights.movingFull
      let few = isPlacing ? LiuzhouWeights.placingLast : LiuzhouWeights.movingBare
      for place in 0..<Self.rowLength {
        let sum = Self.scale * (many[place] * part + few[place] * (whole - part)) / whole
        unsafe (rows + number * Self.rowLength + place).initialize(to: Int32(sum))
      }
    }
  }

  /// The worth of `state`, in which no capture is due.
  func score(_ state: LiuzhouState) -> Int {
    let own = LiuzhouFeatures(state.own, state.enemy, state.marked, lines)
    let enemy = LiuzhouFeatures(state.enemy, state.own, state.marked, lines)
    let isPlacing = state.phase == .placing
    let number = isPlacing ? Int(state.left) : 37 &+ Int(own.values[0] &+ enemy.values[0])
    let row = unsafe rows + number &* Self.rowLength
    var sum = unsafe row[2 * LiuzhouFeatures.count]
    if isPlacing, state.isWhite { unsafe sum &+= row[2 * LiuzhouFeatures.count + 1] }
    for place in 0..<LiuzhouFeatures.count {
      unsafe sum &+= row[place] &* own.values[place]
      unsafe sum &-= row[LiuzhouFeatures.count &+ place] &* enemy.values[place]
    }
    return min(max(Int(sum) / Self.scale, -Self.limit), Self.limit)
  }

  /// The limit of all scores, so that none looks like a proven win.
  private static let limit = 20_000
}
