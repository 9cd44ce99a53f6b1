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

  /// A call of the system failed.
  struct Failure: Error {
    let number: CInt
  }

  /// TIOCSPTLCK and TIOCGPTN of `asm-generic/ioctls.h`, and POSIX_SPAWN_SETSID of glibc's
  /// `spawn.h`, which Swift does not see.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
  private static let newSession: CInt = 0x80

  private let process: pid_t
  private let terminal: CInt
  private let texts: AsyncStream<String>
  private let code = Mutex<CInt?>(nil)
  private let shown = Mutex("")

  /// Starts the program with `arguments`, as the first process of a session whose terminal is new.
  init(_ arguments: [String], patience: CInt = 60_000) throws {
    terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (CInt, CUnsignedInt) = (0, 0)
    guard terminal >= 0, unsafe ioctl(terminal, Self.setLock, &lock) == 0,
      unsafe ioctl(terminal, Self.getNumber, &number) == 0
    else { throw Failure(number: errno) }
    let program = ["/usr/bin/env", "XDG_CONFIG_HOME=\(Program.nowhere)", Program.path]
    process = try Self.spawn(program + arguments, at: "/dev/pts/\(number)")
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    self.texts = texts
    DispatchQueue(label: "terminal").async { self.read(patience, continuation) }
  }

  deinit {
    close(terminal)
  }

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

  private func read(_ patience: CInt, _ continuation: AsyncStream<String>.Continuation) {
    var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while true {
      if unsafe poll(&wait, 1, patience) == 0 { kill(process, SIGKILL) }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe Glibc.read(terminal, &buffer, buffer.count)
      // The terminal's other side has gone.
      guard count > 0 else { break }
      continuation.yield(String(decoding: buffer[..<count], as: UTF8.self))
    }
    var status: CInt = 0
    _ = unsafe waitpid(process, &status, 0)
    code.withLock { $0 = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f }
    continuation.finish()
  }

  /// Starts a program whose terminal is the one at `path`: the first one that the first process of
  /// a session opens is its own.
  private static func spawn(_ words: [String], at path: String) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // A thread of a dispatch queue blocks most signals, and a child would inherit that.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    let flags = CInt(POSIX_SPAWN_SETSIGMASK) | newSession
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
    guard status == 0 else { throw Failure(number: status) }
    return process
  }
}
