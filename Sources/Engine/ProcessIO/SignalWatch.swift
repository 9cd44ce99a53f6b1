internal import Dispatch
internal import Glibc
internal import Synchronization

/// The descriptor to which the handler of the signals writes the number of each.
nonisolated(unsafe) private var signalPipe: CInt = -1

/// The receiver of all signals that a part of the process waits for.
///
/// A handler writes each into a pipe: a source for an ignored signal does not hear it where the
/// first thread has not blocked it.
public final class SignalWatch: Sendable {
  /// The only one.
  public static let shared = SignalWatch()

  private struct Handler {
    let number: Int
    let signals: Set<CInt>
    let handle: @Sendable (CInt) -> Void
  }

  private struct Handlers {
    var all: [Handler] = []
    var made = 0
    /// The signal that wants the program to end, once one has come.
    var end: CInt?
    /// What is done before the process ends because its output takes nothing.
    var setBack: @Sendable () -> Void = {}
  }

  /// The time in which a process that is to end may write its last words.
  private static let patience = DispatchTimeInterval.milliseconds(1_500)
  /// The time between two looks at whether its output takes them.
  private static let pause = DispatchTimeInterval.milliseconds(250)

  private let handlers = Mutex(Handlers())
  // Dispatch sources may be used from anywhere; Swift is not told so.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let end: CInt
  /// The queue of the last resort: a handler may wait for the terminal, too.
  private let endQueue = DispatchQueue(label: "tabletooth.end")

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
  }

  private func read() {
    var byte: UInt8 = 0
    while unsafe Glibc.read(end, &byte, 1) == 1 { hear(CInt(byte)) }
  }

  /// Hands each of `signals` to `handle`, on another queue, from now on, and to nobody who was
  /// there before.
  ///
  /// A SIGHUP or SIGTERM that came before is handed over first: the part of the program that
  /// received it may have ended for another reason.
  ///
  /// - Returns: the number to take it away with.
  public func add(_ signals: Set<CInt>, _ handle: @escaping @Sendable (CInt) -> Void) -> Int {
    let (number, end) = handlers.withLock { handlers in
      handlers.made += 1
      handlers.all.append(Handler(number: handlers.made, signals: signals, handle: handle))
      for signal in signals { take(signal) }
      return (handlers.made, handlers.end)
    }
    if let end, signals.contains(end) { handle(end) }
    return number
  }

  /// Hands them to who was there before; without anybody they do what they do by default.
  public func remove(_ number: Int) {
    handlers.withLock { handlers in
      guard let index = handlers.all.firstIndex(where: { $0.number == number }) else { return }
      for number in handlers.all.remove(at: index).signals
      where !handlers.all.contains(where: { $0.signals.contains(number) }) {
        _ = signal(number, SIG_DFL)
      }
    }
  }

  private func take(_ number: CInt) {
    _ = signal(number) { number in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe write(signalPipe, &byte, 1)
      errno = before
    }
  }

  /// Does what is done when the terminal is gone, also where the kernel sends no SIGHUP.
  public func hangUp() { hear(SIGHUP) }

  /// Does `setBack` before the process ends because its output takes nothing.
  public func onStuckEnd(_ setBack: @escaping @Sendable () -> Void) {
    handlers.withLock { $0.setBack = setBack }
  }

  /// Ends the process if its output takes nothing, as a terminal that is stopped: whatever writes
  /// there waits for ever.
  private func endIfStuck(_ number: CInt) {
    let isStuck = [STDOUT_FILENO, STDERR_FILENO].contains { descriptor in
      var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return unsafe poll(&output, 1, 0) == 0
    }
    guard isStuck else {
      return endQueue.asyncAfter(deadline: .now() + Self.pause) { [self] in endIfStuck(number) }
    }
    handlers.withLock(\.setBack)()
    _exit(128 + number)
  }

  private func hear(_ number: CInt) {
    let last = handlers.withLock { handlers in
      if number == SIGHUP || number == SIGTERM {
        if handlers.end == nil {
          endQueue.asyncAfter(deadline: .now() + Self.patience) { [self] in endIfStuck(number) }
        }
        handlers.end = number
      }
      return handlers.all.last { $0.signals.contains(number) }
    }
    if let last { last.handle(number) } else { finish(number) }
  }

  /// Does what the signal does by default.
  private func finish(_ number: CInt) {
    _ = signal(number, SIG_DFL)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
