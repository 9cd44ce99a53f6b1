import GameRules
import GameSearch
import MatchPlay
import Phrases
import Testing

@testable import BoardUI

/// One notation for all that is shown of a move of Xiangqi.
@Suite struct NotationTests {
  private static let texts: [Notation: (first: String, second: String)] = [
    .algebraic: ("h2e2", "h9g7"), .wxf: ("C2.5", "h8+7"), .chinese: ("炮二平五", "马8进7"),
  ]

  @Test(arguments: Notation.allCases)
  func `lists, messages, hints and answers agree`(notation: Notation) throws {
    let (first, second) = try #require(Self.texts[notation])
    try Notation.$ofTask.withValue(notation) {
      var screen = ScriptedScreen(.xiangqi, against: .second)
      let start = try #require(screen.match?.position)
      let move = try start.move(from: "h2e2")
      screen.type("t")
      screen.give(.work(.machine(.hintFound(move, because: .checks))))
      #expect(screen.text.contains("Try \(first): it gives check."))
      screen.enter("legal h2e2")
      #expect(screen.reply == "You may type: \(first)")
      screen.enter("h2e2")
      #expect(screen.text.contains("1. \(first)"))
      #expect(screen.text.contains(" \(first)."))
      let next = try #require(screen.match?.position)
      screen.give(.work(.machine(.moveFound(try next.move(from: "h9g7")))))
      #expect(screen.text.contains("1. \(first)  \(second)"))
      screen.enter("moves")
      #expect(screen.reply == "Moves so far: \(first) \(second)")
      let match = try #require(screen.match)
      #expect(RecordStrings.moveList(match.position, marking: 2).contains("\(first) (\(second))"))
      var replay = Replay(GameFile(match.position), pieces: .han)
      _ = replay.obey("end")
      #expect(replay.lastMove?.contains(second) == true)
      #expect(start.words.wantedMove.hasSuffix("like \(first)"))
    }
  }

  @Test(arguments: Notation.allCases, ["h2e2", "H2-E2", "C2=5", "c2.5", "炮二平五", "炮2平5"])
  func `every notation can be typed, whichever is shown`(notation: Notation, text: String) {
    Notation.$ofTask.withValue(notation) {
      var screen = ScriptedScreen(.xiangqi)
      screen.enter(text)
      #expect(screen.moves == "h2e2")
    }
  }

  @Test func `a move that is refused is named as others are`() throws {
    try Notation.$ofTask.withValue(.chinese) {
      let position = Position.xiangqi(try XiangqiPosition(text: "4k4/9/9/9/4r4/9/9/9/4R4/4K4 w"))
      let move = try position.move(from: "e1d1")
      var next = position
      let why = #expect(throws: IllegalMove.self) { try next.play(move) }
      let sentence = why.map { MoveStrings.refused(move, $0, in: position) }
      #expect(sentence?.hasPrefix("After 车五平六 ") == true)
    }
  }

  @Test(arguments: [
    (Notation.algebraic, Side.second, "    a   b   c   d   e   f   g   h   i"),
    (.wxf, .second, "    a/9 b/8 c/7 d/6 e/5 f/4 g/3 h/2 i/1"),
    (.chinese, .second, "    a九 b八 c七 d六 e五 f四 g三 h二 i一"),
    (.chinese, .first, "    i/9 h/8 g/7 f/6 e/5 d/4 c/3 b/2 a/1"),
  ])
  func `the files below a board have the numbers of the notation`(
    notation: Notation,
    against: Side,
    letters: String
  ) {
    Notation.$ofTask.withValue(notation) {
      let screen = ScriptedScreen(.xiangqi, against: against)
      #expect(screen.lines[20] == letters)
    }
  }

  @Test func `each language has the notation of its players`() {
    #expect(Notation.usual(in: .english) == .algebraic)
    #expect(Notation.usual(in: .chinese) == .chinese)
    Language.$ofTask.withValue(.chinese) { #expect(Notation.current == .chinese) }
  }

  @Test func `stones of other games have one notation`() throws {
    try Notation.$ofTask.withValue(.chinese) {
      for game in [Game.gomoku(), .liuzhou()] {
        let position = Position(game: game)
        let move = try position.move(from: "c3")
        #expect(position.text(of: move) == "c3")
      }
    }
  }
}
