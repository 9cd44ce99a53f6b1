import GameRules
import TestSupport
import Testing

/// Random games are the same after they were written and read, in each format that is written:
/// `ROUND_TRIPS` asks for as many in each, a plain run tries 20.
@Suite struct RoundTripTests {
  static let count = Fixture.count(environment: "ROUND_TRIPS", standard: 20)

  /// Variations of the main line and of another one, and two that leave no line.
  static let dhtmlxq = """
    [DhtmlXQ_move_1_4_3]8070[/DhtmlXQ_move_1_4_3]
    [DhtmlXQ_movelist]774772427967706289798081[/DhtmlXQ_movelist]
    [DhtmlXQ_comment1_2]bold[/DhtmlXQ_comment1_2][DhtmlXQ_comment0]start[/DhtmlXQ_comment0]
    [DhtmlXQ_move_0_2_1]124279671022[/DhtmlXQ_move_0_2_1]
    [DhtmlXQ_move_0_6_2]2625[/DhtmlXQ_move_0_6_2]
    [DhtmlXQ_move_7_1_8]7747[/DhtmlXQ_move_7_1_8][DhtmlXQ_move_0_7_9]7747[/DhtmlXQ_move_0_7_9]
    """

  @Test(arguments: GameFormat.allCases)
  func `a random game is the same after writing and reading`(format: GameFormat) throws {
    for seed in 0..<UInt64(Self.count) {
      var random = SeededGenerator(seed: seed)
      var position = Position(game: Game(format.game))
      try position.playRandomly(Int.random(in: 0...120, using: &random), using: &random)
      let text = try GameFile(position).text(as: format)
      let copy = try GameFile(reading: text, as: format)
      #expect(copy.moves == position.moves, "seed \(seed)")
      #expect(copy.start.text == position.start.text, "seed \(seed)")
      #expect(try copy.text(as: format) == text, "seed \(seed)")
    }
  }

  @Test func `variations and comments stay with their moves`() throws {
    let sgf = "(;GM[4]SZ[15];B[hh]C[centre](;W[ii];B[ab])(;W[gg]C[bad](;B[cc])(;B[dd])))"
    let file = try GameFile(reading: sgf, as: .sgf)
    #expect(file.moves.map(\.description) == ["h8", "i7", "a14"])
    #expect(file.comments == [1: "centre or (g9 “bad” (c13) (d12))"])
    #expect(try GameFile(reading: file.text(as: .sgf), as: .sgf) == file)
    let pgn = "1. 炮二平五 马8进7 (炮8平5 {bold} 2. 马二进三) 2. 马二进三 {usual} *"
    let game = try GameFile(reading: pgn, as: .chinese)
    #expect(game.comments == [1: "or (炮8平5 {bold} 2. 马二进三)", 3: "usual"])
    let copy = try GameFile(reading: game.text(as: .wxf), as: .wxf)
    #expect(copy.comments == [1: "or (炮8平5 bold 2. 马二进三)", 3: "usual"])
  }

  @Test func `variations of DhtmlXQ become comments`() throws {
    let file = try GameFile(reading: Self.dhtmlxq, as: .dhtmlxq)
    #expect(
      file.moves.map(\.description) == ["h2e2", "h7e7", "h0g2", "h9g7", "i0h0", "i9i8"]
    )
    #expect(
      file.comments == [
        0: "start", 1: "or (b7e7 “bold” h0g2 (i9h9) b9c7)", 5: "or (c3c4)",
      ]
    )
  }
}
