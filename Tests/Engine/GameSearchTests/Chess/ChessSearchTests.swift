import GameRules
import TestSupport
import Testing

@testable import GameSearch

private func think(
  _ text: String,
  depth: Int? = nil,
  nodes: UInt64? = nil,
  level: SearchLevel = .full
) throws -> SearchReport {
  var searcher = ChessSearcher(SearchSettings(level: level, tableBytes: 1 << 20, seed: 1))
  let report = searcher.think(
    try ChessPosition(text: text),
    limits: SearchLimits(depth: depth, nodes: nodes),
    shouldStop: { false },
    onReport: { _ in }
  )
  return try #require(report)
}

/// A position after random moves, and the same with colours and rows exchanged.
private func mirrored(_ seed: UInt64) throws -> (ChessPosition, ChessPosition) {
  var random = SeededGenerator(seed: seed)
  var game = ChessPosition()
  for _ in 0..<Int.random(in: 0...120, using: &random) {
    guard let move = game.legalMoves.randomElement(using: &random) else { break }
    try game.play(move)
  }
  let fields = game.text.split(separator: " ").map(String.init)
  let board = fields[0].split(separator: "/").reversed().joined(separator: "/")
  let swapped = String(board.map { Character($0.isUppercase ? $0.lowercased() : $0.uppercased()) })
  let side = fields[1] == "w" ? "b" : "w"
  return (game, try ChessPosition(text: "\(swapped) \(side) - - \(fields[4]) 1"))
}

@Suite struct ChessSearchTests {
  @Test(
    arguments: [
      ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1),
      ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7", 1),
      ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 3),
      ("8/8/8/8/8/2k5/1r6/K7 b - - 0 1", "b2b8", nil),
      ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", "g2g1", 3),
    ] as [(String, String, Int?)]
  )
  func `a mate is found and counted`(text: String, move: String, plies: Int?) throws {
    let report = try think(text, depth: 7)
    if let plies {
      #expect(report.line.first?.description == move)
      #expect(report.mate == plies)
    } else {
      #expect((report.mate ?? 0) > 0)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a position is worth the same for either colour`(seed: UInt64) throws {
    let (one, other) = try mirrored(seed)
    let values = [one, other].map { ChessEvaluation.value(ChessEngine($0.setup)) }
    #expect(values[0] == values[1])
  }

  @Test(arguments: [
    ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", -400),
    ("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100),
    ("4k3/8/3p4/4n3/8/8/4R3/4RK2 w - - 0 1", "e2e5", -80),
    ("3rk3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 880),
    ("4k3/8/2n5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 100),
  ])
  func `an exchange is counted to its end`(text: String, move: String, gain: Int) throws {
    let position = try ChessPosition(text: text)
    let worker = ChessWorker(
      position,
      ChessMemory(tableBytes: 1 << 16),
      SearchSettings(),
      SearchLimits(),
      shouldStop: { false }
    )
    let found = worker.board.step(of: try position.legalMove(from: move))
    let step = try #require(found)
    #expect(worker.exchange(step) == gain)
  }

  @Test(arguments: SearchLevel.range)
  func `each level plays legal moves within its nodes, the same each time`(number: Int) throws {
    let level = try #require(SearchLevel(number))
    for seed in 0..<6 as Range<UInt64> {
      let (position, _) = try mirrored(seed)
      guard position.outcome == nil else { continue }
      let report = try think(position.text, nodes: 3_000, level: level)
      #expect(report.nodes <= 3_000)
      #expect(try think(position.text, nodes: 3_000, level: level) == report)
      var replay = try ChessPosition(text: position.text)
      for move in report.line { try replay.play(move) }
    }
  }

  @Test func `a lost side repeats, and a search stops when it is told`() throws {
    // The queen checks for ever on h5 and e8.
    let report = try think("6k1/6p1/8/7Q/8/1r6/q7/7K w - - 0 1", depth: 8)
    #expect(report.score == 0)
    var searcher = ChessSearcher(SearchSettings(tableBytes: 1 << 20))
    let stopped = searcher.think(
      ChessPosition(),
      limits: SearchLimits(),
      shouldStop: { true },
      onReport: { _ in }
    )
    #expect((stopped?.nodes ?? 0) < 1_000)
  }

  @Test func `a game that has ended has no move`() throws {
    var searcher = ChessSearcher(SearchSettings(tableBytes: 1 << 20))
    let position = try ChessPosition(text: "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    let report = searcher.think(
      position,
      limits: SearchLimits(),
      shouldStop: { false },
      onReport: { _ in }
    )
    #expect(report == nil)
  }
}
