import GameRules

/// Renju's forbidden moves, slowly and literally from docs/reference/rules/gomoku.md, on a set of
/// points.
///
/// It shares nothing with the sources but the word `Side`: no windows, no bits, no direction type.
struct RenjuReference {
  struct Spot: Hashable {
    let x: Int
    let y: Int
  }

  enum Verdict: String {
    case five
    case overline
    case doubleFour = "double-four"
    case doubleThree = "double-three"
    case plain
  }

  var stones: [Spot: Side] = [:]
  private let ways = [(1, 0), (0, 1), (1, 1), (1, -1)]

  private func isEmpty(_ spot: Spot) -> Bool {
    (0..<15).contains(spot.x) && (0..<15).contains(spot.y) && stones[spot] == nil
  }

  /// The unbroken black stones in one line with `spot`.
  private func row(_ spot: Spot, _ way: (Int, Int)) -> Set<Spot> {
    var row: Set<Spot> = []
    for sign in [1, -1] {
      var at = spot
      while stones[at] == .first {
        row.insert(at)
        at = Spot(x: at.x + sign * way.0, y: at.y + sign * way.1)
      }
    }
    return row
  }

  private func line(_ spot: Spot, _ way: (Int, Int)) -> [Spot] {
    (-14...14).map { Spot(x: spot.x + $0 * way.0, y: spot.y + $0 * way.1) }
  }

  /// Each set of four with `spot` that one stone makes an exact five, and how many ways there are.
  private func fours(_ spot: Spot, _ way: (Int, Int)) -> [Set<Spot>: Int] {
    var found: [Set<Spot>: Int] = [:]
    for other in line(spot, way) where isEmpty(other) {
      var after = self
      after.stones[other] = .first
      let five = after.row(other, way)
      if five.count == 5, five.contains(spot) { found[five.subtracting([other]), default: 0] += 1 }
    }
    return found
  }

  func verdict(_ spot: Spot) -> Verdict {
    var after = self
    after.stones[spot] = .first
    let lengths = ways.map { after.row(spot, $0).count }
    if lengths.contains(5) { return .five }
    if lengths.contains(where: { $0 > 5 }) { return .overline }
    let fours = ways.map { after.fours(spot, $0).count }
    if fours.reduce(0, +) >= 2 { return .doubleFour }
    var threes = 0
    for (way, four) in zip(ways, fours) where four == 0 {
      let growth = after.line(spot, way).filter { after.isEmpty($0) }
      if growth.contains(where: { after.growsStraight($0, spot, way) }) { threes += 1 }
    }
    return threes >= 2 ? .doubleThree : .plain
  }

  private func growsStraight(_ growth: Spot, _ spot: Spot, _ way: (Int, Int)) -> Bool {
    var grown = self
    grown.stones[growth] = .first
    let straight = grown.fours(growth, way).contains { four, completions in
      completions == 2 && four.contains(spot) && grown.row(growth, way) == four
    }
    return straight && verdict(growth) == .plain
  }
}
