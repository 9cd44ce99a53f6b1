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
      ResumeCommand.self, WaitCommand.self, GamesCommand.self, PlayersCommand.self,
      SettingsCommand.self,
      DataCommand.self,
      SendCommand.self, ReceiveCommand.self, PipeCommand.self, BridgeCommand.self,
      PageCommand.self, RulesCommand.self, DoctorCommand.self, VirtualAirCommand.self,
      GamesBench.self,
    ]
  )

  @OptionGroup var options: GlobalOptions
}

/// The entry point of the process.
@main
enum Main {
  static func main() async {
    keepStandardFilesOpen()
    ResourceLimits.shareHeap()
    await withTaskExecutorPreference(MainQueueExecutor()) { await run() }
  }

  private static func run() async {
    do {
      try Names.checkArguments()
      let (arguments, typed) = split(Array(CommandLine.arguments.dropFirst()))
      let language = try LanguageChoice.choose(typed)
      try ResourceLimits.check()
      SignalWatch.shared.onStuckEnd { CrashGuard.setBack() }
      let options = try GlobalOptions.parse(typed)
      let log = ProgramLog()
      try log.begin(file: options.log, isVerbose: options.verbose)
      var environment = Environment(log: log)
      try environment.take(options, language, for: arguments)
      LanguageChoice.follow(environment.settings)
      try await perform(arguments, in: environment) { try Tabletooth.parseAsRoot($0) }
    } catch {
      exit(end(with: error))
    }
  }

  /// Does what the words of a command ask for, as `parse` reads them.
  static func perform(
    _ arguments: [String],
    in environment: Environment,
    parse: ([String]) throws -> any ParsableCommand
  ) async throws {
    if FrontPage.requests.contains(arguments) { return try tell(FrontPage.text) }
    if arguments.isEmpty {
      try AirTerminal.checkIsOpen()
      return try await StartShell.run(in: environment) ? () : tell(FrontPage.text)
    }
    var command = try parse(FrontPage.requestsForAll.contains(arguments) ? ["--help"] : arguments)
    if let command = command as? any ProgramCommand {
      if !(command is VirtualAirCommand) { try AirTerminal.checkIsOpen() }
      try await command.run(in: environment)
    } else {
      try command.run()
    }
  }

  /// The words of a command, and the options that stand with every command.
  static func split(_ words: [String]) -> (arguments: [String], options: [String]) {
    var arguments = NumberOption.join(MachinePlayer.split(words))
    let options = GlobalOptions.take(from: &arguments)
    return (arguments, options)
  }

  /// Opens closed standard streams so that they can be neither read nor written: otherwise the next
  /// file that is opened would get the number, and the text.
  private static func keepStandardFilesOpen() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Tells of a mistake, or what was asked for, and returns the exit code.
  static func end(with error: any Error) -> CInt {
    if let code = error as? ExitCode { return code.rawValue }
    if let reason = reason(for: error) { return end(reason) }
    let page = HelpPage(of: Tabletooth.message(for: error))?.text
    do {
      try tell(page ?? Tabletooth.fullMessage(for: error) + "\n")
    } catch {
      return end(error)
    }
    return Tabletooth.exitCode(for: error).rawValue
  }

  /// Prints a page of help.
  private static func tell(_ page: String) throws(ExitReason) {
    if !StandardOutput.write(page) { throw .outputClosed }
  }

  /// The reason why a command that throws `error` ends; nil if it prints what was asked for.
  static func reason(for error: any Error) -> ExitReason? {
    let reason = ExitReason(known: error) ?? UsageError.reason(for: error)
    return reason.map(UsageError.told)
  }

  private static func end(_ reason: ExitReason) -> CInt {
    if let line = reason.line { StandardOutput.complain(line) }
    if let source = reason.failure?.source { StandardOutput.complain(source: source) }
    return reason.code
  }
}
