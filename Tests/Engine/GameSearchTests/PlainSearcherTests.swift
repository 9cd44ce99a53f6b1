import GameRules
import Testing

@testable import GameSearch

@Suite struct PlainSearcherTests {
  static func think(
    _ position: some GamePosition,
    _ level: Int = 10,
    limits: SearchLimits = SearchLimits(depth: 3)
  ) throws -> SearchReport? {
    let settings = SearchSettings(level: try #require(SearchLevel(level)))
    return PlainSearcher(settings).think(
      position,
      limits: limits,
      shouldStop: { false },
      onReport: { _ in }
    )
  }

  @Test func `a win at once is found, and proven`() throws {
    let position = try MoveReasonTests.after("h8 a1 i8 b1 j8 c1 k8 d1", in: Game(.gomoku))
    let report = try #require(try Self.think(position, limits: SearchLimits(depth: 1)))
    #expect(report.mate == 1)
    #expect(["g8", "l8"].contains(report.move.description))
  }

  @Test func `a side that moves again still plays for itself`() throws {
    // White forms a square with b2, and takes one of the black stones that are left.
    let position = try Position(game: Game(.liuzhou), text: "4BB/6/5B/6/W1W3/WW4 w m 0,0 0 0")
    let report = try #require(try Self.think(position, limits: SearchLimits(depth: 2)))
    #expect(report.mate == 2)
    #expect(report.line.count == 2)
    #expect(report.line.first?.description == "c2b2")
  }

  @Test func `a lost game is known to be lost`() throws {
    // Black has two open ends to stop, and one stone.
    let position = try MoveReasonTests.after("h8 a1 i8 c1 j8 e1 k8", in: Game(.gomoku))
    let report = try #require(
      try Self.think(position, limits: SearchLimits(depth: 2, nodes: 200_000))
    )
    #expect(report.mate == -2)
  }

  @Test func `the limit of nodes holds after the first move deep`() throws {
    let position = Position(game: .xiangqi)
    let report = try #require(try Self.think(position, limits: SearchLimits(nodes: 500)))
    #expect(report.nodes <= 501)
    #expect(position.legalMoves.contains(report.move))
  }

  @Test func `told to stop at once, it answers before its first few hundred nodes`() throws {
    let searcher = PlainSearcher(SearchSettings())
    let report = searcher.think(
      Position(game: .xiangqi),
      limits: SearchLimits(),
      shouldStop: { true },
      onReport: { _ in }
    )
    #expect(try #require(report).depth <= 2)
  }

  @Test(arguments: 1...10)
  func `each level plays, and the same for the same seed`(level: Int) throws {
    let position = Position(game: Game(.liuzhou))
    let limits = SearchLimits(depth: 2, nodes: 2_000)
    let reports = try (0..<2).map { _ in try Self.think(position, level, limits: limits) }
    #expect(reports[0] != nil && reports[0] == reports[1])
  }
}
