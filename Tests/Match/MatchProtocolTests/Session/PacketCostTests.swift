import MatchProtocol
import MatchSimulation
import Testing

/// What a match costs on the air, sealed and with the hash of the position.
@Suite struct PacketCostTests {
  /// The longest moves of each game, at the latest ply that it can have: gomoku on 19 lines, the
  /// choices of swap2, liuzhou and xiangqi.
  private static let moves = [
    (360, "s19"), (224, "o15"), (3, "black"), (5, "white"), (16_383, "i9i0"), (8_000, "h2e2"),
  ]

  /// How many packets `message` takes on a link for packets of `size` bytes.
  private func packets(_ message: MatchMessage, size: Int) -> Int {
    var pair = LinkPair(maximumPacketSize: size)
    pair.connect()
    pair.advance(by: .seconds(1))
    let before = pair.packetsSent
    pair.host { $0.submit(message, now: $1) }
    #expect(pair.guestEvents.last == .message(message, from: hostPeer))
    return pair.packetsSent - before
  }

  @Test(arguments: moves)
  func `a move costs one packet at MTU 517 and at most three at MTU 23`(ply: Int, text: String) {
    let move = MatchMessage.move(.init(ply: ply, text: text, position: .max))
    #expect(packets(move, size: PacketSize.largest) == 1)
    #expect(packets(move, size: PacketSize.smallest) <= 3)
  }

  @Test(
    arguments: [
      .resign, .ask(.init(.takeBack(remaining: 8_000), ply: 8_001)),
      .answer(.init(.rematch, ply: 8_001, agrees: true)), .pause(.init(isOn: true, ply: 8_001)),
      .flag(ply: 8_001), .differ(.init(ply: 8_001, position: .max)),
    ] as [MatchMessage]
  )
  func `so does everything else that a player says`(message: MatchMessage) {
    #expect(packets(message, size: PacketSize.largest) == 1)
    #expect(packets(message, size: PacketSize.smallest) <= 3)
  }

  @Test(arguments: [(PacketSize.largest, 4), (PacketSize.smallest, 37)])
  func `a link begins with the packets of the exchange, and one Confirm from each side`(
    size: Int,
    exchange: Int
  ) {
    var pair = LinkPair(maximumPacketSize: size, patience: SessionTimes.seat)
    pair.connect()
    pair.advance(by: .seconds(1))
    pair.cut()
    let before = pair.packetsSent
    pair.connect()
    #expect(pair.hostEvents.last == .resumed(LinkPair.guestPeer))
    #expect(pair.guestEvents.last == .resumed(LinkPair.hostPeer))
    let greeting = packets(resume()).count + packets(resumed()).count
    let confirm = size == PacketSize.largest ? 1 : 5
    #expect(pair.packetsSent - before == greeting + exchange + 2 * confirm)
  }

  private func packets(_ greeting: Envelope) -> [[UInt8]] {
    MatchProtocolTests.packets(greeting)
  }
}
