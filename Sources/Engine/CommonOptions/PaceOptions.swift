public import ArgumentParser
public import EnginePlayers
internal import EngineProtocols
public import GameSearch

/// How far or how long one thought goes; a second where nothing is asked for.
public struct PaceOptions: ParsableArguments {
  /// The time for each move.
  @Option(help: "The time for each move, like 500ms or 5s.", transform: TimeSpan.parse)
  public var time: TimeSpan?

  /// The number of nodes to visit.
  @Option(
    help: "How many nodes to visit for each move.",
    transform: NumberOption.parse(in: MovePace.nodeCounts)
  )
  public var nodes: UInt64?

  /// How many plies deep to look.
  @Option(
    help: "How many plies deep to look, from 1 to 200.",
    transform: NumberOption.parse(in: MovePace.depths)
  )
  public var depth: Int?

  /// Options with their defaults.
  public init() {}

  /// How far to look.
  public var limits: SearchLimits { SearchLimits(depth: depth, nodes: nodes) }

  /// How long to look; nil where something else ends it.
  public var budget: TimeBudget? {
    if let time { return TimeBudget(exactly: time.duration) }
    return nodes == nil && depth == nil ? TimeBudget(exactly: .seconds(1)) : nil
  }
}
