internal import CNcurses
internal import Glibc

/// Gives the terminal back when the program crashes.
///
/// All that is needed is made when it is armed: after a crash nothing may be allocated.
public enum CrashGuard {
  /// The signals of a crash.
  private static let numbers = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// What is sent to the terminal, its length, and how the terminal was set before.
  @unsafe private struct Farewell {
    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int
    let modes: UnsafeMutablePointer<termios>
    let actions: UnsafeMutablePointer<sigaction>
  }

  /// One thread at a time has the screen, and the handler of a crash only reads.
  nonisolated(unsafe) private static var farewell: Farewell?

  /// How the terminal is set now, which is to be known before ncurses sets it.
  static var modes: termios {
    var modes = termios()
    unsafe tcgetattr(STDIN_FILENO, &modes)
    return modes
  }

  /// Watches from now on; the terminal is to be set back to `before`.
  static func arm(_ before: termios, isScreen: Bool = true) {
    guard unsafe farewell == nil else { return }
    let bytes = isScreen ? Self.bytes : Array("\r\n".utf8)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    unsafe copy.initialize(from: bytes, count: bytes.count)
    let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe modes.initialize(to: before)
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: numbers.count)
    unsafe farewell = Farewell(bytes: copy, count: bytes.count, modes: modes, actions: actions)
    for (index, number) in numbers.enumerated() {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { CrashGuard.restore($0) }
      unsafe actions.advanced(by: index).initialize(to: sigaction())
      unsafe sigaction(number, &action, actions.advanced(by: index))
    }
  }

  /// Watches no more.
  static func disarm() {
    guard let old = unsafe farewell else { return }
    for (index, number) in numbers.enumerated() {
      unsafe sigaction(number, old.actions.advanced(by: index), nil)
    }
    unsafe farewell = nil
    unsafe old.bytes.deallocate()
    unsafe old.modes.deallocate()
    unsafe old.actions.deallocate()
  }

  /// What leaves the screen: pasted text is not marked, no mouse, no colours, a cursor, and what
  /// was there before.
  private static var bytes: [UInt8] {
    let names = ["sgr0", "cnorm", "rmkx", "rmcup"]
    let capabilities = names.compactMap { name in
      unsafe tabletooth_capability(name).map { unsafe String(cString: $0) }
    }
    return Array(
      ("\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1000l\u{1B}[?1006l" + capabilities.joined()).utf8
    )
  }

  /// Sets the terminal back without writing to it, as it takes nothing.
  public static func setBack() {
    if let farewell = unsafe farewell {
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, farewell.modes)
    }
  }

  /// Gives the terminal back, and lets the crash go on as it would have.
  private static func restore(_ number: CInt) {
    if let farewell = unsafe farewell {
      _ = unsafe write(STDOUT_FILENO, farewell.bytes, farewell.count)
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, farewell.modes)
      for (index, other) in numbers.enumerated() where other == number {
        unsafe sigaction(number, farewell.actions.advanced(by: index), nil)
      }
    }
    raise(number)
  }
}
