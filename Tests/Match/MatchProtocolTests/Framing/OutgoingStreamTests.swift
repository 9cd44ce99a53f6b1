import Testing

@testable import MatchProtocol

@Suite struct OutgoingStreamTests {
  private func stream(_ count: Int) -> OutgoingStream {
    var stream = OutgoingStream(linkID: someLink)
    for index in 0..<count {
      stream.submit([UInt8(truncatingIfNeeded: index)], on: .match)
    }
    return stream
  }

  private func numbers(_ packets: [[UInt8]]) -> [Int] {
    packets.map { Int($0[2]) << 8 | Int($0[3]) }
  }

  @Test func `no more than 64 fragments are on the way, and each acknowledged one makes room`()
    throws
  {
    var stream = stream(100)
    #expect(numbers(stream.release(packetSize: 18, now: .zero)) == Array(0..<64))
    #expect(stream.release(packetSize: 18, now: .zero).isEmpty)
    #expect(try stream.acknowledge(10, now: .zero).count == 10)
    #expect(numbers(stream.release(packetSize: 18, now: .zero)) == Array(64..<74))
  }

  @Test func `credit holds back what is not sent yet, down to nothing`() throws {
    var stream = stream(10)
    stream.apply(Report(credit: 3), acknowledged: 0, now: .zero)
    #expect(numbers(stream.release(packetSize: 18, now: .zero)) == [0, 1, 2])
    _ = try stream.acknowledge(2, now: .zero)
    stream.apply(Report(credit: 0), acknowledged: 2, now: .zero)
    #expect(stream.release(packetSize: 18, now: .zero).isEmpty)
    stream.apply(Report(credit: 2), acknowledged: 2, now: .zero)
    #expect(numbers(stream.release(packetSize: 18, now: .zero)) == [3])
  }

  @Test func `credit of a report that others have overtaken counts for nothing`() throws {
    var stream = stream(10)
    _ = stream.release(packetSize: 18, now: .zero)
    _ = try stream.acknowledge(5, now: .zero)
    stream.apply(Report(credit: 0), acknowledged: 4, now: .zero)
    stream.submit([9])
    #expect(numbers(stream.release(packetSize: 18, now: .zero)) == [10])
  }

  @Test func `a message is acknowledged when its last fragment is`() throws {
    var stream = OutgoingStream(linkID: someLink)
    stream.submit([UInt8](repeating: 1, count: 30))
    stream.submit([2])
    _ = stream.release(packetSize: 18, now: .zero)
    #expect(try stream.acknowledge(2, now: .zero).count == 0)
    #expect(try stream.acknowledge(3, now: .zero).count == 1)
    #expect(try stream.acknowledge(4, now: .zero).count == 1)
    #expect(stream.deadline == nil)
  }

  @Test func `the link's own messages go first, and a message that has begun goes on`() throws {
    var stream = OutgoingStream(linkID: someLink)
    stream.apply(Report(credit: 1), acknowledged: 0, now: .zero)
    stream.submit([UInt8](repeating: 1, count: 12), on: .match)
    stream.submit([2], on: .match)
    #expect(stream.release(packetSize: 18, now: .zero).map(\.last) == [1])
    stream.submit([9])
    stream.apply(Report(), acknowledged: 0, now: .zero)
    #expect(stream.release(packetSize: 18, now: .zero).map(\.last) == [1, 9, 2])
    #expect(try stream.acknowledge(4, now: .zero) == [.match, nil, .match])
  }

  @Test func `a channel's message is sealed when it is its turn, the link's own never`() {
    var stream = OutgoingStream(linkID: someLink)
    stream.apply(Report(credit: 2), acknowledged: 0, now: .zero)
    stream.submit([1], on: .match)
    stream.submit([2], on: .match)
    stream.submit([3])
    var sealed: [[UInt8]] = []
    let packets = stream.release(packetSize: 18, now: .zero) { message in
      sealed.append(message)
      return UncutMessage.behindRoom(message.map { $0 + 100 })
    }
    #expect(packets.map(\.last) == [3, 101])
    #expect(sealed == [[1]])
  }

  @Test func `an old acknowledgement is nothing and one of the future is an error`() throws {
    var stream = stream(3)
    _ = stream.release(packetSize: 18, now: .zero)
    #expect(try stream.acknowledge(2, now: .zero).count == 2)
    #expect(try stream.acknowledge(1, now: .zero).count == 0)
    #expect(try stream.acknowledge(0x8002, now: .zero).count == 0)
    #expect(throws: ProtocolError.unsentAcknowledged(number: 4, next: 3)) {
      try stream.acknowledge(4, now: .zero)
    }
  }

  @Test func `an acknowledgement that is 8,128 fragments old is not taken for a new one`() throws {
    var stream = OutgoingStream(linkID: someLink)
    for number in UInt16(0)..<8_128 {
      stream.submit([1])
      _ = stream.release(packetSize: 18, now: .zero)
      _ = try stream.acknowledge(number + 1, now: .zero)
    }
    stream.submit([1])
    _ = stream.release(packetSize: 18, now: .zero)
    for old in UInt16(0)...8_128 {
      #expect(try stream.acknowledge(old, now: .zero).count == 0)
    }
  }

  @Test func `repetitions wait 1, 2, 4, 8, 8 seconds, and the sixth expiry is a stall`() {
    var stream = stream(1)
    _ = stream.release(packetSize: 18, now: .zero)
    for seconds in [1, 3, 7, 15, 23] {
      #expect(stream.deadline == .seconds(seconds))
      #expect(stream.repeatOverdue(now: .milliseconds(seconds * 1_000 - 1)).isEmpty)
      #expect(!stream.isStalled(now: .seconds(seconds)))
      #expect(numbers(stream.repeatOverdue(now: .seconds(seconds))) == [0])
    }
    #expect(!stream.isStalled(now: .milliseconds(30_999)))
    #expect(stream.isStalled(now: .seconds(31)))
  }

  @Test func `what a report has named, or was sent a moment ago, is not repeated`() {
    var stream = stream(4)
    _ = stream.release(packetSize: 18, now: .zero)
    stream.apply(Report(beyond: 0b10), acknowledged: 0, now: .milliseconds(200))
    stream.submit([9], on: .match)
    _ = stream.release(packetSize: 18, now: .milliseconds(500))
    #expect(numbers(stream.repeatOverdue(now: .seconds(1))) == [0, 1, 3])
  }

  @Test func `the oldest is repeated even if a report claims to have it`() {
    var stream = stream(1)
    _ = stream.release(packetSize: 18, now: .zero)
    stream.apply(Report(beyond: .max), acknowledged: 0, now: .zero)
    #expect(numbers(stream.repeatOverdue(now: .seconds(1))) == [0])
  }

  @Test func `fragments are cut for the size of the moment`() {
    var stream = OutgoingStream(linkID: someLink)
    stream.apply(Report(credit: 1), acknowledged: 0, now: .zero)
    stream.submit([UInt8](repeating: 1, count: 4_000))
    #expect(stream.release(packetSize: 18, now: .zero).map(\.count) == [18])
    stream.apply(Report(credit: 2), acknowledged: 0, now: .zero)
    #expect(stream.release(packetSize: 508, now: .zero).map(\.count) == [508])
  }

  @Test func `the timer learns from what was sent once`() {
    var roundTrip = RoundTrip()
    #expect(roundTrip.timeout == .seconds(1))
    roundTrip.measure(.seconds(1))
    #expect(roundTrip.timeout == .seconds(3))
    roundTrip.measure(.seconds(1))
    #expect(roundTrip.timeout == .milliseconds(2_500))
    roundTrip.backOff()
    #expect(roundTrip.timeout == .seconds(5))
    roundTrip.backOff()
    #expect(roundTrip.timeout == .seconds(8))
    roundTrip.measure(.seconds(1))
    #expect(roundTrip.timeout == .milliseconds(2_125))
  }
}
