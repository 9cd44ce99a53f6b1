internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import EnginePlayers
internal import GameRules
internal import GameSearch
internal import Phrases

/// The options of a robot that plays at this board or on the other side of it.
struct MachineOptions: ParsableArguments {
  @Option(
    help: """
      Maximum time per robot move, such as 500ms or 5s. Levels below 10 use less.
      """,
    transform: TimeSpan.parse
  )
  var time = TimeSpan(.seconds(3))

  @Option(
    help: "The number of search threads, from 1 to 64.",
    transform: NumberOption.parse(in: SearchSettings.threadCounts)
  )
  var threads: Int?

  @Flag(
    help: """
      Let the level 10 robot think while it waits for you (default: off).
      """
  )
  var ponder = false

  /// The time and the threads of these options.
  var thinking: Thinking {
    Thinking(time: time.duration, threads: threads, ponders: ponder)
  }
}

/// The time and the threads of a robot.
struct Thinking: Sendable {
  /// The longest time for a move.
  var time = Duration.seconds(3)
  /// The number of threads that search together, if it was typed.
  var threads: Int?
  /// True if it goes on thinking while it waits.
  var ponders = false
}

extension Settings {
  /// The level of the robot if none is typed.
  var usualLevel: SearchLevel { level ?? .usual }
}

/// A machine as it is typed: `robot`, `robot:7` for a level, or `engine:PROGRAM` for another one.
struct MachinePlayer {
  /// The robot, for the one who plays with it.
  let machine: Machine
  /// The other program; nil for this program's own search.
  let program: (any Opponent)?

  /// This program's own search.
  static func robot(_ level: SearchLevel) -> MachinePlayer {
    MachinePlayer(machine: .robot(level), program: nil)
  }

  /// A machine that plays by this program's own search, or by `program`.
  init(machine: Machine, program: (any Opponent)?) {
    self.machine = machine
    self.program = program
  }

  /// Reads what is typed, for a game of `kind`; the robot plays at the `usual` level unless another
  /// one is named, and another program by so many `threads`, if they were typed.
  ///
  /// - Throws: `ExitReason`, with the choices.
  init(
    _ text: String,
    game kind: GameKind,
    usual: SearchLevel,
    threads: Int?
  ) throws(ExitReason) {
    do throws(PlayerSpec.Unusable) {
      let spec = try PlayerSpec(text, game: kind, settings: SearchSettings(level: usual))
      switch spec.kind {
      case .robot(let settings):
        guard text == "robot" || text.hasPrefix("robot:"), !text.contains(",") else {
          throw .init(what: say("`\(text)` is not a robot; expected \(PlayerSpec.choices)"))
        }
        self.init(machine: .robot(settings.level), program: nil)
      case .engine(let engine):
        let path = engine.words.first ?? ""
        let name = String(path.split(separator: "/").last ?? "")
        let program = EngineOpponent(engine.using(threads: threads), name: name)
        self.init(machine: .program(name), program: program)
      }
    } catch {
      throw .usage(error.what)
    }
  }

  /// Starts another program, so that one that does not play is told before anything else; of this
  /// program's own search, where it is seated, whether it knows the rules of `game`.
  ///
  /// - Throws: `ExitReason`, with the choices.
  func check(_ game: Game, isSeated: Bool) throws(ExitReason) {
    guard !isSeated || game.isSearchable else {
      throw .machineUnfit(for: game)
    }
    guard let program else { return }
    do throws(EngineFailure) {
      try program.prepare(game)
    } catch {
      throw .usage(say("\(program.name): \(error.words); expected \(PlayerSpec.choices)"))
    }
  }

  /// The arguments with `--robot[:LEVEL]` as an option and its value, as the parser knows it.
  ///
  /// What follows is the value if it names a robot, a program or a level. A number after `resume`
  /// and `replay` is that of the game.
  static func split(_ arguments: [String]) -> [String] {
    let hasNumber = arguments.contains("resume") || arguments.contains("replay")
    var rest = arguments[...]
    var split: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--robot", let next = rest.first.flatMap({ value($0, level: !hasNumber) }) {
        rest.removeFirst()
        split.append("--robot=\(next)")
      } else if argument == "--robot" || argument.hasPrefix("--robot:") {
        split.append("--robot=\(argument.dropFirst(2))")
      } else if argument.hasPrefix("--robot=") {
        let text = String(argument.dropFirst("--robot=".count))
        split.append("--robot=\(value(text, level: true) ?? text)")
      } else {
        split.append(argument)
      }
    }
    return split
  }

  /// The player that `text` names, or nil if it is something else.
  ///
  /// A number is one if it may be a level.
  private static func value(_ text: String, level mayBeLevel: Bool) -> String? {
    if mayBeLevel, text.count <= 2, Int(text) != nil { return "robot:\(text)" }
    let isPlayer = text == "robot" || text.hasPrefix("robot:") || text.hasPrefix("engine:")
    return isPlayer ? text : nil
  }
}
