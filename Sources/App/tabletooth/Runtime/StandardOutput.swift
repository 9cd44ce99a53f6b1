internal import Curses
internal import Glibc
internal import Terminal

/// What a person reads.
enum StandardOutput {
  /// Writes all of `text` at once.
  ///
  /// - Returns: Whether somebody still reads; `false` when the pipe is closed.
  static func write(_ text: String) -> Bool {
    write(text, to: STDOUT_FILENO)
  }

  /// Writes text for a person, whose long lines break between words at a terminal.
  ///
  /// - Returns: Whether somebody still reads.
  static func tell(_ text: String) -> Bool {
    write(broken(text, for: STDOUT_FILENO))
  }

  /// Writes `line` to standard error, broken between words at a terminal.
  ///
  /// Nobody is left to be told when that fails.
  static func complain(_ line: String) {
    _ = write(broken(line, for: STDERR_FILENO) + "\n", to: STDERR_FILENO)
  }

  private static func broken(_ text: String, for descriptor: CInt) -> String {
    guard isatty(descriptor) == 1 else { return text }
    return text.wrapped(to: LineModes.columns).joined(separator: "\n")
  }

  /// Writes `text` to standard error, without ending the line.
  static func show(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
  }

  /// Writes all of `text` to `descriptor`, and waits where that takes no more at the moment.
  ///
  /// - Returns: Whether all of it is written; if not, `errno` says why.
  static func write(_ text: String, to descriptor: CInt) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return false }
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&wait, 1, -1)
        continue
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
