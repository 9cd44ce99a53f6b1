internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import Phrases
internal import Synchronization

/// The sources of the tables of a list: nearby, at a broker, or both.
struct TableSources: Sendable {
  /// One of them.
  enum Place: Hashable, Sendable {
    case nearby, online
  }

  /// A change of a table.
  enum Event: String, Sendable, Encodable {
    case appeared, changed, vanished
  }

  /// A report about tables.
  enum News: Sendable {
    /// Tables of this place are heard from now on.
    case listening(Place)
    /// A table of somebody nearby, or of a known player.
    case table(NearbyTable, Event, of: KnownTable?)
    /// No table of this place is heard for this reason; it is tried again.
    case trouble(Place, Failure)
  }

  /// A table of a known player.
  typealias KnownTable = OnlineTables.Table

  /// The time after which a missing source is asked again.
  private static let retryTime = Duration.seconds(3)

  /// The adapter with which tables nearby are heard; nil if none are wanted.
  var bluetooth: BluetoothAccess?
  /// The broker where contacts may have a table; nil if none are wanted.
  var broker: BrokerList?
  /// The environment of the program.
  let environment: Environment

  /// By Bluetooth, and at the broker of the settings where they say so.
  init(in environment: Environment) {
    bluetooth = BluetoothAccess(in: environment)
    broker = environment.brokerForAll
    self.environment = environment
  }

  /// By Bluetooth, and at a broker if `options` or the settings name one; nearby only if nothing
  /// else is named, or that too.
  ///
  /// - Throws: `ExitReason`, where none is set, or what is named is none.
  init(_ options: TransportOptions, in environment: Environment) throws(ExitReason) {
    self.init(in: environment)
    try options.refusePage()
    let named = try options.broker(environment.broker)
    let access = BluetoothAccess(in: environment)
    let isNearby = named == nil || options.hasBluetooth || access.isNamed
    self.bluetooth = isNearby ? access : nil
    broker = named ?? broker
  }

  /// The places in the title of the list.
  var places: TablePage.Places { broker == nil ? .nearby : bluetooth == nil ? .online : .both }

  // MARK: As they come and go

  /// Tells of all tables that come, change and go, until `limit` is over or the task is cancelled.
  ///
  /// What is missing is asked again and again, as long as tables of the other place are heard.
  ///
  /// - Parameters:
  ///   - limit: How long; for ever, if nil.
  ///   - isPatient: Whether to go on also where nothing is heard anywhere.
  ///   - report: Is told what happens, and must not wait.
  /// - Throws: What is wrong, where nothing is heard anywhere, unless `isPatient`.
  func follow(
    upTo limit: Duration? = nil,
    isPatient: Bool = false,
    report: @escaping @Sendable (News) -> Void
  ) async throws(ExitReason) {
    let state = SourcesState(of: (bluetooth == nil ? 0 : 1) + (broker == nil ? 0 : 1))
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        if let bluetooth {
          group.addTask {
            try await Self.keepListening(.nearby, state, isPatient, report) { report in
              try await TableShell.follow(bluetooth, in: environment, report: report)
            }
          }
        }
        if let broker {
          group.addTask {
            try await Self.keepListening(.online, state, isPatient, report) { report in
              try await OnlineTables.follow(at: broker, in: environment, report: report)
            }
          }
        }
        if let limit { group.addTask { try await Task.sleep(for: limit) } }
        _ = try await group.next()
        group.cancelAll()
      }
    } catch is CancellationError {
      // That was asked for.
    } catch {
      throw ExitReason(error)
    }
  }

  private static func keepListening(
    _ place: Place,
    _ state: SourcesState,
    _ isPatient: Bool,
    _ report: @escaping @Sendable (News) -> Void,
    _ listen: (_ report: @escaping @Sendable (News) -> Void) async throws -> Void
  ) async throws {
    while !Task.isCancelled {
      do {
        try await listen { news in
          state.note(news)
          report(news)
        }
      } catch {
        guard !Task.isCancelled else { return }
        let reason = ExitReason(error)
        for table in state.fail(place, reason) { report(.table(table, .vanished, of: nil)) }
        if !isPatient, let first = state.failure { throw first }
        if let failure = reason.failure { report(.trouble(place, failure)) }
      }
      try await Task.sleep(for: retryTime)
    }
  }
}

/// Which places are heard, and which tables were told of.
private final class SourcesState: Sendable {
  private struct State {
    var tables: [String: NearbyTable] = [:]
    var reasons: [TableSources.Place: ExitReason] = [:]
  }

  private let count: Int
  private let state = Mutex(State())

  /// Nothing is known yet of so many places.
  init(of count: Int) { self.count = count }

  func note(_ news: TableSources.News) {
    state.withLock { state in
      switch news {
      case .listening(let place): state.reasons[place] = nil
      case .table(let table, let event, _):
        state.tables[table.id] = event == .vanished ? nil : table
      case .trouble: break
      }
    }
  }

  /// Notes why nothing is heard of a place, and returns the tables of which nothing is known now.
  func fail(_ place: TableSources.Place, _ reason: ExitReason) -> [NearbyTable] {
    state.withLock { state in
      state.reasons[place] = reason
      let gone = state.tables.values.filter { $0.isOnline == (place == .online) }
      for table in gone { state.tables[table.id] = nil }
      return gone
    }
  }

  /// The failure, if nothing is heard anywhere.
  var failure: ExitReason? {
    state.withLock { state in
      guard state.reasons.count == count else { return nil }
      let (nearby, online) = (state.reasons[.nearby], state.reasons[.online])
      if let nearby, let online { return .foundNowhere(nearby: nearby, online: online) }
      return nearby ?? online
    }
  }
}

/// The reason why no tables are heard, of each place.
struct Troubles: Sendable {
  private var troubles: [TableSources.Place: Failure] = [:]

  /// Nothing is wrong.
  init() {}

  /// Takes news of what is wrong, or is not any more.
  mutating func take(_ news: TableSources.News) {
    switch news {
    case .listening(let place): troubles[place] = nil
    case .trouble(let place, let trouble): troubles[place] = trouble
    case .table: break
    }
  }

  /// The troubles, in a sentence; nil if there are none.
  var text: String? { Failure.text(nearby: troubles[.nearby], online: troubles[.online]) }
}
