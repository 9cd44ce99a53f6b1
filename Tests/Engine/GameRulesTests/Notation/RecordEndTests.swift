import GameRules
import Testing

/// A record is read to its end, whatever the rules see in it.
@Suite struct RecordEndTests {
  static let repetition = """
    [Game "Chinese Chess"]
    [FEN "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1"]
    [Format "ICCS"]

    1. a2a3 d9d8 2. a3a2 d8d9 3. a2a3 d9d8 4. a3a2 d8d9 5. a2a4 *
    """

  /// A format, a record that goes on past an end, how many moves it has, and the move of the end.
  static let longer: [(GameFormat, String, Int, Int, String)] = [
    (.chinese, repetition, 9, 8, "repetition"),
    (
      .fen, "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 1 moves a2a3 d9d8 a3a4", 3, 1, "sixty-move"
    ),
    (.pos, "a1a2b1b2c1c2d1d2e1e2", 10, 9, "five"),
    (
      .sgf, "(;RU[renju];B[hh];W[aa];B[hj];W[ao];B[ii];W[oa];B[gi];W[oo];B[hi];W[ga])",
      10, 9, "double-three"
    ),
    (
      .psq,
      "Piskvorky 15x15, 0:0, 0\n1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n4,2,0\n5,1,0\n9,9,0",
      10, 9, "five"
    ),
  ]

  @Test(arguments: longer)
  func `a record goes on past an end that nobody claimed`(
    sample: (GameFormat, String, Int, Int, String)
  ) throws {
    let file = try GameFile(reading: sample.1, as: sample.0)
    #expect(file.moves.count == sample.2)
    #expect(file.comments[sample.3]?.contains(sample.4) == true)
    let copy = try GameFile(reading: file.text(as: sample.0), as: sample.0)
    #expect(copy.position == file.position)
    #expect(copy.comments == file.comments)
  }

  /// Each took the square of its length: copies of the game, or looks back, at each move.
  static let long: [(GameFormat, String, String)] = [
    (.chinese, "[Red \"A\"]\n", "a0a1 a9a8 a1a0 a8a9 "),
    (.chinese, "[Red \"A\"]\n", "R9+1 r9+1 R9-1 r9-1 "),
    (.fen, XiangqiPosition.startText + " moves ", "a0a1 a9a8 a1a0 a8a9 "),
    (.text, "B1B1B1/6/6/6/W5/W1W3 w m 0,0 0 0\n", "c1d1 c6d6 d1c1 d6c6 "),
  ]

  @Test(arguments: long)
  func `a long record that goes on is read, and its end is noted once`(
    sample: (GameFormat, String, String)
  ) throws {
    let text = sample.1 + String(repeating: sample.2, count: 5_000)
    let file = try GameFile(reading: text, as: sample.0)
    #expect(file.moves.count == 20_000)
    #expect(file.comments.count == 1)
    #expect(file.comments[8] == "by the rules the game ended here: a draw (repetition)")
    #expect(file.result == .draw)
  }

  @Test func `comments on one move are added one after another`() throws {
    let comments = (0..<50_000).map { "{\($0)}" }.joined()
    let file = try GameFile(reading: "[Red \"A\"]\nh2e2 \(comments)", as: .chinese)
    #expect(file.comments[1]?.split(separator: " ").count == 50_000)
  }

  @Test func `a result that is not that of the rules stands, with a note`() throws {
    let file = try GameFile(
      reading: "(;RE[W+];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])",
      as: .sgf
    )
    #expect(file.result == .secondWon)
    #expect(file.comments[9] == "the result by the rules: the first player wins (five)")
    #expect(try GameFile(reading: file.text(as: .sgf), as: .sgf) == file)
  }
}
