import GameRules
import Testing

/// Records of Xiangqi as other programs and sites write them.
@Suite struct ForeignXiangqiTests {
  static let opening = "h2e2 h9g7 h0g2 i9h9"

  /// A record and its moves.
  static let records: [(String, String)] = [
    ("1. 炮二平五 马８进７\n  2. 马二进三 车９平８ *\n======================\n", opening),
    ("----\nA collection of games\n----\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n====\n", opening),
    ("[Event \"X\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0\n\nFrom a site, 2024\n", opening),
    ("１．炮二平五　　马８进７\n２．马二进三　　车９平８\n", opening),
    ("2024 games\n1.炮二平五马8进7 2.马二进三车9平8", opening),
    ("炮二平五马8进7\n马二进三车9平8", opening),
    ("1.炮二平五马8进72.马二进三车9平8", opening),
    ("1. Ｃ２＝５ Ｈ８＋７ 2. Ｈ２＋３ Ｒ９＝８", opening),
    ("1. h2e2 h9g7 2. h0g2 i9h9", opening),
    ("1. h3e3 h10g8 2. h1g3 i10h10", opening),
    ("1. H3-E3 H10-G8 2. H1-G3 I10-H10", opening),
    ("1. Che2 {+0,10/7} Hg7 {-0,08/8 4} 2. Hg2\nRh9 *", opening),
    ("1. Che2 Nhg7 2. N0g2 Rih9", opening),
    ("1. Che3 Hg8 2. Hg3 Rh10", opening),
    ("1. Cxh9 Rxh9 2. c4 c5", "h2h9 i9h9 c3c4 c6c5"),
    ("1. Ch4 Hg7 2. C2e2 Rh9", "h2h4 h9g7 b2e2 i9h9"),
    (
      "1. c4 Ri8 2. c5 Ri9 3. cxc6 Ri8 4. e4 Ri9 5. e5 Ri8 6. ed5 Ri9 7. d6",
      "c3c4 i9i8 c4c5 i8i9 c5c6 i9i8 e3e4 i8i9 e4e5 i9i8 e5d5 i8i9 d5d6"
    ),
    ("1. c3c4 g6g5 2. c4c5 g5g4 3. cxc6", "c3c4 g6g5 c4c5 g5g4 c5c6"),
  ]

  @Test(arguments: records)
  func `moves and the text around them are told apart`(record: (String, String)) throws {
    let file = try GameFile(reading: record.0, as: .chinese)
    #expect(WildFileTests.moves(file) == record.1)
    #expect(try GameFile.games(reading: record.0, as: .chinese).map { try $0.game.get() } == [file])
  }

  static let wxf = """
    FORMAT  WXF
    RED     Anna ; 1137 ;;
    BLACK   Bo ; 1177 ;;
    RESULT  1-0
    DATE    2026-09-03 16:20:58
    EVENT   A game ; 10m+0s
    START{
     1. C8.5 c2.5   2. H8+7 h2+3   3. R9.8 r1+1
     4. P5+1 r1.6   5. H2+3 p3+1   6. R8+4 r6+3
    }END
    """

  @Test func `a WXF file`() throws {
    let text = Self.wxf
    let file = try GameFile(reading: text, as: .chinese)
    #expect(
      WildFileTests.moves(file)
        == "b2e2 b7e7 b0c2 b9c7 a0b0 a9a8 e3e4 a8f8 h0g2 c6c5 b0b4 f8f5"
    )
    #expect(
      file.tags == [
        .firstPlayer: "Anna", .secondPlayer: "Bo", .event: "A game", .date: "2026-09-03 16:20:58",
      ]
    )
    #expect(file.result == .firstWon)
    let twice = GameFile.games(reading: text + "\n" + text, as: .chinese)
    #expect(try twice.map { try $0.game.get() } == [file, file])
  }

  @Test func `a WXF file from a position`() throws {
    let text = """
      FORMAT WXF
      FEN    3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1
      START
      {
       1. R9=4 }END
      """
    #expect(WildFileTests.moves(try GameFile(reading: text, as: .chinese)) == "a2f2")
  }

  @Test func `marks before the number of a move belong to another move`() throws {
    let text = """
      FORMAT WXF
      START{
       !1.  C2.4  C2.5     2.  H8+7  H2+3
       3.  H2+3!  H8+9     !4.  R9.8  R1.2!!
       5.  R1.2  R9.8     !!6.!  A4+5  C8+4?
      }END
      """
    #expect(
      WildFileTests.moves(try GameFile(reading: text, as: .chinese))
        == "h2f2 b7e7 b0c2 b9c7 h0g2 h9i7 a0b0 a9b9 i0h0 i9h9 f0e1 h7h3"
    )
  }

  /// A position, the moves of a record, and those that it means.
  static let pawns = [
    ("3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w", "Pd.8 K4.5 Pa+1", "c6b6 d9e9 g7g8"),
    ("3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w", "Pb.4 K4.5 Pa.6", "g6f6 d9e9 c7d7"),
    ("3k5/9/R3P4/8p/4P4/9/9/9/9/4K4 w", "P5+1 P9+1 R9.5", "e7e8 i6i5 a7e7"),
    ("2n2k3/9/2P6/9/2P6/9/9/9/9/4K4 w", "P7+1 h3+4 K5=6", "c5c6 c9d7 e0d0"),
    ("3k5/9/9/9/9/9/R8/1p7/R8/4K4 w", "R9.8 K4+1 R8+2", "a3b3 d9d8 b3b5"),
  ]

  @Test(arguments: pawns)
  func `a move of either of two pieces is the one that leaves the rest legal`(
    start: String,
    moves: String,
    expected: String
  ) throws {
    let text = "[FEN \"\(start) - - 0 1\"]\n\(moves) *"
    #expect(WildFileTests.moves(try GameFile(reading: text, as: .chinese)) == expected)
  }

  @Test func `what nothing decides is an error, however many moves may be meant`() throws {
    let start = "3k5/9/9/9/9/9/R8/9/R8/4K4 w - - 0 1"
    let text = "[FEN \"\(start)\"]\nR9+1 K4+1 K5.4 K4-1 {x} K4.5"
    let error = try #require(throws: BrokenFile.self) {
      try GameFile(reading: text, as: .chinese)
    }
    #expect(error.expected == "one of several moves it may mean, -R+1 or +R+1")
    #expect(error.line == 2 && error.column == 1)
    let long = "[FEN \"\(start)\"]\nR9+1 " + String(repeating: "K4+1 K5+1 K4-1 K5-1 ", count: 5_000)
    let late = try #require(throws: BrokenFile.self) { try GameFile(reading: long, as: .chinese) }
    #expect(late.expected == "one of several moves it may mean, -R+1 or +R+1")
    let shuffle = String(repeating: "P9.8 K4.5 P8.9 K5.4 ", count: 3_000)
    let many = "[FEN \"3k5/P8/P8/P8/P8/P8/9/9/9/5K3 w - - 0 1\"]\n\(shuffle)"
    #expect(throws: BrokenFile.self) { try GameFile(reading: many, as: .chinese) }
  }

  @Test func `plain text with headings and variations`() throws {
    let text = """
      标题: 测试
      赛事：全国赛
      红方: 甲
      黑方: 乙
      结果: 红胜
      浏览次数: 0

      【主变: 红胜】
      　　１．炮二平五　　马８进７
      　　２．马二进三　　车９平８

      【变１】
      　　１．兵七进一　　马２进３
      """
    let file = try GameFile(reading: text, as: .chinese)
    #expect(WildFileTests.moves(file) == Self.opening)
    #expect(file.tags == [.firstPlayer: "甲", .secondPlayer: "乙", .event: "全国赛"])
    #expect(file.result == .firstWon)
    #expect(GameFile.games(reading: text, as: .chinese).count == 1)
  }

  @Test func `games with text between them are all read`() throws {
    let text =
      "Round 1\n\n[Red \"A\"]\n1. h2e2 h9g7 *\n---\n[Red \"B\"]\n1. c3c4 *\nThe end\n1. g3g4 1-0"
    let games = GameFile.games(reading: text, as: .chinese)
    #expect(
      try games.map { WildFileTests.moves(try $0.game.get()) } == ["h2e2 h9g7", "c3c4", "g3g4"]
    )
  }

  @Test(arguments: ["nothing but text", "[Event \"x\"]\nnothing but text\n"])
  func `text without a game is no game`(text: String) {
    #expect(throws: BrokenFile.self) { try GameFile(reading: text, as: .chinese) }
  }

  @Test(arguments: ["1. 炮二平五\n马8进6", "1. 炮二平五\n马8近7 2. 马二进三", "1. h2e2 h9g8", "1. Che3 Hg9"])
  func `a move that went wrong is not taken for text`(text: String) {
    #expect(throws: BrokenFile.self) { try GameFile(reading: text, as: .chinese) }
  }

  @Test(arguments: [
    "1. h2e2 【妙】 h9g7 2. h0g2", "1. h2e2【妙】 h9g7\n2. h0g2", "1. h2e2\n【妙】\n1... h9g7 2. h0g2",
  ])
  func `a remark in wide brackets is a comment`(text: String) throws {
    let file = try GameFile(reading: text + " 1-0", as: .chinese)
    #expect(WildFileTests.moves(file) == "h2e2 h9g7 h0g2")
    #expect(file.comments == [1: "妙"])
    #expect(file.result == .firstWon)
  }

  @Test(arguments: ["1. h2e2） h9g7", "1. h2e2 】", "1. h2e2 【x", "】", "1. h2e2 ］ h9g7", "1. h2e2 ］"])
  func `a bracket that nothing opens is an error`(text: String) {
    #expect(throws: BrokenFile.self) { try GameFile(reading: text, as: .chinese) }
  }
}
