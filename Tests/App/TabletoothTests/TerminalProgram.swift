import Dispatch
import Glibc
import Synchronization

/// The built program at a terminal of its own, which control-C comes from.
///
/// A program that shows nothing for too long is killed, and whoever waits sees that it ended.
final class TerminalProgram: Sendable {
  /// It ended before it showed what was expected.
  struct Silence: Error {
    let expected: String
    let shown: String
  }

  /// TIOCSPTLCK and TIOCGPTN of `asm-generic/ioctls.h`, and POSIX_SPAWN_SETSID of glibc's
  /// `spawn.h`, which Swift does not see.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
  private static let newSession: CInt = 0x80

  /// What the program hears of the end of its terminal besides the end of its input.
  enum HangUp: CaseIterable {
    /// SIGHUP, of the kernel.
    case signalled
    /// The same, which it was started to ignore, as `nohup` starts programs.
    case ignored
    /// Nothing: the terminal is not that of its session.
    case silent
  }

  private let process: pid_t
  private let terminal: CInt
  /// The program's end of the terminal.
  private let path: String
  /// A byte in it ends the reading of the terminal.
  private let hangingUp: Pipe
  private let texts: AsyncStream<String>
  private let code = Mutex<CInt?>(nil)
  private let shown = Mutex("")

  /// Starts the program with `arguments`, as the first process of a session whose terminal is new.
  ///
  /// - Parameters:
  ///   - arguments: The command and what follows it.
  ///   - variables: More entries of its environment, such as `NAME=value`.
  ///   - hangUp: What it hears when the terminal goes.
  ///   - patience: How long it may show nothing, in milliseconds.
  /// - Throws: Why it cannot be started.
  init(
    _ arguments: [String],
    variables: [String] = [],
    hangUp: HangUp = .signalled,
    patience: CInt = 60_000
  ) throws {
    hangingUp = try Pipe()
    let life = try Pipe()
    terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (CInt, CUnsignedInt) = (0, 0)
    guard terminal >= 0, unsafe ioctl(terminal, Self.setLock, &lock) == 0,
      unsafe ioctl(terminal, Self.getNumber, &number) == 0
    else { throw CallFailure(number: errno) }
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
    path = "/dev/pts/\(number)"
    let shell = ["/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh"]
    let program =
      (hangUp == .ignored ? shell : []) + ["/usr/bin/env", "XDG_CONFIG_HOME=\(Program.nowhere)"]
      + variables + [Program.path]
    process = try Self.spawn(
      program + arguments,
      at: path,
      inSession: hangUp != .silent,
      holding: life.writing
    )
    close(life.writing)
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    self.texts = texts
    DispatchQueue(label: "terminal").async { self.read(patience, life.reading, continuation) }
  }

  deinit {
    for end in [terminal, hangingUp.reading, hangingUp.writing] { close(end) }
  }

  /// Closes the terminal, as its window is closed.
  func hangUp() {
    var byte: UInt8 = 0
    _ = unsafe write(hangingUp.writing, &byte, 1)
  }

  /// Has the terminal take nothing more, as control-S does.
  func stopOutput() {
    let end = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    tcflow(end, TCOOFF)
    close(end)
  }

  /// Sends the program a signal.
  func signal(_ number: CInt) { kill(process, number) }

  /// Types `text`; `\u{3}` is control-C.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(terminal, bytes, bytes.count)
  }

  /// Waits until `text` is on the terminal, after what was waited for before.
  func shows(_ text: String) async throws {
    if take(text) { return }
    for await more in texts {
      shown.withLock { $0 += more }
      if take(text) { return }
    }
    throw Silence(expected: text, shown: shown.withLock(\.self))
  }

  /// Waits for the end, and gives the exit status; 128 and the signal's number after a signal.
  func end() async -> CInt {
    for await _ in texts {}
    return code.withLock { $0 ?? -1 }
  }

  private func take(_ text: String) -> Bool {
    shown.withLock { shown in
      guard let range = shown.firstRange(of: text) else { return false }
      shown = String(shown[range.upperBound...])
      return true
    }
  }

  private func read(
    _ patience: CInt,
    _ life: CInt,
    _ continuation: AsyncStream<String>.Continuation
  ) {
    var waits = [terminal, hangingUp.reading].map(pollfd.init)
    while true {
      if unsafe poll(&waits, 2, patience) == 0 { kill(process, SIGKILL) }
      if waits[1].revents != 0 {
        lose(patience, life)
        break
      }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe Glibc.read(terminal, &buffer, buffer.count)
      // The terminal's other side has gone.
      guard count > 0 else { break }
      continuation.yield(String(decoding: buffer[..<count], as: UTF8.self))
    }
    close(life)
    var status: CInt = 0
    _ = unsafe waitpid(process, &status, 0)
    code.withLock { $0 = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f }
    continuation.finish()
  }

  /// Takes the terminal away, and waits for the end of the program, which is the end of `life`.
  private func lose(_ patience: CInt, _ life: CInt) {
    let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, terminal)
    close(nothing)
    var wait = pollfd(life)
    if unsafe poll(&wait, 1, patience) == 0 { kill(process, SIGKILL) }
  }

  /// Starts a program that holds `life` open.
  ///
  /// Its terminal is the one at `path`: the first one that the first process of a session opens is
  /// its own.
  private static func spawn(
    _ words: [String],
    at path: String,
    inSession: Bool,
    holding life: CInt
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, life, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // A thread of a dispatch queue blocks most signals, and a child would inherit that.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    let flags = CInt(POSIX_SPAWN_SETSIGMASK) | (inSession ? newSession : 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    var process: pid_t = 0
    let status = unsafe posix_spawn(
      &process,
      words[0],
      &actions,
      &attributes,
      &pointers,
      environ
    )
    guard status == 0 else { throw CallFailure(number: status) }
    return process
  }
}
