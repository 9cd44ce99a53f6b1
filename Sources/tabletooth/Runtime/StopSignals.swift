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

/// Where the handler of the signals writes which one came.
nonisolated(unsafe) private var signalPipe: CInt = -1

/// The one who hears the signals of the process, from the first handler until its end.
///
/// A handler writes each into a pipe: a source for an ignored signal does not hear it where the
/// first thread has not blocked it.
private final class SignalWatch: Sendable {
  static let shared = SignalWatch()

  private struct Handler {
    let number: Int
    let handle: @Sendable (CInt) -> Void
  }

  private let handlers = Mutex<(all: [Handler], made: Int)>(([], 0))
  // Dispatch sources may be used from anywhere; Swift is not told so.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let end: CInt

  private init() {
    var ends: [CInt] = [-1, -1]
    precondition(unsafe pipe(&ends) == 0, "no pipe for signals")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    end = ends[0]
    unsafe signalPipe = ends[1]
    let queue = DispatchQueue(label: "tabletooth.signals")
    unsafe source = DispatchSource.makeReadSource(fileDescriptor: end, queue: queue)
    unsafe source.setEventHandler { [unowned self] in read() }
    unsafe source.activate()
    for number in [SIGHUP, SIGINT, SIGTERM] {
      _ = signal(number) { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(signalPipe, &byte, 1)
        errno = before
      }
    }
  }

  private func read() {
    var byte: UInt8 = 0
    while unsafe Glibc.read(end, &byte, 1) == 1 { hear(CInt(byte)) }
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
    guard let last = handlers.withLock({ $0.all.last }) else { return finish(number) }
    last.handle(number)
  }

  /// Ends the process as the signal does by default.
  private func finish(_ number: CInt) {
    _ = signal(number, SIG_DFL)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
