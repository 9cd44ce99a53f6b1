import GameRules
import TestSupport
import Testing

/// Headers, texts around games and formats of other programs, and which format a text has.
@Suite struct ForeignFileTests {
  static let dhtmlxq = """
    [DhtmlXQ]
    [DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
    [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
    [DhtmlXQ_movelist]77475041796772328979[/DhtmlXQ_movelist]
    [DhtmlXQ_red]甲[/DhtmlXQ_red]
    [DhtmlXQ_result]黑胜[/DhtmlXQ_result]
    [DhtmlXQ_comment1]架炮||中路[/DhtmlXQ_comment1]
    [/DhtmlXQ]
    """

  @Test func `a game of DhtmlXQ`() throws {
    let file = try GameFile(reading: "<br>\n" + Self.dhtmlxq, as: .dhtmlxq)
    #expect(WildFileTests.moves(file) == "h2e2 f9e8 h0g2 h7d7 i0h0")
    #expect(file.start == Position(game: .xiangqi))
    #expect(file.tags == [.firstPlayer: "甲"])
    #expect(file.result == .secondWon)
    #expect(file.comments == [1: "架炮 中路"])
    #expect(try GameFile(reading: file.text(as: .dhtmlxq), as: .dhtmlxq) == file)
  }

  @Test(arguments: [
    ("[DhtmlXQ_movelist]7747774[/DhtmlXQ_movelist]", "two points like 7747"),
    ("[DhtmlXQ_movelist]7749[/DhtmlXQ_movelist]", "a legal move"),
    (
      "[DhtmlXQ_binit]89[/DhtmlXQ_binit][DhtmlXQ_movelist][/DhtmlXQ_movelist]",
      "the points of 32 pieces"
    ),
    (
      "[DhtmlXQ_binit]\(String(repeating: "9", count: 64))[/DhtmlXQ_binit]"
        + "[DhtmlXQ_movelist][/DhtmlXQ_movelist]",
      "a board with one general of each side"
    ),
    ("[DhtmlXQ]", "[DhtmlXQ_movelist] and the moves"),
  ])
  func `a broken game of DhtmlXQ`(text: String, expected: String) throws {
    let error = try #require(throws: BrokenFile.self) { try GameFile(reading: text, as: .dhtmlxq) }
    #expect(error.expected == expected)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a game comes back from DhtmlXQ`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var position = Position.xiangqi(XiangqiPosition())
    try position.playRandomly(Int(seed) * 3, using: &random)
    let ranks = position.text.prefix { $0 != " " }
    let side = position.toMove == .first ? "w" : "b"
    position = .xiangqi(try XiangqiPosition(text: "\(ranks) \(side)"))
    try position.playRandomly(1 + Int(seed % 7) * 10, using: &random)
    let file = GameFile(position, tags: [.firstPlayer: "[/A]", .event: "杯"])
    let copy = try GameFile(reading: file.text(as: .dhtmlxq), as: .dhtmlxq)
    #expect(copy.moves == file.moves)
    #expect(copy.start.text == file.start.text)
    #expect(copy.result == file.result)
    #expect(copy.tags == [.firstPlayer: "/A]", .event: "杯"])
  }

  @Test func `text around games in SGF`() throws {
    let text = "Game 1:\n(;B[hh]C[a (; b];W[ii])\n---\nGame 2 (final)\n( ;B[aa])\n======\n"
    let games = GameFile.games(reading: text, as: .sgf)
    #expect(try games.map { WildFileTests.moves(try $0.game.get()) } == ["h8 i7", "a15"])
    #expect(try GameFile(reading: "x y (;B[hh])\n=====", as: .sgf).moves.count == 1)
  }

  @Test(arguments: [
    ("0", GomokuRule.freestyle, nil), ("1", .standard, nil), ("4", .renju, nil),
    ("Taraguchi-10", .renju, "Taraguchi-10"), ("Yamaguchi", .renju, "Yamaguchi"),
    ("Soosyrv-8", .renju, "Soosyrv-8"), ("Sakata", .renju, "Sakata"),
    ("Swap2", .freestyle, "Swap2"), ("swap", .freestyle, "swap"),
    ("Soosorv-8", .renju, "Soosorv-8"), ("Soosõrv-8", .renju, "Soosõrv-8"),
    ("Free Renju", .renju, "Free Renju"), ("Renju", .renju, nil),
  ])
  func `rules of SGF by number and by opening`(
    name: String,
    rule: GomokuRule,
    opening: String?
  ) throws {
    let file = try GameFile(reading: "(;RU[\(name)]SZ[15];B[hh];W[hi])", as: .sgf)
    guard case .gomoku(let game) = file.position else { return }
    #expect(game.rule == rule)
    #expect(game.ply == 2)
    #expect(file.tags[.opening] == opening)
  }

  @Test func `properties that are not known are read over, whatever their names`() throws {
    let text = "(;FF[4]5A[hg][ii]KO4[x]B[hh]X9Y[1];W[hg]2[];B[ih])"
    #expect(WildFileTests.moves(try GameFile(reading: text, as: .sgf)) == "h8 h9 i8")
  }

  @Test(arguments: ["W[]", "W[tt]", "W[ ]"])
  func `an SGF is read up to a pass, and says so`(pass: String) throws {
    let file = try GameFile(reading: "(;B[hh];\(pass)C[hm];B[ii]C[no](;W[aa])(;W[bb]))", as: .sgf)
    #expect(WildFileTests.moves(file) == "h8")
    #expect(file.comments == [1: "the record continues with a pass"])
    #expect(file.endsBeforePass)
    let large = try GameFile(reading: "(;SZ[20];B[tt])", as: .sgf)
    #expect(WildFileTests.moves(large) == "t1")
  }

  @Test(arguments: ["-1\n1,Renju\nmore\n9,9", "1,Renju\nmore", "-1\nmore\n1,Renju"])
  func `what stands behind the end of a psq is read over`(end: String) throws {
    let text = "Piskvorky 15x15, 0:0, 0\n8,8,0\na\nb\n\(end)\n"
    let file = try GameFile(reading: text, as: .psq)
    #expect(WildFileTests.moves(file) == "h8")
    #expect(file.tags == [.firstPlayer: "a", .secondPlayer: "b"])
    let games = GameFile.games(reading: text + text, as: .psq)
    #expect(games.map(\.game) == [.success(file), .success(file)])
  }

  @Test func `another number of the game stands where board and moves fit`() throws {
    #expect(try GameFile(reading: "(;GM[1]SZ[15];B[hh])", as: .sgf).moves.count == 1)
    #expect(throws: BrokenFile.self) { try GameFile(reading: "(;GM[1]SZ[19];B[hh])", as: .sgf) }
  }

  @Test(arguments: ["w", "w - -", "w 0 1", "w - - 0 1", "r", "w - 0 1"])
  func `a FEN with each tail`(tail: String) throws {
    let ranks = XiangqiPosition.startText.prefix { $0 != " " }
    #expect(try XiangqiPosition(text: "\(ranks) \(tail)").text == XiangqiPosition.startText)
  }

  /// A text and the formats that it may have.
  static let texts: [(String, [GameFormat])] = [
    ("h2e2 h9g7 b9c7", [.pos, .chinese]), ("h2e2", [.pos, .chinese]),
    ("h2e2 h7e7 h0g2", [.chinese]),
    ("1. h2e2 h9g7", [.chinese]), ("h8i9j10", [.pos]), ("h8 i9 j10", [.pos]), ("h8 i9", [.pos]),
    ("Che2 Hg7", [.chinese]), ("Ｃ２＝５", [.chinese]), ("FORMAT WXF\nSTART{\n1. C2=5", [.chinese]),
    ("A game:\n(;B[hh])", [.sgf]), (dhtmlxq, [.dhtmlxq]), ("words", []), ("", []),
    ("Cup\n=====\n1. 炮二平五", [.chinese]),
  ]

  @Test(arguments: texts)
  func `a text that fits two games is not guessed`(text: String, formats: [GameFormat]) {
    #expect(GameFormat.fitting(text) == formats)
  }

  @Test func `a name tells what a text does not`() {
    #expect(GameFormat.fitting("h2e2 h9g7", fileName: "a.pos") == [.pos])
    #expect(GameFormat.fitting("h2e2 h9g7", fileName: "a.txt") == [.pos, .chinese])
    #expect(GameFormat.fitting(Self.dhtmlxq, fileName: "a.pgn") == [.dhtmlxq])
    #expect(GameFormat.fitting("FORMAT WXF", fileName: "a.wxf") == [.chinese])
  }

  @Test func `numbers before the points of a position are skipped`() throws {
    let text = "1.h8 2. i9 3.j8\n"
    #expect(GameFormat.fitting(text) == [.pos])
    #expect(WildFileTests.moves(try GameFile(reading: text, as: .pos)) == "h8 i9 j8")
  }

  @Test(arguments: GameFormat.allCases)
  func `an empty file has no game`(format: GameFormat) {
    #expect(throws: BrokenFile.self) { try GameFile(reading: "", as: format) }
  }
}
