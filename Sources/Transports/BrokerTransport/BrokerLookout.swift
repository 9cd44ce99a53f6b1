internal import MQTT
public import MatchProtocol
internal import QueueExecutor
internal import Sodium

/// Looks for the tables of known players at a broker.
public actor BrokerLookout {
  /// A table of a player who is known.
  public struct Table: Hashable, Sendable {
    /// Whose it is: nobody else could have said it.
    public let player: Acquaintance
    /// The player's description of it.
    public let sign: TableSign
    /// The code of the table.
    public let code: TableCode
  }

  /// A change of the table of a contact, or of the connection to the broker.
  public enum Change: Hashable, Sendable {
    /// It answers, and did not before.
    case appeared(Table)
    /// It says something else.
    case changed(Table)
    /// It answers no more.
    case vanished(Table)
    /// The broker is connected to.
    case reached
    /// The connection to the broker is lost; it is made again as often as it takes.
    case lost
  }

  /// The identity of a table: a player may have several, and anybody may name the key of another's.
  private struct Place: Hashable {
    let player: PlayerID
    let code: TableCode

    init(_ table: Table) { (player, code) = (table.player.key, table.code) }
  }

  /// The maximum number of tables of one player.
  private static let mostTables = 8
  /// After this time it is asked again: a message at a broker may get lost.
  public static let lookRepeat = Duration.seconds(2)
  /// The number of unanswered queries after which a table counts as gone.
  private static let patience = 3

  private let queueExecutor = QueueExecutor(label: "tabletooth lookout")
  private let brokers: BrokerList
  private let clock: any Clock<Duration>
  private let report: @Sendable (Change) -> Void
  private var pairs: [String: PairDoors.Pair] = [:]
  /// The last two queries at each rendezvous.
  private var looks: [String: [TableLook]] = [:]
  private var found: [Place: Table] = [:]
  /// The number of unanswered queries of each table.
  private var unanswered: [Place: Int] = [:]
  private let id = GuestID.random()
  private var line: BrokerLine?
  /// The reason why the broker is not tried any longer.
  private var failure: BrokerError?

  /// The queue of this connection.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  private init(
    _ brokers: BrokerList,
    _ clock: any Clock<Duration>,
    _ report: @escaping @Sendable (Change) -> Void
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
    let lookout = BrokerLookout(brokers, clock) { change in
      switch change {
      case .appeared(let table), .changed(let table): report(table)
      case .vanished, .reached, .lost: break
      }
    }
    try await lookout.connect(PairDoors(known).pairs(of: time.hour))
    await lookout.ask(upTo: limit)
    let refusal = await lookout.refusal()
    let tables = await lookout.close()
    if let refusal { throw refusal }
    return tables
  }

  /// Looks for the tables of `known` players until the task is cancelled, and tells of each that
  /// appears, changes or vanishes.
  ///
  /// - Parameters:
  ///   - known: Whose tables, those first that were met last.
  ///   - brokers: The addresses of the broker.
  ///   - clock: What measures the time.
  ///   - time: What time it is.
  ///   - report: Is told what happens, and must not wait.
  /// - Throws: ``BrokerError``, if the broker is not reached at the beginning, or lets nobody in
  ///   later.
  public static func watch(
    for known: [Acquaintance],
    at brokers: BrokerList,
    clock: any Clock<Duration> = ContinuousClock(),
    time: WallTime = .system,
    onChange report: @escaping @Sendable (Change) -> Void
  ) async throws(BrokerError) {
    let (doors, hour) = (PairDoors(known), time.hour)
    let lookout = BrokerLookout(brokers, clock, report)
    try await lookout.connect(doors.pairs(of: hour))
    await lookout.askOn(doors, hour, time)
    _ = await lookout.close()
    if let failure = await lookout.failure { throw failure }
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
        deliver: { [weak self] event in self?.assumeIsolated { $0.take(event) } },
        hear: { [weak self] message in
          self?.assumeIsolated { $0.hear(message) } ?? false
        }
      )
    )
    self.line = line
    try await line.connect()
  }

  /// Asks at all doors again and again; a door of nobody too.
  private func ask(upTo limit: Duration) async {
    var left = limit
    while left > .zero, !Task.isCancelled {
      await askOnce()
      // Cancelled, it ends at once.
      try? await clock.sleep(for: min(left, Self.lookRepeat))
      left -= Self.lookRepeat
    }
  }

  /// The reason why nothing was found, if the broker forbids the messages.
  private func refusal() async -> BrokerError? {
    guard found.isEmpty, !Task.isCancelled else { return nil }
    if let doubt = await line?.doubt { return doubt }
    // At a door of nobody, so that it is nothing to those that were asked at.
    let door = Door(SecretBytes(random: Acquaintance.secretSize))
    return await line?.forbidden(of: [door.guestTopic(id), door.hostTopic])
  }

  private func askOnce() async {
    // Before the line is up, an answer would come ahead of the report that the broker is reached.
    guard await line?.isListening == true else { return }
    for pair in pairs.values {
      let look = TableLook.random(mark: pair.mark)
      looks[pair.door.name] = (looks[pair.door.name] ?? []).suffix(1) + [look]
      let message = pair.door.message(.look(look), ofGuest: id)
      await line?.publish(message.payload, at: message.topic)
    }
  }

  /// Asks at the doors of the hour that it is until the task is cancelled.
  private func askOn(_ doors: PairDoors, _ first: Int, _ time: WallTime) async {
    var hour = first
    while !Task.isCancelled, failure == nil {
      if time.hour != hour {
        hour = time.hour
        await turn(to: doors.pairs(of: hour))
      }
      for key in found.keys { unanswered[key, default: 0] += 1 }
      await askOnce()
      // Cancelled, it ends at once.
      try? await clock.sleep(for: Self.lookRepeat)
      forgetSilent()
    }
  }

  /// Listens at the doors of another hour, and no more at those of the last.
  private func turn(to pairs: [PairDoors.Pair]) async {
    let old = self.pairs.values.map(\.door.hostTopic)
    (self.pairs, looks) = ([:], [:])
    for pair in pairs {
      self.pairs[pair.door.name] = pair
      await line?.listen(to: pair.door.hostTopic)
    }
    for topic in old { await line?.ignore(topic) }
  }

  private func forgetSilent() {
    for (key, count) in unanswered where count >= Self.patience {
      unanswered[key] = nil
      if let table = found.removeValue(forKey: key) { report(.vanished(table)) }
    }
  }

  private func take(_ event: BrokerLine.Event) {
    switch event {
    case .up: report(.reached)
    case .down: report(.lost)
    case .givenUp(let error): failure = error
    case .ended, .waiting, .flooded: break
    }
  }

  /// Hears `message`, and says whether it answers what was asked here.
  private func hear(_ message: MQTTOptions.Message) -> Bool {
    let parts = message.topic.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, let pair = pairs[String(parts[2])], let player = pair.player,
      pair.door.hostTopic == message.topic,
      case .sign(let sign, let answer, _)? =
        pair.door.opened(message.payload, by: .host, at: message.topic),
      // The own table of the player here is not the other one's.
      answer.mark != pair.mark,
      looks[pair.door.name]?.contains(where: { $0.challenge == answer.challenge }) == true,
      let digest = sign.table
    else { return false }
    note(Table(player: player, sign: sign, code: TableCode(brokers, digest)))
    return true
  }

  private func note(_ table: Table) {
    let place = Place(table)
    guard let old = found[place] else {
      let count = found.keys.count { $0.player == table.player.key }
      guard count < Self.mostTables else { return }
      (found[place], unanswered[place]) = (table, 0)
      return report(.appeared(table))
    }
    (found[place], unanswered[place]) = (table, 0)
    if old != table { report(.changed(table)) }
  }

  private func close() async -> [Table] {
    await line?.close()
    return found.values.sorted { $0.sign.name.description < $1.sign.name.description }
  }
}
