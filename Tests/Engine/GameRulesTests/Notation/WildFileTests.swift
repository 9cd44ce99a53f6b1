import GameRules
import Testing

/// Files as other programs and people write them.
@Suite struct WildFileTests {
  static func file(
    _ name: String,
    _ format: GameFormat,
    rule: GomokuRule? = nil
  ) throws -> GameFile {
    try GameFile(reading: Fixture.text("notation/\(name)"), as: format, rule: rule)
  }

  static func moves(_ file: GameFile) -> String {
    file.moves.map(\.description).joined(separator: " ")
  }

  @Test(arguments: [
    "renju.sgf", "puzzle.sgf", "gomocup.psq", "hand.psq", "opening.pos", "xqf-export.pgn",
    "traditional.pgn", "wxf.pgn", "iccs.pgn", "liuzhou.txt", "moves.fen",
  ])
  func `a file tells its format by its text`(name: String) throws {
    let fitting = GameFormat.fitting(Fixture.text("notation/\(name)"))
    let format = try #require(fitting.count == 1 ? fitting.first : nil)
    let named = GameFormat(fileName: "folder.d/\(name)")
    #expect(named == nil ? format == .text : format == named)
  }

  @Test func `a renju game in SGF, with variations, comments and escapes`() throws {
    let file = try Self.file("renju.sgf", .sgf)
    #expect(Self.moves(file) == "h8 h9 i10 i9 i8 g8 j9")
    #expect(file.result == .firstWon)
    #expect(
      file.tags == [
        .firstPlayer: "Nakamura : S.", .secondPlayer: "Wu", .date: "2017-08-14", .site: "Taipei",
        .event: "World Championship", .round: "5 (QT)",
      ]
    )
    guard case .gomoku(let game) = file.position else { return }
    #expect(game.terms == GomokuTerms(rule: .renju, fouls: .loses))
  }

  @Test func `a puzzle in SGF with a setup and old names`() throws {
    let file = try Self.file("puzzle.sgf", .sgf)
    #expect(Self.moves(file) == "h10 a15")
    #expect(
      file.start.text == "15/W14/15/15/15/15/15/6BB7/8BB5/8B6/15/15/15/15/15 b"
    )
  }

  @Test func `a tournament game from Piskvork`() throws {
    let file = try Self.file("gomocup.psq", .psq)
    #expect(Self.moves(file) == "j11 k10 l12 i12")
    #expect(file.tags == [.firstPlayer: "RAPFI", .secondPlayer: "EMBRYO21"])
    #expect(file.result == .secondWon)
    #expect(Self.moves(try Self.file("hand.psq", .psq)) == "h8 i7 j8")
  }

  @Test func `an opening as points`() throws {
    #expect(Self.moves(try Self.file("opening.pos", .pos)) == "h8 i9 j10 g7")
  }

  @Test func `a PGN that XQF was exported to`() throws {
    let file = try Self.file("xqf-export.pgn", .chinese)
    #expect(
      Self.moves(file)
        == "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8"
    )
    #expect(file.result == .draw)
    #expect(file.tags[.firstPlayer] == "刘殿中")
    #expect(file.tags[.secondTeam] == "广东")
  }

  @Test func `a PGN in traditional characters from a position`() throws {
    let file = try Self.file("traditional.pgn", .chinese)
    #expect(Self.moves(file) == "i0i1 a9a8 b0c2 a8f8 i1f1")
    #expect(file.result == .unknown)
  }

  @Test func `PGN in WXF and ICCS`() throws {
    #expect(
      Self.moves(try Self.file("wxf.pgn", .wxf))
        == "h2e2 h9g7 h0g2 i9h9 i0h0 h7i7 b0c2 c9e7 c3c4"
    )
    #expect(Self.moves(try Self.file("iccs.pgn", .iccs)) == "h9g7 h0g2 i9h9 i0h0")
    #expect(Self.moves(try Self.file("moves.fen", .fen)) == "h2e2 h9g7")
  }

  @Test func `a game of Liuzhou chess as turns`() throws {
    let file = try Self.file("liuzhou.txt", .text)
    #expect(Self.moves(file) == "a1 f6 b1 e6 a2 f5 a4 c5 b2 xf6")
    #expect(try file.text(as: .text).hasSuffix("\nc5\nb2xf6\n"))
  }
}
