import EngineProtocols
import GameRules
import GameSearch
import Testing

/// A client under test, with what it did besides speaking.
struct Interview {
  var client: any EngineClient
  private(set) var others: [ClientAction] = []

  init(_ spoken: EngineProtocol, options: [EngineOption] = []) {
    client = engineClient(spoken, options: options)
  }

  /// Lines of the engine come in; gives the lines that are sent to it.
  mutating func hear(_ lines: String...) -> [String] {
    lines.flatMap { note(client.receive($0)) }
  }

  mutating func begin(_ game: Game) -> [String] { note(client.begin(game)) }

  mutating func ask(_ position: Position, _ pace: MovePace) -> [String] {
    note(client.ask(position, pace))
  }

  mutating func stop() -> [String] { note(client.stop()) }

  mutating func complain(_ line: String) -> [String] { note(client.complain(line)) }

  mutating func wonder() -> [String] { note(client.wonder()) }

  mutating func takeOthers() -> [ClientAction] {
    defer { others = [] }
    return others
  }

  private mutating func note(_ actions: [ClientAction]) -> [String] {
    actions.compactMap { action in
      if case .send(let line) = action { return line }
      others.append(action)
      return nil
    }
  }
}

extension Position {
  /// The position after `moves`, as they are typed.
  static func after(_ moves: String, in game: Game) throws -> Position {
    var position = Position(game: game)
    for word in moves.split(separator: " ") {
      for move in try position.turn(from: String(word)) { try position.play(move) }
    }
    return position
  }
}

/// An engine that does not take the letters of a position, or the protocol.
@Suite struct UCIClientRefusalTests {
  private static let text = "3k5/9/4b4/9/9/9/9/4N4/9/5K3 w - - 0 1"
  private static let other = "3k5/9/4e4/9/9/9/9/4H4/9/5K3 w - - 0 1"

  private static func ready() -> Interview {
    var client = Interview(.uci)
    _ = client.begin(.xiangqi)
    _ = client.hear("uciok", "readyok")
    _ = client.takeOthers()
    return client
  }

  @Test func `a text that is not taken is sent with the other letters, and later ones too`() throws
  {
    let position = try Position(game: .xiangqi, text: Self.text)
    var client = Self.ready()
    let pace = MovePace(depth: 1)
    #expect(client.ask(position, pace) == ["position fen \(Self.text)", "go depth 1"])
    // As Sjaak II 1.4.1 writes on its standard error.
    let complaint = "Error: unknown piece type 'b' (bad FEN \(Self.text))"
    #expect(client.complain("loading the network") == [])
    #expect(client.complain(complaint) == ["position fen \(Self.other)", "go depth 1"])
    #expect(client.complain(complaint) == [])
    #expect(client.hear("bestmove e2c3") == [])
    #expect(client.takeOthers() == [.answer(.moves([.xiangqi("e2c3")]))])
    #expect(client.ask(position, pace).first == "position fen \(Self.other)")
  }

  @Test func `an answer that is none in this position is asked for again with the other letters`()
    throws
  {
    let position = try Position(game: .xiangqi, text: Self.text)
    var client = Self.ready()
    _ = client.ask(position, MovePace(depth: 1))
    #expect(client.hear("bestmove h2e2") == ["position fen \(Self.other)", "go depth 1"])
    #expect(client.takeOthers() == [])
    #expect(client.hear("bestmove h2e2") == [])
    #expect(client.takeOthers() == [.fault(.illegal("h2e2"))])
  }

  @Test func `an engine that has taken a text is asked but once`() throws {
    let position = try Position(game: .xiangqi, text: Self.text)
    var client = Self.ready()
    _ = client.ask(position, MovePace(depth: 1))
    _ = client.hear("bestmove e2c3")
    _ = client.takeOthers()
    _ = client.ask(position, MovePace(depth: 1))
    #expect(client.hear("bestmove h2e2") == [])
    #expect(client.takeOthers() == [.fault(.illegal("h2e2"))])
  }

  @Test func `an engine without variants plays chess, and one with others does not`() throws {
    var client = Interview(.uci)
    _ = client.begin(.chess)
    _ = client.hear("option name Skill Level type spin default 20", "uciok", "readyok")
    #expect(client.takeOthers() == [.ready])
    let position = Position(game: .chess)
    let sent = client.ask(position, MovePace(depth: 1))
    #expect(sent == ["position startpos", "go depth 1"])
    _ = client.hear("bestmove e2e4 ponder e7e5")
    #expect(client.takeOthers() == [.answer(.moves([try position.move(from: "e2e4")]))])
    var other = Interview(.uci)
    _ = other.begin(.chess)
    _ = other.hear("option name UCI_Variant type combo default xiangqi var xiangqi", "uciok")
    #expect(other.takeOthers() == [.fault(.otherGame(.chess))])
  }

  @Test func `an engine that speaks XBoard's protocol alone is named as such`() {
    var client = Interview(.uci)
    #expect(client.begin(.xiangqi) == ["uci"])
    // As HoiXiangqi 0.22.0 writes.
    #expect(client.hear("Illegal move: uci", "Error (unknown command): uci") == [])
    #expect(client.takeOthers() == [.fault(.onlyXBoard)])
  }

  @Test func `a silent engine is asked whether it speaks XBoard's protocol`() {
    var client = Interview(.uci)
    _ = client.begin(.xiangqi)
    #expect(client.wonder() == ["xboard", "protover 2"])
    #expect(client.wonder() == [])
    #expect(client.hear("feature ping=1 setboard=1 variants=\"xiangqi\"") == [])
    #expect(client.takeOthers() == [.fault(.onlyXBoard)])
  }

  @Test func `an engine that only loads for long is waited for`() {
    var client = Interview(.uci)
    _ = client.begin(.xiangqi)
    _ = client.wonder()
    #expect(client.hear("Unknown command: 'xboard'") == [])
    #expect(client.hear("uciok", "readyok") == ["ucinewgame", "isready"])
    #expect(client.takeOthers() == [.ready])
  }
}

@Suite struct UCIClientTests {
  static let xiangqi = Game.xiangqi
  static let variants = "option name UCI_Variant type combo default chess var chess var xiangqi"

  @Test func `an engine with variants is set to one, and writes ranks from 1`() throws {
    var client = Interview(.uci, options: [EngineOption("Hash", "16")])
    #expect(client.begin(Self.xiangqi) == ["uci"])
    #expect(client.hear("id name Fairy", Self.variants) == [])
    #expect(
      client.hear("uciok") == [
        "setoption name UCI_Variant value xiangqi", "setoption name Hash value 16", "ucinewgame",
        "isready",
      ]
    )
    #expect(client.hear("readyok") == [])
    #expect(client.takeOthers() == [.ready])
    let position = try Position.after("h2e2 h9g7", in: Self.xiangqi)
    #expect(
      client.ask(position, MovePace(time: .milliseconds(300)))
        == ["position startpos moves h3e3 h10g8", "go movetime 300"]
    )
    _ = client.hear(
      "info depth 3 score cp 25 nodes 900 time 3 pv h1g3 g7g6",
      "bestmove h1g3 ponder g7g6"
    )
    let line = [Move.xiangqi("h0g2"), .xiangqi("g6g5")]
    let report = SearchReport(
      move: line[0],
      line: line,
      score: 25,
      mate: nil,
      depth: 3,
      nodes: 900
    )
    #expect(client.takeOthers() == [.report(report), .answer(.moves([.xiangqi("h0g2")]))])
  }

  @Test func `an engine without variants plays Xiangqi with ranks from 0`() throws {
    var client = Interview(.uci)
    _ = client.begin(Self.xiangqi)
    #expect(client.hear("id name Pikafish", "uciok") == ["ucinewgame", "isready"])
    _ = client.hear("readyok")
    let fen = "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1"
    let position = try Position(game: .xiangqi, text: fen)
    #expect(
      client.ask(position, MovePace(nodes: 9, depth: 4))
        == ["position fen \(fen)", "go nodes 9 depth 4"]
    )
    _ = client.hear("bestmove a2a9")
    #expect(client.takeOthers() == [.ready, .answer(.moves([.xiangqi("a2a9")]))])
  }

  @Test(arguments: [GameKind.gomoku, .liuzhou])
  func `an engine without variants does not play the other games`(kind: GameKind) {
    var client = Interview(.uci)
    _ = client.begin(Game(kind))
    _ = client.hear("uciok")
    #expect(client.takeOthers() == [.fault(.otherGame(kind))])
  }

  @Test(arguments: [
    ("bestmove a0a9", EngineFault.illegal("a0a9")), ("bestmove hello", .unreadable("hello")),
    ("bestmove (none)", .noMove), ("bestmove", .noMove), ("bestmove 0000", .noMove),
  ])
  func `an answer that is no legal move is a fault`(line: String, fault: EngineFault) {
    var client = Interview(.uci)
    _ = client.begin(Self.xiangqi)
    _ = client.hear("uciok", "readyok")
    _ = client.ask(Position(game: Self.xiangqi), MovePace(depth: 1))
    _ = client.hear(line)
    #expect(client.takeOthers() == [.ready, .fault(fault)])
    #expect(client.hear("bestmove h2e2") == [])
    #expect(client.begin(Self.xiangqi) == [])
    #expect(client.takeOthers() == [])
  }

  @Test func `what was not asked for is passed over`() {
    var client = Interview(.uci)
    #expect(client.hear("bestmove h2e2", "readyok", "uciok", "", "noise") == [])
    #expect(client.stop() == [])
    _ = client.begin(Self.xiangqi)
    _ = client.hear("bestmove h2e2", "readyok")
    #expect(client.takeOthers() == [])
  }

  @Test(arguments: [
    "info depth 9223372036854775807 score mate 9223372036854775807 pv h2e2",
    "info nodes -9223372036854775808 score cp -9223372036854775808 pv h2e2",
  ])
  func `numbers that nobody means do no harm`(line: String) {
    var client = Interview(.uci)
    _ = client.begin(Self.xiangqi)
    _ = client.hear("uciok", "readyok")
    _ = client.ask(Position(game: Self.xiangqi), MovePace(depth: 1))
    _ = client.hear(line)
    #expect(client.takeOthers().count == 2)
    _ = client.hear("info string depth 3 pv h2e2", "info multipv 2 score cp 1 pv h2e2")
    #expect(client.takeOthers().isEmpty)
  }

  @Test func `a thought can be stopped`() {
    var client = Interview(.uci)
    _ = client.begin(Self.xiangqi)
    _ = client.hear("uciok", "readyok")
    #expect(client.ask(Position(game: Self.xiangqi), MovePace()).last == "go infinite")
    #expect(client.stop() == ["stop"])
  }
}

@Suite struct UCCIClientTests {
  static func ready(_ options: String...) -> Interview {
    var client = Interview(.ucci)
    _ = client.begin(Game.xiangqi)
    for option in options { _ = client.hear("option \(option)") }
    _ = client.hear("ucciok", "readyok")
    _ = client.takeOthers()
    return client
  }

  @Test func `options are set by their names alone`() {
    var client = Interview(.ucci, options: [EngineOption("hashsize", "16")])
    #expect(client.begin(Game.xiangqi) == ["ucci"])
    _ = client.hear("option usemillisec type check", "option newgame type button")
    #expect(
      client.hear("ucciok")
        == ["setoption usemillisec true", "setoption hashsize 16", "setoption newgame", "isready"]
    )
    _ = client.hear("readyok")
    #expect(client.takeOthers() == [.ready])
  }

  @Test func `a time for the move is a clock for one move`() throws {
    let position = try Position.after("h2e2", in: Game.xiangqi)
    let place = "position fen \(XiangqiPosition.startText) moves h2e2"
    var client = Self.ready("usemillisec type check default false")
    #expect(
      client.ask(position, MovePace(time: .milliseconds(1_500)))
        == [place, "go time 1500 movestogo 1"]
    )
    var old = Self.ready()
    #expect(
      old.ask(position, MovePace(time: .milliseconds(1_500))) == [place, "go time 1 movestogo 1"]
    )
    #expect(old.ask(position, MovePace(nodes: 7)) == [place, "go nodes 7"])
    #expect(old.ask(position, MovePace(depth: 7)) == [place, "go depth 7"])
  }

  @Test(arguments: [
    ("bestmove h2e2 ponder h9g7", ClientAction.answer(.moves([.xiangqi("h2e2")]))),
    ("bestmove h2e2 resign", .answer(.resigns)), ("nobestmove", .fault(.noMove)),
    ("bestmove a0a9", .fault(.illegal("a0a9"))), ("bestmove", .fault(.noMove)),
  ])
  func `an answer may be a move, the end, or a fault`(line: String, action: ClientAction) {
    var client = Self.ready()
    _ = client.ask(Position(game: Game.xiangqi), MovePace(depth: 1))
    _ = client.hear("info message hello", line)
    #expect(client.takeOthers() == [action])
  }

  @Test func `it plays Xiangqi only`() {
    var client = Interview(.ucci)
    #expect(client.begin(Game(.gomoku)) == [])
    #expect(client.takeOthers() == [.fault(.otherGame(.gomoku))])
  }
}

@Suite struct GomocupClientTests {
  static let standard = Game.gomoku(GomokuTerms(rule: .standard))

  static func ready(_ game: Game = standard) -> Interview {
    var client = Interview(.gomocup)
    _ = client.begin(game)
    _ = client.hear("OK")
    _ = client.takeOthers()
    return client
  }

  static func point(_ text: String) -> Move { Point(text).map(Move.place) ?? .choose(.black) }

  @Test func `a game begins with its size and rule, and a first move with BEGIN`() {
    var client = Interview(.gomocup, options: [EngineOption("thread_num", "1")])
    #expect(client.begin(Self.standard) == ["START 15"])
    #expect(
      client.hear("MESSAGE hello", "OK - everything is good") == [
        "INFO rule 1", "INFO timeout_match 0", "INFO time_left 2147483647", "INFO thread_num 1",
      ]
    )
    #expect(
      client.ask(Position(game: Self.standard), MovePace(time: .seconds(1)))
        == ["INFO timeout_turn 1000", "BEGIN"]
    )
    _ = client.hear("MESSAGE depth 3", "DEBUG x", "UNKNOWN y", "", "7,6")
    #expect(client.takeOthers() == [.ready, .answer(.moves([Self.point("h9")]))])
  }

  @Test func `a move that follows is told alone, anything else as a board`() throws {
    var client = Self.ready()
    let pace = MovePace(time: .seconds(1))
    let first = try Position.after("h8 a15 i8", in: Self.standard)
    #expect(
      client.ask(first, pace)
        == ["INFO timeout_turn 1000", "BOARD", "7,7,2", "0,0,1", "8,7,2", "DONE"]
    )
    _ = client.hear("1,0")
    let next = try Position.after("h8 a15 i8 b15 j8", in: Self.standard)
    #expect(client.ask(next, pace) == ["TURN 9,7"])
    _ = client.hear("2,0")
    let other = try Position.after("h8", in: Self.standard)
    #expect(client.ask(other, pace) == ["RESTART"])
    #expect(client.hear("OK") == ["BOARD", "7,7,2", "DONE"])
  }

  @Test(arguments: [
    ("7,7", EngineFault.illegal("7,7")), ("15,0", .unreadable("15,0")), ("x", .unreadable("x")),
    ("ERROR no", .refused("ERROR no")), ("7,6 7,5", .illegal("7,6 7,5")),
  ])
  func `an answer that is no legal move is a fault`(line: String, fault: EngineFault) throws {
    var client = Self.ready()
    // One stone more wins: a second one of the same answer cannot be played.
    let moves = "h8 a1 h7 b1 h6 c1 h5 d1"
    _ = client.ask(try Position.after(moves, in: Self.standard), MovePace(depth: 1))
    _ = client.hear(line)
    let found = client.takeOthers()
    #expect(found == [.fault(fault)])
    #expect(client.begin(Self.standard) == [])
  }

  @Test func `swap2 is asked as a board of its own`() throws {
    let setup = try #require(GomokuTerms(rule: .standard, opening: .swap2))
    let game = Game.gomoku(setup)
    var client = Self.ready(game)
    let pace = MovePace(time: .seconds(1))
    #expect(client.ask(Position(game: game), pace).suffix(2) == ["SWAP2BOARD", "DONE"])
    _ = client.hear("7,7 7,6 8,6")
    #expect(
      client.takeOthers() == [.answer(.moves(["h8", "h9", "i9"].map(Self.point)))]
    )
    let three = try Position.after("h8 h9 i9", in: game)
    for (line, moves) in [
      ("SWAP", [Move.choose(.black)]), ("0,14", [.choose(.white), Self.point("a1")]),
      ("0,14 1,14", [.choose(.two), Self.point("a1"), Self.point("b1")]),
    ] {
      #expect(client.ask(three, pace) == ["SWAP2BOARD", "7,7", "7,6", "8,6", "DONE"])
      _ = client.hear(line)
      #expect(client.takeOthers() == [.answer(.moves(moves))])
    }
  }
}
