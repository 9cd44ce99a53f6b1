internal import ArgumentParser

/// A command of the program, which runs in its environment.
protocol ProgramCommand: ParsableCommand {
  /// Does what the command is for.
  func run(in environment: Environment) async throws
}
