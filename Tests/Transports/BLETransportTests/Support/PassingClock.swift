import Synchronization

/// A clock that stands still but for what a test lets pass: every wait is ended by its length,
/// before it begins or after.
final class PassingClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Swift.Duration.zero

    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Waiter {
    let id: Int
    let length: Swift.Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    /// What may pass at once, as nobody has waited for it yet.
    var passes: [Swift.Duration] = []
    var waiters: [Waiter] = []
    var lastID = 0
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  let minimumResolution: Swift.Duration = .zero

  var now: Instant { state.withLock(\.now) }

  /// What was let pass, and nobody has waited for it.
  var unused: [Swift.Duration] { state.withLock(\.passes) }

  /// Ends the wait of this length, or the next one that begins.
  func pass(_ length: Swift.Duration) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.length == length }) else {
        // It passes with the wait: a moment moved on between a look at the clock and the wait for
        // what was reckoned from it would make that another length.
        state.passes.append(length)
        return nil
      }
      state.now.offset += length
      return state.waiters.remove(at: index)
    }
    waiter?.continuation.resume()
  }

  /// Lets time pass in which nobody waits.
  func moveOn(_ length: Swift.Duration) {
    state.withLock { $0.now.offset += length }
  }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(Waiter(id: id, length: now.duration(to: deadline), continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func begin(_ waiter: Waiter) {
    let end = state.withLock { state -> Result<Void, any Error>? in
      if state.cancelled.remove(waiter.id) != nil { return .failure(CancellationError()) }
      if let index = state.passes.firstIndex(of: waiter.length) {
        state.now.offset += state.passes.remove(at: index)
        return .success(())
      }
      state.waiters.append(waiter)
      return nil
    }
    if let end { waiter.continuation.resume(with: end) }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
        // The wait has not begun, or is over.
        state.cancelled.insert(id)
        return nil
      }
      return state.waiters.remove(at: index)
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}
