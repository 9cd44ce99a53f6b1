public import GameRules

/// A slow and independent judge of wins by fours: it knows nothing but the rules of the game.
///
/// A four is a stone after which another one would win; its answers are all moves after which none
/// would. Each is found by playing it.
public struct GomokuFourSolver {
  private var position: GomokuPosition
  private let attacker: Side
  private var seen: Set<UInt64> = []

  /// The number of fours that may still be tried.
  private var budget: Int

  /// True if the side to move wins by at most `fours` fours and a five.
  public static func wins(_ position: GomokuPosition, fours: Int) -> Bool {
    wins(position, fours: fours, budget: .max) ?? false
  }

  /// True if the side to move wins by at most `fours` fours and a five; nil where that is not known
  /// after `budget` tries.
  public static func wins(_ position: GomokuPosition, fours: Int, budget: Int) -> Bool? {
    var solver = GomokuFourSolver(position: position, budget: budget)
    if solver.attack(fours) { return true }
    return solver.budget > 0 ? false : nil
  }

  /// True if neither side can win with its next stone.
  public static func isQuiet(_ position: GomokuPosition) -> Bool {
    let solver = GomokuFourSolver(position: position, budget: 0)
    return [.first, .second].allSatisfy { solver.wins(of: $0).isEmpty }
  }

  private init(position: GomokuPosition, budget: Int) {
    self.position = position
    self.budget = budget
    attacker = position.colourToMove
  }

  /// The points on which `side` would win at once.
  private func wins(of side: Side) -> [Point] {
    var found: [Point] = []
    for row in 0..<position.size.rows {
      for column in 0..<position.size.columns {
        guard let point = Point(column: column, row: row) else { continue }
        guard position.stone(at: point) == nil, makesFive(point, side) else { continue }
        found.append(point)
      }
    }
    return found
  }

  /// True if a stone of `side` on an empty point wins.
  private func makesFive(_ point: Point, _ side: Side) -> Bool {
    [(1, 0), (0, 1), (1, 1), (1, -1)].contains { right, up in
      var length = 1
      for sign in [1, -1] {
        var (column, row) = (point.column, point.row)
        while true {
          column += sign * right
          row += sign * up
          guard
            let next = Point(column: column, row: row), position.stone(at: next) == side
          else { break }
          length += 1
        }
      }
      switch position.rule {
      case .freestyle: return length >= 5
      case .standard: return length == 5
      case .renju: return side == .first ? length == 5 : length >= 5
      }
    }
  }

  private mutating func attack(_ fours: Int) -> Bool {
    if !wins(of: attacker).isEmpty { return true }
    guard fours > 0, seen.insert(position.key ^ UInt64(fours)).inserted else { return false }
    let threats = wins(of: attacker.other)
    for move in position.legalMoves {
      guard let point = move.placedPoint, threats.isEmpty || threats == [point] else { continue }
      guard canMakeFour(point), budget > 0 else { continue }
      guard (try? position.play(move)) != nil else { continue }
      budget -= 1
      defer { position.takeBack() }
      if isDecisive(fours) { return true }
    }
    return false
  }

  /// True if the last stone wins: by two fives, or by one that cannot be stopped or whose answer
  /// loses.
  private mutating func isDecisive(_ fours: Int) -> Bool {
    let fives = wins(of: attacker)
    if fives.isEmpty || !wins(of: attacker.other).isEmpty { return false }
    if fives.count > 1 { return true }
    guard (try? position.play(.place(fives[0]))) != nil else { return true }
    defer { position.takeBack() }
    return attack(fours - 1)
  }

  /// True if three stones of the attacker are in some window of five with the point.
  private func canMakeFour(_ point: Point) -> Bool {
    [(1, 0), (0, 1), (1, 1), (1, -1)].contains { right, up in
      (-4...0).contains { start in
        (0..<5).count { step in
          let column = point.column + (start + step) * right
          let row = point.row + (start + step) * up
          guard let other = Point(column: column, row: row) else { return false }
          return position.stone(at: other) == attacker
        } >= 3
      }
    }
  }
}
