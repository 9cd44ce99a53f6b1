import EngineProtocols
import GameRules
import GameSearch
import Testing

@Suite struct UCIEngineTests {
  @Test func `it introduces itself with its options`() {
    var engine = Dialogue.uci()
    let lines = engine.say("uci")
    #expect(lines.first == "id name Tabletooth 1")
    #expect(lines.last == "uciok")
    for option in ["UCI_Variant", "Hash", "Threads", "Ponder", "Level", "Move Overhead", "Rule"] {
      #expect(lines.contains { $0.hasPrefix("option name \(option) type ") }, "\(option)")
    }
    #expect(engine.say("isready") == ["readyok"])
  }

  @Test func `perft lists the legal moves, as Fairy-Stockfish does`() {
    var engine = Dialogue.uci()
    let lines = engine.say("position startpos", "go perft 1")
    #expect(lines.suffix(3) == ["", "Nodes searched: 44", ""])
    #expect(lines.count == 47)
    #expect(lines.prefix(2) == ["a0a1: 1", "a0a2: 1"])
    #expect(engine.thought == nil)
    engine.say("setoption name UCI_Variant value xiangqi")
    #expect(engine.say("go perft 2").contains("a1a2: 44"))
    #expect(engine.say("go perft 3").contains("Nodes searched: 79666"))
    // Black has lost, so there is no move.
    let mated = "3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1"
    #expect(engine.say("position fen \(mated)", "go perft 2") == ["", "Nodes searched: 0", ""])
  }

  @Test(arguments: [
    ("go perft", "expected a depth of 1 or more after perft"),
    ("go perft 0", "expected a depth of 1 or more after perft"),
    ("go perft 7", "perft 7 takes too long from this position"),
    ("go perft 999999999999", "perft 999999999999 takes too long from this position"),
  ])
  func `a count that would not end is refused`(line: String, words: String) {
    var engine = Dialogue.uci()
    #expect(engine.say(line) == ["info string \(words)"])
    #expect(engine.thought == nil)
  }

  @Test func `ranks are counted from 0 until a variant is set, then from 1`() {
    var engine = Dialogue.uci()
    engine.say("position startpos moves h2e2", "go depth 3")
    #expect(engine.thought?.position.moves == [.xiangqi("h2e2")])
    #expect(engine.finish("h9g7", "h0g2") == ["bestmove h9g7 ponder h0g2"])
    engine.say(
      "setoption name UCI_Variant value xiangqi",
      "position startpos moves h3e3",
      "go depth 3"
    )
    #expect(engine.thought?.position.moves == [.xiangqi("h2e2")])
    #expect(engine.finish("h9g7", "h0g2") == ["bestmove h10g8 ponder h1g3"])
  }

  @Test func `the variant of ranks from 0 has a name of its own`() {
    var engine = Dialogue.uci()
    let variant = "option name UCI_Variant type combo"
    let all = "var gomoku var liuzhou var xiangqi var reversi var chess var iccs"
    #expect(engine.say("uci").contains("\(variant) default iccs \(all)"))
    engine.say("setoption name UCI_Variant value xiangqi")
    #expect(engine.say("uci").contains("\(variant) default xiangqi \(all)"))
    engine.say(
      "setoption name UCI_Variant value iccs",
      "position startpos moves h2e2",
      "go depth 1"
    )
    #expect(engine.finish("h9g7") == ["bestmove h9g7"])
    var gomoku = Dialogue.uci(.gomoku())
    #expect(gomoku.say("uci").contains("\(variant) default gomoku \(all)"))
  }

  @Test func `a variant is a game, and has its rules`() {
    var engine = Dialogue.uci()
    engine.say(
      "setoption name UCI_Variant value gomoku",
      "setoption name Rule value renju",
      "position startpos moves h8 h9",
      "go nodes 10"
    )
    #expect(engine.thought?.position.moves.map(\.description) == ["h8", "h9"])
    let game = engine.thought.map { $0.position.game }
    #expect(game == Game.gomoku(GomokuTerms(rule: .renju)))
    #expect(engine.finish("i9") == ["bestmove i9"])
    engine.say("setoption name UCI_Variant value liuzhou", "position startpos", "go nodes 10")
    #expect(engine.thought?.position.game == .liuzhou())
  }

  @Test func `UCI-Cyclone leaves out the word position`() {
    var engine = Dialogue.uci()
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r"
    #expect(engine.say("fen \(fen) moves h2e2", "go depth 1") == [])
    #expect(engine.thought?.position.moves == [.xiangqi("h2e2")])
    engine.finish("h9g7")
    #expect(engine.say("startpos moves h2e2 h9g7", "go depth 1") == [])
    #expect(engine.thought?.position.ply == 2)
  }

  @Test func `UCI-Cyclone counts ranks from 0, also after a variant is set`() {
    var engine = Dialogue.uci()
    engine.say("setoption name UCI_Variant value xiangqi", "ucinewgame")
    #expect(engine.say("startpos moves h2e2", "go depth 1") == [])
    #expect(engine.thought?.position.moves == [.xiangqi("h2e2")])
    #expect(engine.finish("h9g7", "h0g2") == ["bestmove h9g7 ponder h0g2"])
  }

  @Test(
    arguments: [
      "w", "w - -", "w 0 1", "w - - 0 1", "r", "r - - 0 1", "b", "b - -", "b 0 1", "b - - 0 1",
    ],
    ["fen", "position fen"]
  )
  func `a FEN has any tail`(tail: String, command: String) {
    var engine = Dialogue.uci()
    let ranks = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
    #expect(engine.say("\(command) \(ranks) \(tail) moves", "go depth 1") == [])
    #expect(engine.thought?.position.text.hasPrefix(ranks) == true)
    #expect(engine.thought?.position.toMove == (tail.first == "b" ? .second : .first))
  }

  @Test(arguments: ["fen 9/9 w", "startpos moves h2h9x", "fen", "position"])
  func `after a position that was not understood there is no move`(line: String) {
    var engine = Dialogue.uci()
    engine.say(line)
    #expect(engine.say("go depth 1") == ["info string there is no position", "bestmove (none)"])
  }

  @Test func `a repetition that nobody claims is played on`() {
    var engine = Dialogue.uci()
    let cycle = "f0f1 e9d9 f1f0 d9e9"
    let fen = "fen 4k4/9/9/9/p8/9/P8/9/9/5K3 w moves"
    #expect(engine.say("\(fen) \(cycle) \(cycle)", "go depth 1") == [])
    #expect(engine.thought?.position.legalMoves.isEmpty == false)
    engine.finish("f0f1")
    #expect(engine.say("\(fen) \(cycle) \(cycle) \(cycle) f0f1", "go depth 1") == [])
    #expect(engine.thought?.position.ply == 13)
  }

  @Test func `a position that cannot arise is searched, with a warning`() {
    var engine = Dialogue.uci()
    #expect(
      engine.say("position fen 3k5/9/9/9/9/9/9/9/9/P3K3A w") == [
        "info string column 25 of the position: expected a piece that can stand here"
      ]
    )
    #expect(
      engine.say("position fen 3k5/9/9/9/9/9/9/9/9/P3K4 w moves a0a1", "go depth 1") == [
        "info string this position cannot arise in a game: no such piece can reach a0"
      ]
    )
    #expect(engine.thought?.position.moves == [.xiangqi("a0a1")])
  }

  @Test func `a position may be a FEN with moves`() {
    var engine = Dialogue.uci()
    let fen = "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1"
    #expect(engine.say("position fen \(fen) moves a2a3", "go depth 1") == [])
    #expect(engine.thought?.position.start.text == fen)
    #expect(engine.thought?.position.ply == 1)
  }

  @Test(arguments: [
    ("position startpos moves h2h3 a0a0", "info string a0a0 is not legal"),
    ("position startpos moves zz", "info string zz is no move"),
    ("position startpos h2e2", "info string expected moves after the position"),
    ("position", "info string expected startpos or fen after position"),
    (
      "position fen 9/9 w",
      "info string column 4 of the position: expected / and the next rank"
    ),
  ])
  func `a broken position is said, and not thought about`(line: String, complaint: String) {
    var engine = Dialogue.uci()
    let answer = engine.say(line)
    #expect(answer.count == 1)
    #expect(answer[0].hasPrefix(complaint.prefix(30)), "\(answer)")
    #expect(engine.say("go depth 1") == ["info string there is no position", "bestmove (none)"])
    #expect(engine.thought == nil)
    engine.say("position startpos", "go depth 1")
    #expect(engine.thought != nil)
  }

  @Test func `a game that is over has no best move`() {
    var engine = Dialogue.uci()
    engine.say("position fen 3k5/1R7/9/9/9/9/9/R8/9/4K4 w - - 0 1 moves a2a9")
    #expect(engine.say("go depth 1") == ["bestmove (none)"])
  }

  @Test func `limits are handed on`() {
    var engine = Dialogue.uci()
    engine.say("go depth 9 nodes 1000")
    #expect(engine.thought?.limits == SearchLimits(depth: 9, nodes: 1_000))
    #expect(engine.thought?.budget == nil)
    engine.finish("h2e2")
    engine.say("go mate 3")
    #expect(engine.thought?.limits == SearchLimits(depth: 6))
  }

  @Test func `a time for the move is used up, less the way`() {
    var engine = Dialogue.uci()
    engine.say("setoption name Move Overhead value 30", "go movetime 530")
    #expect(engine.thought?.budget == TimeBudget(exactly: .milliseconds(500)))
  }

  @Test func `each side has its own clock`() {
    let clocks = "go wtime 60000 btime 1000 winc 1000 binc 0 movestogo 10"
    var red = Dialogue.uci()
    red.say(clocks)
    var black = Dialogue.uci()
    black.say("position startpos moves h2e2", clocks)
    #expect(
      red.thought?.budget
        == TimeBudget(remaining: .seconds(60), increment: .seconds(1), movesToGo: 10)
    )
    #expect(black.thought?.budget == TimeBudget(remaining: .seconds(1), movesToGo: 10))
  }

  @Test func `an endless thought is answered when it is stopped, not when it ends`() {
    var engine = Dialogue.uci()
    engine.say("go infinite")
    #expect(engine.thought?.budget == nil)
    #expect(engine.finish("h2e2") == [])
    #expect(engine.say("stop") == ["bestmove h2e2"])
    engine.say("go infinite")
    #expect(engine.say("stop") == [])
    #expect(engine.takeOthers() == [.stop])
    #expect(engine.finish("h2e2") == ["bestmove h2e2"])
    #expect(engine.say("stop") == [])
  }

  @Test func `pondering becomes thinking when the move comes`() {
    var engine = Dialogue.uci()
    engine.say("position startpos moves h2e2 h9g7", "go ponder wtime 60000 btime 60000")
    #expect(engine.thought?.budget == nil)
    #expect(engine.say("ponderhit") == [])
    #expect(engine.takeOthers() == [.limit(TimeBudget(remaining: .seconds(60)))])
    #expect(engine.finish("h0g2") == ["bestmove h0g2"])
  }

  @Test func `a thought that was pondered to its end is answered at the hit`() {
    var engine = Dialogue.uci()
    engine.say("go ponder depth 2")
    #expect(engine.finish("h2e2") == [])
    #expect(engine.say("ponderhit") == ["bestmove h2e2"])
    engine.say("go ponder depth 2")
    #expect(engine.say("stop") == [])
    #expect(engine.finish("h2e2") == ["bestmove h2e2"])
  }

  @Test func `searchmoves leaves the legal ones of them`() {
    var engine = Dialogue.uci()
    engine.say("go searchmoves h2e2 a0a5 b0c2 depth 3")
    #expect(Set(engine.thought?.allowed ?? []) == [.xiangqi("h2e2"), .xiangqi("b0c2")])
    #expect(engine.thought?.limits.depth == 3)
    engine.finish("h2e2")
    #expect(engine.say("go searchmoves a0a9").last == "bestmove (none)")
  }

  @Test(arguments: [(3, "mate 2"), (1, "mate 1"), (-2, "mate -1"), (-4, "mate -2")])
  func `mates are counted in moves`(plies: Int, text: String) {
    var engine = Dialogue.uci()
    engine.say("go depth 3")
    let line = engine.report([.xiangqi("h2e2")], mate: plies)
    #expect(line == ["info depth 7 score \(text) nodes 5000 nps 50000 time 100 pv h2e2"])
  }

  @Test func `an iteration is told with its score, nodes and line`() {
    var engine = Dialogue.uci()
    engine.say("go depth 3")
    let line = engine.report([.xiangqi("h2e2"), .xiangqi("h9g7")], score: -12)
    #expect(line == ["info depth 7 score cp -12 nodes 5000 nps 50000 time 100 pv h2e2 h9g7"])
  }

  @Test func `options become settings, within their ranges`() {
    var engine = Dialogue.uci()
    engine.say("setoption name hash value 128", "setoption name Threads value 2")
    engine.say("setoption name Level value 3", "setoption name Clear Hash")
    var settings = SearchSettings(tableBytes: 128 << 20)
    var wanted = [EngineAction.settings(settings)]
    settings.threads = 2
    wanted.append(.settings(settings))
    settings.level = SearchLevel(3) ?? .full
    wanted += [.settings(settings), .forget]
    #expect(engine.takeOthers() == wanted)
    for (option, value) in [("Hash", "0"), ("Threads", "65"), ("Level", "11"), ("Depth", "1")] {
      let answer = engine.say("setoption name \(option) value \(value)")
      #expect(answer == ["info string option \(option) cannot be «\(value)»"])
    }
    #expect(engine.takeOthers() == [])
  }

  @Test func `what comes after a bounded go waits for its answer`() {
    var engine = Dialogue.uci()
    engine.say(
      "position startpos",
      "go depth 1",
      "go depth 2",
      "position startpos moves h2e2",
      "go"
    )
    #expect(engine.say("isready") == ["readyok"])
    #expect(engine.finish("h2e2") == ["bestmove h2e2"])
    #expect(engine.thought?.limits.depth == 2)
    #expect(engine.finish("b0c2") == ["bestmove b0c2"])
    #expect(engine.thought?.position.ply == 1)
  }

  @Test func `the end of the input ends what would wait for a line`() {
    var endless = Dialogue.uci()
    endless.say("go infinite")
    #expect(endless.close() == [])
    #expect(endless.takeOthers() == [.stop])
    #expect(endless.finish("h2e2") == ["bestmove h2e2"])
    var bounded = Dialogue.uci()
    bounded.say("go depth 1")
    #expect(bounded.close() == [])
    #expect(bounded.takeOthers() == [])
  }

  @Test(arguments: [
    "go movetime 9223372036854775807", "go wtime 9223372036854775807 winc 9223372036854775807",
    "go mate 9223372036854775807", "go depth 9223372036854775807 movestogo -5 wtime -1",
    "go nodes -9223372036854775808", "go depth 99999999999999999999999",
  ])
  func `numbers that nobody means do no harm`(line: String) {
    var engine = Dialogue.uci()
    engine.say(line)
    #expect((engine.thought?.limits.depth ?? 1) <= 200)
    #expect(engine.finish("h2e2") == ["bestmove h2e2"])
  }

  @Test func `other commands are answered, too`() {
    var engine = Dialogue.uci()
    #expect(engine.say("", "debug on", "register later") == [])
    #expect(engine.say("xyzzy") == ["info string unknown command xyzzy"])
    #expect(
      engine.say("go sideways depth 1") == ["info string sideways is not understood after go"]
    )
    engine.say("ucinewgame", "quit")
    #expect(engine.takeOthers() == [.forget, .quit])
  }
}
