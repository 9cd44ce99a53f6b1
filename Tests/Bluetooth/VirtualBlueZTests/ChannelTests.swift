import Testing

@testable import VirtualBlueZ

@Suite struct ChannelTests {
  private func carry(_ count: Int, _ behaviour: Behaviour, seed: UInt64) -> [Int] {
    var channel = Channel(seed: seed)
    var arrived: [Packet] = []
    for number in 0..<count {
      let bytes = [UInt8(number >> 8), UInt8(number & 255)]
      arrived += channel.add(Packet(handle: 1, bytes: bytes), behaviour)
    }
    return (arrived + channel.flush()).map { Int($0.bytes[0]) << 8 + Int($0.bytes[1]) }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `nothing overtakes more than the displacement allows`(seed: UInt64) {
    let order = carry(1_000, .with { $0.displacement = 79 }, seed: seed)
    #expect(order.sorted() == Array(0..<1_000))
    #expect(order != Array(0..<1_000))
    let most = order.enumerated().map { abs($0.offset - $0.element) }.max()
    #expect(most ?? 0 <= 79)
    #expect(most ?? 0 > 20)
  }

  @Test func `the best behaviour keeps the order`() {
    #expect(carry(300, Behaviour(), seed: 1) == Array(0..<300))
  }

  @Test func `what is lost is up to the seed`() {
    let behaviour = Behaviour.with { $0.lossRate = 0.3 }
    let arrived = carry(1_000, behaviour, seed: 1)
    #expect((600...800).contains(arrived.count))
    #expect(arrived == carry(1_000, behaviour, seed: 1))
    #expect(arrived != carry(1_000, behaviour, seed: 2))
  }
}
