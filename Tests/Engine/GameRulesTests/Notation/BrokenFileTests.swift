import GameRules
import Testing

/// A broken file gives the line, the column and what was expected.
@Suite struct BrokenFileTests {
  /// A format, a text, and the error it gives.
  static let broken: [(GameFormat, String, String)] = [
    (.sgf, "", "line 1, column 1: found an empty file; expected a game"),
    (.sgf, "(;GM[1])", "line 1, column 6: found «1])»; expected 4, the number of Gomoku"),
    (
      .sgf, "(;SZ[16])",
      "line 1, column 6: found «16])»; expected a size of 15, 19 or 20, or two from 10 to 20"
    ),
    (
      .sgf, "(;SZ[20]RU[renju])",
      "line 1, column 6: found «20]RU[renju])»; expected a size of 15 under this rule"
    ),
    (
      .sgf, "(;RU[renju edge-five=off];B[hh])",
      "line 1, column 6: found «renju»; expected freestyle or standard before edge-five=off, or renju alone"
    ),
    (
      .sgf, "(;RU[caro])", "line 1, column 6: found «caro])»; expected freestyle, standard or renju"
    ),
    (
      .sgf, "(;GM[4]\r\n;B[hh];W[zz])",
      "line 2, column 10: found «zz])»; expected a point of the board, like hh or h8"
    ),
    (.sgf, "(;B[hh];W[hh])", "line 1, column 11: found «hh])»; expected an empty point"),
    (.sgf, "(;B[hh];B[hi])", "line 1, column 11: found «hi])»; expected a move of White"),
    (
      .sgf, "(;B[hh]",
      "line 1, column 8: found the end of the file; expected ; and a node, ( and a variation, or )"
    ),
    (
      .sgf, "(;C[六洲;B[hh])(;",
      "line 1, column 14: found «(;»; expected the end of the file, after its one game (games import reads all)"
    ),
    (.sgf, "(;C[六\n洲", "line 1, column 4: found «[六»; expected a value that ends with ]"),
    (
      .sgf, "(;B[hh];AW[ii])",
      "line 1, column 9: found «AW[ii])»; expected only moves after the first move"
    ),
    (.sgf, "(;B)", "line 1, column 4: found «)»; expected [ and the value of B"),
    (.sgf, "(;PL[x])", "line 1, column 6: found «x])»; expected B or W, who is to move"),
    (.sgf, "()", "line 1, column 2: found «)»; expected ; and the first node"),
    (
      .psq, "Piskvork",
      "line 1, column 1: found «Piskvork»; expected Piskvorky and the size of the board"
    ),
    (
      .psq, "Piskvorky 16x16, 0:0, 0",
      "line 1, column 11: found «16x16,»; expected a board such as 15x15, 20x20 or 12x20"
    ),
    (
      .psq, "Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,0",
      "line 3, column 1: found «16,8,0»; expected a column from 1 to 15"
    ),
    (
      .psq, "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0",
      "line 3, column 1: found «8,8,0»; expected an empty point"
    ),
    (
      .psq, "Piskvorky 15x15, 0:0, 0\n8,8,x",
      "line 2, column 5: found «x»; expected the move's milliseconds"
    ),
    (
      .psq, "Piskvorky 15x15, 0:0, 0\n8,8",
      "line 2, column 1: found «8,8»; "
        + "expected a move like 8,8,0, or winner and rule like 1,Freestyle"
    ),
    (
      .psq, "Piskvorky 15x15, 0:0, 0\na\nb\nmore",
      "line 4, column 1: found «more»; "
        + "expected a move like 8,8,0, or winner and rule like 1,Freestyle"
    ),
    (
      .chinese, "{\"game\":\"xiangqi\",\"moves\":[\"h2e2\"]}",
      "line 1, column 1: found «{\"game\":\"xiangqi\",\"m»; expected a move or a tag"
    ),
    (
      .chinese, "[\"h2e2\"]", "line 1, column 2: found «\"h2e2\"]»; expected a tag's name"
    ),
    (.chinese, "; no game\n*", "line 1, column 1: found «;»; expected a move or a tag"),
    (.pos, "h8i9i9", "line 1, column 5: found «i9»; expected an empty point"),
    (
      .pos, "h8p9",
      "line 1, column 3: found «p9»; expected a point of 15 by 15 (or --size 19, or --size 20)"
    ),
    (.pos, "h8i", "line 1, column 3: found «i»; expected a point like h8"),
    (
      .pos, "h8\ni9",
      "line 2, column 1: found «i9»; expected the end of the file, after its one line"
    ),
    (.fen, "9/9 w", "line 1, column 4: found a space; expected / and the next rank"),
    (
      .fen, "\n" + XiangqiPosition.startText + " moves h2e2 h2e3",
      "line 2, column 82: found «h2e3»; expected a move of a piece, and none stands there"
    ),
    (
      .fen, XiangqiPosition.startText + " moves h2-e",
      "line 1, column 77: found «h2-e»; expected a move like h2e2"
    ),
    (.chinese, "[Game \"Chess\"]", "line 1, column 8: found «Chess\"]»; expected Chinese Chess"),
    (
      .chinese, "[Game \"Chinese Chess]\n",
      "line 1, column 22: found the end of the line; expected \" at the end of the value"
    ),
    (
      .chinese, "[Format \"UCI\"]",
      "line 1, column 10: found «UCI\"]»; expected ICCS, WXF or Chinese"
    ),
    (
      .chinese, "[FEN \"9/8x/\"]",
      "line 1, column 10: found «x/\"]»; expected a piece or a number of empty points; 1 are left"
    ),
    (
      .chinese, "1. 炮二平五 马8进6",
      "line 1, column 9: found «马8进6»; expected a legal move like 马8进7 or 马8进9"
    ),
    (
      .wxf, "[FEN \"3k5/9/9/9/9/9/R8/9/R8/4K4 w - - 0 1\"]\n1. R9=8",
      "line 2, column 4: found «R9=8»; expected one of several moves it may mean, -R.8 or +R.8"
    ),
    (
      .chinese, "[FEN \"3k5/9/9/9/9/9/R8/9/R8/4K4 w - - 0 1\"]\n1. Rb1 Rb3",
      "line 2, column 8: found «Rb3»; expected a legal move like 炮二平五"
    ),
    (.chinese, "1. 炮二平五\n{马", "line 2, column 1: found «{马»; expected a comment that ends with }"),
    (
      .chinese, "1. 炮二平五 (马 {)}",
      "line 1, column 9: found «(马»; expected a variation that ends with )"
    ),
    (
      .chinese, "1. 炮二平五 * 2.\n1. 兵七进一",
      "line 2, column 1: found «1.»; expected the end of the file, after its one game (games import reads all)"
    ),
    (
      .chinese, "1. 炮二平五 [Event \"\"]",
      "line 1, column 9: found «[Event»; expected a move, a result or a comment"
    ),
    (
      .wxf, "[Format \"WXF\"]\n1.C2=2",
      "line 2, column 3: found «C2=2»; expected a legal move like C2.7, C2.6 or C2.5"
    ),
    (
      .wxf, "[Format \"WXF\"]\n1. foo",
      "line 2, column 4: found «foo»; expected a legal move like C2.5"
    ),
    (
      .iccs, "[Format \"ICCS\"]\n1. H2-E3",
      "line 2, column 4: found «H2-E3»; expected a legal move like h2c2, h2d2 or h2e2"
    ),
    (.text, "6/6/6/6/6 w", "line 1, column 10: found a space; expected / and the next rank"),
    (
      .text, "# a\n6/6/6/6/6/6 w p 18,18 0 0\n\na1 xf6",
      "line 4, column 5: found «f6»; expected a legal move"
    ),
    (
      .text, "6/6/6/6/6/6 w p 18,18 0 0\na7",
      "line 2, column 1: found «a7»; expected a point like c3, a step like c3c4 or x and a capture"
    ),
    (
      .text, "6/6/6/6/6/6 w p 18,18 0 0\na1b",
      "line 2, column 3: found «b»; expected the end of the step, like c4, or x and a capture"
    ),
    (
      .text, "6/6/6/6/6/6 w p 18,18 0 0\na1b2",
      "line 2, column 1: found «a1b2»; expected a legal move"
    ),
    (
      .text, "6/6/6/6/6/6 w p 18,18 0 0\na1 a1",
      "line 2, column 4: found «a1»; expected an empty point"
    ),
    (
      .text, "6/6/6/6/6/6 w p 18,18 0 0\na1 f6\nb1 e6\na2 f5\nb2xe6xf6",
      "line 5, column 6: found «xf6»; expected the end of the turn, or a capture after x or a comma"
    ),
  ]

  @Test(arguments: broken)
  func `a broken file says where and what was expected`(
    sample: (GameFormat, String, String)
  ) throws {
    let error = try #require(throws: BrokenFile.self) {
      try GameFile(reading: sample.1, as: sample.0)
    }
    #expect(error.description == sample.2)
  }

  @Test func `no move follows a mate`() throws {
    let over = "3k5/R8/9/9/9/9/9/1R7/9/5K3 w moves b2b9"
    #expect(try GameFile(reading: over, as: .fen).result == .firstWon)
    let error = try #require(throws: BrokenFile.self) {
      try GameFile(reading: over + " d9e9", as: .fen)
    }
    #expect(error.expected == "the end of the moves, as the game is over")
  }

  @Test(arguments: GameFormat.allCases)
  func `a file over a mebibyte is refused`(format: GameFormat) {
    let text = String(repeating: " ", count: GameFile.maximumSize + 1)
    #expect(
      throws: BrokenFile(line: 1, column: 1, found: "1048577 bytes", expected: "at most 1048576")
    ) {
      try GameFile(reading: text, as: format)
    }
  }
}
