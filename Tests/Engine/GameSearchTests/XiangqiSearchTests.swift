import GameRules
import Synchronization
import Testing

@testable import GameSearch

/// Thinks about a position with a table of 1 MiB.
func thinkXiangqi(
  _ position: XiangqiPosition,
  depth: Int? = nil,
  nodes: UInt64? = nil,
  threads: Int = 1,
  level: SearchLevel = .full
) -> SearchReport? {
  let settings = SearchSettings(level: level, threads: threads, tableBytes: 1 << 20, seed: 5)
  var searcher = XiangqiSearcher(settings)
  return searcher.think(
    position,
    limits: SearchLimits(depth: depth, nodes: nodes),
    shouldStop: { false },
    onReport: { _ in }
  )
}

@Suite struct XiangqiSearchTests {
  /// How many plies the side to move needs to win by force, found by trying everything.
  ///
  /// Nil for more than `most`.
  private static func plies(_ position: XiangqiPosition, most: Int) -> Int? {
    guard most > 0 else { return nil }
    var best: Int?
    for move in position.legalMoves {
      var next = position
      guard (try? next.play(move)) != nil else { continue }
      if next.outcome?.winner == position.toMove { return 1 }
      let limit = (best ?? most + 1) - 2
      guard limit > 0, next.outcome == nil, let loss = lossPlies(next, most: limit) else {
        continue
      }
      best = min(best ?? .max, loss + 1)
    }
    return best
  }

  /// How many plies the side to move can hold out; nil for more than `most`.
  private static func lossPlies(_ position: XiangqiPosition, most: Int) -> Int? {
    var longest = 0
    for move in position.legalMoves {
      var next = position
      guard (try? next.play(move)) != nil, next.outcome == nil,
        let win = plies(next, most: most - 1)
      else { return nil }
      longest = max(longest, win + 1)
    }
    return longest
  }

  @Test(arguments: [
    // Two rooks on two ranks.
    ("3k5/R8/9/9/9/9/9/1R7/9/4K4 w", 1),
    // Stalemate wins too: the general may not move, and nothing else can.
    ("3k5/9/4P4/9/9/9/9/9/9/4K4 w", 1),
    ("4k4/4a4/9/9/9/9/9/9/R8/3K4R w", 3),
    ("4k4/9/9/9/9/9/9/R8/1R7/3K5 w", 3),
  ])
  func `a mate is found at its distance`(text: String, plies: Int) throws {
    let position = try XiangqiPosition(text: text)
    #expect(Self.plies(position, most: 3) == plies)
    let report = try #require(thinkXiangqi(position, depth: 12))
    #expect(report.mate == plies)
    #expect(report.line.count == plies)
    var played = position
    for move in report.line { try played.play(move) }
    #expect(played.outcome?.winner == position.toMove)
  }

  @Test func `a lost side knows how long it can hold out`() throws {
    let position = try XiangqiPosition(text: "4k4/9/9/9/9/9/9/4R4/1R7/3K5 b")
    let report = try #require(thinkXiangqi(position, depth: 12))
    #expect(report.mate == -2)
  }

  @Test func `the same nodes and one thread give the same answer, and no more nodes`() throws {
    let position = XiangqiPosition()
    let first = try #require(thinkXiangqi(position, nodes: 5_000))
    #expect(thinkXiangqi(position, nodes: 5_000) == first)
    #expect(first.nodes == 5_000)
  }

  @Test(arguments: 1...10)
  func `every level plays legal moves to the end or to the fortieth`(level: Int) throws {
    let settings = SearchSettings(
      level: try #require(SearchLevel(level)),
      tableBytes: 1 << 18,
      seed: UInt64(level)
    )
    var searcher = GameSearcher(settings)
    var position = Position(game: .xiangqi)
    while position.outcome == nil, position.ply < 40 {
      let thought = searcher.think(position, limits: SearchLimits(nodes: 400))
      let report = try #require(thought)
      var line = position
      for move in report.line { try line.play(move) }
      try position.play(report.move)
    }
    #expect(position.outcome != nil || position.ply == 40)
  }

  @Test func `nothing is said about a game that is over`() throws {
    let position = try XiangqiPosition(text: "3k5/9/9/9/9/9/9/9/9/4K4 w")
    #expect(position.outcome != nil)
    #expect(thinkXiangqi(position) == nil)
  }

  @Test func `a thought that is to stop stops within a few hundred nodes, with a move`() throws {
    let asked = Atomic<Int>(0)
    var searcher = XiangqiSearcher(SearchSettings(tableBytes: 1 << 20))
    let thought = searcher.think(
      XiangqiPosition(),
      limits: SearchLimits(),
      shouldStop: { asked.wrappingAdd(1, ordering: .relaxed).newValue > 3 },
      onReport: { _ in }
    )
    let report = try #require(thought)
    #expect(report.nodes <= 1_024)
    #expect(XiangqiPosition().legalMoves.contains(report.move))
  }

  @Test func `two threads answer as one does, and both work`() throws {
    let position = try XiangqiPosition(text: "4k4/4a4/9/9/9/9/9/9/R8/3K4R w")
    #expect(thinkXiangqi(position, depth: 8, threads: 2)?.mate == 3)
    let report = try #require(thinkXiangqi(XiangqiPosition(), nodes: 20_000, threads: 2))
    #expect(report.nodes >= 20_000)
    #expect(XiangqiPosition().legalMoves.contains(report.move))
  }

  @Test func `a perpetual check is not played on by the side that it loses for`() throws {
    // Red has checked in vain; once more and Black goes back, where Red has lost by the rule.
    let text = "3k5/9/9/9/9/9/9/4R4/r8/5K3 w"
    var position = Position.xiangqi(try XiangqiPosition(text: text))
    for word in ["e2d2", "d9e9", "d2e2", "e9d9", "e2d2", "d9e9", "d2e2"] {
      try position.play(position.move(from: word))
    }
    var before = position
    before.takeBack()
    guard case .xiangqi(let red) = before, case .xiangqi(let black) = position else { return }
    #expect(thinkXiangqi(red, depth: 6)?.move.description != "d2e2")
    let report = try #require(thinkXiangqi(black, depth: 4))
    #expect(report.move.description == "e9d9")
    #expect(report.score > XiangqiScore.decisive)
    #expect(report.mate == nil)
  }
}
