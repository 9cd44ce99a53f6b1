import EngineProtocols
import GameRules
import GameSearch
import Testing

@Suite struct UCCIEngineTests {
  @Test func `it introduces itself with its options`() {
    var engine = Dialogue.ucci()
    let lines = engine.say("ucci")
    #expect(lines.first == "id name Tabletooth 1")
    #expect(lines.contains("option usemillisec type check default true"))
    #expect(lines.last == "ucciok")
    #expect(engine.say("isready") == ["readyok"])
  }

  @Test func `a move has ranks from 0`() {
    var engine = Dialogue.ucci()
    let start = XiangqiPosition.startText
    engine.say("position fen \(start) moves h2e2", "go depth 5")
    #expect(engine.thought?.position.moves == [.xiangqi("h2e2")])
    #expect(engine.thought?.limits == SearchLimits(depth: 5))
    #expect(engine.finish("h9g7", "h0g2") == ["bestmove h9g7 ponder h0g2"])
  }

  @Test(arguments: [
    ("go time 60000 increment 1000", TimeBudget(remaining: .seconds(60), increment: .seconds(1))),
    (
      "go time 60000 movestogo 20 opptime 5 oppmovestogo 1 oppincrement 9",
      TimeBudget(remaining: .seconds(60), movesToGo: 20)
    ),
  ])
  func `the clock is shared out`(line: String, budget: TimeBudget) {
    var engine = Dialogue.ucci()
    #expect(engine.say(line) == [])
    #expect(engine.thought?.budget == budget)
  }

  @Test func `a time for the move is used up, as uci2wb sends it`() {
    var engine = Dialogue.ucci()
    #expect(engine.say("go time 60000 opptime 60000 movetime 970") == [])
    #expect(
      engine.thought?.budget
        == TimeBudget(remaining: .seconds(60)).capped(by: TimeBudget(exactly: .milliseconds(960)))
    )
  }

  @Test func `times may be seconds`() {
    var engine = Dialogue.ucci()
    engine.say("setoption usemillisec false", "go time 60 increment 1")
    #expect(
      engine.thought?.budget == TimeBudget(remaining: .seconds(60), increment: .seconds(1))
    )
  }

  @Test func `banned moves are not chosen, until another position comes`() {
    var engine = Dialogue.ucci()
    engine.say("position startpos", "banmoves h2e2 b2e2", "go nodes 9")
    let allowed = engine.thought?.allowed ?? []
    #expect(allowed.count == 42)
    #expect(!allowed.contains(.xiangqi("h2e2")))
    engine.finish("b0c2")
    engine.say("position startpos", "go nodes 9")
    #expect(engine.thought?.allowed == nil)
  }

  @Test func `with all moves banned there is no best move`() {
    var engine = Dialogue.ucci()
    engine.say("position fen 3k5/1R7/9/9/9/9/9/R8/9/4K4 b - - 0 1", "banmoves d9e9")
    #expect(engine.say("go depth 1") == ["nobestmove"])
  }

  @Test func `an endless thought and a pondered one wait`() {
    var engine = Dialogue.ucci()
    for command in ["go infinite", "go depth infinite", "go ponder time 1000"] {
      engine.say(command)
      #expect(engine.thought?.budget == nil)
      #expect(engine.finish("h2e2") == [])
      #expect(engine.say("stop") == ["bestmove h2e2"])
    }
    engine.say("go ponder time 60000", "ponderhit")
    #expect(engine.takeOthers() == [.limit(TimeBudget(remaining: .seconds(60)))])
    #expect(engine.finish("h2e2") == ["bestmove h2e2"])
    #expect(engine.say("stop") == ["nobestmove"])
  }

  @Test func `a draw is taken by the side that stands worse`() {
    var engine = Dialogue.ucci()
    engine.say("go draw depth 1")
    #expect(engine.finish([.xiangqi("h2e2")], score: -50) == ["bestmove h2e2 draw"])
    engine.say("go draw depth 1")
    #expect(engine.finish([.xiangqi("h2e2")], score: 50) == ["bestmove h2e2"])
    engine.say("go ponder depth 1", "ponderhit draw")
    #expect(engine.finish([.xiangqi("h2e2")], score: -50) == ["bestmove h2e2 draw"])
  }

  @Test func `probe tells what was found, and what was expected`() {
    var engine = Dialogue.ucci()
    #expect(engine.say("probe startpos") == ["pophash"])
    engine.say("go depth 7")
    engine.finish([.xiangqi("h2e2"), .xiangqi("h9g7")], score: 20)
    #expect(
      engine.say("probe startpos")
        == ["pophash bestmove h2e2 lowerbound 20 depth 7 upperbound 20 depth 7"]
    )
    #expect(engine.say("probe startpos moves h2e2") == ["pophash bestmove h9g7"])
    engine.say("setoption newgame")
    #expect(engine.say("probe startpos") == ["pophash"])
    #expect(engine.say("probe nowhere").last == "pophash")
  }

  @Test func `an iteration is told in two lines`() {
    var engine = Dialogue.ucci()
    engine.say("go depth 3")
    #expect(
      engine.report([.xiangqi("h2e2")], score: 12)
        == ["info time 100 nodes 5000", "info depth 7 score 12 pv h2e2"]
    )
    #expect(engine.report([.xiangqi("h2e2")], mate: -4).last == "info depth 7 score -9996 pv h2e2")
  }

  @Test func `options become settings, within their ranges`() {
    var engine = Dialogue.ucci()
    engine.say("setoption hashsize 128", "setoption ponder true", "setoption repetition asianrule")
    #expect(engine.takeOthers() == [.settings(SearchSettings(tableBytes: 128 << 20))])
    for option in ["hashsize 0", "usemillisec perhaps", "repetition chineserule", "book x"] {
      #expect(engine.say("setoption \(option)").count == 1, "\(option)")
    }
  }

  @Test(arguments: [
    ("banmoves h2e2", "ucinewgame"), ("probe startpos", "debug on"), ("ucci", "uci"),
  ])
  func `a command of one dialect is unknown in the other`(ucci: String, uci: String) {
    var (first, second) = (Dialogue.uci(), Dialogue.ucci())
    #expect(first.say(ucci).first?.hasPrefix("info string unknown command") == true)
    #expect(second.say(uci).first?.hasPrefix("info message unknown command") == true)
  }

  @Test(arguments: [("go draw depth 1", "go searchmoves h2e2"), ("go time 9", "go wtime 9")])
  func `a word of one dialect is not understood in the other`(ucci: String, uci: String) {
    var (first, second) = (Dialogue.uci(), Dialogue.ucci())
    #expect(first.say(ucci).first?.hasSuffix("is not understood after go") == true)
    #expect(second.say(uci).first?.hasSuffix("is not understood after go") == true)
  }

  @Test func `other commands are answered, too`() {
    var engine = Dialogue.ucci()
    #expect(engine.say("xyzzy") == ["info message unknown command xyzzy"])
    #expect(engine.say("position startpos moves a0a9") == ["info message a0a9 is not legal"])
    #expect(engine.say("go depth 1") == ["info message there is no position", "nobestmove"])
    #expect(engine.say("quit") == ["bye"])
    #expect(engine.takeOthers() == [.quit])
  }
}
