import BrokerTransport
import Glibc
import MQTT
import PrivateBroker
import QueueExecutor
import Synchronization

/// The processes of a load, and the broker that they all play at.
struct OnlineCrowds {
  /// A line of one of them that does not fit.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let load: OnlineLoad
  private let broker: PrivateBroker
  private let brokerID: pid_t
  private let children: [ChildProcess]

  /// Starts the processes of `load`.
  init(_ load: OnlineLoad, at broker: PrivateBroker) throws(Failure) {
    guard let brokerID = broker.process else {
      throw Failure(description: "the broker does not run")
    }
    (self.load, self.broker, self.brokerID) = (load, broker, brokerID)
    children = try (0..<load.processes).map { index throws(Failure) in
      let share = load.tables / load.processes + (index < load.tables % load.processes ? 1 : 0)
      let seed = load.seed &+ UInt64(index) &* 1_000_000
      let child = ChildProcess([
        "online", "crowd", "--broker", "mqtt://127.0.0.1:\(broker.port)",
        "--tables", "\(share)", "--think", "\(load.think)", "--queues", "\(load.queues)",
        "--seed", "\(seed)",
      ])
      guard let child else { throw Failure(description: "no process can be started") }
      return child
    }
  }

  /// Ends all processes.
  func end() {
    for child in children { child.end() }
  }

  /// Opens all tables, plays all games, and says how it went.
  func play() async throws -> OnlineReport {
    for child in children { try await expect("ready", from: child) }
    let dropped = try await DroppedMessages(broker)
    var report = OnlineReport(load)
    report.before = figures
    let clock = ContinuousClock()
    let opening = clock.now
    for child in children { child.say("open") }
    for child in children { report.faults += await hear("seated", from: child).faults }
    report.opened = .now - opening
    report.seated = figures
    let start = clock.now
    for child in children { child.say("play") }
    for child in children { report.add(await hear("end", from: child)) }
    report.played = .now - start
    report.ended = figures
    report.dropped = await dropped.count
    return report
  }

  /// Those of the broker, and those of all others.
  private var figures: OnlineReport.Figures {
    OnlineReport.Figures(
      broker: ProcessFigures(brokerID),
      clients: children.map { ProcessFigures($0.id) }
    )
  }

  private func expect(_ word: String, from child: ChildProcess) async throws(Failure) {
    for await line in child.lines where line == word { return }
    throw Failure(description: "a process did not start")
  }

  /// Reads the lines of a process until `last`, or its end.
  private func hear(_ last: String, from child: ChildProcess) async -> OnlineReport.Part {
    var part = OnlineReport.Part()
    for await line in child.lines {
      guard line != last else { return part }
      part.read(line)
    }
    part.faults.append("a process of the load ended before its games did")
    return part
  }
}

/// The number of messages a broker has not delivered, as it says itself.
private final class DroppedMessages: Sendable {
  private static let topic = "$SYS/broker/publish/messages/dropped"
  private let latest = Mutex(0)
  private let client = Mutex<MQTTClient?>(nil)

  init(_ broker: PrivateBroker) async throws {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)
    let client = try await MQTTClient.open(
      MQTTOptions(address, clientID: "load"),
      on: QueueExecutor(label: "dropped")
    ) { [weak self] event in
      guard case .message(let message) = event else { return }
      let count = Int(String(decoding: message.payload, as: UTF8.self))
      self?.latest.withLock { $0 = count ?? $0 }
    }
    try await client.subscribe(Self.topic)
    self.client.withLock { $0 = client }
  }

  /// The count in its last line, which it prints each second.
  var count: Int {
    get async {
      try? await Task.sleep(for: .seconds(2))
      return latest.withLock(\.self)
    }
  }
}
