import EngineProtocols
import GameRules
import GameSearch
import TestSupport
import Testing

/// Our engines and our clients talk to each other, through whole games.
@Suite struct ProtocolGameTests {
  static func engine(_ spoken: EngineProtocol, _ game: Game) -> any ProtocolEngine {
    switch spoken {
    case .uci: UCIEngine(Dialogue.name, game: Game.xiangqi)
    case .ucci: UCIEngine(Dialogue.name, .ucci)
    case .gomocup: GomocupEngine(Dialogue.name, game: game)
    }
  }

  static let games: [(EngineProtocol, Game)] = [
    (.gomocup, gomoku(.freestyle)), (.gomocup, gomoku(.standard)), (.gomocup, gomoku(.renju)),
    (.uci, gomoku(.freestyle)), (.uci, gomoku(.standard)), (.uci, gomoku(.renju)),
    (.uci, Game.xiangqi), (.ucci, Game.xiangqi), (.uci, Game(.liuzhou)),
  ]

  static func gomoku(_ rule: GomokuRule) -> Game {
    Game.gomoku(GomokuTerms(rule: rule))
  }

  /// Hands `actions` of the client to the engine, thinks at random, and gives what the client says.
  static func exchange(
    _ actions: [ClientAction],
    _ engine: inout any ProtocolEngine,
    _ client: inout any EngineClient,
    _ random: inout SeededGenerator
  ) -> [ClientAction] {
    var others: [ClientAction] = []
    var lines: [String] = []
    for action in actions {
      if case .send(let line) = action { lines.append(line) } else { others.append(action) }
    }
    for line in lines {
      var pending = engine.receive(line)
      while !pending.isEmpty {
        let action = pending.removeFirst()
        switch action {
        case .say(let answer):
          others += exchange(client.receive(answer), &engine, &client, &random)
        case .think(let thought):
          let move = thought.position.legalMoves.randomElement(using: &random)
          let report = move.map {
            SearchReport(move: $0, line: [$0], score: 0, mate: nil, depth: 1, nodes: 1)
          }
          pending += engine.finished(report, after: .zero)
        case .limit, .stop, .settings, .forget, .quit:
          break
        }
      }
    }
    return others
  }

  @Test(arguments: games.indices, 0..<3 as Range<UInt64>)
  func `a game of random moves comes to its end`(index: Int, seed: UInt64) throws {
    let (spoken, game) = Self.games[index]
    var random = SeededGenerator(seed: seed)
    var engine = Self.engine(spoken, game)
    var client = engineClient(spoken)
    let start = Self.exchange(client.begin(game), &engine, &client, &random)
    #expect(start == [.ready])
    var position = Position(game: game)
    while position.outcome == nil, position.ply < 300 {
      if position.ply % 2 == 0, let move = position.legalMoves.randomElement(using: &random) {
        try position.play(move)
        if position.outcome != nil { break }
      }
      let asked = client.ask(position, MovePace(time: .milliseconds(1)))
      let answer = Self.exchange(asked, &engine, &client, &random)
      guard case .answer(.moves(let moves)) = answer.last else {
        Issue.record("\(answer) in \(position.text)")
        return
      }
      for move in moves { try position.play(move) }
    }
    #expect(position.ply > 5)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a game with swap2 is agreed on`(seed: UInt64) throws {
    let setup = try #require(GomokuTerms(rule: .standard, opening: .swap2))
    let game = Game.gomoku(setup)
    var random = SeededGenerator(seed: seed)
    var engines = [Self.engine(.gomocup, game), Self.engine(.gomocup, game)]
    var clients = [engineClient(.gomocup), engineClient(.gomocup)]
    for index in 0...1 {
      let start = Self.exchange(
        clients[index].begin(game),
        &engines[index],
        &clients[index],
        &random
      )
      #expect(start == [.ready])
    }
    var position = Position(game: game)
    while position.outcome == nil, position.ply < 40 {
      let index = position.toMove == .first ? 0 : 1
      let asked = clients[index].ask(position, MovePace(time: .milliseconds(1)))
      let answer = Self.exchange(asked, &engines[index], &clients[index], &random)
      guard case .answer(.moves(let moves)) = answer.last else {
        Issue.record("\(answer) after \(position.moves)")
        return
      }
      for move in moves { try position.play(move) }
    }
    #expect(position.ply > 5)
  }
}
