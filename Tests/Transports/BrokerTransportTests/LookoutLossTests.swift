import MatchProtocol
import PrivateBroker
import TestSupport
import Testing

@testable import BrokerTransport

/// A mosquitto that is killed under those who look for tables.
@Suite(.timeLimit(.minutes(1))) struct LookoutLossTests {
  @Test func `a broker that is lost is said so, and what is there is there again`() async throws {
    try await PrivateBroker.run { broker in
      let meeting = LookoutTests.Meeting(broker)
      let table = try #require(meeting.table)
      let (events, deliver) = AsyncStream.makeStream(of: TransportEvent.self)
      let presence = try await meeting.open { deliver.yield($0) }
      try await meeting.watch { changes in
        #expect(await changes.next() == .reached)
        #expect(await changes.next() == .appeared(table))
        broker.kill()
        #expect(await changes.next() == .lost)
        meeting.askInVain()
        #expect(await changes.next() == .vanished(table))
        try broker.start()
        // Both wait before they connect again, and Bo before he asks.
        await meeting.adaClock.until { $0.count == 1 }
        await meeting.boClock.until { $0.count == 2 }
        for clock in [meeting.adaClock, meeting.boClock] { clock.advance(by: .seconds(30)) }
        #expect(await changes.next() == .reached)
        var found = 0
        for await case .progress(.brokerFound) in events {
          found += 1
          if found == 2 { break }
        }
        meeting.ask()
        #expect(await changes.next() == .appeared(table))
      }
      await presence.close()
    }
  }
}
