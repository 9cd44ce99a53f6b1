internal import GameSearch

/// The options that every protocol can set, each within its range.
struct EngineOptions {
  /// The range of the time that is lost on the way of a move, in milliseconds.
  static let overhead = 0...5_000

  /// The settings of the next search.
  private(set) var settings: SearchSettings
  /// The time that is lost on the way of each move.
  private(set) var overhead = Duration.milliseconds(10)

  init(_ settings: SearchSettings) {
    self.settings = settings
  }

  /// The size of the transposition table, in MiB.
  var megabytes: Int { settings.tableBytes >> 20 }

  /// Sets the size of the transposition table, and says whether it can be.
  mutating func setHash(_ megabytes: Int?) -> Bool {
    guard let megabytes, SearchSettings.megabytes.contains(megabytes) else { return false }
    settings.tableBytes = megabytes << 20
    return true
  }

  /// Sets the number of threads, and says whether it can be.
  mutating func setThreads(_ count: Int?) -> Bool {
    guard let count, SearchSettings.threadCounts.contains(count) else { return false }
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

extension Duration {
  /// Whole milliseconds, rounded down.
  var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}
