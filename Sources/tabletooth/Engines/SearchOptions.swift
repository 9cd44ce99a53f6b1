internal import ArgumentParser
internal import GameSearch

/// How well and by how much a search is done.
struct SearchOptions: ParsableArguments {
  /// How many threads can be asked for.
  static let threadRange = 1...64
  /// How large a table can be asked for, in MiB.
  static let hashRange = 1...4_096

  @Option(help: "How well to play, from 1 to 10.")
  var level = SearchLevel.full.number

  @Option(help: "How many threads search together.")
  var threads = 1

  @Option(help: "The size of the table of known positions, in MiB.")
  var hash = 64

  func validate() throws {
    try Self.check("--level", level, SearchLevel.range)
    try Self.check("--threads", threads, Self.threadRange)
    try Self.check("--hash", hash, Self.hashRange)
  }

  /// What a searcher is made with.
  var settings: SearchSettings {
    SearchSettings(level: SearchLevel(level) ?? .full, threads: threads, tableBytes: hash << 20)
  }

  private static func check(_ option: String, _ number: Int, _ range: ClosedRange<Int>) throws {
    guard range.contains(number) else {
      throw ValidationError(
        "\(option) takes a number from \(range.lowerBound) to \(range.upperBound)."
      )
    }
  }
}
