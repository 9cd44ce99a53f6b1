internal import Curses
internal import Glibc
internal import ProcessIO
internal import Terminal

/// The standard files of a program that runs in a test.
struct TestFiles: Sendable {
  /// The files of the current task; nil for those of this process.
  @TaskLocal static var current: TestFiles?

  /// The words of the command line, behind the name of the program.
  let arguments: [String]
  /// True if a person is there.
  let isTerminal: Bool
  /// Takes text.
  let write: @Sendable (String) -> Void
  /// Takes a line of standard error.
  let complain: @Sendable (String) -> Void
  /// Returns the next line that was typed.
  let nextLine: @Sendable () -> String?
  /// Makes a screen of the terminal, if it can show one.
  let openDisplay: @Sendable () -> (any Display)?
}

/// The text for a person.
enum StandardOutput {
  /// True if a person reads it.
  static var isTerminal: Bool { TestFiles.current?.isTerminal ?? (isatty(STDOUT_FILENO) == 1) }

  /// Writes all of `text` at once.
  ///
  /// - Returns: Whether somebody still reads; `false` when the pipe is closed.
  static func write(_ text: String) -> Bool {
    guard let files = TestFiles.current else {
      return StandardStreams.write(text, to: STDOUT_FILENO)
    }
    files.write(text)
    return true
  }

  /// Writes text for a person, whose long lines break between words at a terminal.
  ///
  /// - Returns: Whether somebody still reads.
  static func tell(_ text: String) -> Bool {
    write(TestFiles.current == nil ? broken(text, for: STDOUT_FILENO) : text)
  }

  /// Writes `line` to standard error, broken between words at a terminal.
  ///
  /// Nobody is left to be told when that fails.
  static func complain(_ line: String) {
    guard let files = TestFiles.current else {
      return StandardStreams.complain(broken(line, for: STDERR_FILENO))
    }
    files.complain(line)
  }

  /// Writes lines of a file to standard error as they are, so that a mark stays under its place.
  static func complain(source: [String]) {
    for line in source { (TestFiles.current?.complain ?? StandardStreams.complain)(line) }
  }

  private static func broken(_ text: String, for descriptor: CInt) -> String {
    guard isatty(descriptor) == 1 else { return text }
    return text.wrapped(to: LineModes.columns).joined(separator: "\n")
  }

  /// Writes `text` to standard error, without ending the line.
  static func show(_ text: String) {
    _ = StandardStreams.write(text, to: STDERR_FILENO)
  }
}
