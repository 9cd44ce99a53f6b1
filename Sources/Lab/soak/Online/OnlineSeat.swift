import BrokerTransport
import MQTT
import MatchProtocol
import QueueExecutor

/// One of two processes that play at a broker: a player, and a client of the broker that does
/// nothing but publish and hear.
///
/// Whose turn it is asks the other process by a payload, and moves when one has come back.
actor OnlineSeat {
  /// When things happened in one game, as one of the two processes knows it.
  struct Game: Sendable {
    /// When the player here began to make each move, since the beginning of a clock that both
    /// processes have.
    var moving: [Duration] = []
    /// When each move of the other side had come.
    var heard: [Duration] = []
    /// The times that the payloads of the other process were on their way.
    var payloads: [Duration] = []
  }

  /// The number of bytes a move has at a broker: a packet of 39, in a frame with seal and nonce.
  static let payloadSize = 68

  private enum Payload: UInt8 {
    case question = 1
    case answer
  }

  private let role: Role
  private let queueExecutor = QueueExecutor(label: "seat")
  private let clock = ContinuousClock()
  private var client: MQTTClient?
  private var table: OnlineTable?
  private var game = Game()
  /// The continuation that waits for the end of the game.
  private var end: CheckedContinuation<Void, Never>?
  private var gamesPlayed: UInt64 = 0
  private let seed: UInt64

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// A seat at the broker at `address`; what is played follows from `seed`.
  init(_ role: Role, at address: BrokerAddress, seed: UInt64) async throws {
    (self.role, self.seed) = (role, seed)
    let options = MQTTOptions(address, clientID: "\(role)")
    let client = try await MQTTClient.open(options, on: queueExecutor) { [weak self] event in
      self?.assumeIsolated { $0.hear(event) }
    }
    self.client = client
    try await client.subscribe(role == .host ? Self.topic(.guest, "+") : Self.topic(.host))
  }

  /// The topic of that side's payloads; as long as the topics of tables, and subscribed alike.
  static func topic(_ role: Role, _ guest: String = "1234567890123") -> String {
    let door = "probe-ooth/1/1234567890123456"
    return role == .host ? "\(door)/h" : "\(door)/g/\(guest)"
  }

  private var nextSeed: UInt64 {
    gamesPlayed += 1
    return seed &+ gamesPlayed
  }

  // MARK: Games

  /// Opens a table at `brokers`, tells its code, and plays one game there.
  func host(at brokers: BrokerList, tell: @Sendable (TableCode) -> Void) async throws -> Game {
    let table = OnlineTable(
      at: brokers,
      hasGuest: false,
      on: queueExecutor,
      seed: nextSeed,
      tell: sink
    )
    return try await play(table) { tell(table.code) }
  }

  /// Plays one game at the table of `code`.
  func play(_ code: TableCode) async throws -> Game {
    guard let host = code.host else { return Game() }
    return try await play(
      OnlineTable(joining: code, of: host, on: queueExecutor, seed: nextSeed, tell: sink)
    )
  }

  private func play(_ table: OnlineTable, isOpen: () -> Void = {}) async throws -> Game {
    self.table = table
    game = Game()
    try await table.open()
    await withCheckedContinuation { end in
      self.end = end
      isOpen()
    }
    await table.close()
    self.table = nil
    return game
  }

  private nonisolated var sink: @Sendable (OnlineTable.Event) -> Void {
    { [weak self] event in self?.assumeIsolated { $0.take(event) } }
  }

  private func take(_ event: OnlineTable.Event) {
    switch event {
    case .seated where role == .host: ask()
    case .moving(let moment): game.moving.append(moment - clock.systemEpoch)
    case .heard(let moment):
      game.heard.append(moment - clock.systemEpoch)
      ask()
    case .ended:
      end?.resume()
      end = nil
    case .seated, .moved, .decided: break
    }
  }

  // MARK: Payloads

  private func ask() {
    // It ends at once; what is being done comes first.
    Task { self.say(.question) }
  }

  private func say(_ payload: Payload) {
    guard let client else { return }
    let sent = UInt64((clock.now - clock.systemEpoch) / .nanoseconds(1))
    let time = (0..<8).map { UInt8(truncatingIfNeeded: sent >> (8 * $0)) }
    let padding = [UInt8](repeating: 0, count: Self.payloadSize - time.count - 1)
    client.assumeIsolated { client in
      // A client that is lost has no answer, and the measurement no end but that of its broker.
      try? client.publish([payload.rawValue] + time + padding, at: Self.topic(role))
    }
  }

  private func hear(_ event: MQTTClient.Event) {
    let now = clock.now - clock.systemEpoch
    guard case .message(let message) = event,
      let first = message.payload.first, let payload = Payload(rawValue: first)
    else { return }
    let sent = message.payload[1...8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    game.payloads.append(now - .nanoseconds(Int64(sent)))
    switch payload {
    case .question: say(.answer)
    // A person moves between two packets, and not while one is looked at.
    case .answer: Task { await table?.moveNow() }
    }
  }

  /// Ends the connection to the broker.
  func close() async {
    await client?.close()
  }
}

extension OnlineSeat.Game {
  /// Reads a ``line``; nil for another one.
  init?(_ line: String) {
    let parts = line.split(separator: ";", omittingEmptySubsequences: false).map { part in
      part.split(separator: " ").compactMap { Int64($0) }.map { Duration.nanoseconds($0) }
    }
    guard parts.count == 3 else { return nil }
    (moving, heard, payloads) = (parts[0], parts[1], parts[2])
  }

  /// All of it on one line, in nanoseconds.
  var line: String {
    [moving, heard, payloads].map { times in
      times.map { "\(Int64($0 / .nanoseconds(1)))" }.joined(separator: " ")
    }
    .joined(separator: ";")
  }
}
