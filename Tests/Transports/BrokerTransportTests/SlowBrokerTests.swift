import MQTT
import PrivateBroker
import QueueExecutor
import TestSupport
import Testing

@testable import BrokerTransport

/// A broker that takes its time.
@Suite(.timeLimit(.minutes(1))) struct SlowBrokerTests {
  @Test func `a message that is late once is not called forbidden`() async throws {
    try await LocalBroker.run { broker in
      // The first wait is over at once, however fast the broker is; the second one stands.
      let clock = TestClock()
      clock.pass(.seconds(2))
      let line = BrokerLine(
        BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)),
        BrokerAccess(),
        on: QueueExecutor(label: "line"),
        clock: clock,
        listeningTo: [],
        for: BrokerLine.Owner(will: { nil }, deliver: { _ in }, hear: { _ in false })
      )
      try await line.connect()
      #expect(await line.forbidden(of: ["tabletooth/1/somewhere/h"]) == nil)
      await line.close()
    }
  }
}
