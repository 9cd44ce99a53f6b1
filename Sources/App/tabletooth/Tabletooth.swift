internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import Curses
internal import Glibc
internal import Phrases
internal import ProcessIO

/// `tabletooth`: board games between two terminals over Bluetooth LE.
struct Tabletooth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tabletooth",
    abstract: "Board games between two terminals over Bluetooth LE.",
    discussion: """
      Run `tabletooth host` on one computer and `tabletooth join` on the other.
      If that does not work, `tabletooth doctor` explains why.
      The options below work with every command.
      """,
    version: Version.text,
    subcommands: [
      PlayCommand.self, HostCommand.self, JoinCommand.self, WatchCommand.self,
      ChallengeCommand.self, ScanCommand.self,
      ResumeCommand.self, GamesCommand.self, PlayersCommand.self, SettingsCommand.self,
      DataCommand.self,
      SendCommand.self, ReceiveCommand.self, PipeCommand.self, BridgeCommand.self,
      PageCommand.self, RulesCommand.self, DoctorCommand.self, VirtualAirCommand.self,
      BenchCommand.self,
    ]
  )

  @OptionGroup var options: GlobalOptions
}

/// The entry point of the process.
@main
enum Main {
  static func main() async {
    keepStandardFilesOpen()
    await withTaskExecutorPreference(MainQueueExecutor()) { await run() }
  }

  private static func run() async {
    do {
      try Names.checkArguments()
      var arguments = MachinePlayer.split(Array(CommandLine.arguments.dropFirst()))
      arguments = NumberOption.join(arguments)
      let typed = GlobalOptions.take(from: &arguments)
      let language = try LanguageChoice.choose(typed)
      try ResourceLimits.check()
      SignalWatch.shared.onStuckEnd { CrashGuard.setBack() }
      let environment = try environment(GlobalOptions.parse(typed), language, arguments)
      if FrontPage.requests.contains(arguments) { return tell(FrontPage.text) }
      if FrontPage.requestsForAll.contains(arguments) { arguments = ["--help"] }
      if arguments.isEmpty {
        try AirTerminal.checkIsOpen()
        return try await StartShell.run(in: environment) ? () : tell(FrontPage.text)
      }
      var command = try Tabletooth.parseAsRoot(arguments)
      if let command = command as? any ProgramCommand {
        if !(command is VirtualAirCommand) { try AirTerminal.checkIsOpen() }
        try await command.run(in: environment)
      } else {
        try command.run()
      }
    } catch let code as ExitCode {
      Tabletooth.exit(withError: code)
    } catch {
      end(with: error)
    }
  }

  /// The environment of the command in `arguments`.
  private static func environment(
    _ options: GlobalOptions,
    _ language: Language?,
    _ arguments: [String]
  ) throws(ExitReason) -> Environment {
    let log = ProgramLog()
    try log.begin(file: options.log, isVerbose: options.verbose)
    var environment = Environment(log: log)
    try UsageError.checkCommand(arguments)
    if SettingsFile.matters(to: arguments) {
      environment.settings = try SettingsFile.settings(at: environment.settingsPath)
    } else {
      // A command that does not keep to the settings has no fault to find with them.
      let settings = try? SettingsFile.settings(at: environment.settingsPath)
      environment.settings = settings ?? Settings()
    }
    environment.typed = try options.settings(over: Settings())
    environment.typed[.language] = language?.rawValue ?? environment.typed[.language]
    environment.settings = environment.settings.overridden(by: environment.typed)
    environment.isPlain = options.plain
    environment.bus = options.bus
    environment.namesBluetooth = options.adapter != nil || options.bus != nil
    LanguageChoice.follow(environment.settings)
    return environment
  }

  /// Opens closed standard streams so that they can be neither read nor written: otherwise the next
  /// file that is opened would get the number, and the text.
  private static func keepStandardFilesOpen() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends as ArgumentParser wants it: with a mistake, or with what was asked for.
  private static func end(with error: any Error) {
    if let reason = ExitReason(known: error) ?? UsageError.reason(for: error) { end(reason) }
    if let page = HelpPage(of: Tabletooth.message(for: error)) {
      tell(page.text)
      exit(0)
    }
    Tabletooth.exit(withError: error)
  }

  /// Prints a page of help.
  private static func tell(_ page: String) {
    if !StandardOutput.write(page) { end(.outputClosed) }
  }

  private static func end(_ reason: ExitReason) {
    let reason = UsageError.told(by: reason)
    if let line = reason.line { StandardOutput.complain(line) }
    if let source = reason.failure?.source { StandardOutput.complain(source: source) }
    exit(reason.code)
  }
}
