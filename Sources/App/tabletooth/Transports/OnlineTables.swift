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

  /// The purpose of a person at a table.
  enum Purpose: Hashable, Sendable {
    /// To be the other one there, where such a table waits for somebody.
    case sit(TableKind)
    /// To watch a game.
    case watch

    /// The tables that are looked for.
    var kind: TableKind { if case .sit(let kind) = self { kind } else { .game } }

    /// True if that can be had at `table` now, as far as it says so.
    func isMet(by table: Listing) -> Bool {
      switch self {
      case .sit(let kind): table.isFree(for: kind) && !table.hasUnknownGame
      case .watch: table.mayBeWatched
      }
    }

    /// True if the host of `table` is asked although it says that this is impossible there: it
    /// tells a spectator whether nobody may watch, or nobody more.
    func isAsked(at table: Listing) -> Bool { self == .watch && table.kind == kind }

    /// The reason why it cannot be had at `table`.
    func obstacle(at table: Listing) -> ExitReason {
      guard table.kind == kind else { return .otherTable(there: table.kind, here: kind) }
      return .notLetIn(
        name: table.title,
        why: .init(of: table.presence, mayBeWatched: table.mayBeWatched)
      )
    }
  }

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
      table.player = player.key
      return table
    }

    /// True if a person means it, by a name or by the first digits of the player's fingerprint.
    func isMeant(by typed: String) -> Bool {
      player.isMeant(by: typed)
        || found.sign.name.description.lowercased() == typed.lowercased()
    }
  }

  private let broker: BrokerList
  private let players: [KnownPlayer]
  private let acquaintances: [Acquaintance]

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

  /// Reports the tables at `broker` that are heard in so long, or until the task is cancelled.
  ///
  /// - Throws: What is wrong.
  static func hear(
    at broker: BrokerList,
    for limit: Duration?,
    in environment: Environment,
    _ report: @escaping @Sendable (LobbyLoop.Report) -> Void
  ) async throws {
    let tables = try OnlineTables(at: broker, knownTo: try PlayerData.open(in: environment))
    if let limit {
      _ = try await tables.all(upTo: limit) { report(.heard($0.shown)) }
      return
    }
    guard !tables.players.isEmpty else {
      report(.interrupted(.nobodyKnown))
      return try await Task.sleep(for: .seconds(Int64.max / 2))
    }
    let (ends, end) = AsyncStream.makeStream(of: Result<Void, BrokerError>.self)
    // A broker that does not answer is not waited for when nobody wants to know any more.
    let watching = Task {
      do throws(BrokerError) {
        try await tables.watch(report)
        end.yield(.success(()))
      } catch {
        end.yield(.failure(error))
      }
      end.finish()
    }
    defer { watching.cancel() }
    for await result in ends { try result.get() }
  }

  private func watch(
    _ report: @escaping @Sendable (LobbyLoop.Report) -> Void
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

  /// The one that is asked for by `text`; where that is nothing, the only one.
  ///
  /// - Parameters:
  ///   - text: A name, the first digits of a fingerprint, or nothing.
  ///   - purpose: What for.
  ///   - limit: How long to look for it.
  /// - Returns: The table, where that can be had.
  /// - Throws: `ExitReason` where there is none, or several are meant.
  func one(
    _ text: String?,
    to purpose: Purpose,
    upTo limit: Duration = searchLimit
  ) async throws(ExitReason) -> Table {
    // Who asks for any waits for all first; who comes later is the only one.
    let first = min(limit, Self.searchLimit)
    let isMeant: @Sendable (Table) -> Bool = { table in text.map(table.isMeant(by:)) ?? true }
    // Where a link was just lost, the next look shows a seat that is free.
    let isRight: @Sendable (Table) -> Bool = { isMeant($0) && purpose.isMet(by: $0.shown) }
    var fitting = try await all(upTo: first, until: { text != nil && isRight($0) })
      .filter(isMeant)
    if fitting.isEmpty, limit > first, !Task.isCancelled {
      fitting = try await all(upTo: limit - first, until: isRight).filter(isMeant)
    }
    let open = fitting.filter { purpose.isMet(by: $0.shown) }
    guard let only = open.first ?? fitting.first(where: { purpose.isAsked(at: $0.shown) }) else {
      let closed = fitting.first { $0.shown.kind == purpose.kind } ?? fitting.first
      throw closed.map { purpose.obstacle(at: $0.shown) }
        ?? .noKnownTable(asked: text, broker: broker.description)
    }
    guard open.count < 2 else {
      // Of one player, only the codes differ.
      let isOneEach = Set(open.map(\.player.key)).count == open.count
      let marks =
        isOneEach
        ? Fingerprint.distinct(open.map(\.player.fingerprint)) : open.map(\.found.code.text)
      throw .severalTables(zip(open, marks).map { "\($0.shown.title) (\($1))" })
    }
    return only
  }

  /// All that are found until one `isEnough`, or the time is over.
  ///
  /// - Parameters:
  ///   - limit: How long to look.
  ///   - isEnough: Whether no other table is wanted besides this one.
  /// - Returns: The tables.
  /// - Throws: `ExitReason`.
  func all(
    upTo limit: Duration = searchLimit,
    until isEnough: @escaping @Sendable (Table) -> Bool
  ) async throws(ExitReason) -> [Table] {
    let isDone = AsyncStream.makeStream(of: Void.self)
    let search = Task {
      try await all(
        upTo: limit,
        onFound: { if isEnough($0) { isDone.continuation.yield() } }
      )
    }
    let ending = Task {
      for await _ in isDone.stream { search.cancel() }
    }
    defer { ending.cancel() }
    let result = await withTaskCancellationHandler {
      await search.result
    } onCancel: {
      search.cancel()
    }
    do {
      return try result.get()
    } catch {
      throw ExitReason(error)
    }
  }
}
