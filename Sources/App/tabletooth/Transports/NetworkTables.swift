internal import Avahi
internal import MatchPlay
internal import StreamTransport

/// The tables among the services on the networks of this computer, each once.
struct NetworkTables {
  /// The addresses of a table that are tried.
  private static let mostPlaces = 8

  private var services: [FoundService.ID: FoundService] = [:]
  private var told: [String: LocalNetwork.Found] = [:]
  /// True if only tables are told of that have answered.
  private let areTried: Bool
  /// Whether the tables that were tried have answered.
  private var answers: [String: Bool] = [:]

  /// No tables yet.
  init(areTried: Bool = false) { self.areTried = areTried }

  /// Takes what is told of a service, or of avahi-daemon, and returns what to tell.
  mutating func take(_ event: ServiceEvent) -> [LocalNetwork.News] {
    switch event {
    case .appeared(let service), .changed(let service): take(service)
    case .vanished(let id): forget(id)
    case .daemonLost: forgetAll()
    case .daemonFound, .failed: []
    }
  }

  /// Takes a service that appeared, or says something else, and returns what to tell.
  mutating func take(_ service: FoundService) -> [LocalNetwork.News] {
    // It may be elsewhere now.
    if services[service.id] != service, answers[service.id.name] == false {
      answers[service.id.name] = nil
    }
    services[service.id] = service
    return tell(service.id.name)
  }

  /// Takes that a service is gone, and returns what to tell.
  mutating func forget(_ id: FoundService.ID) -> [LocalNetwork.News] {
    services[id] = nil
    return tell(id.name)
  }

  /// Takes that all are gone, and returns what to tell.
  mutating func forgetAll() -> [LocalNetwork.News] {
    (services, answers) = ([:], [:])
    return told.keys.sorted().flatMap { tell($0) }
  }

  // MARK: Trying

  /// Where to try each table, those first that were not tried yet.
  var places: [(name: String, places: [StreamAddress])] {
    let names = Set(services.keys.map(\.name)).sorted {
      (answers[$0] == nil ? 0 : 1, $0) < (answers[$1] == nil ? 0 : 1, $1)
    }
    return names.compactMap { name in table(called: name).map { (name, $0.places) } }
  }

  /// The number of tables that were not tried yet.
  var untried: Int { Set(services.keys.map(\.name)).count { answers[$0] == nil } }

  /// Takes whether a table has answered, and returns what to tell.
  mutating func note(_ name: String, answers isThere: Bool) -> [LocalNetwork.News] {
    guard services.keys.contains(where: { $0.name == name }) else { return [] }
    answers[name] = isThere
    return tell(name)
  }

  private mutating func tell(_ name: String) -> [LocalNetwork.News] {
    let old = told.removeValue(forKey: name)
    let table = table(called: name)
    if table == nil { answers[name] = nil }
    guard let new = table, !areTried || answers[name] == true else {
      return old.map { [.gone($0.listing.id)] } ?? []
    }
    told[name] = new
    return old == new ? [] : [.heard(new)]
  }

  /// The table of this name, on however many networks, with all its addresses.
  private func table(called name: String) -> LocalNetwork.Found? {
    let all = services.filter { $0.key.name == name }.sorted { $0.key.interface < $1.key.interface }
    var places: [StreamAddress] = []
    // Those of IPv4 first, which a person can type.
    for isFirst in [true, false] {
      for endpoint in all.flatMap(\.value.endpoints) where endpoint.host.contains(":") != isFirst {
        let place = StreamAddress(host: endpoint.host, port: endpoint.port)
        if !places.contains(place) { places.append(place) }
      }
    }
    guard !places.isEmpty, let service = all.first?.value else { return nil }
    return LocalNetwork.Found(
      listing: LocalNetwork.listing(service),
      places: Array(places.prefix(Self.mostPlaces))
    )
  }
}

/// Listens to what avahi-daemon finds, and tries whether it is there.
actor TableListener {
  /// The time between two times that all tables are tried.
  private static let pause = Duration.seconds(3)
  /// The number of tables that are tried at the same time.
  private static let mostAtOnce = 32

  private var tables: NetworkTables
  private let areTried: Bool
  private let report: @Sendable (LocalNetwork.News) -> Void
  /// The number of times that avahi-daemon was found.
  private var starts = 0
  /// A turn whenever there is a table that was not tried.
  private let (turns, wake) = AsyncStream.makeStream(
    of: Void.self,
    bufferingPolicy: .bufferingNewest(1)
  )

  /// A listener that tells `report` of tables, of those that answer if they are tried.
  init(areTried: Bool, _ report: @escaping @Sendable (LocalNetwork.News) -> Void) {
    tables = NetworkTables(areTried: areTried)
    (self.areTried, self.report) = (areTried, report)
  }

  /// Takes what is told of a service, or of avahi-daemon.
  ///
  /// - Returns: The reason to look no longer. One that has worked before is waited for: a daemon
  ///   that starts again may be slow to answer.
  func take(_ event: ServiceEvent) -> AvahiError? {
    for news in tables.take(event) { report(news) }
    switch event {
    case .daemonFound:
      if starts > 0 { report(.up) }
      starts += 1
    case .daemonLost, .failed(.notRunning):
      guard starts > 0 else { return .notRunning }
      report(.interrupted(NetworkError(.notRunning)))
    case .failed(let error):
      guard starts > 1 else { return error }
      report(.interrupted(NetworkError(error)))
    case .appeared, .changed, .vanished: break
    }
    if areTried, tables.untried > 0 { wake.yield() }
    return nil
  }

  /// Tries tables when they appear and again and again, until the task is cancelled.
  func tryTables(clock: any Clock<Duration> = ContinuousClock()) async {
    guard areTried else {
      // Until it is cancelled.
      for await _ in turns {}
      return
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        while !Task.isCancelled {
          do { try await clock.sleep(for: Self.pause) } catch { return }
          await self.tryAll(clock)
        }
      }
      for await _ in turns { await tryNew(clock) }
      group.cancelAll()
    }
  }

  private func tryNew(_ clock: any Clock<Duration>) async {
    while tables.untried > 0, !Task.isCancelled {
      await attempt(tables.places.prefix(min(tables.untried, Self.mostAtOnce)), clock)
    }
  }

  private func tryAll(_ clock: any Clock<Duration>) async {
    var rest = tables.places[...]
    while !rest.isEmpty, !Task.isCancelled {
      await attempt(rest.prefix(Self.mostAtOnce), clock)
      rest = rest.dropFirst(Self.mostAtOnce)
    }
  }

  private func attempt(
    _ batch: ArraySlice<(name: String, places: [StreamAddress])>,
    _ clock: any Clock<Duration>
  ) async {
    await withTaskGroup(of: (String, Bool).self) { group in
      for (name, places) in batch {
        group.addTask { (name, await StreamProbe.firstAnswer(of: places, clock: clock) != nil) }
      }
      for await (name, isThere) in group where !Task.isCancelled {
        for news in tables.note(name, answers: isThere) { report(news) }
      }
    }
  }
}
