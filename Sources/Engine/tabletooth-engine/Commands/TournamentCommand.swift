internal import ArgumentParser
internal import CommonOptions
internal import EnginePlayers
internal import EngineProtocols
internal import GameRules
internal import ProcessIO
internal import Synchronization

/// `tabletooth-engine tournament`: lets two engines play each other, and says which is stronger.
struct TournamentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tournament",
    abstract: "Play two engines against each other to find the stronger one.",
    discussion: """
      A player is robot, robot:LEVEL or engine:PROGRAM[,uci|ucci|gomocup][,option=value]; `time`, `nodes` \
      and `depth` set its own pace. Each opening is played twice, with the sides swapped. \
      docs/reference/engines.md has the details.
      """
  )

  @OptionGroup var rules: RulesOptions

  @Option(help: "One player.")
  var a: String

  @Option(help: "The other player.")
  var b: String

  @Option(
    help: "The number of games; an odd number is rounded up.",
    transform: NumberOption.parse(in: 1...1_000_000)
  )
  var games = 100

  @Option(help: "The time for each move, such as 500ms or 5s.", transform: TimeSpan.parse)
  var time: TimeSpan?

  @Option(
    help: "Nodes per move, instead of a time.",
    transform: NumberOption.parse(in: MovePace.nodeCounts)
  )
  var nodes: UInt64?

  @Option(help: "The time by which a player may overrun.", transform: TimeSpan.parse)
  var margin = TimeSpan(.milliseconds(500))

  @Option(
    help: "Extra time to wait for a player before its program is stopped.",
    transform: TimeSpan.parse
  )
  var patience = TimeSpan(.seconds(2))

  @Option(
    help: "A file of openings instead of random ones: one position per line, as for `inspect`."
  )
  var openings: String?

  @Option(help: "Stop as soon as it is clear whether a is stronger by ELO0 or ELO1.")
  var sprt: String?

  @Option(
    help: "Parallel games, from 1 to 256.",
    transform: NumberOption.parse(in: 1...256)
  )
  var concurrency = 1

  @Option(help: "Random opening seed.")
  var seed: UInt64 = 1

  @Option(help: "A file to write the games to, one line each.")
  var record: String?

  @Flag(help: "Print only the result.")
  var quiet = false

  func validate() throws {
    guard sprt == nil || test != nil else {
      throw ValidationError("--sprt takes two rising numbers, such as 0,10.")
    }
  }

  func run() async throws {
    let plan = try plan()
    try checkPrograms(plan)
    let output = try record.map(GameRecordFile.init)
    let runner = MatchRunner(plan)
    let interruption = Mutex<CInt?>(nil)
    let signals = StopSignals { number in
      interruption.withLock { $0 = number }
      runner.stop()
    }
    runner.start()
    var report = MatchReport(total: plan.pairs * 2, test: test)
    for await game in runner.games {
      report.add(game)
      output?.write(game)
      if !quiet, let line = report.progress(game) { StandardStreams.complain(line) }
      if report.verdict != .goesOn { runner.stop() }
    }
    signals.cancel()
    let lines = report.lines(a: a, b: b).joined(separator: "\n")
    try StandardStreams.print(lines)
    // As a shell reports a program that a signal ended.
    if let signal = interruption.withLock(\.self) { throw ExitCode(128 + signal) }
  }

  private var test: SequentialTest? { sprt.flatMap(SequentialTest.init) }

  private func plan() throws -> MatchRunner.Plan {
    do throws(PlayerSpec.Unusable) {
      let players = [
        try PlayerSpec(a, game: rules.game), try PlayerSpec(b, game: rules.game),
      ]
      let pace = MovePace(
        time: time?.duration ?? (nodes == nil ? .seconds(1) : nil),
        nodes: nodes
      )
      return MatchRunner.Plan(
        game: rules.start.game,
        players: players,
        pace: pace,
        margin: margin.duration,
        patience: patience.duration,
        pairs: (games + 1) / 2,
        concurrency: min(concurrency, (games + 1) / 2),
        seed: seed,
        openings: try readOpenings()
      )
    } catch {
      throw Refusal(error.what)
    }
  }

  /// Starts each program once, so that one that does not play is told before anything else.
  private func checkPrograms(_ plan: MatchRunner.Plan) throws {
    for (spec, option) in zip(plan.players, ["--a", "--b"]) {
      do throws(EngineFailure) {
        try spec.opponent(name: option, seed: 0).prepare(plan.game)
      } catch {
        throw Refusal("\(option): \(error); expected \(PlayerSpec.choices)")
      }
    }
  }

  private func readOpenings() throws(PlayerSpec.Unusable) -> [Position] {
    guard let openings else { return [] }
    do {
      return try OpeningsFile.read(openings, rules)
    } catch {
      throw PlayerSpec.Unusable(what: "--openings \(openings): \(error.what)")
    }
  }
}
