import GameRules
import TestSupport
import Testing

/// `make rules WHAT=renju` asks for five thousand positions; a plain run tries a thousand.
private let referencePositions = Fixture.count(environment: "RENJU_POSITIONS", standard: 1_000)

@Suite struct RenjuTests {
  /// Black's and White's stones, Black to move.
  private func position(_ black: String, _ white: String = "") throws -> GomokuPosition {
    var letters: [[Character]] = Array(repeating: Array(repeating: "1", count: 15), count: 15)
    for (text, letter) in [(black, Character("B")), (white, Character("W"))] {
      for word in text.split(separator: " ") {
        let point = try #require(Point(String(word)))
        letters[14 - point.row][point.column] = letter
      }
    }
    let ranks = letters.map { rank in
      let stones = rank.split(separator: "1", omittingEmptySubsequences: false)
      var text = ""
      var empty = -1
      for run in stones {
        empty += 1
        if run.isEmpty { continue }
        text += (empty > 0 ? "\(empty)" : "") + String(run)
        empty = 0
      }
      return text + (empty > 0 ? "\(empty)" : "")
    }
    let text = ranks.joined(separator: "/") + " b"
    return try GomokuPosition(text: text, terms: GomokuTerms(rule: .renju))
  }

  private func foul(_ position: GomokuPosition, _ text: String) throws -> RenjuFoul? {
    let point = try #require(Point(text))
    return position.forbiddenPoints.first { $0.point == point }?.foul
  }

  @Test func `G7 an exact five wins though the stone is also a foul`() throws {
    var game = try position("d8 e8 f8 g8 h4 h5 h6 h7 h9")
    #expect(try foul(game, "h8") == nil)
    try game.play(.place(#require(Point("h8"))))
    #expect(game.outcome == Outcome(winner: .first, reason: .five))
  }

  @Test func `G8 six in a row are an overline`() throws {
    #expect(try foul(position("c8 d8 e8 g8 h8"), "f8") == .overline)
  }

  @Test(arguments: [("e8 f8 g8 h5 h6 h7", "h8"), ("d8 f8 g8 j8", "h8"), ("b8 d8 e8 h8", "f8")])
  func `G9 two fours, in one line or in two`(black: String, point: String) throws {
    #expect(try foul(position(black), point) == .doubleFour)
  }

  @Test func `G9 a four that only an overline would complete is none`() throws {
    #expect(try foul(position("c8 d8 g8 h8 i8"), "f8") == nil)
  }

  @Test(arguments: [("c8 e8 f8 i8", "g8"), ("b8 d8 e8 h8", "f8"), ("d8 e8 i8 j8", "g8")])
  func `G9 fours with gaps in one line are counted apart`(
    black: String,
    point: String
  ) throws {
    let position = try position(black)
    var reference = RenjuReference()
    for word in black.split(separator: " ") {
      let point = try #require(Point(String(word)))
      reference.stones[.init(x: point.column, y: point.row)] = .first
    }
    let at = try #require(Point(point))
    let verdict = reference.verdict(.init(x: at.column, y: at.row))
    #expect(try foul(position, point)?.rawValue ?? "plain" == verdict.rawValue)
  }

  @Test func `G9 x xxx x and xx xx xx are double fours in one line`() throws {
    #expect(try foul(position("d8 f8 h8 j8"), "g8") == .doubleFour)
    #expect(try foul(position("d8 e8 g8 j8 k8"), "h8") == .doubleFour)
  }

  @Test func `G9 a straight four is one four`() throws {
    #expect(try foul(position("e8 f8 g8"), "h8") == nil)
  }

  @Test func `G10 two threes are a double three`() throws {
    #expect(try foul(position("f8 g8 h6 h7"), "h8") == .doubleThree)
  }

  @Test func `G10 a three that white stops at one end is none`() throws {
    #expect(try foul(position("f8 g8 h6 h7", "e8"), "h8") == nil)
  }

  @Test func `G10 a three whose only growth points are forbidden is none`() throws {
    // The row grows only at i8 (f8 is stopped behind e8); i8 would make a second overline column.
    let plain = try position("f8 g8 h6 h7", "d8")
    #expect(try foul(plain, "h8") == .doubleThree)
    let hindered = try position("f8 g8 h6 h7 i5 i6 i7 i9 i10 e5 e6 e7 e9 e10")
    #expect(try foul(hindered, "i8") == .overline)
    #expect(try foul(hindered, "e8") == .overline)
    #expect(try foul(hindered, "h8") == nil)
  }

  @Test func `G12 where every empty point is forbidden to black the game is a draw`() throws {
    var words: [[String]] = [[], []]
    for row in 0..<15 {
      for column in 0..<15 where (column, row) != (3, 7) {
        // No line has three of one colour but row 8, where only d8 is missing from eight black
        // stones.
        let isBlack = (row == 7 && column < 6) || (column / 2 + row) % 2 == 0
        let point = try #require(Point(column: column, row: row))
        words[isBlack ? 0 : 1].append(point.description)
      }
    }
    let game = try position(words[0].joined(separator: " "), words[1].joined(separator: " "))
    #expect(try foul(game, "d8") == .overline)
    #expect(game.outcome == Outcome(winner: nil, reason: .onlyForbidden))
  }

  @Test func `G6 white may make what black may not, and wins with six`() throws {
    var game = try position("a1 c1", "c8 d8 e8 g8 h8")
    try game.play(.place(#require(Point("o15"))))
    try game.play(.place(#require(Point("f8"))))
    #expect(game.outcome == Outcome(winner: .second, reason: .five))
  }

  @Test func `G11 a foul is refused, or loses where the rules of the game say so`() throws {
    var game = try position("c8 d8 e8 g8 h8")
    let point = try #require(Point("f8"))
    #expect(throws: IllegalMove.forbidden(point, .overline)) { try game.play(.place(point)) }
    #expect(!game.legalMoves.contains(.place(point)))
    let terms = try #require(GomokuTerms(rule: .renju, fouls: .loses))
    var strict = try GomokuPosition(text: game.text, terms: terms)
    #expect(strict.legalMoves.contains(.place(point)))
    try strict.play(.place(point))
    #expect(strict.outcome == Outcome(winner: .second, reason: .overline))
  }

  /// A hundred seeds, fifty positions each: scattered stones, Black's thicker than White's.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the slow reference agrees on random positions`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<referencePositions / 100 {
      var reference = RenjuReference()
      var words: [[String]] = [[], []]
      let count = Int.random(in: 8...60, using: &random)
      let spread = Int.random(in: 3...7, using: &random)
      for _ in 0..<count {
        let x = Int.random(in: 7 - spread...7 + spread, using: &random)
        let y = Int.random(in: 7 - spread...7 + spread, using: &random)
        let side: Side = Int.random(in: 0..<3, using: &random) == 0 ? .second : .first
        guard reference.stones.updateValue(side, forKey: .init(x: x, y: y)) == nil else { continue }
      }
      for (spot, side) in reference.stones {
        let point = try #require(Point(column: spot.x, row: spot.y))
        words[side == .first ? 0 : 1].append(point.description)
      }
      let game = try position(words[0].joined(separator: " "), words[1].joined(separator: " "))
      // Four empty points a position keep the debug build quick.
      for _ in 0..<4 {
        let spot = RenjuReference.Spot(
          x: Int.random(in: 7 - spread...7 + spread, using: &random),
          y: Int.random(in: 7 - spread...7 + spread, using: &random)
        )
        guard reference.stones[spot] == nil else { continue }
        let verdict = reference.verdict(spot)
        let point = try #require(Point(column: spot.x, row: spot.y))
        #expect(
          game.foul(at: point)?.rawValue ?? "plain"
            == (verdict == .five ? "plain" : verdict.rawValue),
          "\(point) in \(game.text)"
        )
      }
    }
  }
}
