import MatchSimulation
import TestSupport
import Testing

@testable import MatchProtocol

/// A stream of bytes in each direction, between two sessions.
@Suite struct PipeTests {
  /// The standard input and output of one side.
  private struct End {
    var input: ArraySlice<UInt8>
    var output: [UInt8] = []
    var hasEnd = false
    var isFinished = false
    /// What was asked for and not supplied yet, and what is not written yet.
    var wanted: Int?
    var waiting: [[UInt8]] = []
    var seen = 0

    init(_ count: Int, seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      input = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }[...]
    }

    mutating func take(_ events: [SessionEvent]) {
      for case .pipe(let event, _) in events.dropFirst(seen) {
        switch event {
        case .wants(let count): wanted = count
        case .bytes(let bytes): waiting.append(bytes)
        case .ended: waiting.append([])
        case .finished: isFinished = true
        }
      }
      seen = events.count
    }

    /// Reads and writes at most so much at once, and says what was done.
    mutating func work(_ most: Int) -> [PipeAction] {
      var actions: [PipeAction] = []
      if let wanted {
        let bytes = Array(input.prefix(min(wanted, most)))
        input = input.dropFirst(bytes.count)
        self.wanted = nil
        actions.append(.supply(bytes))
      }
      for bytes in waiting.prefix(4) {
        #expect(!hasEnd)
        output += bytes
        hasEnd = bytes.isEmpty
        actions.append(.wrote(bytes.count))
      }
      waiting = Array(waiting.dropFirst(4))
      return actions
    }
  }

  @Test func `an end that comes when all is written is told of before all is done`() {
    var pipe = Pipe()
    _ = pipe.perform(.open)
    _ = pipe.perform(.supply([]))
    #expect(pipe.hear(.taken(PipeTaken(received: 0, limit: 100, isWhole: true))) == [])
    #expect(pipe.hear(.piece(PipePiece(offset: 0, content: [1]))) == [.bytes([1])])
    #expect(pipe.perform(.wrote(1)) == nil)
    #expect(pipe.hear(.piece(PipePiece(offset: 1, content: [], isLast: true))) == [.ended])
    #expect(pipe.due() == nil)
    #expect(pipe.perform(.wrote(0))?.isWhole == true)
    #expect(pipe.due() == .finished)
  }

  private struct Piping {
    var pair: LinkPair
    var host: End
    var guest: End

    init(host: Int, guest: Int, seed: UInt64 = 1, size: Int = 508) {
      self.host = End(host, seed: seed)
      self.guest = End(guest, seed: seed &+ 1_000)
      pair = LinkPair(seed: seed, maximumPacketSize: size, patience: SessionTimes.seat)
      pair.connect()
      pair.both(
        host: { $0.perform(.pipe(.open), now: $1) },
        guest: { $0.perform(.pipe(.open), now: $1) }
      )
    }

    mutating func work(_ most: Int = 10_000) {
      host.take(pair.hostEvents)
      guest.take(pair.guestEvents)
      for action in host.work(most) { pair.host { $0.perform(.pipe(action), now: $1) } }
      for action in guest.work(most) { pair.guest { $0.perform(.pipe(action), now: $1) } }
    }

    var isFinished: Bool { host.isFinished && guest.isFinished }
  }

  @Test(arguments: [(0, 0), (1, 0), (0, 1_000), (600_000, 30_000)])
  func `bytes arrive as they are, both ways, and both ends are heard`(host: Int, guest: Int) {
    var piping = Piping(host: host, guest: guest)
    let (sent, answered) = (Array(piping.host.input), Array(piping.guest.input))
    for _ in 0..<4_000 where !piping.isFinished {
      piping.work()
      piping.pair.advance(by: .milliseconds(20))
    }
    #expect(piping.isFinished)
    #expect(piping.guest.output == sent)
    #expect(piping.host.output == answered)
    #expect(piping.guest.hasEnd && piping.host.hasEnd)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `no byte is lost or doubled through loss and cuts`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var piping = Piping(
      host: Int.random(in: 0...30_000, using: &random),
      guest: Int.random(in: 0...30_000, using: &random),
      seed: seed,
      size: Int.random(in: 18...508, using: &random)
    )
    let (sent, answered) = (Array(piping.host.input), Array(piping.guest.input))
    piping.pair.setFaults(LinkFaults(reordering: 20, duplicated: 20, dropped: 5))
    for step in 0..<4_000 where !piping.isFinished {
      piping.work(Int.random(in: 1...3_000, using: &random))
      piping.pair.advance(by: .milliseconds(Int.random(in: 0...200, using: &random)))
      if step % 10 == 9, random.chance(20) {
        piping.pair.cut()
        piping.work()
        piping.pair.connect(maximumPacketSize: Int.random(in: 18...508, using: &random))
      }
    }
    #expect(piping.isFinished)
    #expect(piping.guest.output == sent)
    #expect(piping.host.output == answered)
  }

  @Test func `an end that is not read from stops the other one, which keeps little`() {
    var piping = Piping(host: 2_000_000, guest: 0)
    for _ in 0..<2_000 {
      piping.host.take(piping.pair.hostEvents)
      for action in piping.host.work(1 << 20) {
        piping.pair.host { $0.perform(.pipe(action), now: $1) }
      }
      piping.pair.advance(by: .milliseconds(20))
    }
    // A window at the reader, and one that waits.
    #expect(2_000_000 - piping.host.input.count <= 2 * Pipe.window)
    #expect(retainedBytes(of: piping.pair.host) < 3 * Pipe.window)
  }

  @Test func `what comes in a place where it cannot be is passed over`() {
    var pipe = Pipe()
    #expect(pipe.hear(.piece(PipePiece(offset: 0, content: [1]))) == [])
    _ = pipe.perform(.open)
    #expect(pipe.hear(.piece(PipePiece(offset: 1, content: [1]))) == [])
    #expect(pipe.hear(.piece(PipePiece(offset: 0, content: [1]))) == [.bytes([1])])
    #expect(pipe.hear(.piece(PipePiece(offset: 0, content: [1]))) == [])
    #expect(pipe.hear(.taken(PipeTaken(received: 5, limit: 10, isWhole: true))) == [])
    #expect(pipe.hear(.piece(PipePiece(offset: 1, content: [], isLast: true))) == [.ended])
    #expect(pipe.hear(.piece(PipePiece(offset: 1, content: [2]))) == [])
    #expect(pipe.due() == .wants(64 * 1_024))
    #expect(pipe.due() == nil)
  }

  @Test func `who has all of it comes back to say so`() {
    var piping = Piping(host: 0, guest: 0)
    piping.pair.setFaults(LinkFaults(dropped: 100))
    for _ in 0..<3 { piping.work() }
    piping.pair.guest { $0.perform(.pipe(.wrote(0)), now: $1) }
    piping.pair.cut()
    piping.pair.setFaults(.none)
    piping.pair.connect()
    for _ in 0..<20 {
      piping.work()
      piping.pair.advance(by: .milliseconds(200))
    }
    #expect(piping.isFinished)
  }
}
