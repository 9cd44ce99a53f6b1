internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import GameRules
internal import MatchProtocol
internal import ProcessIO
internal import Synchronization
internal import Terminal

/// The list of the tables nearby on a screen, kept up to date.
@MainActor
struct TableShell {
  /// The time to wait for a second table after one with a free seat was heard: two of the
  /// advertisements that come every 1.28 seconds.
  private nonisolated static let rivalTime = Duration.milliseconds(2_600)

  /// The table that was chosen.
  struct Choice {
    let table: NearbyTable
    /// The other facts about it, if it is that of a contact.
    let known: OnlineTables.Table?
    /// True if the player wants to watch there.
    let watches: Bool
  }

  let display: Display
  let sources: TableSources

  /// Shows the tables until one is chosen, or the player leaves.
  ///
  /// - Returns: what was chosen; nil where the player left.
  /// - Throws: `ExitReason` where no tables can be heard, or a signal ends the program.
  func run(_ purpose: TablePage.Purpose) async throws -> Choice? {
    let look = LocalSeat(sources.environment.settings).look(display)
    var page = TablePage(
      look: look,
      size: display.size,
      purpose: purpose,
      places: sources.places
    )
    let loop = PageLoop<TablePage>(display)
    let (inbox, sources) = (loop.inbox, sources)
    let heard = HeardList()
    let scan = Task { () async -> ExitReason? in
      do throws(ExitReason) {
        try await sources.follow { Self.show($0, heard, purpose, inbox) }
        return nil
      } catch {
        inbox.yield(.choose { _ in .leave })
        return error
      }
    }
    let choice: TablePage.Choice?
    do {
      choice = try await loop.run(&page)
    } catch {
      scan.cancel()
      _ = await scan.value
      throw error
    }
    scan.cancel()
    if let reason = await scan.value { throw reason }
    switch choice {
    case .table(let table)?: return heard.choice(table, watches: false)
    case .watching(let table)?: return heard.choice(table, watches: true)
    case .leave?, nil: return nil
    }
  }

  /// Shows what is told, and sits down at the only table with a seat.
  private nonisolated static func show(
    _ news: TableSources.News,
    _ heard: HeardList,
    _ purpose: TablePage.Purpose,
    _ inbox: AsyncStream<PageLoop<TablePage>.Event>.Continuation
  ) {
    switch news {
    case .listening, .trouble:
      let text = heard.trouble(after: news)
      inbox.yield(.change { $0.tell(text) })
    case .table(let table, let event, let known):
      inbox.yield(.change { $0.take(table, event) })
      if event == .vanished {
        // It ends by itself.
        Task {
          try? await Task.sleep(for: TablePage.goneTime)
          inbox.yield(.change { $0.expire(table.id) })
        }
      }
      guard heard.take(table, event, known), purpose == .join else { return }
      // It ends by itself.
      Task {
        try? await Task.sleep(for: rivalTime)
        guard let only = heard.onlyFree else { return }
        inbox.yield(.choose { $0.seat(at: only) })
      }
    }
  }

  /// Tells of all tables nearby that come, change and go, until the task is cancelled; first of
  /// all, that there is Bluetooth.
  nonisolated static func follow(
    _ bluetooth: BluetoothAccess,
    in environment: Environment,
    report: @escaping @Sendable (TableSources.News) -> Void
  ) async throws {
    let (service, adapter) = try await bluetooth.open()
    report(.listening(.nearby))
    let known = KnownTables(in: environment)
    do {
      try await service.watchTables(on: adapter) { report(Self.news($0, known)) }
    } catch {
      await service.close()
      throw error
    }
    await service.close()
  }

  private nonisolated static func news(
    _ change: TableChange,
    _ known: KnownTables
  ) -> TableSources.News {
    let (host, event): (FoundHost, TableSources.Event) =
      switch change {
      case .appeared(let host): (host, .appeared)
      case .changed(let host): (host, .changed)
      case .vanished(let host): (host, .vanished)
      }
    return .table(NearbyTable(host, knowing: known), event, of: nil)
  }
}

/// The reports of tables, for a task that waits for the only one.
private final class HeardList: Sendable {
  private struct State {
    var tables: [String: NearbyTable] = [:]
    var known: [String: OnlineTables.Table] = [:]
    var isWaiting = false
    var troubles = Troubles()
  }

  private let state = Mutex(State())

  /// Takes news, and says whether it is the first of a table with a seat.
  func take(
    _ table: NearbyTable,
    _ event: TableSources.Event,
    _ known: OnlineTables.Table?
  ) -> Bool {
    state.withLock { state in
      state.tables[table.id] = event == .vanished ? nil : table
      if let known { state.known[table.id] = known }
      guard !state.isWaiting, state.tables.values.contains(where: \.isFree) else { return false }
      state.isWaiting = true
      return true
    }
  }

  /// The ``NearbyTable/id`` of the table with a seat, if there is only one; one nearby stands for
  /// one online of the same name, as many tables are open in both places.
  var onlyFree: String? {
    state.withLock { state in
      let free = state.tables.values.filter(\.isFree)
      let nearby = free.filter { !$0.isOnline }
      let others = free.filter { table in
        table.isOnline && !nearby.contains { $0.title == table.title }
      }
      let all = nearby + others
      return all.count == 1 ? all.first?.id : nil
    }
  }

  /// The current trouble, in a sentence; nil if there is none.
  func trouble(after news: TableSources.News) -> String? {
    state.withLock { state in
      state.troubles.take(news)
      return state.troubles.text
    }
  }

  /// The choice of `table`, with all that is known of it.
  func choice(_ table: NearbyTable, watches: Bool) -> TableShell.Choice {
    .init(table: table, known: state.withLock { $0.known[table.id] }, watches: watches)
  }
}

extension TablePage {
  /// Takes news of a table.
  mutating func take(_ table: NearbyTable, _ event: TableSources.Event) {
    if event == .vanished { forget(table.id) } else { hear(table) }
  }
}

extension NearbyTable {
  /// The table of `host`, if these tables are known.
  init(_ host: FoundHost, knowing known: KnownTables) {
    self.init(
      name: host.name.map(PlayerName.init(cleaning:)),
      address: host.address,
      strength: host.strength,
      presence: host.presence,
      isConnectable: host.isConnectable,
      familiarity: known.familiarity(of: host)
    )
  }

  /// The members of an object of `--json`.
  private struct Entry: Encodable {
    let event: TableSources.Event?
    let name: String?
    let address: String
    let rssi: Int?
    let taken: Bool
    let state: String?
    let game: String?
    let rule: String?
    let options: String?
    let houseRules: Bool?
    let clock: Bool?
    let spectators: Int?
    let knownPlayersOnly: Bool?
    let knownName: Bool
    let knownPlace: Bool
    let online: Bool
    let version: Int?
  }

  /// The table as a line of `--json`.
  func json(_ event: TableSources.Event? = nil) -> String {
    let terms = presence?.game?.terms
    let says = presence.flatMap { $0.state == nil ? nil : $0 }
    let entry = Entry(
      event: event,
      name: name?.description,
      address: address,
      rssi: strength,
      taken: !isConnectable || (presence?.state ?? .free) != .free,
      state: says?.state.map { "\($0)" },
      game: terms?.game ?? (hasUnknownGame ? "unknown" : nil),
      rule: terms?.game == GameKind.gomoku.rawValue ? terms?.rule : nil,
      options: terms.flatMap { $0.options.isEmpty ? nil : $0.options },
      houseRules: says?.hasHouseRules,
      clock: says?.hasClock,
      spectators: says?.places,
      knownPlayersOnly: says?.isForKnown,
      knownName: familiarity.name,
      knownPlace: familiarity.place,
      online: isOnline,
      version: presence.map { Int($0.version) }
    )
    return JSON.line(entry)
  }
}
