import TestSupport
import Testing
import VirtualBlueZ

@testable import BlueZ

/// The queue behind each stream: its limit, its policy and its end.
@Suite(.timeLimit(.minutes(1))) struct StreamTests {
  @Test func `the oldest elements make room`() async throws {
    let channel = Channel<Int>(limit: 3, .dropOldest)
    let stream = BluetoothStream(channel)
    for number in 1...5 { channel.yield(number) }
    channel.finish()
    var seen: [Int] = []
    for try await number in stream { seen.append(number) }
    #expect(seen == [3, 4, 5])
  }

  @Test func `a stream that must not lose anything ends when it is full`() async throws {
    let channel = Channel<Int>(limit: 2, .end)
    for number in 1...4 { channel.yield(number) }
    var elements = BluetoothStream(channel).makeAsyncIterator()
    #expect(try await elements.next() == 1)
    #expect(try await elements.next() == 2)
    await #expect(throws: BlueZError.tooSlow(2)) { try await elements.next() }
    #expect(try await elements.next() == nil)
  }

  @Test func `what came before a failure is read before it, by any iterator`() async throws {
    let channel = Channel<Int>(limit: 8, .end)
    let stream = BluetoothStream(channel)
    channel.yield(1)
    channel.finish(.connectionLost)
    channel.finish()
    channel.yield(2)
    #expect(try await stream.next() == 1)
    await #expect(throws: BlueZError.connectionLost) { try await stream.next() }
    await #expect(throws: BlueZError.connectionLost) { for try await _ in stream {} }
  }

  @Test func `several readers share the elements`() async throws {
    let channel = Channel<Int>(limit: 10, .end)
    let readers = (0..<10).map { _ in Task { try await BluetoothStream(channel).next() } }
    for number in 0..<10 { channel.yield(number) }
    var seen: [Int] = []
    for reader in readers { seen.append(try await reader.value ?? -1) }
    #expect(seen.sorted() == Array(0..<10))
  }

  @Test func `a wait ends with its task and with its time, and loses nothing`() async throws {
    let channel = Channel<Int>(limit: 8, .end)
    let stream = BluetoothStream(channel)
    let waiting = Task { try await stream.next() }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: BlueZError.cancelled) { try await waiting.value }
    var elements = stream.makeAsyncIterator()
    await #expect(throws: BlueZError.timedOut(.seconds(9))) {
      try await elements.next(within: .seconds(9), clock: TestClock(isJumping: true))
    }
    channel.yield(1)
    #expect(try await elements.next() == 1)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `random readers see each element once and in order`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let channel = Channel<Int>(limit: 1_000, .end)
    let reader = Task {
      var seen: [Int] = []
      for try await number in BluetoothStream(channel) { seen.append(number) }
      return seen
    }
    let count = Int.random(in: 0...200, using: &random)
    for number in 0..<count {
      channel.yield(number)
      if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
    }
    channel.finish()
    #expect(try await reader.value == Array(0..<count))
  }
}
