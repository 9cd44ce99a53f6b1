import BrokerTransport
import PrivateBroker
import Testing

@testable import soak

/// A limit of packets that a real mosquitto has.
@Suite(.timeLimit(.minutes(1))) struct PacketLimitTests {
  @Test(arguments: [300, 400, 1_000_000])
  func `a game is played at a broker that takes packets of this length`(limit: Int) async throws {
    let settings = ["allow_anonymous true", "max_packet_size \(limit)"]
    try await PrivateBroker.run(settings) { broker in
      let crowd = OnlineCrowd(1, at: OnlineTableTests.brokers(broker), queues: 1, seed: 3)
      #expect(await crowd.open() == [])
      let outcome = await crowd.play(thinking: .zero)
      #expect(outcome.faults == [])
      #expect(outcome.equal == 1)
    }
  }
}
