import GameRules
import MatchPlay
import MatchSimulation
import TestSupport
import Testing

@testable import BoardUI

@Suite struct LiuzhouBoardTests {
  /// White makes a square and marks a stone.
  static let square = "c3 c4 d3 d4 c2 d5 d2"

  @Test func `the board shows the last stone and the marked ones`() {
    let screen = """
      White plays d2 and makes a square.
          a  b  c  d  e  f
       6  .  .  .  .  .  .
       5  .  .  .  X  .  .
       4  .  .  X  X  .  .
       3  .  .  O  O  .  .
       2  .  .  O (O) .  .
       1  .  .  .  .  .  .
          a  b  c  d  e  f
      In hand: White 14, Black 15.
      White to mark a stone: 
      """
    let text = answer(.liuzhou(), after: "c3 c4 d3 d4 c2 d5", to: "d2").joined(separator: "\n")
    #expect(text == screen)
    let marked = answer(.liuzhou(), after: Self.square, to: "xd4")
    #expect(marked.first == "White takes d4: the stone is marked.")
    #expect(marked.contains(" 4  .  .  X [X] .  ."))
    #expect(marked.contains("In hand: White 14, Black 15. Stones in brackets are marked."))
    #expect(marked.last == "Black to place a stone: ")
  }

  static let refusals: [(String, String, String)] = [
    ("", "h8", "h8 is not on the board: columns a to f, rows 1 to 6."),
    ("", "c0", "c0 is not on the board: columns a to f, rows 1 to 6."),
    ("", "c9", "c9 is not on the board: columns a to f, rows 1 to 6."),
    ("c3", "c3", "There is a stone on c3 already."),
    ("c3 c4", "c3b3", "c3b3 cannot be played now: type an empty point, like a1."),
    ("c3 c4", "xc4", "xc4 cannot be played now: type an empty point, like a1."),
    ("c3 c4", "c3c9", "c3c9 is not a move here: type an empty point, like a1."),
    (square, "e5", "e5 cannot be played now: type x and a point, like xd4."),
    (square, "xe5", "There is no stone on e5."),
    (square, "xd2", "The stone on d2 is your own."),
    (square, "xd9", "d9 is not on the board: columns a to f, rows 1 to 6."),
  ]

  @Test(arguments: refusals)
  func `an illegal action is told why`(moves: String, line: String, sentence: String) {
    #expect(answer(.liuzhou(), after: moves, to: line).first == sentence[...])
  }

  private static let moving = "B1B1B1/6/6/6/W5/W1W3 w m 0,0 0 0"
  private static let due = "BB2B1/BB4/6/6/WW4/WW4 w m 0,0 1 0"

  static let steps: [(String, String, String)] = [
    (moving, "f1f2", "There is no stone on f1."),
    (moving, "a6a5", "The stone on a6 is Black's."),
    (moving, "a1a2", "There is a stone on a2 already."),
    (moving, "a1c1", "A stone moves one step along a row or column, not from a1 to c1."),
    (moving, "b2", "b2 cannot be played now: type a step, like a1b1."),
    (due, "xa6", "The stone on a6 is protected: it is part of a square."),
    (due, "a1b1", "a1b1 cannot be played now: type x and a point, like xe6."),
    (
      "Bb4/BB4/6/6/WW4/WW3W w p 13,14 1 0", "xb6",
      "The stone on b6 is marked already."
    ),
  ]

  @Test(arguments: steps)
  func `an illegal step or capture is told why`(
    text: String,
    line: String,
    sentence: String
  ) throws {
    let position = try Position(game: .liuzhou(), text: text)
    let move = try position.move(from: line)
    var next = position
    let why = #expect(throws: IllegalMove.self) { try next.play(move) }
    #expect(why.map { MoveStrings.refused(move, $0, in: position) } == sentence)
  }

  static let turns: [(String, String, String)] = [
    ("6/6/6/6/6/6 w p 18,18 0 0", "a1", "White plays a1."),
    ("BBB3/6/6/6/WW4/W1W3 w m 0,0 0 0", "c1b1", "White plays c1b1 and makes a square."),
    ("BBBB2/6/6/6/WW4/WW4 w m 0,0 1 0", "xa6", "White takes a6: Black has 3 stones left."),
    ("BBB3/6/6/5W/WWWWW1/6 w m 0,0 0 0", "f3f2", "White plays f3f2 and makes a row of six."),
    (
      "WBWB1W/BWBWBW/BWBWBB/WBWBWW/WBWBWB/BWBWBW b p 0,1 0 0", "e6",
      """
      Black plays e6.
      The board is full and no stone is marked: White removes a black stone, then Black a \
      white one.
      """
    ),
  ]

  @Test func `the side that takes first is named in the rules and at the full board`() throws {
    let text = "WBWB1W/BWBWBW/BWBWBB/WBWBWW/WBWBWB/BWBWBW b p 0,1 0 0"
    let before = try Position(game: .liuzhou(LiuzhouTerms(.shandong)), text: text)
    var after = before
    let move = try before.move(from: "e6")
    try after.play(move)
    let sentence = Strings.plays(move, from: before, to: after)
    #expect(sentence.hasSuffix(": Black removes a white stone, then White a black one."))
    let rules = RulesText.lines(Match(before, seats: .both))
    #expect(rules.contains("If none is marked, Black and then\nWhite take one enemy stone each."))
  }

  @Test(arguments: turns)
  func `an action is announced in words`(text: String, line: String, sentence: String) throws {
    let before = try Position(game: .liuzhou(), text: text)
    var after = before
    let move = try before.move(from: line)
    try after.play(move)
    #expect(Strings.plays(move, from: before, to: after) == sentence)
  }

  static let prompts: [(String, String)] = [
    ("6/6/6/6/6/6 w p 18,18 0 0", "Your move, place a stone: "),
    ("BBBB2/6/6/6/WW4/WW4 w m 0,0 1 0", "Your move, capture a stone: "),
    ("BBBB2/6/6/5W/WWWWWW/WW4 w m 0,0 3 0", "Your move, capture 3 stones: "),
    ("BBBB2/6/6/6/WW4/WW4 w m 0,0 0 0", "Your move: "),
  ]

  @Test(arguments: prompts)
  func `the prompt says what is due`(text: String, prompt: String) throws {
    #expect(
      Strings.prompt(Match(try Position(game: .liuzhou(), text: text), seats: .one(.first)))
        == prompt
    )
  }

  static let ends: [(String, String, String)] = [
    ("BBB3/6/6/6/WW4/WW4 w m 0,0 1 0", "xa6", "White wins: Black has fewer than three stones."),
    ("6/B5/6/WB4/WB4/WB4 b m 0,0 0 0", "a5a4", "Black wins: White has no move left."),
    ("B1B1B1/6/6/6/6/W1W1W1 w m 0,0 0 99", "a1b1", "Draw: a hundred moves without a capture."),
  ]

  @Test(arguments: ends)
  func `the end is told with its reason`(text: String, line: String, sentence: String) throws {
    var position = try Position(game: .liuzhou(), text: text)
    try position.play(position.move(from: line))
    let outcome = try #require(position.outcome)
    #expect(Strings.result(.byRules(outcome), of: position) == sentence)
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `a game with captures over a real session ends the same on both boards`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var boards = LinkedBoards(.terminal, game: .liuzhou())
    boards.connect()
    boards.playOut { $0.randomElement(using: &random) }
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
    let host = boards.finalLines(of: .host, last: 10).dropLast()
    #expect(host == boards.finalLines(of: .guest, last: 10).dropLast())
    #expect(boards.output[.host]?.contains("the stone is marked") == true)
    #expect(boards.output[.guest]?.contains("Black moves first.") == true)
  }
}
