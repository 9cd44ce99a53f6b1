internal import ArgumentParser
internal import GameRules
internal import GameSearch
internal import Glibc
internal import MatchSimulation

/// `soak yardstick`: a plain player as an engine, which others are measured against.
///
/// It speaks UCI as `tabletooth engine` does, and answers at once: its strength is its depth,
/// whatever the time.
struct SoakYardstick: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yardstick",
    abstract: "Be a plain player of Liuzhou chess, by UCI."
  )

  @Option(help: "How many actions deep to look, from 1 to 8.")
  var depth = 4

  @Option(help: "What equal actions are decided by.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (1...8).contains(depth) else {
      throw ValidationError("--depth takes a number from 1 to 8.")
    }
  }

  func run() {
    let name = EngineName(name: "Yardstick", version: "\(depth)", author: "the Tabletooth authors")
    var engine = UCIEngine(name, game: Game(.liuzhou))
    var player = PlainLiuzhou(depth: depth, seed: seed)
    while let line = readLine() {
      var actions = engine.receive(line)
      while !actions.isEmpty {
        switch actions.removeFirst() {
        case .say(let line):
          print(line)
          fflush(nil)
        case .quit: return
        case .think(let thought):
          actions += engine.finished(Self.report(thought.position, &player), after: .zero)
        case .limit, .stop, .settings, .forget: break
        }
      }
    }
  }

  private static func report(_ position: Position, _ player: inout PlainLiuzhou) -> SearchReport? {
    guard case .liuzhou(let board) = position, let move = player.move(in: board) else { return nil }
    return SearchReport(move: move, line: [move], score: 0, mate: nil, depth: 1, nodes: 1)
  }
}
