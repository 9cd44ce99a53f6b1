public import ArgumentParser
public import EnginePlayers
public import EngineProtocols
public import GameSearch

/// The depth or the time of one search; one second by default.
public struct PaceOptions: ParsableArguments {
  /// The time for each move.
  @Option(help: "The time per move, such as 500ms or 5s.", transform: TimeSpan.parse)
  public var time: TimeSpan?

  /// The number of nodes to visit.
  @Option(
    help: "The number of nodes to search per move.",
    transform: NumberOption.parse(in: MovePace.nodeCounts)
  )
  public var nodes: UInt64?

  /// How many plies deep to look.
  @Option(
    help: "The search depth in plies, from 1 to 200.",
    transform: NumberOption.parse(in: MovePace.depths)
  )
  public var depth: Int?

  /// Options with their defaults.
  public init() {}

  /// The limits of the search.
  public var limits: SearchLimits { SearchLimits(depth: depth, nodes: nodes) }

  /// The time of the search; nil if something else ends it.
  public var budget: TimeBudget? {
    if let time { return TimeBudget(exactly: time.duration) }
    return nodes == nil && depth == nil ? TimeBudget(exactly: .seconds(1)) : nil
  }

  /// The pace of another program.
  public var pace: MovePace {
    let usual: Duration? = nodes == nil && depth == nil ? .seconds(1) : nil
    return MovePace(time: time?.duration ?? usual, nodes: nodes, depth: depth)
  }
}
