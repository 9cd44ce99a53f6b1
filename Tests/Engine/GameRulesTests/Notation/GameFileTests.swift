import GameRules
import TestSupport
import Testing

/// Every format writes what it reads, and reads what it writes.
@Suite struct GameFileTests {
  static let tags: [GameFile.Tag: String] = [
    .event: "Cup: [1] of \"all\" \\ none", .site: "柳州", .date: "2026-01-31", .round: "7",
    .firstPlayer: "Anna", .secondPlayer: "许银川 \\", .firstTeam: "A]", .secondTeam: ":B",
    .opening: "{x} (y); z", .annotator: "é",
  ]

  static let gomoku: [GomokuTerms] =
    GomokuRule.allCases.compactMap { rule in
      GomokuTerms(rule: rule, fouls: rule == .renju ? .loses : .refused)
    }
    + [GomokuTerms(rule: .freestyle, size: 19), GomokuTerms(rule: .freestyle, size: 20)]
    .compactMap { $0 }

  @Test(arguments: gomoku, 0..<20 as Range<UInt64>)
  func `a game of Gomoku comes back from SGF`(terms: GomokuTerms, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position.gomoku(GomokuPosition(terms))
    try position.playRandomly(Int.random(in: 0...150, using: &random), using: &random)
    let file = GameFile(position, tags: Self.tags)
    #expect(try GameFile(reading: file.text(as: .sgf), as: .sgf) == file)
  }

  @Test(arguments: gomoku, 0..<20 as Range<UInt64>)
  func `a start position comes back from SGF`(terms: GomokuTerms, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var start = Position.gomoku(GomokuPosition(terms))
    try start.playRandomly(Int.random(in: 0...40, using: &random), using: &random)
    var position = Position.gomoku(try GomokuPosition(text: start.text, terms: terms))
    try position.playRandomly(Int.random(in: 0...40, using: &random), using: &random)
    let file = GameFile(position)
    #expect(try GameFile(reading: file.text(as: .sgf), as: .sgf) == file)
    #expect(file.start.text == start.text)
  }

  @Test(arguments: gomoku, 0..<20 as Range<UInt64>)
  func `a game comes back from psq`(terms: GomokuTerms, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position.gomoku(GomokuPosition(terms))
    try position.playRandomly(Int.random(in: 0...150, using: &random), using: &random)
    let file = GameFile(position, tags: [.firstPlayer: "pbrain rapfi", .secondPlayer: "Bo"])
    #expect(try GameFile(reading: file.text(as: .psq), as: .psq) == file)
  }

  @Test(arguments: GomokuRule.allCases, 0..<20 as Range<UInt64>)
  func `a game comes back from pos, where the rule is told`(rule: GomokuRule, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let terms = try #require(GomokuTerms(rule: rule, fouls: rule == .renju ? .loses : .refused))
    var position = Position.gomoku(GomokuPosition(terms))
    try position.playRandomly(Int.random(in: 0...150, using: &random), using: &random)
    let file = GameFile(position)
    #expect(try GameFile(reading: file.text(as: .pos), as: .pos, rule: rule) == file)
  }

  @Test(arguments: [GameFormat.iccs, .wxf, .chinese], 0..<30 as Range<UInt64>)
  func `a game of Xiangqi comes back from PGN`(format: GameFormat, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position.xiangqi(XiangqiPosition())
    if seed % 2 == 1 {
      try position.playRandomly(Int(seed), using: &random)
      position = .xiangqi(try XiangqiPosition(text: position.text))
    }
    try position.playRandomly(Int.random(in: 0...150, using: &random), using: &random)
    let result = GameFile.Result.allCases.randomElement(using: &random) ?? .draw
    let file = GameFile(position, tags: Self.tags, result: result)
    #expect(try GameFile(reading: file.text(as: format), as: format) == file)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a game of Xiangqi comes back from a FEN with moves`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position.xiangqi(XiangqiPosition())
    try position.playRandomly(Int(seed), using: &random)
    position = .xiangqi(try XiangqiPosition(text: position.text))
    try position.playRandomly(Int(seed % 7) * 10, using: &random)
    let file = GameFile(position)
    #expect(try GameFile(reading: file.text(as: .fen), as: .fen) == file)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a game of Liuzhou chess comes back from its turns`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position.liuzhou(LiuzhouPosition())
    if seed % 2 == 1 {
      try position.playRandomly(Int(seed), using: &random)
      position = .liuzhou(try LiuzhouPosition(text: position.text))
    }
    try position.playRandomly(Int.random(in: 0...200, using: &random), using: &random)
    let file = GameFile(position)
    #expect(try GameFile(reading: file.text(as: .text), as: .text) == file)
  }

  @Test(arguments: GameKind.allCases, GameFormat.allCases)
  func `a format holds games of one kind`(game: GameKind, format: GameFormat) throws {
    let file = GameFile(Position(game: Game(game)))
    if game == format.game {
      #expect(GameFormat.fitting(try file.text(as: format)) == [format.reader] || format == .pos)
    } else {
      #expect(throws: Inexpressible.otherGame(format, game)) { try file.text(as: format) }
    }
  }

  @Test func `what a format cannot hold is refused`() throws {
    let big = try #require(GomokuTerms(rule: .freestyle, size: 20))
    let file = GameFile(.gomoku(GomokuPosition(big)))
    #expect(throws: Inexpressible.boardSize(.pos, 20)) { try file.text(as: .pos) }
    var position = GomokuPosition()
    try position.play(.place(try #require(Point("h8"))))
    let started = GameFile(.gomoku(try GomokuPosition(text: position.text)))
    #expect(throws: Inexpressible.startPosition(.pos)) { try started.text(as: .pos) }
    #expect(throws: Inexpressible.startPosition(.psq)) { try started.text(as: .psq) }
    let edges = GomokuTerms(rule: .freestyle, edgeFives: .off) ?? GomokuTerms()
    let house = GameFile(.gomoku(GomokuPosition(edges)))
    #expect(throws: Inexpressible.houseRule(.pos)) { try house.text(as: .pos) }
    #expect(throws: Inexpressible.houseRule(.psq)) { try house.text(as: .psq) }
  }

  @Test(arguments: [
    Game.gomoku(GomokuTerms(rule: .standard, edgeFives: .off) ?? .init()),
    .liuzhou(LiuzhouTerms(count: .sum)), .liuzhou(LiuzhouTerms(.huainan)),
    .liuzhou(LiuzhouTerms(.shandong, reuse: .shortOnly)),
  ])
  func `house rules stand in the file`(game: Game) throws {
    let format: GameFormat = game.kind == .gomoku ? .sgf : .text
    var position = Position(game: game)
    for move in ["c3", "d4"] { try position.play(try position.move(from: move)) }
    let read = try GameFile(reading: try GameFile(position).text(as: format), as: format)
    #expect(read.game == game)
    #expect(read.moves == position.moves)
  }

  @Test func `house rules that are not known here are no game`() {
    let text = "# rules: way=mars\n6/6/6/6/6/6 w p 18,18 0 0\n"
    #expect(throws: BrokenFile.self) { try GameFile(reading: text, as: .text) }
  }

  @Test func `after swap2 Black is whoever has Black`() throws {
    let terms = try #require(GomokuTerms(rule: .standard, opening: .swap2))
    var position = Position.gomoku(GomokuPosition(terms))
    for text in ["a1", "b2", "c3", "black", "d4"] { try position.play(position.move(from: text)) }
    let file = GameFile(
      position,
      tags: [.firstPlayer: "Anna", .secondPlayer: "Bo"],
      result: .secondWon
    )
    let text = try file.text(as: .sgf)
    #expect(text.contains("PB[Bo]PW[Anna]RE[B+]"))
    #expect(text.contains(";B[ao];W[bn];B[cm];W[dl])"))
    #expect(try file.text(as: .psq).hasSuffix("Bo\nAnna\n-1\n1,Standard\n"))
    #expect(try file.text(as: .pos) == "a1b2c3d4\n")
  }

  @Test func `tags are single lines that say something`() {
    let file = GameFile(Position(game: .xiangqi), tags: [.event: " a\r\n\tb ", .site: " \n "])
    #expect(file.tags == [.event: "a b"])
  }
}

extension GameFormat {
  /// The format that stands for all with the same reader.
  var reader: GameFormat {
    self == .iccs || self == .wxf ? .chinese : self
  }
}

@Suite struct ForeignTextTests {
  private static let controls = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\u{2066}\u{FEFF}\u{7F}"

  @Test(arguments: GameFormat.allCases)
  func `nothing in a file reaches a terminal as a control character`(format: GameFormat) throws {
    let wild = "An\(Self.controls)na 五\u{200D}子"
    let tags = Dictionary(uniqueKeysWithValues: GameFile.Tag.allCases.map { ($0, wild) })
    for kind in GameKind.allCases {
      let file = GameFile(Position(game: Game(kind)), tags: tags, comments: [0: wild])
      #expect(file.tags[.event] == "An]0;x31mna 五\u{200D}子")
      guard let text = try? file.text(as: format) else { continue }
      #expect(
        !text.unicodeScalars.contains { scalar in
          [.control, .format].contains(scalar.properties.generalCategory)
            && !scalar.properties.isWhitespace && !scalar.properties.isJoinControl
        }
      )
    }
  }

  @Test func `nor in what is wrong with a file`() {
    let text = "[Event \"x\"]\n1. \u{1B}[31m\u{202E}z9"
    #expect {
      try GameFile(reading: text, as: .iccs)
    } throws: { error in
      let found = (error as? BrokenFile)?.found ?? "\u{1B}"
      return !found.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }
    }
  }
}
