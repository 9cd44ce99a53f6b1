public import ArgumentParser
internal import EnginePlayers
public import GameSearch

/// The strength and the resources of a search.
public struct SearchOptions: ParsableArguments {
  /// How well to play.
  @Option(
    help: "Playing strength, from 1 to 10.",
    transform: NumberOption.parse(in: SearchLevel.range)
  )
  public var level: Int?

  /// How many threads search together.
  @Option(
    help: "The number of search threads, from 1 to 64.",
    transform: NumberOption.parse(in: SearchSettings.threadCounts)
  )
  public var threads: Int?

  /// The size of the transposition table in MiB.
  @Option(
    help: "The size of the transposition table in MiB, from 1 to 4096.",
    transform: NumberOption.parse(in: SearchSettings.megabytes)
  )
  public var hash: Int?

  /// Options of which none is given.
  public init() {}

  /// The settings of a searcher: level 10, one thread and 64 MiB unless others are given.
  public var settings: SearchSettings {
    let level = level.flatMap(SearchLevel.init) ?? .full
    return SearchSettings(level: level, threads: threads ?? 1, tableBytes: (hash ?? 64) << 20)
  }
}

/// An option that is a number within a range.
public enum NumberOption {
  /// Reads a number, or says which ones there are.
  public static func parse<Number: FixedWidthInteger & Sendable>(
    in range: ClosedRange<Number>
  ) -> @Sendable (String) throws -> Number {
    { text in
      guard let number = Number(text), range.contains(number) else {
        throw ValidationError("expected a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// The arguments, with numbers below nothing where the parser takes them for values.
  ///
  /// It takes `-5` for an option of its own, and then misses a value. Behind an option it becomes
  /// `--size=-5`, else it goes to the end, behind `--`; so what is wrong with the number is said by
  /// the one who knows.
  public static func join(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    var alone: [String] = []
    for argument in arguments {
      guard argument.first == "-", Int(argument) != nil, !arguments.contains("--") else {
        joined.append(argument)
        continue
      }
      if let option = joined.last, option.hasPrefix("--"), !option.contains("=") {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        alone.append(argument)
      }
    }
    return alone.isEmpty ? joined : joined + ["--"] + alone
  }
}
