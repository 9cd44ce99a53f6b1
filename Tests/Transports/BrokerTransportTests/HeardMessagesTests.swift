import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor
import Testing

@testable import BrokerTransport

/// What is said again by whoever sees it at a broker.
@Suite(.timeLimit(.minutes(1))) struct HeardMessagesTests {
  private func message(_ number: Int) -> MQTTOptions.Message {
    let nonce = UInt64(number).bigEndianBytes + [UInt8](repeating: 0, count: 4)
    return MQTTOptions.Message(topic: "t", payload: nonce + [UInt8](repeating: 7, count: 17))
  }

  @Test func `what was heard of late is known, and what was heard long ago takes no memory`() {
    var heard = HeardMessages()
    let count = HeardMessages.leastCount
    #expect(!heard.contains(message(0)))
    for number in 0..<3 * count { heard.note(message(number)) }
    let known = (0..<3 * count).filter { heard.contains(message($0)) }
    #expect(known == Array(count * 2..<3 * count))
    #expect(!heard.contains(MQTTOptions.Message(topic: "t", payload: [1, 2, 3])))
  }

  @Test func `a flood is told once a minute, and what comes now and then is none`() {
    var heard = HeardMessages()
    let start = ContinuousClock.now
    func told(at seconds: Int, count: Int) -> Int {
      (0..<count).count { _ in heard.isFlooded(now: start + .seconds(seconds)) }
    }
    #expect(told(at: 1, count: HeardMessages.mostUseless - 1) == 0)
    #expect(told(at: 20, count: 3 * HeardMessages.mostUseless) == 1)
    #expect(told(at: 40, count: HeardMessages.mostUseless) == 0)
    #expect(told(at: 90, count: HeardMessages.mostUseless) == 1)
  }

  private struct Missing: Error {}

  @Test func `what is said again a thousand times is heard once, and the flood is told`()
    async throws
  {
    try await LocalBroker.run { broker in
      let brokers = BrokerList(BrokerAddress(.plain, host: "127.0.0.1", port: broker.port))
      let door = Door(TableCode(brokers, try #require(TableDigest(Array(repeating: 5, count: 16)))))
      let (hostEvents, hostSink) = AsyncStream<TransportEvent>.makeStream()
      let (guestEvents, guestSink) = AsyncStream<TransportEvent>.makeStream()
      let host = try await BrokerHostTransport.open(BrokerTable([door]), at: brokers) {
        hostSink.yield($0)
      }
      let location = HostLocation(address: "\(brokers)/", name: nil)
      let guest = BrokerGuestTransport(to: [door], at: brokers, known: location) {
        guestSink.yield($0)
      }
      try await guest.connect()
      // Somebody without the code, who sees all topics.
      let (messages, deliver) = AsyncStream<MQTTClient.Event>.makeStream()
      let spy = try await MQTTClient.open(
        MQTTOptions(brokers.addresses[0], clientID: "spy"),
        on: QueueExecutor(label: "spy")
      ) { deliver.yield($0) }
      try await spy.subscribe("tabletooth/#")
      try await guest.send([1])
      var fromHost: [[UInt8]] = []
      var fromGuest: [[UInt8]] = []
      for await case .link(.packet(let packet, _, _)) in hostEvents {
        fromGuest.append(packet)
        break
      }
      await host.send([2])
      var said: [MQTTOptions.Message] = []
      for await case .message(let message) in messages {
        said.append(message)
        if said.count == 2 { break }
      }
      let storm = said
      let repeating = Task {
        while !Task.isCancelled {
          for message in storm { try? await spy.publish(message.payload, at: message.topic) }
          await Task.yield()
        }
      }
      // Both hear of it.
      for await event in hostEvents {
        if case .progress(.brokerFlooded) = event { break }
        if case .link(.packet(let packet, _, _)) = event { fromGuest.append(packet) }
      }
      for await event in guestEvents {
        if case .progress(.brokerFlooded) = event { break }
        if case .link(.packet(let packet, _, _)) = event { fromHost.append(packet) }
      }
      repeating.cancel()
      await repeating.value
      #expect(fromGuest == [[1]])
      #expect(fromHost == [[2]])
      await spy.close()
      await guest.close()
      await host.close()
    }
  }
}
