import GameRules
import TestSupport
import Testing

@testable import GameSearch

@Suite struct ReversiSearchTests {
  /// The value of `position` by every line of `depth` moves.
  private static func value(_ position: Position, _ depth: Int, _ ply: Int = 0) throws -> Int {
    if let outcome = position.outcome {
      guard let winner = outcome.winner else { return 0 }
      return winner == position.toMove ? PlainValue.win - ply : ply - PlainValue.win
    }
    guard depth > 0 else { return position.balance }
    return try position.legalMoves.map { move in
      var next = position
      try next.play(move)
      let value = try value(next, depth - 1, ply + 1)
      return next.toMove == position.toMove ? value : -value
    }.max() ?? 0
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `alpha-beta finds the value that looking at every line finds`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position(game: .reversi)
    // The later ones are near the end, where sides pass.
    for _ in 0..<(seed < 6 ? 10 : 53) {
      guard let move = position.legalMoves.randomElement(using: &random) else { break }
      try position.play(move)
    }
    guard position.outcome == nil else { return }
    let depth = 4
    let report = try #require(
      try PlainSearcherTests.think(position, limits: SearchLimits(depth: depth))
    )
    let value = try Self.value(position, report.depth)
    #expect(report.mate == PlainValue.mate(value))
    #expect(report.mate != nil || report.score == value)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a higher level beats a much lower one`(seed: UInt64) throws {
    var position = Position(game: .reversi)
    let strong: Side = seed % 2 == 0 ? .first : .second
    while position.outcome == nil {
      let isStrong = position.toMove == strong
      let level = try #require(SearchLevel(isStrong ? 7 : 1))
      var searcher = GameSearcher(SearchSettings(level: level, seed: seed))
      let report = searcher.think(position)
      try position.play(try #require(report).move)
    }
    #expect(position.outcome?.winner == strong)
  }
}
