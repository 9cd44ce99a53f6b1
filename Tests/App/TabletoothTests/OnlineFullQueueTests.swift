import Foundation
import Glibc
import MQTT
import PrivateBroker
import QueueExecutor
import Testing

/// A broker whose queues are full, and one that stands still.
@Suite(.timeLimit(.minutes(3))) struct OnlineFullQueueTests {
  private static let settings = [
    "allow_anonymous true", "sys_interval 1", "max_queued_messages 10", "max_queued_bytes 20000",
    "max_inflight_messages 1",
  ]

  private static func address(_ broker: PrivateBroker) -> String {
    "mqtt://127.0.0.1:\(broker.port)"
  }

  @Test func `what a full queue of the broker drops is said again, and a file comes whole`()
    async throws
  {
    let folder = try TemporaryFolder()
    let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    let source = "\(folder.path)/long.bin"
    try content.write(to: URL(fileURLWithPath: source))
    try await PrivateBroker.run(Self.settings) { broker in
      try await NetworkPlayers.run { players in
        let flood = try await BrokerFlood(broker)
        let online = ["--on", Self.address(broker), "--first", "me"]
        let (host, invitation) = try await players.openTable(online)
        let guest = try players.join(
          [try #require(invitation.first)],
          variables: ["XDG_DOWNLOAD_DIR=\(folder.path)"]
        )
        try await guest.prints("You are at Anna's table.")
        host.type("send \(source)")
        try await guest.prints("Anna wants to send you long.bin")
        guest.type("accept")
        try await guest.prints("long.bin: 10 %")
        guest.signal(SIGSTOP)
        try await flood.fillQueue()
        guest.signal(SIGCONT)
        try await guest.prints("long.bin arrived intact")
        let copy = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/long (2).bin"))
        #expect(copy == content)
        host.type("h8")
        try await guest.prints("Black plays h8.")
        await flood.close()
      }
    }
  }

  @Test func `a broker that stands still costs a link, and no move`() async throws {
    try await PrivateBroker.run { broker in
      try await NetworkPlayers.run { players in
        let process = try #require(broker.process)
        let online = ["--on", Self.address(broker), "--first", "me"]
        let (host, invitation) = try await players.openTable(online)
        let guest = try players.join([try #require(invitation.first)])
        try await guest.prints("You are at Anna's table.")
        try await host.prints("Gus joined your table.")
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        host.type("h8")
        try await host.prints("Black plays h8.")
        try await host.prints("Connection to Gus lost.")
        try await guest.prints("Connection to Anna lost.")
        kill(process, SIGCONT)
        // The letter that lies there may come before the link.
        let news = ["Anna is back.", "Black plays h8."]
        let first = try await guest.prints(news[0], or: [news[1]])
        try await guest.prints(first.contains(news[0]) ? news[1] : news[0])
        guest.type("h9")
        try await host.prints("White plays h9.")
      }
    }
  }
}

/// Somebody who says more to one who does not read than the broker keeps.
private actor BrokerFlood {
  private static let dropped = "$SYS/broker/publish/messages/dropped"
  private let queueExecutor = QueueExecutor(label: "flood")
  private var client: MQTTClient?
  /// Where the host talks to its guests.
  private var topic: String?
  private var droppedCount = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  init(_ broker: PrivateBroker) async throws {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)
    let options = MQTTOptions(address, clientID: "flood")
    client = try await MQTTClient.open(options, on: queueExecutor) { [weak self] event in
      guard case .message(let message) = event else { return }
      self?.assumeIsolated { $0.take(message) }
    }
    try await client?.subscribe("tabletooth/1/+/g/+")
    try await client?.subscribe(Self.dropped)
  }

  private func take(_ message: MQTTOptions.Message) {
    if message.topic == Self.dropped {
      droppedCount = Int(String(decoding: message.payload, as: UTF8.self)) ?? droppedCount
    } else {
      topic = message.topic.split(separator: "/").prefix(3).joined(separator: "/") + "/h"
    }
  }

  /// Says junk to the guests at the table that was heard of until the broker drops some of it.
  func fillQueue() async throws {
    let topic = try #require(topic)
    let before = droppedCount
    let junk = [UInt8](repeating: 7, count: 30_000)
    while droppedCount == before {
      do {
        try await client?.publish(junk, at: topic)
      } catch .full {
        await Task.yield()
      }
    }
  }

  func close() async { await client?.close() }
}
