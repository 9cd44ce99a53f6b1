internal import MQTT
public import MatchProtocol
internal import QueueExecutor

/// Looks for the tables of known players at a broker.
public actor BrokerLookout {
  /// A table of a player who is known.
  public struct Table: Hashable, Sendable {
    /// Whose it is: nobody else could have said it.
    public let player: Acquaintance
    /// What the player tells of it.
    public let sign: TableSign
    /// The code of the table.
    public let code: TableCode
  }

  /// After this time it is asked again: a message at a broker may get lost.
  static let lookRepeat = Duration.seconds(2)

  private let queueExecutor = QueueExecutor(label: "tabletooth lookout")
  private let brokers: BrokerList
  private let clock: any Clock<Duration>
  private let report: @Sendable (Table) -> Void
  private var pairs: [String: PairDoors.Pair] = [:]
  /// What was asked at each door, the last time and the time before.
  private var looks: [String: [TableLook]] = [:]
  private var found: [PlayerID: Table] = [:]
  private let id = GuestID.random()
  private var line: BrokerLine?

  /// The queue of this connection.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  private init(
    _ brokers: BrokerList,
    _ clock: any Clock<Duration>,
    _ report: @escaping @Sendable (Table) -> Void
  ) {
    (self.brokers, self.clock, self.report) = (brokers, clock, report)
  }

  /// Looks for the tables of `known` players.
  ///
  /// - Parameters:
  ///   - known: Whose tables, those first that were met last.
  ///   - brokers: The addresses of the broker.
  ///   - limit: How long to look; less, if the caller's task is cancelled.
  ///   - clock: What measures that.
  ///   - time: What time it is.
  ///   - report: Is told of each table, again whenever it has changed, and must not wait.
  /// - Returns: All tables that were found.
  /// - Throws: ``BrokerError``.
  public static func look(
    for known: [Acquaintance],
    at brokers: BrokerList,
    upTo limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    time: WallTime = .system,
    onFound report: @escaping @Sendable (Table) -> Void = { _ in }
  ) async throws(BrokerError) -> [Table] {
    let lookout = BrokerLookout(brokers, clock, report)
    try await lookout.connect(PairDoors(known).pairs(of: time.hour))
    await lookout.ask(upTo: limit)
    return await lookout.close()
  }

  private func connect(_ pairs: [PairDoors.Pair]) async throws(BrokerError) {
    for pair in pairs { self.pairs[pair.door.name] = pair }
    let line = BrokerLine(
      brokers,
      BrokerAccess(),
      on: queueExecutor,
      clock: clock,
      listeningTo: pairs.map(\.door.hostTopic),
      for: BrokerLine.Owner(
        // Nobody is told when this connection is gone.
        will: { nil },
        deliver: { [weak self] event in self?.assumeIsolated { $0.take(event) } }
      )
    )
    self.line = line
    try await line.connect()
  }

  /// Asks at all doors again and again; a door of nobody too.
  private func ask(upTo limit: Duration) async {
    var left = limit
    while left > .zero, !Task.isCancelled {
      for pair in pairs.values {
        let look = TableLook.random(mark: pair.mark)
        looks[pair.door.name] = (looks[pair.door.name] ?? []).suffix(1) + [look]
        let message = pair.door.message(.look(look), ofGuest: id)
        await line?.publish(message.payload, at: message.topic)
      }
      // Cancelled, it ends at once.
      try? await clock.sleep(for: min(left, Self.lookRepeat))
      left -= Self.lookRepeat
    }
  }

  private func take(_ event: BrokerLine.Event) {
    guard case .message(let message) = event else { return }
    let parts = message.topic.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, let pair = pairs[String(parts[2])], let player = pair.player,
      pair.door.hostTopic == message.topic,
      case .sign(let sign, let answer, _)? =
        pair.door.opened(message.payload, by: .host, at: message.topic),
      // The own table of the player here is not the other one's.
      answer.mark != pair.mark,
      looks[pair.door.name]?.contains(where: { $0.challenge == answer.challenge }) == true,
      let digest = sign.table
    else { return }
    let table = Table(player: player, sign: sign, code: TableCode(brokers, digest))
    guard found[player.key] != table else { return }
    found[player.key] = table
    report(table)
  }

  private func close() async -> [Table] {
    await line?.close()
    return found.values.sorted { $0.sign.name.description < $1.sign.name.description }
  }
}
