internal import ArgumentParser
import BrokerTransport
import MQTT
import PrivateBroker
import QueueExecutor

/// `soak online ratio`: what the transport and the sessions add to the broker's own time.
struct OnlineRatio: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ratio",
    abstract: "Compares a move with the broker's own time from publishing to hearing.",
    discussion: """
      Two clients and two players are at one mosquitto on loopback, all in this process, on one \
      queue. A payload as long as a move's goes from client to client, and then a move from player \
      to player, in turns.
      """
  )

  /// How many bytes a move has at a broker: a packet of 39, in a frame with seal and nonce.
  private static let payloadSize = 68

  @Option(help: "How many moves.")
  var moves = 500

  @Option(help: "What is played follows from it.")
  var seed: UInt64 = 1

  func run() async throws {
    let (own, moves) = try await PrivateBroker.run { broker in try await measure(broker) }
    let (broker, move) = (Percentiles(own), Percentiles(moves))
    let ratio = move(0.5) / broker(0.5)
    print("publish to subscribe: \(broker.text)")
    print("a move:               \(move.text) (wanted: a p95 of 20 ms or less)")
    print("ratio of the medians: \(Int((ratio * 100).rounded())) % (wanted: 150 or less)")
  }

  private func measure(_ broker: PrivateBroker) async throws -> ([Duration], [Duration]) {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)
    let executor = QueueExecutor(label: "ratio")
    let (probes, heard) = AsyncStream<Duration>.makeStream()
    let probe = try await OnlineProbe(at: address, on: executor) { heard.yield($0) }
    var (own, times): ([Duration], [Duration]) = ([], [])
    while times.count < moves {
      let (events, told) = AsyncStream<OnlineTable.Event>.makeStream()
      let table = OnlineTable(
        at: BrokerList(address),
        on: executor,
        seed: seed &+ UInt64(times.count)
      ) { told.yield($0) }
      try await table.open()
      for await event in events {
        if case .ended = event { break }
        if case .moved(let time) = event { times.append(time) }
        guard await !table.isOver else { continue }
        try await probe.send(Self.payloadSize)
        own.append(await probes.first { _ in true } ?? .zero)
        await table.moveNow()
      }
      await table.close()
    }
    await probe.close()
    return (own, times)
  }
}

/// Two clients of a broker, one of which hears what the other says.
actor OnlineProbe {
  private static let topic = "probe"

  private let queueExecutor: QueueExecutor
  private let deliver: @Sendable (Duration) -> Void
  private var clients: [MQTTClient] = []
  private var sent: ContinuousClock.Instant?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// Connects both to the broker at `address`; `deliver` is told how long each payload took.
  init(
    at address: BrokerAddress,
    on executor: QueueExecutor,
    deliver: @escaping @Sendable (Duration) -> Void
  ) async throws(MQTTError) {
    queueExecutor = executor
    self.deliver = deliver
    let listening = MQTTOptions(address, clientID: "listener")
    let listener = try await MQTTClient.open(listening, on: executor) { [weak self] event in
      self?.assumeIsolated { $0.hear(event) }
    }
    try await listener.subscribe(Self.topic)
    let speaking = MQTTOptions(address, clientID: "speaker")
    clients = [listener, try await MQTTClient.open(speaking, on: executor) { _ in }]
  }

  /// Publishes so many bytes.
  func send(_ count: Int) async throws(MQTTError) {
    guard let speaker = clients.last else { return }
    let payload = [UInt8](repeating: 1, count: count)
    sent = .now
    try await speaker.publish(payload, at: Self.topic)
  }

  private func hear(_ event: MQTTClient.Event) {
    guard case .message = event, let sent else { return }
    self.sent = nil
    deliver(.now - sent)
  }

  /// Ends both connections.
  func close() async {
    for client in clients { await client.close() }
  }
}
