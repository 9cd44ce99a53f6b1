import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

/// Random packets, nearly right, against every state of both sessions.
@Suite struct HostileSessionTests {
  private func packet(using random: inout SeededGenerator) -> [UInt8] {
    var packet = random.bytes(Int.random(in: 0...30, using: &random))
    guard packet.count > 9, random.chance(90) else {
      return packet
    }
    packet[0] = 0x40 | packet[0] & 0x31
    packet[1] = random.chance(50) ? 0 : 1
    packet[2] = 0
    packet[3] &= 3
    packet[6] = 0
    return packet
  }

  @Test(arguments: HostSituation.allCases, 0..<20 as Range<UInt64>)
  func `a host ends at most once and then is silent`(situation: HostSituation, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var host = situation.pair.host
    var isOver = situation == .over
    for index in 0..<500 {
      let now = Duration.milliseconds(index * 10)
      let step =
        host.receive([packet(using: &random)], now: now) + host.tick(now: now)
      #expect(!isOver || step.isEmpty)
      isOver = isOver || step.end != nil
    }
  }

  @Test(arguments: GuestSituation.allCases, 0..<20 as Range<UInt64>)
  func `a guest ends at most once and then is silent`(situation: GuestSituation, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var guest = situation.pair.guest
    var isOver = situation == .over
    for index in 0..<500 {
      let now = Duration.milliseconds(index * 10)
      let step =
        guest.receive([packet(using: &random)], now: now) + guest.tick(now: now)
      #expect(!isOver || step.isEmpty)
      isOver = isOver || step.end != nil
    }
  }
}
