internal import Dispatch
internal import Glibc
internal import Synchronization

/// SIGHUP, SIGINT and SIGTERM as events instead of a sudden end, and SIGPIPE as an error of the
/// write.
struct StopSignals {
  private let number: Int

  /// Hands the number of each signal to `handler`, on another queue, from now on, and to nobody who
  /// was there before.
  init(_ handler: @escaping @Sendable (CInt) -> Void) {
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is an error of the write, too.
    _ = signal(SIGXFSZ, SIG_IGN)
    number = SignalWatch.shared.add(handler)
  }

  /// Hands them to who was there before; without anybody they end the process, as they do by
  /// default.
  func cancel() { SignalWatch.shared.remove(number) }
}

/// The one who hears the signals of the process, from the first handler until its end.
///
/// A second source for a signal that is made while the first one goes away hears nothing.
private final class SignalWatch: Sendable {
  static let shared = SignalWatch()

  private struct Handler {
    let number: Int
    let handle: @Sendable (CInt) -> Void
  }

  private let handlers = Mutex<(all: [Handler], made: Int)>(([], 0))
  // Dispatch sources may be used from anywhere; Swift is not told so.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  private init() {
    let queue = DispatchQueue(label: "tabletooth.signals")
    let numbers = [SIGHUP, SIGINT, SIGTERM]
    for number in numbers { _ = signal(number, SIG_IGN) }
    unsafe sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
    for (number, source) in unsafe zip(numbers, sources) {
      source.setEventHandler { [unowned self] in hear(number) }
      source.activate()
    }
  }

  func add(_ handle: @escaping @Sendable (CInt) -> Void) -> Int {
    handlers.withLock { handlers in
      handlers.made += 1
      handlers.all.append(Handler(number: handlers.made, handle: handle))
      return handlers.made
    }
  }

  func remove(_ number: Int) {
    handlers.withLock { $0.all.removeAll { $0.number == number } }
  }

  private func hear(_ number: CInt) {
    guard let last = handlers.withLock({ $0.all.last }) else { return end(number) }
    last.handle(number)
  }

  /// Ends the process as the signal does by default.
  private func end(_ number: CInt) {
    _ = signal(number, SIG_DFL)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
