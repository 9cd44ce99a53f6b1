import EngineProtocols
import GameRules
import GameSearch
import Testing

@testable import EnginePlayers

@Suite struct PlayerSpecTests {
  @Test func `a robot has a level and a pace`() throws {
    let plain = try PlayerSpec("robot", game: .gomoku)
    #expect(plain.kind == .robot(SearchSettings()))
    #expect(plain.pace == MovePace())
    let spec = try PlayerSpec("robot:3,threads=2,hash=16,time=250ms,nodes=9,depth=4", game: .gomoku)
    let level = try #require(SearchLevel(3))
    #expect(spec.kind == .robot(SearchSettings(level: level, threads: 2, tableBytes: 16 << 20)))
    #expect(spec.pace == MovePace(time: .milliseconds(250), nodes: 9, depth: 4))
  }

  @Test func `an engine has words, a protocol, options and a folder`() throws {
    let spec = try PlayerSpec(
      "engine:./rapfi --config a.toml,gomocup,dir=/tmp,thread_num=1,time=1s",
      game: .gomoku
    )
    let engine = EngineSpec(
      words: ["./rapfi", "--config", "a.toml"],
      spoken: .gomocup,
      options: [EngineOption("thread_num", "1")],
      folder: "/tmp"
    )
    #expect(spec.kind == .engine(engine))
    #expect(spec.pace == MovePace(time: .seconds(1)))
  }

  @Test(arguments: [(GameKind.gomoku, EngineProtocol.gomocup), (.xiangqi, .uci), (.liuzhou, .uci)])
  func `without a protocol the usual one is spoken`(game: GameKind, spoken: EngineProtocol) throws {
    let spec = try PlayerSpec("engine:/bin/x", game: game)
    #expect(spec.kind == .engine(EngineSpec(words: ["/bin/x"], spoken: spoken)))
  }

  @Test(arguments: [
    ("robot:11", "robot:LEVEL (1 to 10)"), ("robot:0", "robot:LEVEL (1 to 10)"),
    ("robot:x", "robot:LEVEL (1 to 10)"), ("robot:", "robot:LEVEL (1 to 10)"),
    ("human", "engine:PROGRAM[,uci|ucci|gomocup]"), ("", "engine:PROGRAM"),
    ("engine:", "names no program"), ("engine:x,xboard", "uci, ucci or gomocup"),
    ("engine:x,ucci", "ucci has no gomoku; expected uci or gomocup"),
    ("robot,uci", "is not a protocol"), ("robot,book=x", "robot has no option `book`"),
    ("robot,time=0", "time=0: expected a time such as 500ms, 5s or 1m"),
    ("robot,threads=0", "threads=0: expected a number from 1 to 64"),
    ("robot,nodes=many", "nodes=many: expected a number from 1"),
  ])
  func `what cannot be used names the choices`(text: String, words: String) {
    let error = #expect(throws: PlayerSpec.Unusable.self) {
      try PlayerSpec(text, game: .gomoku)
    }
    #expect(error?.what.contains(words) == true, "\(error?.what ?? "")")
  }
}

@Suite struct TimeSpanTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("5s", .seconds(5)), ("1m", .seconds(60)),
    ("1.5s", .milliseconds(1_500)), ("0.05s", .milliseconds(50)), ("86400s", .seconds(86_400)),
  ])
  func `a time has a number and a unit`(text: String, duration: Duration) {
    #expect(TimeSpan(text)?.duration == duration)
  }

  @Test(arguments: [
    "", "0", "0s", "5", "ms", "-5s", "5 s", "5h", "1e3s", "nan", "infs", "1..5s", "0.0001ms",
    "86401s", "99999999999999999999s", "５s",
  ])
  func `anything else is none`(text: String) {
    #expect(TimeSpan(text) == nil)
  }
}
