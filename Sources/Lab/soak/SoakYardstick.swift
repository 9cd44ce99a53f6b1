internal import ArgumentParser
internal import EngineProtocols
internal import GameRules
internal import GameSearch
internal import Glibc
internal import PlainPlayers

/// `soak yardstick`: a plain player as an engine, which others are measured against.
///
/// It speaks UCI as `tabletooth-engine uci` does, and answers at once: its strength is its depth,
/// whatever the time.
struct SoakYardstick: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yardstick",
    abstract: "Be a plain player, by UCI.",
    discussion: """
      Gomoku: alpha-beta of 6 plies over ten candidates. Liuzhou chess: of 4 plies, by material. \
      Xiangqi: of 3 plies, by material and mobility.
      """
  )

  @Option(help: "gomoku, liuzhou or xiangqi.")
  var game = "liuzhou"

  @Option(help: "How many plies deep to look, from 1 to 8; Xiangqi has 3.")
  var depth: Int?

  @Option(help: "What equal actions of Liuzhou chess are decided by.")
  var seed: UInt64 = 1

  func validate() throws {
    guard GameKind(rawValue: game) != nil else {
      throw ValidationError("--game takes gomoku, liuzhou or xiangqi.")
    }
    guard depth.map((1...8).contains) ?? true else {
      throw ValidationError("--depth takes a number from 1 to 8.")
    }
  }

  func run() {
    let name = EngineName(name: "Yardstick", version: "1", author: "the Tabletooth authors")
    var engine = UCIEngine(name, game: Game(GameKind(rawValue: game) ?? .liuzhou))
    var liuzhou = PlainLiuzhou(depth: depth ?? 4, seed: seed)
    while let line = readLine() {
      var actions = engine.receive(line)
      while !actions.isEmpty {
        switch actions.removeFirst() {
        case .say(let line):
          print(line)
          fflush(nil)
        case .quit: return
        case .think(let thought):
          let report = move(thought.position, &liuzhou).map { move in
            SearchReport(move: move, line: [move], score: 0, mate: nil, depth: 1, nodes: 1)
          }
          actions += engine.finished(report, after: .zero)
        default: break
        }
      }
    }
  }

  private func move(_ position: Position, _ liuzhou: inout PlainLiuzhou) -> Move? {
    if case .gomoku(let board) = position { return PlainGomoku.move(in: board, depth: depth ?? 6) }
    if case .liuzhou(let board) = position { return liuzhou.move(in: board) }
    if case .xiangqi(let board) = position { return XiangqiBeginner().move(in: board) }
    return nil
  }
}
