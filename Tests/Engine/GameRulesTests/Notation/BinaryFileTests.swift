import GameRules
import TestSupport
import Testing

/// XQF, CBR, CBL, RenLib and the records of Gomotur are read as their programs write them.
@Suite struct BinaryFileTests {
  private static func games(_ bytes: [UInt8]) -> [Result<GameFile, BrokenFile>] {
    var found: [Result<GameFile, BrokenFile>] = []
    var games = BinaryGames(bytes) { String(decoding: $0, as: UTF8.self) }
    while let entry = games?.next() { found.append(entry.game) }
    return found
  }

  /// A random game, with a comment at its second move and another move in place of its third one.
  private static func steps(
    _ start: Position,
    _ random: inout SeededGenerator
  ) throws -> (position: Position, steps: [BinaryFiles.Step]) {
    var position = start
    try position.playRandomly(Int.random(in: 4...60, using: &random), using: &random)
    var steps = position.moves.map { BinaryFiles.Step(move: $0) }
    steps[1].comment = "a good move"
    steps[2].sibling = steps[0].move
    return (position, steps)
  }

  private static func check(_ file: GameFile, _ position: Position) {
    #expect(file.position.moves == position.moves)
    #expect(file.start.text == position.start.text)
    #expect(file.comments[2]?.contains("a good move") == true)
    #expect(file.comments[2]?.contains("or (\(position.moves[0]))") == true)
  }

  @Test(arguments: [7, 10, 11, 12, 16, 18] as [UInt8], 0..<10 as Range<UInt64>)
  func `a game comes back from XQF, whatever its version`(version: UInt8, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (position, steps) = try Self.steps(.xiangqi(XiangqiPosition()), &random)
    let keys = (0..<13).map { _ in UInt8.random(in: 0...255, using: &random) }
    let bytes = BinaryFiles.xqf(steps, version: version, keys: keys)
    let file = try #require(Self.games(bytes).first).get()
    Self.check(file, position)
    #expect(file.result == .firstWon)
    #expect(file.tags == [.firstPlayer: "Ada"])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a game comes back from CBR`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (position, steps) = try Self.steps(.xiangqi(XiangqiPosition()), &random)
    let file = try #require(Self.games(BinaryFiles.cbr(steps)).first).get()
    Self.check(file, position)
    #expect(file.result == .secondWon)
    #expect(file.tags == [.firstPlayer: "甲乙"])
  }

  @Test(arguments: [1, 128, 140])
  func `a CBL has many games, of which long ones take several slots`(slots: Int) throws {
    var random = SeededGenerator(seed: 1)
    let first: Position
    var steps: [BinaryFiles.Step]
    (first, steps) = try Self.steps(.xiangqi(XiangqiPosition()), &random)
    steps[1].comment = "a good move " + String(repeating: "x", count: 5_000)
    let (second, others) = try Self.steps(.xiangqi(XiangqiPosition()), &random)
    let bytes = BinaryFiles.cbl([BinaryFiles.cbr(steps), BinaryFiles.cbr(others)], slots: slots)
    let games = try Self.games(bytes).map { try $0.get() }
    #expect(games.map(\.moves) == [first.moves, second.moves])
  }

  @Test func `a page of a library without pieces is no game, and no broken one`() throws {
    var random = SeededGenerator(seed: 1)
    let (position, steps) = try Self.steps(.xiangqi(XiangqiPosition()), &random)
    var cover = BinaryFiles.cbr([])
    for place in 2_120..<2_210 { cover[place] = 0 }
    let bytes = BinaryFiles.cbl([cover, BinaryFiles.cbr(steps)], slots: 2)
    #expect(try Self.games(bytes).map { try $0.get().moves } == [position.moves])
    let alone = try #require(BinaryGames(cover) { String(decoding: $0, as: UTF8.self) })
    #expect(throws: BrokenFile.self) { try alone.onlyGame() }
  }

  @Test func `a record of a library without an end ends where the next one begins`() throws {
    var random = SeededGenerator(seed: 1)
    let (_, steps) = try Self.steps(.xiangqi(XiangqiPosition()), &random)
    let record = BinaryFiles.cbr(steps.map { BinaryFiles.Step(move: $0.move) }).dropLast(4)
    let passes = (0..<500).flatMap { _ in [0, 0, 255, 255] as [UInt8] }
    let filled = Array(record + passes).prefix(4_096)
    let library = BinaryFiles.cbl([Array(filled), Array(filled), Array(filled)], slots: 3)
    let faults = Self.games(library).map { game in
      if case .failure(let fault) = game { fault.column } else { 0 }
    }
    #expect(faults == [1, 2, 3].map { 66_624 + 3 * 276 + $0 * 4_096 + 1 })
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the first line of a RenLib file is the game`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let terms = try #require(GomokuTerms(rule: .renju, fouls: .loses))
    let (position, steps) = try Self.steps(.gomoku(GomokuPosition(terms)), &random)
    Self.check(try #require(Self.games(BinaryFiles.lib(steps)).first).get(), position)
  }

  @Test func `a record of Gomotur counts from 0 on a board of 20 by 20`() throws {
    let text = "Ada\nBo\n0,0,12\n19,19,5\n10,9,7\n-1\n"
    #expect(GameFormat.fitting(text, fileName: "0001x002.rec") == [.psq])
    let file = try GameFile(reading: text, as: .psq)
    #expect(file.moves.map(\.description) == ["a20", "t1", "k11"])
    #expect(file.tags == [.firstPlayer: "Ada", .secondPlayer: "Bo"])
  }

  @Test func `a file that does not tell its board is read on the one that is asked for`() throws {
    let position = try GameFile(reading: "t20a1", as: .pos, size: 20)
    #expect(position.moves.map(\.description) == ["t20", "a1"])
    let record = try GameFile(reading: "Ada\nBo\n0,0,12\n", as: .psq, size: 19)
    #expect(record.moves.map(\.description) == ["a19"])
    for size in [0, 16, 200] {
      let error = try #require(throws: BrokenFile.self) {
        try GameFile(reading: "h8", as: .pos, size: size)
      }
      #expect(error.expected == "a size of 15, 19 or 20, or two from 10 to 20")
    }
  }

  @Test func `text is no binary file`() {
    #expect(BinaryFormat(Array("XQ is a game".utf8)) == nil)
    #expect(BinaryFormat(Array("(;GM[4])".utf8)) == nil)
    #expect(BinaryFormat([]) == nil)
  }

  static let rounds = Fixture.count(environment: "FUZZ_CASES", standard: 8_000) / 8

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `any damage to a binary file is read or refused, never a crash`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (_, xiangqi) = try Self.steps(.xiangqi(XiangqiPosition()), &random)
    let (_, gomoku) = try Self.steps(.gomoku(GomokuPosition()), &random)
    let keys = (0..<13).map { _ in UInt8.random(in: 0...255, using: &random) }
    let good = [
      BinaryFiles.xqf(xiangqi, version: 10, keys: keys),
      BinaryFiles.xqf(xiangqi, version: 18, keys: keys), BinaryFiles.cbr(xiangqi),
      BinaryFiles.lib(gomoku), BinaryFiles.cbl([BinaryFiles.cbr(xiangqi)], slots: 1),
    ]
    for round in 0..<Self.rounds {
      var bytes = good[round % good.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        // The head is long, and most of it is read over.
        let place =
          Bool.random(using: &random)
          ? Int.random(in: 0..<bytes.count, using: &random)
          : max(0, bytes.count - Int.random(in: 1...400, using: &random))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place...)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      for case .failure(let error) in Self.games(bytes) {
        #expect(error.line == 1 && error.column >= 1)
      }
    }
  }

  @Test func `variations without end take linear time`() {
    let lib = BinaryFiles.lib([]) + (0..<200_000).flatMap { [UInt8($0 % 15 + 1), 0x80] }
    #expect(Self.games(lib).count == 1)
  }
}
