internal import Dispatch
internal import Glibc

/// Lines of standard input, as they come: typed, piped or from a file.
@MainActor
final class StandardInput {
  /// What came.
  enum Event: Hashable, Sendable {
    /// A line, without its end. Bytes that are not UTF-8 are replaced, so it is never a move then.
    case line(String)
    /// There is no more.
    case closed
  }

  /// The longest line that is taken, in bytes; no command is nearly as long. What goes beyond is cut.
  static let maximumLineLength = 1_024

  private let source: any DispatchSourceRead
  private var rest: [UInt8] = []

  /// Begins to read, and hands each event to `handler` on the main queue.
  init(_ handler: @escaping @Sendable (Event) -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.read(handler) }
    }
    source.resume()
  }

  /// Stops reading.
  func cancel() {
    source.cancel()
  }

  /// Reads what is there, without waiting for more.
  private func read(_ handler: (Event) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      source.cancel()
      if !rest.isEmpty { handler(takeLine()) }
      handler(.closed)
      return
    }
    for byte in buffer[..<count] {
      if byte == UInt8(ascii: "\n") {
        handler(takeLine())
      } else if rest.count < Self.maximumLineLength {
        rest.append(byte)
      }
    }
  }

  private func takeLine() -> Event {
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    defer { rest = [] }
    return .line(String(decoding: rest, as: UTF8.self))
  }
}
