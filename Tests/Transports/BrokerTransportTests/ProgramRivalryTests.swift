import BrokerTransport
import MatchSimulation
import Testing

/// Which of several programs of one player keeps the table.
@Suite struct ProgramRivalryTests {
  /// Programs that hear each other, and what of it has not come yet.
  private struct Air {
    struct Program {
      let name: [UInt8]
      let opened: UInt64
      var rivalry: ProgramRivalry
      var isTakenOver = false
    }

    var now: UInt64 = 100_000
    var programs: [Program] = []
    /// What was said, and who has not heard it yet.
    var said: [(claim: ProgramClaim, ears: Set<Int>)] = []
    var messageCount = 0

    /// Opens the table in another program, now, and says so.
    mutating func open(_ name: UInt8, seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      let rivalry = ProgramRivalry(Array(repeating: name, count: 8)) { count in
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      }
      programs.append(
        Program(name: Array(repeating: name, count: 8), opened: now, rivalry: rivalry)
      )
      announce(programs.count - 1)
    }

    mutating func announce(_ index: Int) {
      say(programs[index].rivalry.announcement(age: now - programs[index].opened))
    }

    mutating func say(_ claim: ProgramClaim) {
      messageCount += 1
      said.append((claim, Set(programs.indices)))
    }

    mutating func deliver(_ message: Int, to ear: Int) {
      said[message].ears.remove(ear)
      hear(said[message].claim, ear)
    }

    mutating func hear(_ claim: ProgramClaim, _ ear: Int) {
      guard !programs[ear].isTakenOver else { return }
      switch programs[ear].rivalry.hear(claim, age: now - programs[ear].opened) {
      case .says(let claim): say(claim)
      case .isTakenOver: programs[ear].isTakenOver = true
      case .nothing: break
      }
    }

    /// Delivers all that was said, in any order between ears, and each ear's in order.
    mutating func settle(_ random: inout SeededGenerator) {
      while let ear = waiting.randomElement(using: &random) {
        now += UInt64.random(in: 0...40, using: &random)
        guard let next = said.firstIndex(where: { $0.ears.contains(ear) }) else { continue }
        deliver(next, to: ear)
      }
    }

    private var waiting: [Int] {
      programs.indices.filter { ear in said.contains { $0.ears.contains(ear) } }
    }

    var survivors: [Int] { programs.indices.filter { !programs[$0].isTakenOver } }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the program that was opened last keeps the table, and the other one is told`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var air = Air()
    air.open(UInt8.random(in: 0...127, using: &random) * 2, seed: seed)
    air.settle(&random)
    air.now += 5_000
    air.open(UInt8.random(in: 0...127, using: &random) * 2 + 1, seed: seed + 1_000)
    air.settle(&random)
    #expect(air.survivors == [1])
    #expect(air.messageCount <= 5)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `of several that speak at once the one that was opened last keeps the table`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var air = Air()
    for (index, name) in [UInt8](1...4).shuffled(using: &random).enumerated() {
      air.open(name, seed: seed + UInt64(index) * 1_000)
      // Nobody has heard the beginning of another one.
      air.said = []
      air.now += 60_000
    }
    for index in (0..<4).shuffled(using: &random) { air.announce(index) }
    air.settle(&random)
    #expect(air.survivors == [3])
    #expect(air.messageCount <= 4 + 4 + 30)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `of two that are opened at the same moment one keeps the table`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var air = Air()
    air.open(UInt8.random(in: 0...127, using: &random) * 2, seed: seed)
    air.now += UInt64.random(in: 0...60, using: &random)
    air.open(UInt8.random(in: 0...127, using: &random) * 2 + 1, seed: seed + 1_000)
    air.settle(&random)
    #expect(air.survivors.count == 1)
    #expect(air.messageCount <= 6)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `one that comes back from a long absence is told, though it speaks last`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var air = Air()
    for index in 0..<2 {
      air.open(
        UInt8.random(in: 0...127, using: &random) * 2 + UInt8(index),
        seed: seed + UInt64(index)
      )
      // Neither has heard the other one's beginning.
      air.said = []
      air.now += 3_600_000
    }
    air.announce(0)
    air.settle(&random)
    #expect(air.survivors == [1])
  }

  @Test func `what was recorded ends no table`() {
    var random = SeededGenerator(seed: 3)
    for names in [(1, 2), (2, 1)] as [(UInt8, UInt8)] {
      var air = Air()
      air.open(names.0, seed: 1)
      air.now += 5_000
      air.open(names.1, seed: 2)
      air.settle(&random)
      #expect(air.survivors == [1])
      let recorded = air.said.map(\.claim)
      // The player comes back to the first computer, and nobody else is there now.
      air.programs = []
      air.said = []
      air.open(names.0, seed: 3)
      for _ in 0..<3 {
        for claim in recorded { air.hear(claim, 0) }
        for message in air.said { for claim in recorded + [message.claim] { air.hear(claim, 0) } }
        air.now += 1_000
        air.announce(0)
      }
      #expect(air.survivors == [0])
    }
  }

  @Test func `a program does not answer itself`() {
    var air = Air()
    air.open(1, seed: 1)
    var random = SeededGenerator(seed: 1)
    air.announce(0)
    air.settle(&random)
    #expect(air.survivors == [0])
    #expect(air.messageCount == 2)
  }
}
