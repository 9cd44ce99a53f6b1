internal import GameRules

extension LiuzhouEndgames {
  /// Finds out what every ending is worth, which takes seconds for three against three and minutes
  /// for more.
  ///
  /// - Parameters:
  ///   - extent: which endings.
  ///   - progress: told what part is done, from 0 to 1.
  ///   - shouldStop: asked often.
  /// - Returns: the tables, or nil after a stop.
  public static func build(
    _ extent: Extent,
    progress: (Double) -> Void = { _ in },
    shouldStop: () -> Bool = { false }
  ) -> LiuzhouEndgames? {
    var builder = LiuzhouEndgameBuilder(extent)
    var groups = [[LiuzhouSlice.threes]]
    if extent == .fourAgainstThree { groups.append([.fours, .threesToMove]) }
    let total = Double(length(extent))
    var done = 0.0
    for group in groups {
      let bytes = Double(group.reduce(0) { $0 + $1.end - $1.start })
      let isWhole = builder.solve(group) { part in
        progress((done + part * bytes) / total)
        return shouldStop()
      }
      guard isWhole else { return nil }
      done += bytes
    }
    progress(1)
    return LiuzhouEndgames(extent, filling: builder.values)
  }
}

/// Works backwards from the ends of the game, turn by turn (retrograde analysis, Ströhlein 1970).
///
/// While it works, a value from 128 on is not decided: 128 and the number of successors that do not
/// lose yet.
struct LiuzhouEndgameBuilder {
  private static let undecided: UInt8 = 128

  fileprivate(set) var values: [UInt8]
  private let lines = LiuzhouLines.shared
  /// By turns: the states that a capture decides then, when nothing does earlier.
  private var wins: [[Int]] = []
  private var losses: [[Int]] = []

  init(_ extent: LiuzhouEndgames.Extent) {
    values = Array(repeating: LiuzhouEndgames.draw, count: LiuzhouEndgames.length(extent))
  }

  /// Decides every state of `slices`: one with equal sides, or two in which the same stones take
  /// turns.
  ///
  /// - Parameters:
  ///   - slices: the parts of the tables, each the one before the next.
  ///   - step: told what part is done; says whether to stop.
  /// - Returns: whether all was decided.
  mutating func solve(_ slices: [LiuzhouSlice], _ step: (Double) -> Bool) -> Bool {
    wins = Array(repeating: [], count: 130)
    losses = wins
    for (number, slice) in slices.enumerated() {
      let other = slices[(number + 1) % slices.count]
      for orbit in slice.own.masks.indices {
        if orbit % 16 == 0 {
          let part = Double(orbit) / Double(slice.own.masks.count)
          if step(0.5 * (Double(number) + part) / Double(slices.count)) { return false }
        }
        begin(orbit, slice, other)
      }
    }
    return spread(slices, step)
  }

  /// Writes for each state of `orbit` how many successors it has, or what is decided at once.
  mutating func begin(_ orbit: Int, _ slice: LiuzhouSlice, _ other: LiuzhouSlice) {
    let own = slice.own.masks[orbit]
    var squeezed: UInt64 = (1 << UInt64(slice.enemyCount)) - 1
    for rank in 0..<slice.enemySets {
      let enemy = LiuzhouSets.spread(squeezed, own)
      squeezed = LiuzhouSets.next(squeezed)
      let index = slice.index(orbit: orbit, enemy: enemy)
      // An image of a state that has another place.
      guard index == slice.start + orbit * slice.enemySets + rank else { continue }
      values[index] = first(LiuzhouState(own: own, enemy: enemy), index, slice, other)
    }
  }

  private mutating func first(
    _ state: LiuzhouState,
    _ index: Int,
    _ slice: LiuzhouSlice,
    _ other: LiuzhouSlice
  ) -> UInt8 {
    guard state.reach != 0 else { return 0 }
    var next = Successors()
    var best: LiuzhouEndgames.Ending?
    var ends = state.reach
    while ends != 0 {
      let end = ends & (~ends &+ 1)
      ends ^= end
      var stones = LiuzhouPoints.beside(end) & state.own
      while stones != 0 {
        let stone = stones & (~stones &+ 1)
        stones ^= stone
        let after = state.own ^ stone ^ end
        let captures = LiuzhouState.captures(by: end.trailingZeroBitCount, of: after, lines)
        guard captures > 0 else {
          next.add(other.index(own: state.enemy, enemy: after))
          continue
        }
        guard slice.enemyCount > 3 else { return 1 }
        best = Self.better(best, capture(after, state.enemy))
      }
    }
    return Self.undecided + UInt8(next.count) + keep(best, index)
  }

  /// The result of the best capture of one stone for the side that captures: three against three.
  private func capture(_ own: UInt64, _ enemy: UInt64) -> LiuzhouEndgames.Ending? {
    var state = LiuzhouState(own: own, enemy: enemy)
    state.due = 1
    var best: LiuzhouEndgames.Ending?
    var targets = state.targets(lines)
    while targets != 0 {
      let target = targets & (~targets &+ 1)
      targets ^= target
      let value = values[LiuzhouSlice.threes.index(own: enemy ^ target, enemy: own)]
      let ending: LiuzhouEndgames.Ending =
        value == LiuzhouEndgames.draw
        ? .draw : value & 1 == 1 ? .loss(Int(value) + 1) : .win(Int(value) + 1)
      best = Self.better(best, ending)
    }
    return best
  }

  private static func better(
    _ one: LiuzhouEndgames.Ending?,
    _ two: LiuzhouEndgames.Ending?
  ) -> LiuzhouEndgames.Ending? {
    guard let one, let two else { return one ?? two }
    return worth(one) >= worth(two) ? one : two
  }

  private static func worth(_ ending: LiuzhouEndgames.Ending) -> Int {
    switch ending {
    case .win(let turns): 1_000 - turns
    case .draw: 0
    case .loss(let turns): turns - 1_000
    }
  }

  /// Keeps for later what a capture decides, and says what it adds to the undecided value.
  private mutating func keep(_ ending: LiuzhouEndgames.Ending?, _ index: Int) -> UInt8 {
    switch ending {
    case .win(let turns):
      wins[turns].append(index)
      return 40
    case .loss(let turns):
      losses[turns].append(index)
      return 1
    // More than there are successors: it is never lost.
    case .draw: return 40
    case nil: return 0
    }
  }

  /// Turn by turn, tells the states before each decided one.
  private mutating func spread(_ slices: [LiuzhouSlice], _ step: (Double) -> Bool) -> Bool {
    var idle = 0
    var turns: UInt8 = 0
    while idle < 3 || (wins + losses).contains(where: { !$0.isEmpty }) {
      guard turns < 126 else { break }
      var changed = 0
      for (number, slice) in slices.enumerated() {
        let before = slices[(number + 1) % slices.count]
        for orbit in slice.own.masks.indices {
          if orbit % 64 == 0, step(0.5 + 0.5 * min(Double(turns) / 40, 0.99)) { return false }
          changed += tell(orbit, slice, before, turns)
        }
      }
      changed += settle(turns + 1)
      idle = changed == 0 ? idle + 1 : 0
      turns += 1
    }
    for slice in slices {
      for index in slice.start..<slice.end where values[index] >= Self.undecided {
        values[index] = LiuzhouEndgames.draw
      }
    }
    return true
  }

  /// Applies the captures that decide after `turns`, and says how many there were.
  private mutating func settle(_ turns: UInt8) -> Int {
    let count = wins[Int(turns)].count + losses[Int(turns)].count
    for index in wins[Int(turns)] where values[index] >= Self.undecided { values[index] = turns }
    for index in losses[Int(turns)] { lose(index, turns) }
    wins[Int(turns)] = []
    losses[Int(turns)] = []
    return count
  }

  /// One successor of the state at `index` less that does not lose: none left is a loss.
  @inline(__always) private mutating func lose(_ index: Int, _ turns: UInt8) {
    let value = values[index]
    guard value > Self.undecided else { return }
    values[index] = value - 1 == Self.undecided ? turns : value - 1
  }

  /// Tells the states before those of `orbit` that are decided in `turns`; says how many those are.
  private mutating func tell(
    _ orbit: Int,
    _ slice: LiuzhouSlice,
    _ before: LiuzhouSlice,
    _ turns: UInt8
  ) -> Int {
    let first = slice.start + orbit * slice.enemySets
    let own = slice.own.masks[orbit]
    var count = 0
    var squeezed: UInt64 = (1 << UInt64(slice.enemyCount)) - 1
    for index in first..<(first + slice.enemySets) {
      if values[index] == turns {
        count += 1
        tell(own, LiuzhouSets.spread(squeezed, own), before, turns)
      }
      squeezed = LiuzhouSets.next(squeezed)
    }
    return count
  }

  private mutating func tell(
    _ own: UInt64,
    _ enemy: UInt64,
    _ before: LiuzhouSlice,
    _ turns: UInt8
  ) {
    let empty = ~(own | enemy) & LiuzhouPoints.full
    var earlier = Successors()
    var stones = enemy
    while stones != 0 {
      let stone = stones & (~stones &+ 1)
      stones ^= stone
      // A step that made a formation would have captured.
      guard LiuzhouState.captures(by: stone.trailingZeroBitCount, of: enemy, lines) == 0 else {
        continue
      }
      var starts = LiuzhouPoints.beside(stone) & empty
      while starts != 0 {
        let start = starts & (~starts &+ 1)
        starts ^= start
        earlier.add(before.index(own: enemy ^ stone ^ start, enemy: own))
      }
    }
    for place in 0..<earlier.count {
      let index = earlier.indices[place]
      if turns & 1 == 1 {
        lose(index, turns + 1)
      } else if values[index] >= Self.undecided {
        values[index] = turns + 1
      }
    }
  }

  /// The places of at most 16 states, each once: images of one state are one.
  private struct Successors {
    var indices = InlineArray<16, Int>(repeating: 0)
    var count = 0

    @inline(__always) mutating func add(_ index: Int) {
      for place in 0..<count where indices[place] == index { return }
      indices[count] = index
      count += 1
    }
  }
}
