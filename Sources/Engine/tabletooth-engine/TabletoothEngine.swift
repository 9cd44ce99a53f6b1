internal import ArgumentParser
internal import CommonOptions
internal import Glibc
internal import ProcessIO

/// `tabletooth-engine`: rules and searches of Tabletooth for other programs.
struct TabletoothEngine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tabletooth-engine",
    abstract: "Rules and searches of the games for other programs.",
    discussion: """
      Example: tabletooth-engine tournament --game xiangqi --a robot:5 --b robot:4
      """,
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Protocol",
        subcommands: [UCICommand.self, UCCICommand.self, GomocupCommand.self]
      ),
      CommandGroup(
        name: "Position",
        subcommands: [BestCommand.self, InspectCommand.self]
      ),
      CommandGroup(
        name: "Measurement",
        subcommands: [TournamentCommand.self, PerftCommand.self, BenchCommand.self]
      ),
    ]
  )
}

/// A value of the command line that cannot be used.
struct Refusal: Error {
  /// What is wrong with it, in a line.
  let what: String

  /// States what is wrong.
  init(_ what: String) {
    self.what = what
  }
}

/// Where the process begins.
@main
enum Main {
  /// The exit code of a program whose output nobody reads, as in `tabletooth`.
  private static let outputClosed: CInt = 41

  static func main() async {
    // A pipe that nobody reads is an error of the write.
    _ = signal(SIGPIPE, SIG_IGN)
    do {
      let arguments = NumberOption.join(Array(CommandLine.arguments.dropFirst()))
      var command = try TabletoothEngine.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch is StandardStreams.OutputClosed {
      exit(outputClosed)
    } catch let refusal as Refusal {
      StandardStreams.complain("tabletooth-engine: \(refusal.what)")
      exit(ExitCode.validationFailure.rawValue)
    } catch {
      TabletoothEngine.exit(withError: error)
    }
  }
}
