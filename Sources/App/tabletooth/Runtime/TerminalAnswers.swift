internal import Dispatch
internal import Glibc
internal import Synchronization

/// Lines that are typed at the terminal of a program whose standard input is something else.
final class TerminalAnswers: Sendable {
  private let descriptor: CInt
  private let queue = DispatchQueue(label: "tabletooth.answers")
  // Dispatch sources may be used from anywhere; Swift is not told so.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let line = Mutex<[UInt8]>([])

  /// The terminal of this process; nil where it has none.
  init?() {
    guard TestFiles.current == nil else { return nil }
    descriptor = unsafe open("/dev/tty", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    unsafe source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
  }

  /// Hands each line to `handler`, until ``stop()``.
  func read(_ handler: @escaping @Sendable (String) -> Void) {
    unsafe source.setEventHandler { [self] in
      var bytes = [UInt8](repeating: 0, count: StandardInput.maximumLineLength)
      let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return stop() }
      for text in lines(bytes.prefix(count)) { handler(text) }
    }
    unsafe source.activate()
  }

  /// Leaves what is typed from now on to others.
  func stop() {
    unsafe source.cancel()
  }

  private func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    line.withLock { line in
      line += bytes
      let parts = line.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      line = Array((parts.last ?? []).prefix(StandardInput.maximumLineLength))
      return parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
