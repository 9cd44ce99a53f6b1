internal import Dispatch
internal import Glibc
internal import ProcessIO
internal import Synchronization

/// The signals of a terminal as events: it has another size, it wants the program to stop, the
/// program goes on.
final class TerminalSignals: Sendable {
  private static let all: Set = [SIGWINCH, SIGTSTP, SIGCONT]

  private let number = Mutex<Int?>(nil)

  /// Lets them pass until they are heard: ncurses would take what nobody has taken.
  func ignore() {
    for number in Self.all { _ = signal(number, SIG_IGN) }
  }

  /// Hands the number of each to `handler`, on `queue`, from now on.
  func hear(on queue: DispatchQueue, _ handler: @escaping @Sendable (CInt) -> Void) {
    let number = SignalWatch.shared.add(Self.all) { number in queue.async { handler(number) } }
    self.number.withLock { $0 = number }
  }

  /// Has them do what they do by default, once they were heard.
  func cancel() {
    if let number = number.withLock({ $0.take() }) { SignalWatch.shared.remove(number) }
  }
}
