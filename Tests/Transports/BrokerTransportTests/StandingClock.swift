import Synchronization

/// A clock that stands still: a wait ends when a test lets waits of its length pass, or with its
/// task.
final class StandingClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Swift.Duration.zero

    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let passing = AsyncStream<Void>.makeStream()
  private let length: Swift.Duration

  let minimumResolution: Swift.Duration = .zero
  let now = Instant()

  /// A clock on which only waits of this length end, one for each ``pass()``.
  init(passing length: Swift.Duration) {
    self.length = length
  }

  /// Ends one wait of that length, now or when it begins.
  func pass() { passing.continuation.yield() }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    if now.duration(to: deadline) == length {
      for await _ in passing.stream { return }
    }
    // It ends with the task.
    try await Task.sleep(for: .seconds(86_400))
  }
}
