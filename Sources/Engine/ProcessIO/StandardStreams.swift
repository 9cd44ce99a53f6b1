internal import Glibc

/// Standard input, output and error, read and written without a buffer in between.
public enum StandardStreams {
  /// Nobody reads standard output any longer.
  public struct OutputClosed: Error, Hashable {
    /// States that it is so.
    public init() {}
  }

  /// Waits for more of standard input; nil at its end.
  public static func read() -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return buffer[..<count] }
      if count == 0 { return nil }
      switch errno {
      case EINTR: continue
      // Whoever shares the terminal has made it non-blocking.
      case EAGAIN: wait(for: POLLIN, on: STDIN_FILENO)
      default: return nil
      }
    }
  }

  /// Writes all of `text` to `descriptor`, and waits while that takes no more.
  ///
  /// - Returns: whether all of it is written; if not, `errno` says why.
  public static func write(_ text: String, to descriptor: CInt) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return false }
        wait(for: POLLOUT, on: descriptor)
        continue
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Writes `line` and its end to standard output.
  public static func print(_ line: String) throws(OutputClosed) {
    guard write(line + "\n", to: STDOUT_FILENO) else { throw OutputClosed() }
  }

  /// Writes `line` and its end to standard error; nobody is left to be told if that fails.
  public static func complain(_ line: String) {
    _ = write(line + "\n", to: STDERR_FILENO)
  }

  private static func wait(for events: CInt, on descriptor: CInt) {
    var wait = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    unsafe poll(&wait, 1, -1)
  }
}
