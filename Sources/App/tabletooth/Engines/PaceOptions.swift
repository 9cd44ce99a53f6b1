internal import ArgumentParser
internal import GameSearch

/// How far or how long one thought goes; a second where nothing is asked for.
struct PaceOptions: ParsableArguments {
  /// How many nodes can be asked for.
  static let nodeRange: ClosedRange<UInt64> = 1...1_000_000_000_000
  /// How many plies can be asked for.
  static let depthRange = 1...200

  @Option(help: "The time for each move, like 500ms or 5s.", transform: TimeSpan.parse)
  var time: TimeSpan?

  @Option(
    help: "How many nodes to visit for each move.",
    transform: NumberOption.parse(in: nodeRange)
  )
  var nodes: UInt64?

  @Option(
    help: "How many plies deep to look, from 1 to 200.",
    transform: NumberOption.parse(in: depthRange)
  )
  var depth: Int?

  /// How far to look.
  var limits: SearchLimits { SearchLimits(depth: depth, nodes: nodes) }

  /// How long to look; nil where something else ends it.
  var budget: TimeBudget? {
    if let time { return TimeBudget(exactly: time.duration) }
    return nodes == nil && depth == nil ? TimeBudget(exactly: .seconds(1)) : nil
  }
}
