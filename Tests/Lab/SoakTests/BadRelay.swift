import BrokerTransport
import MQTT
import PrivateBroker
import QueueExecutor
import TestSupport

/// Somebody between two brokers who hands on what is said at one to those at the other, and does it
/// badly: as a bridge, a broker or a network might.
///
/// It has the code of the table, as a bridge has, so that it changes packets inside the seal of the
/// door, too; of the door of the match it has nothing.
actor BadRelay {
  /// What it does, each to one of so many messages; never, if that is 0.
  struct Faults: Sendable {
    /// Flips a bit: of a packet, sealed again, or of what is sealed.
    var flipped = 0
    /// Keeps it back for up to ``longest``.
    var held = 0
    /// Lets the next one go first.
    var swapped = 0
    /// Drops it.
    var dropped = 0
    /// Says some of the earlier ones again, up to this many, after each.
    var repeated = 0
    /// Says a packet of its own, a word of the host's or of a guest's that nobody has said.
    var forged = 0
  }

  /// How long a message is kept back at most.
  static let longest = Duration.seconds(3)
  /// How many messages are remembered, to be said again.
  private static let memory = 300
  /// Which message it does something to in each match.
  private static let first = 12

  private enum Side: Hashable { case host, guest }

  private let queueExecutor = QueueExecutor(label: "bad relay")
  private let door: Door
  private let faults: Faults
  private var random: SeededGenerator
  private var clients: [Side: MQTTClient] = [:]
  private var said: [Side: [MQTTOptions.Message]] = [:]
  /// What waits for the next one to go first.
  private var waiting: [Side: MQTTOptions.Message] = [:]
  private var isBad = false
  private var count = 0
  /// How many messages it did something to.
  private(set) var harm = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  init(_ code: TableCode, _ faults: Faults, seed: UInt64) {
    (door, self.faults) = (Door(code), faults)
    random = SeededGenerator(seed: seed)
  }

  /// Carries what hosts say at `host` to `guest`, and what guests say there back.
  func open(from host: LocalBroker, to guest: LocalBroker) async throws {
    try await listen(.host, at: host, "tabletooth/1/+/h")
    try await listen(.guest, at: guest, "tabletooth/1/+/g/+")
  }

  private func listen(_ side: Side, at broker: LocalBroker, _ filter: String) async throws {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)
    let client = try await MQTTClient.open(
      MQTTOptions(address, clientID: "relay"),
      on: queueExecutor
    ) { [weak self] event in
      guard case .message(let message) = event else { return }
      self?.assumeIsolated { $0.hear(message, of: side) }
    }
    clients[side] = client
    try await client.subscribe(filter)
  }

  /// Begins to be bad; before, it carries all as it is: who has no seat yet ends when something
  /// goes wrong, and says so.
  func turnBad() { isBad = true }

  // MARK: What is carried

  private func hear(_ message: MQTTOptions.Message, of side: Side) {
    remember(message, of: side)
    guard isBad else { return say(message, of: side) }
    count += 1
    repeatSome(of: side)
    if does(faults.forged) { forge(of: side, at: message.topic) }
    if does(faults.dropped) { return }
    let message = does(faults.flipped) ? flipped(message, of: side) : message
    if does(faults.held) { return hold(message, of: side) }
    if waiting[side] == nil, does(faults.swapped) {
      waiting[side] = message
      return
    }
    say(message, of: side)
    if let late = waiting.removeValue(forKey: side) { say(late, of: side) }
  }

  /// Whether it does to this message what it does to one of so many; always to one of the first.
  private func does(_ one: Int) -> Bool {
    guard one > 0, count == Self.first || Int.random(in: 0..<one, using: &random) == 0 else {
      return false
    }
    harm += 1
    return true
  }

  private func remember(_ message: MQTTOptions.Message, of side: Side) {
    said[side, default: []].append(message)
    if said[side, default: []].count > Self.memory { said[side]?.removeFirst() }
  }

  private func repeatSome(of side: Side) {
    guard faults.repeated > 0 else { return }
    for _ in 0..<Int.random(in: 0...faults.repeated, using: &random) {
      guard let old = said[side]?.randomElement(using: &random) else { continue }
      harm += 1
      say(old, of: side)
    }
  }

  private func hold(_ message: MQTTOptions.Message, of side: Side) {
    let pause = Self.longest * Double.random(in: 0...1, using: &random)
    // It ends by itself.
    Task {
      try? await Task.sleep(for: pause)
      self.say(message, of: side)
    }
  }

  private func say(_ message: MQTTOptions.Message, of side: Side) {
    let other = clients[side == .host ? .guest : .host]
    // It ends when the connection has taken it.
    Task { try? await other?.publish(message.payload, at: message.topic) }
  }

  // MARK: What is changed

  private func flip(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    guard let index = bytes.indices.randomElement(using: &random) else { return bytes }
    bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
    return bytes
  }

  private func flipped(_ message: MQTTOptions.Message, of side: Side) -> MQTTOptions.Message {
    guard case .packet(let packet, let size)? = frame(message, of: side) else {
      return MQTTOptions.Message(topic: message.topic, payload: flip(message.payload))
    }
    return sealed(.packet(flip(packet), answers: size), of: side, at: message.topic)
  }

  private func frame(_ message: MQTTOptions.Message, of side: Side) -> BrokerFrame? {
    door.opened(message.payload, by: side == .host ? .host : .guest, at: message.topic)
  }

  private func sealed(
    _ frame: BrokerFrame,
    of side: Side,
    at topic: String
  ) -> MQTTOptions.Message {
    let nonce = (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) }
    let by: Door.Side = side == .host ? .host : .guest
    return MQTTOptions.Message(
      topic: topic,
      payload: door.sealed(frame, by: by, at: topic, nonce: nonce)
    )
  }

  /// Says something that nobody has said: a packet of random bytes, or of an earlier one's header
  /// and random bytes, that its guest is gone, or that it is another host.
  private func forge(of side: Side, at topic: String) {
    let bytes = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    var packets: [[UInt8]] = []
    for message in said[side] ?? [] {
      if case .packet(let packet, _)? = frame(message, of: side) { packets.append(packet) }
    }
    let frame: BrokerFrame =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .packet(bytes)
      case 1, 2: .packet((packets.randomElement(using: &random)?.prefix(6) ?? []) + bytes)
      default: side == .host ? .here(connection: Array((bytes + bytes + bytes).prefix(8))) : .gone
      }
    say(sealed(frame, of: side, at: topic), of: side)
  }

  /// Ends both connections.
  func close() async {
    for client in clients.values { await client.close() }
  }
}
