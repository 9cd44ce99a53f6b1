internal import ArgumentParser
internal import BoardUI
internal import GameRules
internal import GameSearch

/// `tabletooth bench search`: the nodes of fixed searches, and how fast they are.
///
/// The number of nodes changes with every change of a search, and with nothing else: it is the
/// search's signature. The speed depends on the machine.
struct SearchBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search fixed positions to fixed depths, and print the number of nodes.",
    discussion: "The last line but one is the signature, the last one the speed."
  )

  @Option(help: "One game only.")
  var game: GameKind?

  @Option(help: "How many plies deeper than usual.")
  var deeper = 0

  func validate() throws {
    guard (0...20).contains(deeper) else {
      throw ValidationError("--deeper takes a number from 0 to 20.")
    }
  }

  func run() throws {
    var nodes: UInt64 = 0
    var time = Duration.zero
    for kind in GameKind.allCases where game == nil || game == kind {
      let (found, elapsed) = try search(BenchPosition.all.filter { $0.game.kind == kind })
      print("\(kind.rawValue): \(found) nodes, \(Self.speed(found, elapsed)) nodes/s")
      nodes += found
      time += elapsed
    }
    print("signature \(nodes)")
    print("speed \(Self.speed(nodes, time)) nodes/s")
  }

  private func search(_ positions: [BenchPosition]) throws -> (UInt64, Duration) {
    var nodes: UInt64 = 0
    let clock = ContinuousClock()
    let start = clock.now
    for bench in positions {
      var searcher = GameSearcher(SearchSettings(tableBytes: 16 << 20))
      let position = try bench.position()
      let limits = SearchLimits(depth: bench.depth + deeper)
      nodes += searcher.think(position, limits: limits)?.nodes ?? 0
    }
    return (nodes, clock.now - start)
  }

  private static func speed(_ nodes: UInt64, _ time: Duration) -> Int {
    Int(Double(nodes) / max(time / .seconds(1), 0.001))
  }
}

/// A position of the bench, and how deep it is searched.
struct BenchPosition {
  /// The game and its rules.
  let game: Game
  /// The position that the moves begin with; nil for the start of the game.
  var text: String?
  /// The moves from there, as they are typed.
  let moves: String
  /// How many plies deep.
  let depth: Int

  /// Openings, middle games and, where there are forced wins, some of those.
  static let all: [BenchPosition] =
    [
      "", "h8 i9 g7", "h8 g9 j7 i10", "h8 k11 e6 j5 d10",
      "h8 h9 j8 i9 g9 j10 g7 i10 i8 k8",
    ].map { BenchPosition(game: gomoku(.freestyle), moves: $0, depth: 8) }
    + [
      "h8 i9 i7", "h8 h9 j10 g8 k6 i11", "h8 h9 i9 g7 j8 i8 j10 g10 k9 k8",
    ].map { BenchPosition(game: gomoku(.renju), moves: $0, depth: 8) }
    + [
      "", "h2e2 h9g7 h0g2 g6g5 b0c2 b9c7",
      "b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 c3c4 b7a7 b0b4 g6g5 h2h6 c9e7",
      "h2e2 h7e7 h0g2 h9g7 i0h0 i9h9 h0h6 b9c7 g3g4 c6c5 b0a2 h9i9 h6g6 e6e5",
    ].map { BenchPosition(game: Game.xiangqi, moves: $0, depth: 10) }
    + [
      "", "c3 d4 c4 d3 b3 e4 b4xd4 e3", "a1 f6 b1 f5 a2 f4 b2xf6 e5 c3 d4",
    ].map { BenchPosition(game: Game(.liuzhou), moves: $0, depth: 9) }
    + [
      "B1B1B1/6/6/6/6/W1W1W1 w m 0,0 0 0",
      "B1BWB1/1W2B1/W1B2W/2W1B1/1B1W1B/W1W2B w m 0,0 0 0",
    ].map { BenchPosition(game: Game(.liuzhou), text: $0, moves: "", depth: 11) }

  /// The position.
  func position() throws -> Position {
    var position = try text.map { try Position(game: game, text: $0) } ?? Position(game: game)
    for word in moves.split(separator: " ") {
      for move in try position.turn(from: String(word)) { try position.play(move) }
    }
    return position
  }

  private static func gomoku(_ rule: GomokuRule) -> Game {
    Game.gomoku(GomokuTerms(rule: rule))
  }
}
