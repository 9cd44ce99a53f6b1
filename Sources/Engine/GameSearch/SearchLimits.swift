/// Limits of one search; nil means no limit.
///
/// Time is no limit of a search, which has no clock: whoever has one says stop.
public struct SearchLimits: Hashable, Sendable {
  /// The deepest search that can be asked for, in plies; none comes near it.
  public static let mostPlies = 200

  /// The depth after which no deeper iteration begins, in plies from 1.
  public var depth: Int?
  /// The number of nodes that may be visited; exact with one thread.
  public var nodes: UInt64?

  /// Sets limits.
  public init(depth: Int? = nil, nodes: UInt64? = nil) {
    self.depth = depth
    self.nodes = nodes
  }
}

/// The strength of the robot, from 1 to 10.
///
/// The weakest is beaten by a child, the strongest plays as well as it can.
public struct SearchLevel: Hashable, Sendable {
  /// Every number that a level has.
  public static let range = 1...10
  /// For a person who has not said how well the machine is to play.
  public static let usual = SearchLevel(unchecked: 5)
  /// As strong as it can play.
  public static let full = SearchLevel(unchecked: 10)

  /// The number of the level.
  public let number: Int

  /// The level of `number`, or nil outside of ``range``.
  public init?(_ number: Int) {
    guard Self.range.contains(number) else { return nil }
    self.number = number
  }

  private init(unchecked number: Int) {
    self.number = number
  }

  /// True if the level knows endgames by heart.
  public var usesEndgames: Bool { number >= 8 }
}

/// The settings of a search, besides the position and the limits.
public struct SearchSettings: Hashable, Sendable {
  /// The numbers of threads that can be asked for.
  public static let threadCounts = 1...64
  /// The sizes of the transposition table that can be asked for, in MiB.
  public static let megabytes = 1...4_096

  /// The strength of play.
  public var level: SearchLevel
  /// The number of threads that search together, from 1.
  public var threads: Int
  /// The size of the transposition table, in bytes.
  public var tableBytes: Int
  /// The seed that decides between equal choices, and on lapses.
  public var seed: UInt64

  /// Settings for one thread at full strength, with a table of 64 MiB.
  public init(
    level: SearchLevel = .full,
    threads: Int = 1,
    tableBytes: Int = 64 << 20,
    seed: UInt64 = 0
  ) {
    self.level = level
    self.threads = threads
    self.tableBytes = tableBytes
    self.seed = seed
  }
}
