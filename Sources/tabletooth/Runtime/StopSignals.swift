internal import Dispatch
internal import Glibc

/// SIGHUP, SIGINT and SIGTERM as events instead of a sudden end, and SIGPIPE as an error of the
/// write.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]
  private static let numbers = [SIGHUP, SIGINT, SIGTERM]

  /// Hands the number of each signal to `handler`, on the main queue, from now on.
  init(_ handler: @escaping @Sendable (CInt) -> Void) {
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is an error of the write, too.
    _ = signal(SIGXFSZ, SIG_IGN)
    sources = Self.numbers.map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { handler(number) }
      source.resume()
      return source
    }
  }

  /// Lets the signals end the process again, as they do by default.
  func cancel() {
    for source in sources { source.cancel() }
    for number in Self.numbers { _ = signal(number, SIG_DFL) }
  }
}
