/// The options that every protocol can set, each within its range.
struct EngineOptions {
  /// The sizes of the transposition table, in MiB.
  static let hash = 1...4_096
  /// How many threads may search together.
  static let threads = 1...64
  /// How long the way of a move may take, in milliseconds.
  static let overhead = 0...5_000

  /// What the next thought begins with.
  private(set) var settings: SearchSettings
  /// What is lost on the way of each move.
  private(set) var overhead = Duration.milliseconds(10)

  init(_ settings: SearchSettings) {
    self.settings = settings
  }

  /// The size of the transposition table, in MiB.
  var megabytes: Int { settings.tableBytes >> 20 }

  /// Sets the size of the transposition table, and says whether it can be.
  mutating func setHash(_ megabytes: Int?) -> Bool {
    guard let megabytes, Self.hash.contains(megabytes) else { return false }
    settings.tableBytes = megabytes << 20
    return true
  }

  /// Sets the number of threads, and says whether it can be.
  mutating func setThreads(_ count: Int?) -> Bool {
    guard let count, Self.threads.contains(count) else { return false }
    settings.threads = count
    return true
  }

  /// Sets the level, and says whether it can be.
  mutating func setLevel(_ number: Int?) -> Bool {
    guard let level = number.flatMap(SearchLevel.init) else { return false }
    settings.level = level
    return true
  }

  /// Sets what is lost on the way of each move, and says whether it can be.
  mutating func setOverhead(_ milliseconds: Int?) -> Bool {
    guard let milliseconds, Self.overhead.contains(milliseconds) else { return false }
    overhead = .milliseconds(milliseconds)
    return true
  }
}

extension SearchLimits {
  /// The deepest search that can be asked for, in plies; none comes near it.
  static let mostPlies = 200
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}
