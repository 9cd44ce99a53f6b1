import GameRules
import TestSupport
import Testing

/// RenjuNet's database and CCBridge's records in XML, and other files that no format names.
@Suite struct MarkupFileTests {
  private static func games(_ text: String) -> [Result<GameFile, BrokenFile>] {
    var found: [Result<GameFile, BrokenFile>] = []
    var games = BinaryGames(Array(text.utf8)) { String(decoding: $0, as: UTF8.self) }
    while let entry = games?.next() { found.append(entry.game) }
    return found
  }

  static let database = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- <game/> of nobody -->
    <database version="1.0" date="2026-09-18">
    <openings><opening id="21" abbr="D1" name="Kansei" /></openings>
    <players>
    <player id="1" name="Anna" surname="Tamm &amp; S&#245;n" country="1" />
    <player id="2" name='Ben' surname="Kask" country="1" />
    </players>
    <tournaments>
    <tournament id="1" name="Test Cup" country="1" year="2026" rule="1" />
    </tournaments>
    <games>
    <game id="7" tournament="1" round="F1" rule="1" black="2" white="1" bresult="0" opening="21">
    <move>h8 h9 i8 g8 g9 f7</move><info>a &lt;move&gt;</info>
    </game>
    <game id="8" tournament="9" black="1" white="2" bresult="0.5"><info/>
    <move>
     h8 i9 h8</move></game>
    <game id="9" bresult="1"><move>h8 zz</move></game><game id="10"/>
    <game id="11" bresult="1"><move>h8</move>
    """

  @Test func `the games of RenjuNet's database`() throws {
    let games = Self.games(Self.database)
    #expect(games.count == 5)
    let first = try games[0].get()
    #expect(WildFileTests.moves(first) == "h8 h9 i8 g8 g9 f7")
    #expect(
      first.tags == [
        .firstPlayer: "Ben Kask", .secondPlayer: "Anna Tamm & Sõn", .event: "Test Cup",
        .date: "2026", .round: "F1", .opening: "Kansei",
      ]
    )
    #expect(first.result == .secondWon)
    guard case .gomoku(let position) = first.position else { return }
    #expect(position.terms == GomokuTerms(rule: .renju, fouls: .loses))
    let occupied = BrokenFile(line: 18, column: 8, found: "«h8»", expected: "an empty point")
    #expect(games[1] == .failure(occupied))
    let point = BrokenFile(line: 19, column: 35, found: "«zz»", expected: "a point like h8")
    #expect(games[2] == .failure(point))
    #expect(try games[3].get().moves.isEmpty)
    #expect(try games[4].get().result == .firstWon)
  }

  static let record = """
    \u{feff}<?xml version="1.0" encoding="UTF-8"?>
    <ChineseChessRecord Version="1.0">
     <Head>
      <Name>Test</Name><Red>甲</Red><Black/>
      <RecordResult>1</RecordResult>
      <FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN>
     </Head>
     <MoveList>
      <Move value="00-00"><![CDATA[a <note>]]></Move>
      <Move value="77-47" />
      <Move value="70-62">fast &amp; good</Move>
      <Move value="79-67" end="1" />
      <Move value="17-47" end="1" />
     </MoveList>
    </ChineseChessRecord>
    """

  @Test func `a record that CCBridge wrote in XML`() throws {
    let file = try #require(Self.games(Self.record).first).get()
    #expect(WildFileTests.moves(file) == "h2e2 h9g7 h0g2")
    #expect(file.tags == [.event: "Test", .firstPlayer: "甲"])
    #expect(file.comments == [0: "a <note>", 2: "fast & good"])
    #expect(file.result == .firstWon)
  }

  @Test(arguments: [
    ("70-62", "70-63", "line 11, column 3: found «70-63»; expected a legal move"),
    ("70-62", "7062", "line 11, column 3: found «7062»; expected two points like 77-47"),
    (
      "rnbakabnr/9", "9/x",
      "line 6, column 8: found «9/x/1c5c1/p1p1p1p1p/»; "
        + "expected a piece or a number of empty points; 9 are left"
    ),
  ])
  func `a broken record in XML says where`(good: String, bad: String, expected: String) throws {
    let text = Self.record.split(separator: good, maxSplits: 1).joined(separator: bad)
    let error = try #require(throws: BrokenFile.self) {
      try #require(Self.games(text).first).get()
    }
    #expect(error.description == expected)
  }

  @Test(arguments: ["<html><database></html>", "(;C[<database>])", "<a/><database/>", "<", ""])
  func `other texts are not taken for XML with games`(text: String) {
    #expect(BinaryFormat(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "<a b=\"", "<a b='", "<a ", "<a/", "<", "<!--", "<![CDATA[", "<game><move>", "<game><move a=\"",
    "<a =<",
  ])
  func `tags that never end are read to the end of the file`(part: String) {
    let text = "<database><game>" + String(repeating: part, count: 20_000)
    for case .success(let file) in Self.games(text) { #expect(file.moves.isEmpty) }
    #expect(BinaryFormat(Array(text.utf8)) == .rif)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `any damage to XML is read or refused, never a crash`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let signs = Array("<>/=\"'&;#x! ?[]-0123456789hmove\n".utf8)
    for round in 0..<400 {
      var bytes = Array((round % 2 == 0 ? Self.database : Self.record).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place...)
        case 2: bytes.remove(at: place)
        default: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
        }
        if bytes.isEmpty { break }
      }
      for case .failure(let error) in Self.games(String(decoding: bytes, as: UTF8.self)) {
        #expect(error.line >= 1 && error.column >= 1)
      }
    }
  }

  // MARK: Texts

  @Test(arguments: ["774770627967", "7747 7062\n7967\n", "\u{feff}774770627967"])
  func `the digits of a DhtmlXQ list of moves alone`(text: String) throws {
    #expect(GameFormat.fitting(text, fileName: "a.txt") == [.dhtmlxq])
    #expect(
      WildFileTests.moves(try GameFile(reading: text, as: .dhtmlxq)) == "h2e2 h9g7 h0g2"
    )
  }

  @Test(arguments: ["7748", "774", "1234567890", "0"])
  func `other digits are no list of moves`(text: String) {
    #expect(GameFormat.fitting(text) != [.dhtmlxq])
  }

  @Test func `a saved page of dpxq has its fields in the name of a frame`() throws {
    let board = "8979695949392919097717866646260600102030405060708012720323436383"
    let text = """
      <html><head><title>x</title></head>\(String(repeating: "<br>", count: 1_000))
      <iframe name="NoFile_[DhtmlXQiFrame]%5BDhtmlXQ%5D%5BDhtmlXQ_red%5D%E7%94%B2%5B/DhtmlXQ_red%5D\
      %5BDhtmlXQ_black%5D%u4E59%5B/DhtmlXQ_black%5D%5BDhtmlXQ_binit%5D\(board)%5B/DhtmlXQ_binit%5D\
      %5BDhtmlXQ_movelist%5D774770627967%5B/DhtmlXQ_movelist%5D%5B/DhtmlXQ%5D" src="100%">
      """
    #expect(GameFormat.fitting(text) == [.dhtmlxq])
    let file = try GameFile(reading: text, as: .dhtmlxq)
    #expect(WildFileTests.moves(file) == "h2e2 h9g7 h0g2")
    #expect(file.tags == [.firstPlayer: "甲", .secondPlayer: "乙"])
  }

  @Test func `a head as in PGN may be one of Gomoku`() throws {
    let text = """
      [Game "Gomoku"]
      [Size "15"]
      [Date "2026-11-28"]
      [Black "Anna"]
      [White "Bo"]
      [Rule "Standard"]

      1. H8 I9 {a {note}
      2. G7 J10 3.F6 H9 1/2-1/2
      """
    let file = try GameFile(reading: text, as: .chinese)
    #expect(WildFileTests.moves(file) == "h8 i9 g7 j10 f6 h9")
    #expect(
      file.tags == [.date: "2026-11-28", .firstPlayer: "Anna", .secondPlayer: "Bo"]
    )
    #expect(file.comments == [2: "a {note"])
    #expect(file.result == .draw)
    guard case .gomoku(let position) = file.position else { return }
    #expect(position.rule == .standard)
    let twice = GameFile.games(reading: text + "\n" + text, as: .chinese)
    #expect(try twice.map { try $0.game.get() } == [file, file])
    let large = try GameFile(reading: "[Game \"五子棋\"]\n[Size \"19x19\"]\n1. S19", as: .chinese)
    #expect(WildFileTests.moves(large) == "s19")
  }

  @Test(arguments: [
    ("[Game \"Gomoku\"]\n1. H8 X", "line 2, column 7: found «X»; expected a point like h8"),
    ("[Game \"Gomoku\"]\n1. H8 H8", "line 2, column 7: found «H8»; expected an empty point"),
    (
      "[Game \"Gomoku\"]\n[Size \"9\"]\n1. H8",
      "line 1, column 1: found «[Game»; expected a size of 15, 19 or 20, or two from 10 to 20"
    ),
  ])
  func `a broken game of Gomoku with tags says where`(text: String, expected: String) throws {
    let error = try #require(throws: BrokenFile.self) {
      try GameFile(reading: text, as: .chinese)
    }
    #expect(error.description == expected)
  }
}
