import GameRules
import GameSearch
import PlainPlayers
import Synchronization
import TestSupport
import Testing

@Suite struct LiuzhouSearchTests {
  static func think(
    _ text: String,
    nodes: UInt64 = 20_000,
    rules: LiuzhouTerms = LiuzhouTerms(),
    threads: Int = 1
  ) throws -> SearchReport? {
    var searcher = LiuzhouSearcher(SearchSettings(threads: threads, tableBytes: 1 << 20))
    let position = try LiuzhouPosition(text: text, terms: rules)
    return searcher.think(position, limits: SearchLimits(nodes: nodes))
  }

  @Test(arguments: [
    // A corner cut captures the third stone.
    ("3B2/5B/6/W3B1/1W4/3W2 w m 0,0 0 0", 1),
    // The last stone that can step is shut in.
    ("6/6/6/6/WWW3/BBB1W1 w m 0,0 0 0", 1),
  ])
  func `a win at once is found`(text: String, mate: Int) throws {
    let report = try #require(try Self.think(text))
    #expect(report.mate == mate)
    var position = try LiuzhouPosition(text: text)
    for move in report.line { try position.play(move) }
    #expect(position.outcome?.winner == .first)
  }

  @Test(arguments: LiuzhouStateTests.allRules, 0..<3 as Range<UInt64>)
  func `the expected line is legal`(rules: LiuzhouTerms, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = LiuzhouPosition(rules)
    var searcher = LiuzhouSearcher(SearchSettings(tableBytes: 1 << 18))
    while position.outcome == nil, position.ply < 80 {
      if position.ply % 8 == 7 {
        let found = searcher.think(position, limits: SearchLimits(nodes: 400))
        let report = try #require(found)
        #expect(report.move == report.line.first)
        var line = position
        for move in report.line { try line.play(move) }
      }
      try position.play(try #require(position.legalMoves.randomElement(using: &random)))
    }
  }

  @Test func `the same nodes give the same answer`() throws {
    let text = "2B1BB/3B2/W1W2W/1wB1WB/1WW1B1/3BW1 w p 10,10 0 0"
    #expect(try Self.think(text, nodes: 5_000) == Self.think(text, nodes: 5_000))
  }

  @Test(arguments: [1, 50, 4_000] as [UInt64])
  func `no more nodes are visited than allowed`(nodes: UInt64) throws {
    let report = try #require(try Self.think("6/6/6/6/6/6 w p 18,18 0 0", nodes: nodes))
    #expect(report.nodes <= nodes)
  }

  @Test func `a stop is honoured by all threads`() throws {
    let asked = Atomic(0)
    var searcher = LiuzhouSearcher(SearchSettings(threads: 2, tableBytes: 1 << 20))
    let report = searcher.think(
      LiuzhouPosition(),
      shouldStop: { asked.wrappingAdd(1, ordering: .relaxed).newValue >= 3 }
    )
    #expect(report != nil)
    #expect(asked.load(ordering: .relaxed) == 3)
  }

  @Test func `a game that is over gets no move`() throws {
    #expect(try Self.think("6/6/6/6/BB4/WWW3 b m 0,0 0 0") == nil)
  }

  @Test func `each iteration is reported`() throws {
    var depths: [Int] = []
    var searcher = LiuzhouSearcher(SearchSettings(tableBytes: 1 << 20))
    let last = searcher.think(
      LiuzhouPosition(),
      limits: SearchLimits(depth: 3),
      onReport: { depths.append($0.depth) }
    )
    #expect(depths == [1, 2, 3])
    #expect(last?.depth == 3)
  }

  @Test func `a whole game against the plain player is won`() throws {
    var searcher = LiuzhouSearcher(SearchSettings(tableBytes: 1 << 20))
    var plain = PlainLiuzhou(depth: 1, seed: 3)
    var position = LiuzhouPosition()
    while position.outcome == nil {
      let move =
        position.toMove == .first
        ? searcher.think(position, limits: SearchLimits(nodes: 500))?.move
        : plain.move(in: position)
      try position.play(try #require(move))
    }
    #expect(position.outcome?.winner == .first)
  }
}
