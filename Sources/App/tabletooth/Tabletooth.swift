internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import Glibc
internal import Phrases

/// `tabletooth`: board games between two terminals over Bluetooth LE.
struct Tabletooth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tabletooth",
    abstract: "Board games between two terminals over Bluetooth LE.",
    discussion: """
      On one computer type «tabletooth host», on the other «tabletooth join».
      When that does not work, «tabletooth doctor» says why.
      With «--lang zh» any of them speaks Chinese, with «--lang en» English.
      With «--log FILE» any of them notes what it does there, with «--verbose» on standard error.
      """,
    version: Version.text,
    subcommands: [
      PlayCommand.self, HostCommand.self, JoinCommand.self, WatchCommand.self,
      ChallengeCommand.self, ScanCommand.self,
      GamesCommand.self, ResumeCommand.self, ReplayCommand.self, ShowCommand.self,
      AnalyseCommand.self, ConvertCommand.self, RecordsCommand.self, LogCommand.self,
      PlayersCommand.self, BackupCommand.self, RestoreCommand.self,
      SendCommand.self, ReceiveCommand.self, PipeCommand.self, BridgeCommand.self,
      DoctorCommand.self, AirCommand.self, BenchCommand.self,
    ]
  )
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
      arguments = OnlineOptions.complete(ListenOptions.complete(NumberOption.join(arguments)))
      let language = try LanguageChoice.take(from: &arguments)
      let log = ProgramLog()
      try log.take(from: &arguments)
      var environment = Environment(log: log)
      try UsageError.checkCommand(arguments)
      if SettingsFile.matters(to: arguments) {
        environment.settings = try SettingsFile.settings(at: environment.settingsPath)
        LanguageChoice.follow(language, environment.settings)
      } else {
        // A command that does not keep to the settings has no fault to find with them.
        let settings = try? SettingsFile.settings(at: environment.settingsPath)
        LanguageChoice.follow(language, settings ?? Settings())
      }
      if FrontPage.requests.contains(arguments) { return tell(FrontPage.text) }
      if FrontPage.requestsForAll.contains(arguments) { arguments = ["--help"] }
      if arguments.isEmpty, try await StartShell.run(in: environment) { return }
      var command = try Tabletooth.parseAsRoot(arguments)
      if let command = command as? any ProgramCommand {
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
    if Language.current != .english, let page = HelpPage(english: Tabletooth.message(for: error)) {
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
