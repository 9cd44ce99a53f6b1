internal import Synchronization

/// A clock on which time passes only if the test says so.
///
/// It knows a wait by the length that was asked for: time may pass between a look at the clock and
/// the wait for what was reckoned from it.
public final class TestClock: Clock {
  /// A moment on a test clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Swift.Duration
    fileprivate var length = Swift.Duration.zero

    /// The moment `duration` later.
    public func advanced(by duration: Swift.Duration) -> Instant {
      Instant(offset: offset + duration, length: duration)
    }

    /// The time from this moment to `other`.
    public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

    /// Compares the times since the clock was made.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private typealias Signal = AsyncStream<Void>.Continuation

  private final class Wait: Sendable {
    let end: Instant
    let isOver: Signal

    init(until end: Instant, _ isOver: Signal) { (self.end, self.isOver) = (end, isOver) }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var waits: [Wait] = []
    var history: [Swift.Duration] = []
    var unused: [Swift.Duration] = []
    var watchers: [(wants: @Sendable ([Swift.Duration]) -> Bool, isMet: Signal)] = []

    /// Moves on to `moment`, if that is later; returns what ends by then, the earliest first.
    mutating func advance(to moment: Instant) -> [Signal] {
      now = Instant(offset: max(now, moment).offset)
      let due = waits.filter { $0.end <= now }.sorted { $0.end < $1.end }
      waits.removeAll { $0.end <= now }
      return due.map(\.isOver)
    }

    /// Begins `wait`; returns what ends by that.
    mutating func begin(_ wait: Wait, isJumping: Bool) -> [Signal] {
      guard !Task.isCancelled else { return [wait.isOver] }
      history.append(wait.end.length)
      waits.append(wait)
      let index = unused.firstIndex(of: wait.end.length)
      if let index { unused.remove(at: index) }
      return advance(to: isJumping || index != nil ? wait.end : now) + takeMetWatchers()
    }

    mutating func takeMetWatchers() -> [Signal] {
      let lengths = waits.map(\.end.length)
      let met = watchers.filter { $0.wants(lengths) }
      watchers.removeAll { $0.wants(lengths) }
      return met.map(\.isMet)
    }
  }

  private let isJumping: Bool
  private let state = Mutex(State())

  /// Zero: waits end exactly.
  public let minimumResolution = Swift.Duration.zero

  /// A clock that shows zero and stands still, or jumps to the end of each wait as soon as it
  /// begins.
  public init(isJumping: Bool = false) {
    self.isJumping = isJumping
  }

  /// The current moment.
  public var now: Instant { state.withLock(\.now) }

  /// The lengths of all waits so far, in the order in which they began.
  public var history: [Swift.Duration] { state.withLock(\.history) }

  /// The lengths given to ``pass(_:)`` for which nobody has waited yet.
  public var unused: [Swift.Duration] { state.withLock(\.unused) }

  /// Lets `duration` pass, and ends the waits that are over by then, the earliest first.
  public func advance(by duration: Swift.Duration) {
    change { $0.advance(to: $0.now.advanced(by: duration)) }
  }

  /// Lets time pass until a wait of this length is over: the first one under way, or else the next
  /// one that begins.
  public func pass(_ length: Swift.Duration) {
    change { state in
      let wait = state.waits.first { $0.end.length == length }
      guard let wait else {
        state.unused.append(length)
        return []
      }
      return state.advance(to: wait.end)
    }
  }

  /// Returns as soon as the waits under way are as `wants` asks, by their lengths in the order in
  /// which they began.
  public func until(_ wants: @escaping @Sendable ([Swift.Duration]) -> Bool) async {
    let (signals, isMet) = AsyncStream<Void>.makeStream()
    change { state in
      state.watchers.append((wants, isMet))
      return state.takeMetWatchers()
    }
    for await _ in signals {}
  }

  /// Waits until the clock shows `deadline`.
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let (signals, isOver) = AsyncStream<Void>.makeStream()
    let wait = Wait(until: deadline, isOver)
    isOver.onTermination = { [weak self] _ in
      self?.state.withLock { $0.waits.removeAll { $0 === wait } }
    }
    change { [isJumping] in $0.begin(wait, isJumping: isJumping) }
    for await _ in signals {}
    try Task.checkCancellation()
  }

  /// Changes the state, and sends what comes of it outside of the lock: a task that is woken may
  /// look at the clock at once.
  private func change(_ body: (inout State) -> [Signal]) {
    for signal in state.withLock({ body(&$0) }) { signal.finish() }
  }
}
