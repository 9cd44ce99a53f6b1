import GameRules
import PlainPlayers
import TestSupport
import Testing

@testable import GameSearch

@Suite struct XiangqiLevelTests {
  private static func think(
    _ position: XiangqiPosition,
    _ settings: SearchSettings
  ) -> SearchReport? {
    var searcher = XiangqiSearcher(settings)
    return searcher.think(
      position,
      limits: SearchLimits(),
      shouldStop: { false },
      onReport: { _ in }
    )
  }

  /// 1, 0 or -1 for `level` against the beginner's program from a random opening.
  private static func result(_ level: Int, seed: UInt64) throws -> Int {
    var random = SeededGenerator(seed: seed / 2)
    var position = XiangqiPosition()
    for _ in 0..<4 {
      try position.play(try #require(position.legalMoves.randomElement(using: &random)))
    }
    let own: Side = seed % 2 == 0 ? .first : .second
    let settings = SearchSettings(
      level: try #require(SearchLevel(level)),
      tableBytes: 1 << 20,
      seed: seed
    )
    var searcher = XiangqiSearcher(settings)
    while position.outcome == nil, position.ply < 200 {
      let move =
        position.toMove == own
        ? searcher.think(
          position,
          limits: SearchLimits(),
          shouldStop: { false },
          onReport: { _ in }
        )?.move : XiangqiBeginner().move(in: position)
      try position.play(try #require(move))
    }
    return position.outcome?.winner.map { $0 == own ? 1 : -1 } ?? 0
  }

  @Test func `level 3 beats a beginner's program`() throws {
    var points = 0
    for seed in 0..<2 as Range<UInt64> { points += try Self.result(3, seed: seed) }
    #expect(points > 0)
  }

  @Test func `a weak level looks less far, and still takes what is free`() throws {
    // A rook stands where a pawn takes it.
    let position = try XiangqiPosition(text: "3k5/9/9/4r4/4P4/9/9/9/9/5K3 w")
    let settings = SearchSettings(level: try #require(SearchLevel(2)), tableBytes: 1 << 18)
    let report = try #require(Self.think(position, settings))
    #expect(report.move.description == "e5e6")
    #expect(report.depth <= 2)
  }

  @Test func `the seed decides what a weak level overlooks`() throws {
    let moves = try (0..<40 as Range<UInt64>).map { seed in
      let settings = SearchSettings(
        level: try #require(SearchLevel(1)),
        tableBytes: 1 << 16,
        seed: seed
      )
      return try #require(Self.think(XiangqiPosition(), settings)).move
    }
    #expect(Set(moves).count > 5)
  }
}
