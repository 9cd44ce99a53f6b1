internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import FoundationEssentials
internal import GameRules
internal import MatchProtocol
internal import Synchronization
internal import Terminal

/// The list of the tables nearby on a screen, kept up to date.
@MainActor
struct TableShell {
  /// How a table is told of.
  enum Event: String, Sendable, Encodable {
    case appeared, changed, vanished
  }

  /// How long a second table is waited for once one is heard at which there is a seat: two of the
  /// advertisements that come every 1.28 seconds.
  private nonisolated static let rivalTime = Duration.milliseconds(2_600)

  let display: Display
  let bluetooth: BluetoothOptions

  /// Shows the tables until one is chosen, or the player leaves.
  ///
  /// - Returns: the address of the table, and whether the player wants to watch there; nil where
  ///   the player left.
  /// - Throws: `ExitReason` where there is no Bluetooth, or a signal ends the program.
  func run(
    _ purpose: TablePage.Purpose
  ) async throws -> (address: String, watches: Bool)? {
    let look = try PlayerOptions.parse([]).look(display)
    var page = TablePage(look: look, size: display.size, purpose: purpose)
    let loop = PageLoop<TablePage>(display)
    let (inbox, bluetooth) = (loop.inbox, bluetooth)
    let heard = HeardList()
    let scan = Task { () -> ExitReason? in
      do {
        try await Self.follow(bluetooth) { table, event in
          inbox.yield(.change { $0.take(table, event) })
          guard purpose == .join, heard.take(table, event) else { return }
          // It ends by itself.
          Task {
            try? await Task.sleep(for: Self.rivalTime)
            guard let only = heard.onlyFree else { return }
            inbox.yield(.change { $0.select(only) })
            inbox.yield(.terminal(.key(.enter)))
          }
        }
        return nil
      } catch {
        inbox.yield(.terminal(.closed))
        return ExitReason(error)
      }
    }
    let choice = try await loop.run(&page)
    scan.cancel()
    if let reason = await scan.value { throw reason }
    switch choice {
    case .table(let address)?: return (address, false)
    case .watching(let address)?: return (address, true)
    case .leave?, nil: return nil
    }
  }

  /// Tells of all tables that come, change and go, until `limit` is over or the task is cancelled;
  /// first of all, that there is Bluetooth.
  nonisolated static func follow(
    _ bluetooth: BluetoothOptions,
    upTo limit: Duration? = nil,
    onStart start: @Sendable () -> Void = {},
    report: @escaping @Sendable ((table: NearbyTable, event: Event)) -> Void
  ) async throws {
    let (service, adapter) = try await bluetooth.open()
    start()
    let known = KnownTables.all
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await service.watchTables(on: adapter) { change in
            report(Self.news(change, known))
          }
        }
        if let limit {
          group.addTask { try await Task.sleep(for: limit) }
        }
        _ = try await group.next()
        group.cancelAll()
      }
    } catch is CancellationError {
      // That was asked for.
    } catch {
      await service.close()
      throw error
    }
    await service.close()
  }

  private nonisolated static func news(
    _ change: TableChange,
    _ known: KnownTables
  ) -> (table: NearbyTable, event: Event) {
    switch change {
    case .appeared(let host): (NearbyTable(host, knowing: known), .appeared)
    case .changed(let host): (NearbyTable(host, knowing: known), .changed)
    case .vanished(let host): (NearbyTable(host, knowing: known), .vanished)
    }
  }
}

/// What is heard of tables, for whoever waits for the only one.
private final class HeardList: Sendable {
  private struct State {
    var tables: [String: NearbyTable] = [:]
    var isWaiting = false
  }

  private let state = Mutex(State())

  /// Takes news, and says whether it is the first of a table with a seat.
  func take(_ table: NearbyTable, _ event: TableShell.Event) -> Bool {
    state.withLock { state in
      state.tables[table.address] = event == .vanished ? nil : table
      guard !state.isWaiting, state.tables.values.contains(where: \.isFree) else { return false }
      state.isWaiting = true
      return true
    }
  }

  /// The address of the table with a seat, if there is only one.
  var onlyFree: String? {
    state.withLock { state in
      let free = state.tables.values.filter(\.isFree)
      return free.count == 1 ? free.first?.address : nil
    }
  }
}

extension TablePage {
  /// Takes news of a table.
  mutating func take(_ table: NearbyTable, _ event: TableShell.Event) {
    if event == .vanished { forget(table.address) } else { hear(table) }
  }
}

extension NearbyTable {
  /// What was heard of `host`, where these tables are known.
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
    let event: TableShell.Event?
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
    let watchers: Int?
    let knownPlayersOnly: Bool?
    let knownName: Bool
    let knownPlace: Bool
    let version: Int?
  }

  /// The table as a line of `--json`.
  func json(_ event: TableShell.Event? = nil) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
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
      watchers: says?.places,
      knownPlayersOnly: says?.isForKnown,
      knownName: familiarity.name,
      knownPlace: familiarity.place,
      version: presence.map { Int($0.version) }
    )
    guard let data = try? encoder.encode(entry) else {
      fatalError("plain members cannot be encoded")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
