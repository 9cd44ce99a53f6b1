internal import BoardUI
internal import Dispatch
internal import Glibc
internal import ProcessIO
internal import Synchronization

/// Lines of standard input, as they come: typed, piped or from a file.
///
/// A queue of its own reads and waits: files and `/dev/null` cannot be watched for readiness.
final class StandardInput: Sendable {
  /// The longest line that is taken, in bytes; no command is nearly as long.
  ///
  /// What goes beyond is cut.
  static let maximumLineLength = 1_024

  /// The receiver of the input.
  private struct Listener {
    var handler: (@Sendable (Event) -> Void)?
    var isReading = false
    /// The event after which nothing more comes, once it has come.
    var end: Event?
  }

  private let listener = Mutex(Listener())
  /// The kind of input.
  let kind: LineInput

  /// The standard input of this process, of which nothing is read yet.
  init() {
    kind = Self.isTerminal ? .terminal : .pipe
  }

  /// Reads to the end, and hands each event to `handler`, or to the next one who asks for it.
  ///
  /// It goes on until the process ends.
  func read(_ handler: @escaping @Sendable (Event) -> Void) {
    let (isFirst, end) = listener.withLock { listener in
      defer { (listener.handler, listener.isReading) = (handler, true) }
      return (!listener.isReading, listener.end)
    }
    if let end { handler(end) }
    if isFirst { readAll() }
  }

  private func tell(_ event: Event) {
    let handler = listener.withLock { listener in
      if event == .inputClosed || event == .interrupted(.hangUp) { listener.end = event }
      return listener.handler
    }
    handler?(event)
  }

  private func readAll() {
    DispatchQueue(label: "tabletooth.input").async { [self] in
      let isTerminal = Self.isTerminal
      var line: [UInt8] = []
      while let bytes = StandardStreams.read() {
        for byte in bytes {
          if byte == UInt8(ascii: "\n") {
            tell(Self.event(line))
            line = []
          } else if line.count < Self.maximumLineLength {
            line.append(byte)
          }
        }
      }
      if !line.isEmpty { tell(Self.event(line)) }
      tell(Self.end(ofTerminal: isTerminal))
    }
  }

  /// True if a terminal is read; it is none any more once it is gone.
  static var isTerminal: Bool { TestFiles.current?.isTerminal ?? (isatty(STDIN_FILENO) == 1) }

  /// The reason why nothing more comes.
  ///
  /// A terminal ends its input by control-D, or is gone; a pipe is hung up in either case.
  static func end(ofTerminal isTerminal: Bool) -> Event {
    var status = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let isGone = unsafe poll(&status, 1, 0) > 0 && CInt(status.revents) & POLLHUP != 0
    return isTerminal && isGone ? .interrupted(.hangUp) : .inputClosed
  }

  /// Waits for one line and reads nothing of what follows it; nil at the end.
  static func nextLine() -> String? {
    if let files = TestFiles.current { return files.nextLine() }
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

  /// The event of a typed line; bytes that are not UTF-8 are replaced, so it is never a move then.
  private static func event(_ line: [UInt8]) -> Event {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    return .line(String(decoding: text, as: UTF8.self))
  }
}
