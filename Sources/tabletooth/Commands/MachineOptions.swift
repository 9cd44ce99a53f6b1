internal import ArgumentParser
internal import BoardUI
internal import GameSearch

/// How a machine plays that sits at this board or on the other side of it.
struct MachineOptions: ParsableArguments {
  @Option(
    help: """
      The longest time for a move of the robot, like 500ms or 5s; only level 10 takes it all.
      """,
    transform: TimeSpan.parse
  )
  var time = TimeSpan(.seconds(3))

  @Option(
    help: "How many threads search together, from 1 to 64.",
    transform: NumberOption.parse(in: SearchOptions.threadRange)
  )
  var threads = 1
}

/// A robot as it is typed: `robot`, or `robot:7` for a level.
enum RobotName {
  /// What may be typed.
  static let choices =
    "robot or robot:LEVEL, from robot:\(SearchLevel.range.lowerBound), which a child beats, "
    + "to robot:\(SearchLevel.range.upperBound)"

  /// Reads `robot[:LEVEL]`.
  static func parse(_ text: String) throws -> SearchLevel {
    if text == "robot" { return .usual }
    guard text.hasPrefix("robot:"),
      let level = Int(text.dropFirst("robot:".count)).flatMap(SearchLevel.init)
    else {
      throw ValidationError("expected \(choices)")
    }
    return level
  }

  /// The arguments with `--robot[:LEVEL]` as an option and its value, as the parser knows it.
  static func split(_ arguments: [String]) -> [String] {
    arguments.map { argument in
      guard argument == "--robot" || argument.hasPrefix("--robot:") else { return argument }
      return "--robot=\(argument.dropFirst(2))"
    }
  }
}
