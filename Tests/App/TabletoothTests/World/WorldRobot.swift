import BoardUI
import GameSearch

@testable import tabletooth

/// The robot of a game, which finds the same moves at any time of any day.
struct WorldRobot {
  /// The time that a thought takes in the world.
  static let time = Duration.milliseconds(100)
  /// The nodes of one search, which take about a hundredth of a second.
  private static let limits = SearchLimits(nodes: 2_000)

  private var searchers: [SearchLevel: GameSearcher] = [:]

  /// The answer to `inquiry`; nil where the game is over.
  mutating func answer(_ inquiry: Inquiry) -> MachineEvent? {
    let settings = SearchSettings(level: inquiry.level, tableBytes: 1 << 20, seed: 1)
    var searcher = searchers[inquiry.level] ?? GameSearcher(settings)
    let report = searcher.think(inquiry.position, limits: Self.limits)
    searchers[inquiry.level] = searcher
    guard let report else { return nil }
    return switch inquiry.purpose {
    case .hint: .hintFound(report.move, because: MoveReason(report, in: inquiry.position))
    case .move: .moveFound(report.move)
    }
  }
}

/// The thoughts of a game.
extension WorldPerformance {
  /// Thinks about `inquiry`.
  func think(_ inquiry: Inquiry) {
    thoughts += 1
    thought = inquiry
    endThought(in: WorldRobot.time)
  }

  /// Ends the thought after this time, with what it has found.
  func endThought(in time: Duration = .zero) {
    world.plan(in: time) { [number = thoughts] in
      if self.thoughts == number { self.answer() }
    }
  }

  private func answer() {
    guard let inquiry = thought.take() else { return }
    if let event = robot.answer(inquiry) { take(.program(.work(.machine(event)))) }
  }
}
