import EngineProtocols
import GameRules
import GameSearch
import Testing

@Suite struct GomocupEngineTests {
  /// An engine with a board of 15.
  static func started(_ lines: String...) -> Dialogue {
    var engine = Dialogue.gomocup()
    engine.say("START 15")
    for line in lines { engine.say(line) }
    _ = engine.takeOthers()
    return engine
  }

  static func moves(_ engine: Dialogue) -> [String]? {
    engine.thought?.position.moves.map(\.description)
  }

  @Test(arguments: [
    ("START 15", "OK"), ("START 20", "OK"), ("start 19", "OK"), ("RECTSTART 15,15", "OK"),
    ("RECTSTART 20,15", "OK"),
    ("start 15 15", "OK"), ("RECTSTART 19, 19", "OK"),
    ("START 15 19", "ERROR unsupported size; expected 15, 19 or 20"),
    ("START 10", "ERROR unsupported size; expected 15, 19 or 20"),
    ("START", "ERROR unsupported size; expected 15, 19 or 20"),
    (
      "RECTSTART 20,9",
      "ERROR unsupported size; expected 15,15, 19,19, 20,20 or two numbers from 10 to 20"
    ),
    ("RESTART", "ERROR there is no board; expected START first"),
    ("BEGIN", "ERROR there is no board; expected START first"),
    ("TURN 7,7", "ERROR there is no board; expected START first"),
    ("TAKEBACK 7,7", "ERROR there is no board; expected START first"),
    ("BOARD", "ERROR there is no board; expected START first"),
    ("YXSHOWFORBID", "ERROR there is no board; expected START first"),
    ("ABOUT", "name=\"Tabletooth\", version=\"1\", author=\"us\""),
    ("FOO", "UNKNOWN command FOO"),
  ])
  func `a command on a new engine is answered`(line: String, answer: String) {
    var engine = Dialogue.gomocup()
    #expect(engine.say(line) == [answer])
  }

  @Test func `points are counted from the top left`() {
    var engine = Self.started("BEGIN")
    #expect(engine.finish("a1") == ["0,14"])
    engine.say("TURN 2,0")
    #expect(Self.moves(engine) == ["a1", "c15"])
    #expect(engine.finish("h8") == ["7,7"])
  }

  @Test func `what cannot be played is an error`() {
    var engine = Self.started("TURN 7,7")
    engine.finish("h9")
    #expect(engine.say("TURN 7,7") == ["ERROR 7,7 is not empty"])
    #expect(engine.say("TURN 7,15") == ["ERROR expected a point of the board like 7,7"])
    #expect(engine.say("TURN seven") == ["ERROR expected a point of the board like 7,7"])
    #expect(engine.say("BEGIN") == ["ERROR the board is not empty"])
    #expect(engine.thought == nil)
  }

  @Test func `a board is thought about with its stones in their order`() {
    var engine = Self.started("BOARD", "7,7,2", "8,7,1", "7,8,2", "DONE")
    #expect(Self.moves(engine) == ["h8", "i8", "h7"])
    #expect(engine.thought?.position.toMove == .second)
    #expect(engine.finish("h9") == ["7,6"])
  }

  @Test func `stones out of turn are put as they are`() {
    var engine = Self.started("BOARD", "7,7,1", "8,7,1", "0,0,2", "1,0,2", "DONE")
    #expect(
      engine.thought?.position.text == "WW13/15/15/15/15/15/15/7BB6/15/15/15/15/15/15/15 b"
    )
    engine.finish("h9")
    engine.say("BOARD", "7,7,1", "0,0,2", "1,0,2", "DONE")
    #expect(
      engine.thought?.position.text == "BB13/15/15/15/15/15/15/7W7/15/15/15/15/15/15/15 w"
    )
  }

  @Test func `a broken line of a board is an error, and the board before stays`() {
    var engine = Self.started("TURN 7,7")
    engine.finish("h9")
    #expect(
      engine.say("BOARD", "7,7,2", "99,0,1", "DONE") == ["ERROR 99,0,1 is no stone of this board"]
    )
    engine.say("TURN 0,0")
    #expect(Self.moves(engine) == ["h8", "h9", "a15"])
  }

  @Test func `a board of Yixin is only set`() {
    var engine = Self.started("YXBOARD", "7,7,2", "DONE")
    #expect(engine.thought == nil)
    #expect(engine.say("PLAY 8,8") == ["8,8"])
    engine.say("TURN 0,0")
    #expect(Self.moves(engine) == ["h8", "i7", "a15"])
  }

  @Test func `a stone can be taken back, and the game begun anew`() {
    var engine = Self.started("TURN 7,7")
    engine.finish("h9")
    #expect(engine.say("TAKEBACK 0,0") == ["ERROR no stone is there"])
    #expect(engine.say("TAKEBACK 7,6", "TAKEBACK 7,7") == ["OK", "OK"])
    engine.say("BEGIN")
    #expect(Self.moves(engine) == [])
    engine.finish("h8")
    #expect(engine.say("RESTART") == ["OK"])
    #expect(engine.takeOthers() == [.forget])
    engine.say("BEGIN")
    #expect(Self.moves(engine) == [])
  }

  @Test(arguments: [
    ("0", GomokuRule.freestyle), ("1", .standard), ("2", .renju), ("4", .renju),
    ("5", .freestyle), ("6", .freestyle),
  ])
  func `the numbers of the rules are Rapfi's`(number: String, rule: GomokuRule) {
    let engine = Self.started("INFO rule \(number)", "BEGIN")
    #expect(engine.thought?.position.game == .gomoku(GomokuTerms(rule: rule)))
  }

  @Test(arguments: ["3", "7", "8", "-1", "renju"])
  func `an unknown rule is an error, and nothing is played by another one`(number: String) {
    var engine = Self.started()
    #expect(
      engine.say("INFO rule \(number)") == [
        "ERROR unknown rule \(number); expected 0, 1 (standard), 2 or 4 (renju)"
      ]
    )
    #expect(engine.say("BEGIN") == ["ERROR this rule is not played on this board, or at all"])
    #expect(engine.say("INFO rule 1", "BEGIN") == [])
    #expect(engine.thought?.position.game == .gomoku(GomokuTerms(rule: .standard)))
  }

  @Test func `a rule that is not played on a board is said when it counts`() {
    let error = ["ERROR this rule is not played on this board, or at all"]
    var large = Dialogue.gomocup()
    #expect(large.say("START 20", "INFO rule 4", "BEGIN") == ["OK"] + error)
    #expect(large.say("INFO rule 0", "BEGIN") == [])
    #expect(large.thought != nil)
  }

  @Test(arguments: [
    (["INFO timeout_turn 500"], TimeBudget(exactly: .milliseconds(490))),
    (["INFO timeout_turn 0"], TimeBudget(exactly: .milliseconds(40))),
    (
      ["INFO timeout_turn 5000", "INFO timeout_match 0", "INFO time_left 2147483647"],
      TimeBudget(exactly: .milliseconds(4_990))
    ),
    (
      ["INFO timeout_turn 5000", "INFO timeout_match 100000"],
      TimeBudget(remaining: .seconds(100)).capped(by: TimeBudget(exactly: .milliseconds(4_990)))
    ),
    (
      ["INFO timeout_turn 5000", "INFO timeout_match 100000", "INFO time_left 1000"],
      TimeBudget(remaining: .seconds(1))
    ),
    (
      ["INFO timeout_turn x", "INFO evaluate 1,1", "INFO"],
      TimeBudget(exactly: .milliseconds(29_990))
    ),
  ])
  func `the time is kept`(lines: [String], budget: TimeBudget) {
    var engine = Self.started()
    for line in lines { #expect(engine.say(line) == []) }
    engine.say("BEGIN")
    #expect(engine.thought?.budget == budget)
  }

  @Test func `memory, threads and limits are kept`() {
    var engine = Self.started("INFO max_node 1000", "INFO max_depth 8")
    engine.say("INFO max_memory \(32 << 20)", "INFO thread_num 2", "INFO max_memory 0")
    var settings = SearchSettings(tableBytes: 16 << 20)
    var wanted = [EngineAction.settings(settings)]
    settings.threads = 2
    wanted.append(.settings(settings))
    #expect(engine.takeOthers() == wanted)
    engine.say("BEGIN")
    #expect(engine.thought?.limits == SearchLimits(depth: 8, nodes: 1_000))
  }

  @Test func `what may not be played is shown for Black alone`() {
    var engine = Self.started("INFO rule 4")
    engine.say(
      "YXBOARD",
      "5,7,1",
      "0,0,2",
      "6,7,1",
      "2,0,2",
      "7,8,1",
      "4,0,2",
      "7,9,1",
      "6,0,2",
      "DONE"
    )
    #expect(engine.say("YXSHOWFORBID") == ["FORBID 0707."])
    engine.say("YXBOARD", "7,7,2", "DONE")
    #expect(engine.say("YXSHOWFORBID") == ["FORBID ."])
  }

  @Test func `renju of Yixin-Board shows what may not be played`() {
    var engine = Self.started("INFO rule 2", "yxboard")
    engine.say("3,7,1", "0,0,2", "4,7,1", "14,0,2", "5,6,1", "0,14,2", "5,5,1", "14,14,2", "done")
    #expect(engine.say("yxshowforbid") == ["FORBID 0507."])
  }

  @Test func `a thought can be ended, and the rest waits for its end`() {
    var engine = Self.started("BEGIN")
    #expect(engine.say("TURN 0,0", "FOO", "ABOUT").count == 1)
    #expect(engine.say("YXSTOP") == [])
    #expect(engine.takeOthers() == [.stop])
    #expect(engine.finish("h8") == ["7,7"])
    #expect(Self.moves(engine) == ["h8", "a15"])
    #expect(engine.finish("h9") == ["7,6", "UNKNOWN command FOO"])
    engine.say("END")
    #expect(engine.takeOthers() == [.quit])
  }

  @Test func `a game that is over is an error`() {
    var engine = Self.started("BOARD")
    for index in 0..<4 { engine.say("\(index),0,2", "\(index),5,1") }
    engine.say("4,0,2")
    #expect(engine.say("DONE") == ["ERROR the game is over"])
  }

  @Test func `an iteration is told as a message`() {
    var engine = Self.started("BEGIN")
    let move = Point("h8").map(Move.place) ?? .choose(.black)
    #expect(engine.report([move], score: 30) == ["MESSAGE depth 7 ev 30 n 5000 tm 100 pv 7,7"])
    #expect(engine.report([move], mate: -4) == ["MESSAGE depth 7 ev -M4 n 5000 tm 100 pv 7,7"])
  }
}

@Suite struct Swap2EngineTests {
  static func engine(_ stones: String...) -> Dialogue {
    var engine = GomocupEngineTests.started("INFO rule 1", "SWAP2BOARD")
    for stone in stones { engine.say(stone) }
    engine.say("DONE")
    return engine
  }

  @Test func `an empty board asks for three stones`() {
    var engine = Self.engine()
    #expect(engine.finish("h8") == [])
    #expect(engine.finish("h9") == [])
    #expect(engine.finish("i9") == ["7,7 7,6 8,6"])
  }

  @Test func `three stones ask for a choice`() {
    var black = Self.engine("7,7", "7,6", "8,6")
    #expect(black.finish([.choose(.black)]) == ["SWAP"])
    var white = Self.engine("7,7,1", "7,6,2", "8,6,1")
    #expect(white.finish([.choose(.white)]) == [])
    #expect(white.finish("a1") == ["0,14"])
    var two = Self.engine("7,7", "7,6", "8,6")
    #expect(two.finish([.choose(.two)]) == [])
    #expect(two.finish("a1") == [])
    #expect(two.finish("b1") == ["0,14 1,14"])
  }

  @Test func `five stones ask for a colour, and the game goes on from there`() {
    var engine = Self.engine("7,7", "7,6", "8,6", "0,14", "1,14")
    #expect(engine.finish([.choose(.white)]) == [])
    #expect(engine.finish("c1") == ["2,14"])
    engine.say("TURN 3,14")
    #expect(engine.thought?.position.ply == 7)
  }

  @Test func `other numbers of stones, and renju, have no swap2`() {
    var engine = GomocupEngineTests.started("SWAP2BOARD", "7,7")
    #expect(engine.say("DONE").first?.hasPrefix("ERROR swap2") == true)
    #expect(engine.say("INFO rule 4", "SWAP2BOARD", "DONE").first?.hasPrefix("ERROR swap2") == true)
  }
}
