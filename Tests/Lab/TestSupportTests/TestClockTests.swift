import TestSupport
import Testing

/// The clock of all other tests.
@Suite(.timeLimit(.minutes(1))) struct TestClockTests {
  /// Waits on `clock` as a task of its own, and says how long each wait was when it is over.
  private struct Sleeper {
    let told: AsyncStream<Duration>
    let task: Task<Void, any Error>

    init(_ lengths: [Duration], on clock: TestClock) {
      let (told, tell) = AsyncStream<Duration>.makeStream()
      self.told = told
      task = Task {
        defer { tell.finish() }
        for length in lengths {
          try await clock.sleep(for: length)
          tell.yield(length)
        }
      }
    }

    func next() async -> Duration? {
      for await length in told { return length }
      return nil
    }
  }

  @Test func `a wait ends when its time has passed, and not before`() async throws {
    let clock = TestClock()
    let sleeper = Sleeper([.seconds(3)], on: clock)
    await clock.until { $0 == [.seconds(3)] }
    clock.advance(by: .milliseconds(2_999))
    await clock.until { $0 == [.seconds(3)] }
    clock.advance(by: .milliseconds(1))
    #expect(await sleeper.next() == .seconds(3))
    #expect(clock.now.offset == .seconds(3))
    await clock.until(\.isEmpty)
  }

  @Test func `one step ends all waits that are over by then, and leaves the others`() async throws {
    let clock = TestClock()
    let sleepers = [5, 1, 3].map { Sleeper([.seconds($0)], on: clock) }
    await clock.until { $0.count == 3 }
    clock.advance(by: .seconds(4))
    await clock.until { $0 == [.seconds(5)] }
    #expect(await sleepers[1].next() == .seconds(1))
    #expect(await sleepers[2].next() == .seconds(3))
    clock.advance(by: .seconds(1))
    #expect(await sleepers[0].next() == .seconds(5))
  }

  @Test func `a wait that begins late lasts as long as any`() async throws {
    let clock = TestClock()
    clock.advance(by: .seconds(60))
    let sleeper = Sleeper([.seconds(1)], on: clock)
    await clock.until { $0 == [.seconds(1)] }
    clock.advance(by: .seconds(1))
    #expect(await sleeper.next() == .seconds(1))
    #expect(clock.now.offset == .seconds(61))
  }

  @Test func `a length may pass before somebody waits for it, and serves once`() async throws {
    let clock = TestClock()
    clock.pass(.seconds(2))
    #expect(clock.unused == [.seconds(2)])
    let sleeper = Sleeper([.seconds(1), .seconds(2), .seconds(2)], on: clock)
    await clock.until { $0 == [.seconds(1)] }
    #expect(clock.now.offset == .zero)
    clock.pass(.seconds(1))
    #expect(await sleeper.next() == .seconds(1))
    #expect(await sleeper.next() == .seconds(2))
    await clock.until { $0 == [.seconds(2)] }
    #expect(clock.unused.isEmpty && clock.now.offset == .seconds(3))
    clock.pass(.seconds(2))
    #expect(await sleeper.next() == .seconds(2))
  }

  @Test func `a wait is known by its length, although time passes before it begins`() async throws {
    let clock = TestClock()
    let deadline = clock.now.advanced(by: .seconds(5))
    clock.advance(by: .seconds(4))
    clock.pass(.seconds(5))
    try await clock.sleep(until: deadline, tolerance: nil)
    #expect(clock.now.offset == .seconds(5) && clock.history == [.seconds(5)])
  }

  @Test func `a wait for a moment that is over ends at once`() async throws {
    let clock = TestClock()
    let deadline = clock.now.advanced(by: .seconds(1))
    clock.advance(by: .seconds(2))
    try await clock.sleep(until: deadline, tolerance: nil)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `a wait ends with its task, and takes no time that passes later`() async throws {
    let clock = TestClock()
    let cancelled = Sleeper([.seconds(1)], on: clock)
    await clock.until { $0 == [.seconds(1)] }
    cancelled.task.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.task.value }
    clock.pass(.seconds(1))
    #expect(clock.unused == [.seconds(1)])
    // One that is cancelled before it begins takes none either.
    let never = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await never.value }
    #expect(clock.unused == [.seconds(1)] && clock.now.offset == .zero)
  }

  @Test func `a clock that jumps ends each wait when it begins`() async throws {
    let clock = TestClock(isJumping: true)
    for seconds in [9, 1] { try await clock.sleep(for: .seconds(seconds)) }
    #expect(clock.history == [.seconds(9), .seconds(1)])
    #expect(clock.now.offset == .seconds(10))
  }
}
