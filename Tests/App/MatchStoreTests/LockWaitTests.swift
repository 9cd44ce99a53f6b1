import Synchronization
import Testing

@testable import MatchStore

/// The wait for another program that holds the database.
@Suite struct LockWaitTests {
  @Test func `who waits for longer than a second is told once, and waits for twelve`() {
    let told = Mutex(0)
    let waits = LockWait.callback(step: .milliseconds(10)) { told.withLock { $0 += 1 } }
    #expect(waits(0) && waits(99))
    #expect(told.withLock(\.self) == 0)
    #expect(waits(100) && waits(101) && waits(1_199))
    #expect(told.withLock(\.self) == 1)
    #expect(!waits(1_200))
    // Another wait.
    #expect(waits(0) && waits(100))
    #expect(told.withLock(\.self) == 2)
  }
}
