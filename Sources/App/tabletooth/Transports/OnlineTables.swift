internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// The tables of known players at a broker.
struct OnlineTables: Sendable {
  /// The time to look for them; a broker carries a query and its answer in a tenth of that.
  static let searchLimit = Duration.seconds(4)

  /// A table, and whose it is.
  struct Table: Sendable {
    let player: KnownPlayer
    let found: BrokerLookout.Table

    /// The table as lists show it: the player is called as ever, whatever it calls itself now.
    var shown: Listing {
      var familiarity = Listing.Familiarity()
      familiarity.name = true
      var table = Listing(
        name: player.displayName,
        address: found.code.broker.description,
        strength: nil,
        presence: found.sign.presence,
        isConnectable: found.sign.isOpen,
        familiarity: familiarity
      )
      table.carrier = .broker
      table.code = found.code.text
      table.saidName = found.sign.name
      table.player = player.key
      return table
    }
  }

  private let broker: BrokerList
  let players: [KnownPlayer]
  let acquaintances: [Acquaintance]

  /// The tables of those at `broker` whom the player of `data` knows, or of one of them alone.
  init(
    at broker: BrokerList,
    knownTo data: PlayerData,
    of wanted: KnownPlayer? = nil
  ) throws(ExitReason) {
    self.broker = broker
    do throws(StoreError) {
      let known = try data.store.trustBook().players
      players = known.filter { wanted == nil || $0.key == wanted?.key }
      acquaintances = try data.credentials(try data.key(), of: wanted).known
    } catch {
      throw ExitReason(error)
    }
  }

  /// All that are found in this time.
  ///
  /// - Parameters:
  ///   - limit: How long to look.
  ///   - report: Is told of each, again whenever it has changed, and must not wait.
  /// - Returns: The tables.
  /// - Throws: `ExitReason`.
  func all(
    upTo limit: Duration = searchLimit,
    onFound report: @escaping @Sendable (Table) -> Void = { _ in }
  ) async throws(ExitReason) -> [Table] {
    let players = players
    do throws(BrokerError) {
      return try await BrokerLookout.look(for: acquaintances, at: broker, upTo: limit) { table in
        if let known = Self.known(table, among: players) { report(known) }
      }
      .compactMap { Self.known($0, among: players) }
    } catch {
      throw ExitReason(error)
    }
  }

  private static func known(_ table: BrokerLookout.Table, among players: [KnownPlayer]) -> Table? {
    players.first { $0.key == table.player.key }.map { Table(player: $0, found: table) }
  }

  /// Reports the tables at `broker` that are heard in so long, or until the task is cancelled; of
  /// one player alone, if one is wanted.
  ///
  /// - Throws: What is wrong.
  static func hear(
    at broker: BrokerList,
    of wanted: KnownPlayer? = nil,
    for limit: Duration?,
    in environment: Environment,
    _ report: @escaping @Sendable (Seeker.Report) -> Void
  ) async throws {
    let data = try PlayerData.open(in: environment)
    let tables = try OnlineTables(at: broker, knownTo: data, of: wanted)
    if let limit {
      _ = try await tables.all(upTo: limit) { report(.heard($0.shown)) }
      return
    }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // A broker that does not answer is not waited for when nobody wants to know any more.
    let watching: Task<Void, any Error>? =
      tables.players.isEmpty
      ? nil
      : Task {
        defer { end.finish() }
        try await tables.watch(report)
      }
    if watching == nil { report(.interrupted(.nobodyKnown)) }
    defer { watching?.cancel() }
    _ = await ends.first { _ in true }
    if !Task.isCancelled { try await watching?.value }
  }

  private func watch(
    _ report: @escaping @Sendable (Seeker.Report) -> Void
  ) async throws(BrokerError) {
    let (players, name) = (players, broker.description)
    try await BrokerLookout.watch(for: acquaintances, at: broker) { change in
      switch change {
      case .reached: report(.up)
      case .lost: report(.interrupted(.lost(broker: name)))
      case .appeared(let table), .changed(let table):
        if let known = Self.known(table, among: players) { report(.heard(known.shown)) }
      case .vanished(let table): report(.gone(table.code.text))
      }
    }
  }
}
