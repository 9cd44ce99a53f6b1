internal import Dispatch
internal import Glibc

/// Lines of standard input, as they come: typed, piped or from a file.
///
/// A queue of its own reads and waits: files and `/dev/null` cannot be watched for readiness.
enum StandardInput {
  /// What came.
  enum Event: Hashable, Sendable {
    /// A line, without its end.
    ///
    /// Bytes that are not UTF-8 are replaced, so it is never a move then.
    case line(String)
    /// The player begins to type words for the other one, goes on, or does not any more.
    case typing(Bool)
    /// There is no more.
    case closed
  }

  /// The longest line that is taken, in bytes; no command is nearly as long.
  ///
  /// What goes beyond is cut.
  static let maximumLineLength = 1_024

  /// Reads to the end, and hands each event to `handler`.
  ///
  /// It goes on until the process ends.
  static func read(_ handler: @escaping @Sendable (Event) -> Void) {
    DispatchQueue(label: "tabletooth.input").async {
      var line: [UInt8] = []
      while let bytes = nextBytes() {
        for byte in bytes {
          if byte == UInt8(ascii: "\n") {
            handler(event(line))
            line = []
          } else if line.count < maximumLineLength {
            line.append(byte)
          }
        }
      }
      if !line.isEmpty { handler(event(line)) }
      handler(.closed)
    }
  }

  /// Waits for one line and reads nothing of what follows it; nil at the end.
  static func nextLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = unsafe Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      if line.count < maximumLineLength { line.append(byte) }
    }
  }

  /// Waits for more; `nil` at the end.
  static func nextBytes() -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return buffer[..<count] }
      if count == 0 { return nil }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Whoever shares the terminal has made it non-blocking.
        var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        unsafe poll(&wait, 1, -1)
      default: return nil
      }
    }
  }

  private static func event(_ line: [UInt8]) -> Event {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    return .line(String(decoding: text, as: UTF8.self))
  }
}
