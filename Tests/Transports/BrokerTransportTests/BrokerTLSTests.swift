import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import TestSupport
import Testing

/// A guest at a broker with TLS, which mosquitto speaks.
@Suite(.timeLimit(.minutes(1))) struct BrokerTLSTests {
  private let knocking = Knocking()

  @Test func `a broker whose certificate is not trusted is given up after five times`()
    async throws
  {
    try await PrivateBroker.run(isSecure: true) { server in
      let broker = BrokerAddress(.secure, host: "localhost", port: server.port)
      let guest = try knocking.guest(at: broker)
      await guest.keepConnecting()
      let events = await knocking.events()
      guard case .ended(let end)? = events.last,
        case .broker(broker, .insecure(let words))? = end as? BrokerError
      else {
        Issue.record("\(String(describing: events.last))")
        return
      }
      #expect(words.contains("certificate verify failed"))
      #expect(knocking.attempts(events) >= 4)
      await guest.close()
    }
  }

  @Test func `who hangs up where TLS was before is tried for ever`() async throws {
    try await PrivateBroker.run(isSecure: true) { broker in
      let place = BrokerAddress(.secure, host: "localhost", port: broker.port)
      let guest = try knocking.guest(at: place, trusting: broker.certificate)
      await guest.keepConnecting()
      for await event in knocking.told.stream where event == .progress(.brokerFound) { break }
      broker.kill()
      // It is what listens for a broker that starts, and has nobody to ask yet.
      let doorkeeper = try RudeServer([], port: broker.port)
      #expect(knocking.attempts(await knocking.eventsOfManyAttempts()) == 10)
      #expect(doorkeeper.port == broker.port)
      await guest.close()
    }
  }
}
