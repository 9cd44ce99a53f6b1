import GameRules
import TestSupport
import Testing

@testable import GameSearch

@Suite struct LiuzhouStateTests {
  static let allRules = FormationCount.allCases.flatMap { count in
    FormationReuse.allCases.map { LiuzhouTerms(count: count, reuse: $0) }
  }

  /// The actions that the search sees in `state`.
  static func moves(_ state: LiuzhouState, _ rules: LiuzhouTerms) -> Set<Move> {
    var worker = LiuzhouWorker.forTests(rules)
    let count = worker.generate(state, ply: 0, first: .none)
    var moves: Set<Move> = []
    for place in 0..<count {
      if let move = worker.pick(place, of: count, ply: 0).move { moves.insert(move) }
    }
    return moves
  }

  @Test(arguments: allRules, 0..<12 as Range<UInt64>)
  func `the search plays by the rules`(rules: LiuzhouTerms, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = LiuzhouPosition(rules)
    var state = LiuzhouState(position.board)
    let searchRules = LiuzhouSearchRules(rules)
    while position.outcome == nil {
      #expect(state == LiuzhouState(position.board))
      #expect(Self.moves(state, rules) == Set(position.legalMoves))
      let move = try #require(position.legalMoves.randomElement(using: &random))
      state.play(try #require(LiuzhouMove(move)), searchRules)
      try position.play(move)
    }
    let outcome = try #require(position.outcome)
    guard outcome.reason != .repetition else { return }
    let expected: LiuzhouResult =
      outcome.winner == nil ? .draw : outcome.winner == position.toMove ? .win : .loss
    #expect(state.result == expected)
  }

  @Test func `an action survives its sixteen bits`() throws {
    let point = try #require(Point("c3"))
    let next = try #require(Point("c4"))
    for move in [Move.place(point), .remove(point), .step(from: point, to: next)] {
      #expect(LiuzhouMove(move)?.move == move)
    }
    #expect(LiuzhouMove(.carry(from: point, to: next)) == nil)
    #expect(LiuzhouMove.none.move == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a gap is where a stone captures`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let lines = LiuzhouLines.shared
    let stones = random.next() & random.next() & LiuzhouPoints.full
    let enemy = random.next() & random.next() & LiuzhouPoints.full & ~stones
    let open = LiuzhouPoints.full & ~stones & ~enemy
    let gaps = LiuzhouGaps(stones, open, lines)
    for point in 0..<36 where open >> UInt64(point) & 1 == 1 {
      let filled = stones | 1 << UInt64(point)
      let best = Formation.through[point].filter { $0.mask & ~filled == 0 }.map(\.captures).max()
      #expect(gaps.captures(point) == best ?? 0)
    }
  }

  @Test func `what is remembered is read as it was written`() {
    let memory = LiuzhouMemory(bytes: 1 << 16)
    for bound in [LiuzhouEntry.Bound.lower, .upper, .exact] {
      let entry = LiuzhouEntry(
        move: .step(from: 35, to: 29),
        score: -29_985,
        depth: 17,
        bound: bound,
        age: 63
      )
      let key = UInt64(bound.rawValue) &* 0x9e37_79b9_7f4a_7c15
      #expect(memory.places.entry(key) == nil)
      memory.places.store(entry, key)
      #expect(memory.places.entry(key) == entry)
    }
  }
}

extension LiuzhouWorker {
  /// A worker without a history.
  static func forTests(_ rules: LiuzhouTerms) -> LiuzhouWorker {
    LiuzhouWorker(
      LiuzhouThought(
        rules: LiuzhouSearchRules(rules),
        memory: LiuzhouMemory(bytes: 4096),
        endgames: nil,
        limits: SearchLimits(),
        age: 0,
        sight: LiuzhouSight(.full, seed: 0)
      ),
      played: []
    )
  }
}
