internal import ArgumentParser
internal import CommonOptions
internal import GameRules
internal import GameSearch

/// `tabletooth-engine bench`: the nodes of fixed searches, and how fast they are.
///
/// The number of nodes changes with every change of a search, and with nothing else: it is the
/// search's signature. The speed depends on the machine.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Search fixed positions to fixed depths, and print the number of nodes.",
    discussion: "The last two lines are the signature and the speed."
  )

  @Option(help: "Only this game.")
  var game: GameKind?

  @Option(help: "The number of extra plies to search.")
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
