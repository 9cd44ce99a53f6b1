internal import Glibc

/// SIGHUP, SIGINT and SIGTERM as events instead of a sudden end, and SIGPIPE as an error of the
/// write.
public struct StopSignals {
  private let number: Int

  /// Hands the number of each signal to `handler`, on another queue, from now on, and to nobody who
  /// was there before.
  public init(_ handler: @escaping @Sendable (CInt) -> Void) {
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is an error of the write, too.
    _ = signal(SIGXFSZ, SIG_IGN)
    number = SignalWatch.shared.add([SIGHUP, SIGINT, SIGTERM], handler)
  }

  /// Hands them to who was there before; without anybody they end the process, as they do by
  /// default.
  public func cancel() { SignalWatch.shared.remove(number) }
}
