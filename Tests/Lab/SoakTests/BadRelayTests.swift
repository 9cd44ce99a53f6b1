import BrokerTransport
import MQTT
import PrivateBroker
import QueueExecutor
import Testing

@testable import soak

/// Whole matches whose packets somebody carries who does it badly.
@Suite(.timeLimit(.minutes(5))) struct BadRelayTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let faults: BadRelay.Faults
  }

  static let cases = [
    Case(testDescription: "flips bits", faults: .init(flipped: 25)),
    Case(testDescription: "holds packets for long", faults: .init(held: 6)),
    Case(testDescription: "reorders", faults: .init(swapped: 3)),
    Case(testDescription: "drops one in five", faults: .init(dropped: 5)),
    Case(testDescription: "floods with what was said before", faults: .init(repeated: 30)),
    Case(testDescription: "forges", faults: .init(forged: 20)),
    Case(
      testDescription: "does all of it",
      faults: .init(flipped: 60, held: 20, swapped: 10, dropped: 15, repeated: 4, forged: 60)
    ),
  ]

  @Test(arguments: cases, [11, 12] as [UInt64])
  func `a match ends with equal records whoever carries it, and nothing forged is taken`(
    example: Case,
    seed: UInt64
  ) async throws {
    try await LocalBroker.run { hosts in
      try await LocalBroker.run { guests in
        let (events, deliver) = AsyncStream<OnlineTable.Event>.makeStream()
        let table = OnlineTable(
          at: Self.list(hosts),
          guestAt: Self.list(guests),
          on: QueueExecutor(label: "table"),
          seed: seed
        ) { deliver.yield($0) }
        let relay = BadRelay(table.code, example.faults, seed: seed)
        try await relay.open(from: hosts, to: guests)
        try await table.open()
        for await case .seated in events { break }
        await relay.turnBad()
        await table.play(thinking: .zero)
        // Who is done may be gone before the other one hears that it has heard all: that waits.
        for await case .decided in events { break }
        await table.close()
        let fault = await table.recordFault
        #expect(fault == nil, "\(fault ?? "")")
        #expect(await relay.harm > 0)
        await relay.close()
      }
    }
  }

  private static func list(_ broker: LocalBroker) -> BrokerList {
    BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
  }
}
