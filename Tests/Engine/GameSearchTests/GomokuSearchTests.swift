import GameRules
import TestSupport
import Testing

@testable import GameSearch

@Suite struct GomokuSearchTests {
  static func position(_ moves: String, _ rule: GomokuRule = .freestyle) throws -> GomokuPosition {
    var position = GomokuPosition(rule: rule)
    for text in moves.split(separator: " ") {
      try position.play(.place(try #require(Point(String(text)))))
    }
    return position
  }

  static func think(
    _ position: GomokuPosition,
    nodes: UInt64 = 2_000,
    level: Int = 10,
    threads: Int = 1,
    seed: UInt64 = 0
  ) throws -> SearchReport {
    var searcher = GomokuSearcher(
      SearchSettings(
        level: try #require(SearchLevel(level)),
        threads: threads,
        tableBytes: 1 << 16,
        seed: seed
      )
    )
    let limits = SearchLimits(nodes: nodes)
    let report = searcher.think(
      position,
      limits: limits,
      shouldStop: { false },
      onReport: { _ in }
    )
    return try #require(report)
  }

  @Test(arguments: GomokuRule.allCases)
  func `the first stone goes to the middle`(rule: GomokuRule) throws {
    #expect(try Self.think(GomokuPosition(rule: rule)).move.description == "h8")
  }

  @Test(arguments: [
    // Its own five before the other side's.
    ("h8 h9 i8 i9 j8 j9 k8 k9", ["g8", "l8"], 1),
    // An open four is a five at the third ply.
    ("h8 a1 i8 c1 j8 o15", ["g8", "k8"], 3),
    // Two fours by one stone.
    ("h8 l8 i8 a1 j8 h9 g9 a3 g10 c1 g11 g12", ["g8"], 3),
  ])
  func `a win is found, and how far it is`(
    moves: String,
    answers: [String],
    mate: Int
  ) throws {
    let report = try Self.think(try Self.position(moves))
    #expect(answers.contains(report.move.description))
    #expect(report.mate == mate)
  }

  @Test(arguments: [
    // The one open end of a four.
    ("h8 a1 i8 g8 j8 a3 k8", ["l8"]),
    // The gap of a broken four.
    ("h8 h9 i8 i9 k8 a1 l8", ["j8"]),
    // An open three: next to it or at the far ends.
    ("h8 a1 i8 o15 j8", ["f8", "g8", "k8", "l8"]),
  ])
  func `a threat is answered`(moves: String, answers: [String]) throws {
    let report = try Self.think(try Self.position(moves))
    #expect(answers.contains(report.move.description))
  }

  @Test func `the value of a forced reply is that of what follows`() throws {
    let moves = "h8 g9 i8 f8 h7 e7 h10 h9 j8 k8 i9 g11 i7 i10 k7 l6 j7 l7"
      .split(separator: " ")
    let mates = (14...18).map { count in
      let position = try? Self.position(moves.prefix(count).joined(separator: " "))
      return position.flatMap { try? Self.think($0).mate }
    }
    // Black's fours have one reply each, and the last of them two.
    #expect(mates == [5, -4, 3, -2, 1])
  }

  @Test(arguments: GomokuRule.allCases)
  func `a win by threats is kept in memory to its end`(rule: GomokuRule) throws {
    var openings = BalancedOpenings(.gomoku(GomokuTerms(rule: rule)), seed: 3)
    var searcher = GomokuSearcher(SearchSettings(tableBytes: 1 << 20))
    guard case .gomoku(var position) = openings.next() else { return }
    var mates: [Int?] = []
    while position.outcome == nil {
      let limits = SearchLimits(nodes: 3_000)
      let report = searcher.think(
        position,
        limits: limits,
        shouldStop: { false },
        onReport: { _ in }
      )
      mates.append(try #require(report).mate)
      try position.play(try #require(report).move)
    }
    let proven = mates.drop { $0 == nil }.map { $0 ?? 0 }
    #expect(proven.count > 5)
    for (mate, next) in zip(proven, proven.dropFirst()) {
      #expect(mate.signum() == -next.signum() && abs(next) < abs(mate), "\(mates)")
    }
  }

  @Test func `six in a row is no five under the standard rule`() throws {
    // j8 would make six from g8 to l8, so the four k9 to n9 of White has to be stopped.
    let moves = "g8 k9 h8 l9 i8 m9 k8 n9 l8 a1"
    #expect(try Self.think(try Self.position(moves)).move.description == "j8")
    let standard = try Self.think(try Self.position(moves, .standard))
    #expect(["j9", "o9"].contains(standard.move.description))
  }

  @Test func `White wins under renju where Black may not stop the five`() throws {
    // j8 would stop White's four on row 8, but makes six for Black in column j.
    let moves = "j7 f8 j6 g8 j9 h8 j10 a1 j5 a3 e8"
    var position = try Self.position(moves, .renju)
    let report = try Self.think(position)
    #expect(report.move.description == "i8")
    #expect(report.mate == 3)
    try position.play(report.move)
    #expect(try Self.think(position).mate == -2)
  }

  @Test(arguments: GomokuRule.allCases, 0..<6 as Range<UInt64>)
  func `every move of a game is legal, and the game ends`(
    rule: GomokuRule,
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var position = try GomokuBoardTests.randomStones(rule, size: 15, count: 6, using: &random)
    while position.outcome == nil, position.ply < 40 {
      let report = try Self.think(position, nodes: 300)
      #expect(position.legalMoves.contains(report.move))
      try position.play(report.move)
      #expect(position.outcome?.winner != position.toMove)
    }
  }

  @Test func `the same nodes give the same answer`() throws {
    let position = try Self.position("h8 i9 h9 h10 g8 i8 i7 g9 f9")
    let reports = try (0..<2).map { _ in try Self.think(position, nodes: 3_000) }
    #expect(reports[0] == reports[1])
  }

  @Test func `several threads find what one finds`() throws {
    let position = try Self.position("h8 a1 i8 c1 j8 o15")
    #expect(try Self.think(position, threads: 3).mate == 3)
    let open = try Self.position("h8 i9 h9 h10")
    let report = try Self.think(open, nodes: 4_000, threads: 3)
    #expect(open.legalMoves.contains(report.move))
    #expect(report.nodes >= 4_000)
  }

  @Test func `a thought ends when it is told to`() throws {
    var searcher = GomokuSearcher(SearchSettings(tableBytes: 1 << 16))
    let position = try Self.position("h8 i9 h9 h10")
    let report = searcher.think(
      position,
      limits: SearchLimits(),
      shouldStop: { true },
      onReport: { _ in }
    )
    #expect(try #require(report).nodes <= 2_048)
    #expect(position.legalMoves.contains(try #require(report).move))
  }

  @Test func `a game that is over gets no move`() throws {
    let position = try Self.position("h8 h9 i8 i9 j8 j9 k8 k9 l8")
    var searcher = GomokuSearcher()
    let report = searcher.think(
      position,
      limits: SearchLimits(),
      shouldStop: { false },
      onReport: { _ in }
    )
    #expect(report == nil)
  }

  @Test(arguments: 1...9)
  func `every level plays a legal move`(level: Int) throws {
    for rule in GomokuRule.allCases {
      let position = try Self.position("h8 i9 h9 h10 g8", rule)
      let report = try Self.think(position, nodes: 500, level: level, seed: 3)
      #expect(position.legalMoves.contains(report.move))
    }
  }

  @Test(arguments: [19, 20])
  func `a large board is searched to its edges`(size: Int) throws {
    let setup = try #require(GomokuTerms(rule: .freestyle, size: BoardSize(size)))
    var position = GomokuPosition(setup)
    let edge = size - 1
    for (column, row) in [(edge, 3), (0, 0), (edge, 4), (0, 2), (edge, 5), (0, 4), (edge, 6)] {
      try position.play(.place(try #require(Point(column: column, row: row))))
    }
    let report = try Self.think(position)
    let point = try #require(report.move.placedPoint)
    #expect(point.column == edge && (point.row == 2 || point.row == 7))
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `swap2 is played to the end of its opening by search`(seed: UInt64) throws {
    let setup = try #require(GomokuTerms(rule: .standard, opening: .swap2))
    var position = GomokuPosition(setup)
    while position.isOpening {
      let report = try Self.think(position, nodes: 2_000, seed: seed)
      try position.play(report.move)
    }
    #expect(position.moves.count { $0.placedPoint == nil } == 1)
  }

  @Test func `the better colour is chosen`() throws {
    let setup = try #require(GomokuTerms(rule: .standard, opening: .swap2))
    var position = GomokuPosition(setup)
    // White's stone stands in a corner, so Black's two are worth much more than the move.
    for text in ["h8", "a1", "h9"] { try position.play(.place(try #require(Point(text)))) }
    #expect(try Self.think(position).move == .choose(.black))
  }
}
