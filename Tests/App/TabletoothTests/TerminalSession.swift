import Glibc
import Synchronization
import Testing

/// The built program in a terminal, as tmux has it: what is typed there, and what is seen.
///
/// tmux says by itself when something new was printed, so that nothing here waits for a time.
final class TerminalSession: Sendable {
  /// What was looked for is not on the screen, and nothing new comes.
  struct Unseen: Error {
    let expected: String
    let screen: [String]
  }

  private let tmux: Program

  /// Starts the program at a terminal of its own.
  ///
  /// - Parameters:
  ///   - arguments: the command and what follows it.
  ///   - rows: how many rows the terminal has.
  ///   - columns: how many columns it has.
  ///   - home: where the program keeps what must survive it.
  ///   - variables: more entries of its environment, such as `NAME=value`.
  ///   - pidFile: where the number of its process is to be written.
  /// - Throws: why tmux cannot be started.
  convenience init(
    _ arguments: [String],
    rows: Int = 24,
    columns: Int = 80,
    home: String = Program.nowhere,
    variables: [String] = [],
    pidFile: String = "/dev/null"
  ) throws {
    let program = ([Program.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let folders = ["XDG_DATA_HOME=\(home)", "XDG_CONFIG_HOME=\(home)/config"]
    let surroundings = (folders + variables).map { "'\($0)'" }
    let command = "env \(surroundings.joined(separator: " ")) \(program)"
    // What the program leaves behind is seen when it has ended, and how the terminal is set.
    let script = """
      before=$(stty -g); sh -c 'echo $$ > \(pidFile); exec "$@"' sh \(command); code=$?; \
      if [ "$(stty -g)" = "$before" ]; then set=same; else set=other; fi; \
      echo "ended with $code, terminal $set"; read line
      """
    try self.init(script: script, rows: rows, columns: columns)
  }

  /// Starts a command of the shell at a terminal of its own.
  init(script: String, rows: Int = 24, columns: Int = 80) throws {
    let name = "tabletooth-\(getpid())-\(Self.number.add(1, ordering: .relaxed).newValue)"
    let words = [
      "env", "-u", "NO_COLOR", "-u", "COLORTERM", "LC_ALL=C.UTF-8", "SHELL=/bin/sh", "tmux", "-L",
      name, "-f", "/dev/null", "-C", "new-session", "-x", "\(columns)", "-y", "\(rows)",
      "export TERM=tmux-256color; \(script)",
    ]
    tmux = try Program(bytes: words.map { Array($0.utf8) }, of: "/usr/bin/env")
    tmux.type("refresh-client -C \(columns)x\(rows)")
    // A test that fails ends with its client only, which is to take all else along.
    tmux.type("set-option -g destroy-unattached on")
  }

  deinit {
    tmux.endInput()
  }

  private static let number = Atomic(0)

  /// Runs `body` with a terminal, and ends it.
  static func run(
    _ arguments: String...,
    home: String = Program.nowhere,
    variables: [String] = [],
    pidFile: String = "/dev/null",
    _ body: (TerminalSession) async throws -> Void
  ) async throws {
    let session = try TerminalSession(
      arguments,
      home: home,
      variables: variables,
      pidFile: pidFile
    )
    do {
      try await body(session)
    } catch {
      await session.end()
      throw error
    }
    await session.end()
  }

  /// Ends whatever runs in the terminal, and the terminal.
  func end() async {
    tmux.type("kill-server")
    _ = await tmux.end()
  }

  // MARK: What a person does

  /// Presses keys by their names in tmux, such as `Up`, `C-c` or `h`.
  func press(_ keys: String...) {
    tmux.type("send-keys " + keys.map { "'\($0)'" }.joined(separator: " "))
  }

  /// Types a line.
  func type(_ text: String) {
    tmux.type("send-keys -l '\(text)'")
    press("Enter")
  }

  /// Sends bytes as a terminal sends them for a key or the mouse.
  func send(_ bytes: [UInt8]) {
    tmux.type("send-keys -H " + bytes.map { String($0, radix: 16) }.joined(separator: " "))
  }

  /// Pastes text, as a terminal does that marks where it begins and ends.
  func paste(_ text: String) {
    tmux.type("set-buffer '\(text)'")
    tmux.type("paste-buffer -p")
  }

  /// Runs a command of the shell beside the terminal.
  func run(_ command: String) {
    tmux.type("run-shell '\(command)'")
  }

  /// Makes the terminal as large as this.
  func resize(rows: Int, columns: Int) {
    tmux.type("refresh-client -C \(columns)x\(rows)")
  }

  // MARK: What a person sees

  /// Waits until `text` is on the screen, and returns all of its lines.
  @discardableResult
  func shows(_ text: String) async throws -> [String] {
    try await shows(text) { $0.contains { $0.contains(text) } }
  }

  /// Waits until `text` is not on the screen any more.
  @discardableResult
  func hides(_ text: String) async throws -> [String] {
    try await shows("no \(text)") { !$0.contains { $0.contains(text) } }
  }

  private func shows(
    _ what: String,
    _ isSeen: ([String]) -> Bool
  ) async throws -> [String] {
    var screen: [String] = []
    repeat {
      screen = await capture()
      if isSeen(screen) { return screen }
      // What was printed before the capture is in it.
    } while await waitForOutput()
    throw Unseen(expected: what, screen: screen)
  }

  private func waitForOutput() async -> Bool {
    while let line = await tmux.nextLine() {
      if line.hasPrefix("%output") || line.hasPrefix("%layout-change") { return true }
    }
    return false
  }

  /// The screen, row by row; the answer stands between two marks, behind those of other commands.
  private func capture() async -> [String] {
    tmux.type("display-message -p capture-begins")
    tmux.type("capture-pane -p")
    var lines: [String] = []
    var isAnswer = false
    var blocks = -1
    while let line = await tmux.nextLine() {
      if line == "capture-begins" {
        blocks = 0
      } else if line.hasPrefix("%end ") {
        if blocks == 1 { return lines }
        if blocks == 0 { blocks = 1 }
      } else if line.hasPrefix("%begin ") {
        isAnswer = blocks == 1
      } else if isAnswer {
        lines.append(line)
      }
    }
    return lines
  }
}
