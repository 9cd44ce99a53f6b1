import BoardUI
import Glibc
import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor
import TestSupport
import Testing

@testable import BrokerTransport
@testable import tabletooth

/// How much a bridge carries, and what it says of that.
@Suite(.timeLimit(.minutes(1))) struct BridgeTrafficTests {
  /// The first part of a greeting that never ends.
  private static let packet =
    FragmentHeader(kind: .message, isFirst: true, linkID: .unassigned, sequence: 0).encoded
    + Array(repeating: 1, count: 100)

  /// Somebody far away who has the code, and says a packet again and again as fast as the broker
  /// takes it, whatever it is told.
  private func flood(_ code: String) async throws -> Task<Void, any Error> {
    let code = try TableCode(code, at: nil)
    let options = MQTTOptions(code.broker.addresses[0], clientID: "flooder")
    let executor = QueueExecutor(label: "flooder")
    let flooder = try await MQTTClient.open(options, on: executor) { _ in }
    let frame = BrokerFrame.packet(Self.packet, answers: 508)
    let (door, id) = (Door(code), GuestID.random())
    return Task {
      while !Task.isCancelled {
        let message = door.message(frame, ofGuest: id)
        do {
          try await flooder.publish(message.payload, at: message.topic)
        } catch MQTTError.full {
          await Task.yield()
        }
      }
      await flooder.close()
    }
  }

  @Test func `beside one who floods a bridge, the moves of others arrive`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        let host = try await air.openTable("--first", "me")
        let bridge = try air.start(
          "Bea",
          [
            "bridge", "Anna", "--bus", air.bus, "--adapter", "hci1", "--on",
            "mqtt://127.0.0.1:\(broker.port)",
          ]
        )
        let code = try await bridge.printsWord(after: "tabletooth join ")
        let guest = try air.start("Gus", ["join", code, "--name", "Gus", "--admit", "anyone"])
        try await host.prints("Gus joined your table.")
        let flood = try await flood(code)
        try await bridge.prints("The buffer of guest 2 is full. Packets dropped: ")
        try await bridge.prints("Guest 2 left: ")
        try await bridge.prints("Guest 2 sends too much. ")
        for (black, white) in [("h8", "h9"), ("i8", "i9"), ("j8", "j9")] {
          host.type(black)
          try await guest.prints("Black plays \(black).")
          guest.type(white)
          try await host.prints("White plays \(white).")
        }
        flood.cancel()
        _ = try await flood.value
        bridge.signal(SIGINT)
        let end = try #require(await bridge.output().last)
        #expect(end.hasPrefix("The bridge carried in total: "), "\(end)")
        #expect(end.contains(") to the table, "), "\(end)")
        #expect(end.contains(" dropped."), "\(end)")
      }
    }
  }

  @Test func `who says again what a player says to a bridge puts nobody out`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        let place = "mqtt://127.0.0.1:\(broker.port)"
        let host = try await air.openTable("--first", "me")
        let bridge = try air.start(
          "Bea",
          ["bridge", "Anna", "--bus", air.bus, "--adapter", "hci1", "--on", place]
        )
        let code = try await bridge.printsWord(after: "tabletooth join ")
        let guest = try air.start("Gus", ["join", code, "--name", "Gus", "--admit", "anyone"])
        try await host.prints("Gus joined your table.")
        let (events, sink) = AsyncStream<MQTTClient.Event>.makeStream()
        let options = MQTTOptions(try TableCode(code, at: nil).broker.addresses[0], clientID: "spy")
        let executor = QueueExecutor(label: "spy")
        let spy = try await MQTTClient.open(options, on: executor) { sink.yield($0) }
        try await spy.subscribe("tabletooth/#")
        host.type("h8")
        try await guest.prints("Black plays h8.")
        // What was said first on each side, by the guest an acknowledgement.
        var said: [Bool: MQTTOptions.Message] = [:]
        for await case .message(let message) in events {
          said[message.topic.hasSuffix("/h")] = message
          if said.count == 2 { break }
        }
        try await spy.unsubscribe("tabletooth/#")
        let storm = Array(said.values)
        let flood = Task {
          while !Task.isCancelled {
            for message in storm { try? await spy.publish(message.payload, at: message.topic) }
            await Task.yield()
          }
        }
        try await bridge.prints("Somebody floods the broker with messages")
        guest.type("h9")
        try await host.prints("White plays h9.")
        host.type("i8")
        try await guest.prints("Black plays i8.")
        flood.cancel()
        await flood.value
        await spy.close()
        bridge.signal(SIGINT)
        let lines = await bridge.output()
        #expect(!lines.contains { $0.contains("sends too much") || $0.contains("left") })
      }
    }
  }

  // MARK: What is told

  /// One side of a bridge, which takes all that is said to it.
  private struct Side: PacketTransport, TableSide {
    func send(_ packet: [UInt8]) {}
    func send(_ packet: [UInt8], of guest: PeerID, answers size: Int) {}
    func leave(_ guest: PeerID) {}
    func disconnect(_ peer: PeerID) {}
    func close() {}
  }

  @MainActor @Test func `a bridge says each minute what it has carried, if it has, and at its end`()
    async throws
  {
    let events = AsyncStream.makeStream(of: BridgeRun.Event.self)
    let told = AsyncStream.makeStream(of: String.self)
    let clock = TestClock()
    let side = Side()
    let run = BridgeRun(
      (events.stream, events.continuation),
      from: side,
      to: side,
      offering: nil,
      clock: clock
    )
    run.write = { line in
      told.continuation.yield(line)
      return true
    }
    let running = Task { await run.run() }
    var lines = told.stream.makeAsyncIterator()
    func say() {
      let peer = PeerID(rawValue: "gus")
      let event = LinkEvent.packet(Self.packet, from: peer, maximumPacketSize: 508)
      events.continuation.yield(.guests(.link(event)))
    }
    say()
    #expect(await lines.next() == "Guest 1 joined.\n")
    clock.pass(.seconds(60))
    let first = "Guests: 1. Total: 1 packet (106 B) to the table, 0 packets (0 B) from it.\n"
    #expect(await lines.next() == first)
    // Nothing is said of a minute in which nothing was carried.
    clock.pass(.seconds(60))
    say()
    clock.pass(.seconds(60))
    let second = "Guests: 1. Total: 2 packets (212 B) to the table, 0 packets (0 B) from it.\n"
    #expect(await lines.next() == second)
    events.continuation.yield(.stop(.interrupt))
    let end =
      "The bridge carried in total: 2 packets (212 B) to the table, 0 packets (0 B) from it.\n"
    #expect(await lines.next() == end)
    #expect(await running.value == .interrupted(.interrupt))
  }
}
