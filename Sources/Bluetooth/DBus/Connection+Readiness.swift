internal import Synchronization

extension Connection {
  /// Waits until `descriptor` takes more to write, its other end is gone, or the task is cancelled.
  public func waitUntilWritable(_ descriptor: UnixDescriptor) async {
    guard let number = descriptor.withDescriptor({ $0 }) else { return }
    let wait = ReadinessWait()
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        guard !Task.isCancelled else { return continuation.resume() }
        let watch = loop.watch(number, for: .writing, isOnce: true) { wait.end() }
        wait.begin(watch, continuation)
      }
    } onCancel: {
      later { connection in
        if let watch = wait.end() { connection.loop.unwatch(watch) }
      }
    }
  }
}

/// Somebody who waits for a descriptor, and is told once.
private final class ReadinessWait: Sendable {
  private let waiter = Mutex<(watch: Int, continuation: CheckedContinuation<Void, Never>)?>(nil)

  func begin(_ watch: Int, _ continuation: CheckedContinuation<Void, Never>) {
    waiter.withLock { $0 = (watch, continuation) }
  }

  /// Ends the wait, unless it is over, and says by which watch it was.
  @discardableResult
  func end() -> Int? {
    let ended = waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
    ended?.continuation.resume()
    return ended?.watch
  }
}
