internal import CNcurses
internal import Glibc
internal import Synchronization

/// A terminal whose keys come one by one and are not shown, for a program that shows lines.
///
/// Control-C and control-Z stay signals. There is one at a time.
public final class LineModes: Sendable {
  /// How the terminal was set before; nil if nothing has to be set back.
  private let before = Mutex<termios?>(nil)

  /// How wide the terminal is, in columns.
  public static var columns: Int {
    var (rows, columns): (CInt, CInt) = (0, 0)
    guard unsafe tabletooth_size(STDOUT_FILENO, &rows, &columns) == 0, columns > 0 else {
      return 80
    }
    return Int(columns)
  }

  /// Takes the terminal over; nil if standard input is no terminal.
  public init?() {
    guard begin() else { return nil }
  }

  /// Takes the terminal over again.
  ///
  /// - Returns: Whether standard input is a terminal.
  @discardableResult
  public func begin() -> Bool {
    var modes = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &modes) == 0 else { return false }
    let old = modes
    before.withLock { $0 = $0 ?? old }
    CrashGuard.arm(old, isScreen: false)
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    return unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) == 0
  }

  /// Gives the terminal back as it was.
  public func end() {
    guard var modes = before.withLock({ $0.take() }) else { return }
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    CrashGuard.disarm()
  }
}
