internal import Avahi
internal import BoardUI
internal import DBus
internal import MatchPlay
internal import MatchProtocol
internal import Phrases
internal import StreamTransport
internal import Synchronization

/// The names of the tables that this process has on the local network.
final class OwnTables: Sendable {
  private let names = Mutex<Set<String>>([])

  /// Notes that there is a table of this name, or none any more.
  func note(_ name: String, isThere: Bool) {
    names.withLock { names in
      if isThere { names.insert(name) } else { names.remove(name) }
    }
  }

  /// True if there is a table of this name.
  func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}

/// The local network, on which avahi-daemon publishes tables and finds them (DNS-SD, RFC 6763).
struct LocalNetwork: Sendable {
  /// The type of the service.
  static let type = "_tabletooth._tcp"
  /// What is said of a table: its advertisement, and whether nobody new gets in.
  private static let (presenceKey, closedKey) = ("p", "closed")

  /// The beginning of the address of a table, which its name follows.
  static let scheme = "lan:"

  /// The address of the table that is published as `name`.
  static func address(of name: String) -> String { scheme + name }

  private let bus: BusAddress
  /// The tables of this process, which are not to be found.
  private let own: OwnTables

  /// The network as avahi-daemon has it, on the bus that was typed or the environment names.
  init(in environment: Environment) {
    (bus, own) = (BluetoothAccess(in: environment).bus, environment.ownTables)
  }

  /// True if avahi-daemon runs, so that tables can be published and found.
  var isThere: Bool {
    get async {
      guard let service = try? await AvahiService.open(bus) else { return false }
      let state = await service.status.state
      await service.close()
      return state != .absent && state != .failed
    }
  }

  /// True if avahi-daemon runs, or nothing else will do.
  func isThere(orNeeded isNeeded: Bool) async -> Bool {
    if isNeeded { return true }
    return await isThere
  }

  // MARK: A host

  /// Publishes the table of `name` at `port`, and keeps it so.
  ///
  /// - Throws: `NetworkError`.
  func publish(
    _ name: PlayerName,
    saying text: ServiceText,
    port: UInt16
  ) async throws(NetworkError) -> PublishedTable {
    do throws(AvahiError) {
      let service = try await AvahiService.open(bus)
      do throws(AvahiError) {
        let publication = try await service.publish(
          name: name.description,
          type: Self.type,
          port: port,
          text: text
        )
        own.note(await publication.name, isThere: true)
        return PublishedTable(service: service, publication: publication, own: own)
      } catch {
        await service.close()
        throw error
      }
    } catch {
      throw NetworkError(error)
    }
  }

  /// What is said of a table.
  static func text(_ presence: Presence, isOpen: Bool) -> ServiceText {
    var values = [presenceKey: presence.bytes]
    if !isOpen { values[closedKey] = [] }
    return ServiceText(values)
  }

  // MARK: A guest

  /// A table that was found, and where to connect to.
  struct Found: Hashable, Sendable {
    let listing: Listing
    let places: [StreamAddress]
  }

  /// News of the tables on the network.
  enum News: Sendable {
    case heard(Found)
    /// The table with this identity is gone.
    case gone(String)
  }

  /// Reports the tables on the network for `limit`, or until the task is cancelled.
  ///
  /// - Throws: `NetworkError`.
  func hearTables(
    for limit: Duration?,
    _ report: @escaping @Sendable (News) -> Void
  ) async throws(NetworkError) {
    do throws(AvahiError) {
      let service = try await AvahiService.open(bus)
      // It is cancelled below.
      let end = Task {
        guard let limit else { return }
        try await Task.sleep(for: limit)
        await service.close()
      }
      let failure = await follow(service, report)
      end.cancel()
      await service.close()
      if let failure { throw failure }
    } catch {
      throw NetworkError(error)
    }
  }

  private func follow(_ service: AvahiService, _ report: (News) -> Void) async -> AvahiError? {
    var tables = NetworkTables()
    for await event in await service.services(ofType: Self.type) {
      if let found = event.service, found.isOnThisComputer, own.contains(found.id.name) {
        continue
      }
      for news in tables.take(event) { report(news) }
      if let failure = event.failure { return failure }
    }
    return nil
  }

  /// The table that a service says it is; its name is taken once on a network.
  static func listing(_ service: FoundService) -> Listing {
    let text = service.text
    var listing = Listing(
      name: PlayerName(cleaning: service.id.name),
      address: address(of: service.id.name),
      strength: nil,
      presence: text[presenceKey].flatMap { Presence($0) },
      isConnectable: text[closedKey] == nil
    )
    listing.carrier = .lan
    return listing
  }
}

/// A table that is published.
struct PublishedTable: Sendable {
  fileprivate let service: AvahiService
  fileprivate let publication: Publication
  fileprivate let own: OwnTables

  /// Has this said of it from now on.
  func tell(_ text: ServiceText) async { await publication.update(text: text) }

  /// Withdraws it.
  func close() async {
    await publication.withdraw()
    own.note(await publication.name, isThere: false)
    await service.close()
  }
}

/// The tables among the services on the networks of this computer, each once.
struct NetworkTables {
  /// The addresses of a table that are tried.
  private static let mostPlaces = 8

  private var services: [FoundService.ID: FoundService] = [:]
  private var told: [String: LocalNetwork.Found] = [:]

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
    services = [:]
    return told.keys.sorted().flatMap { tell($0) }
  }

  private mutating func tell(_ name: String) -> [LocalNetwork.News] {
    let old = told.removeValue(forKey: name)
    guard let new = table(called: name) else {
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

extension ServiceEvent {
  /// The service that is there.
  fileprivate var service: FoundService? {
    switch self {
    case .appeared(let service), .changed(let service): service
    case .vanished, .daemonFound, .daemonLost, .failed: nil
    }
  }

  /// The reason why nothing is found any more.
  fileprivate var failure: AvahiError? {
    switch self {
    case .daemonLost: .notRunning
    case .failed(let error): error
    case .appeared, .changed, .vanished, .daemonFound: nil
    }
  }
}

/// The reason why no tables are published on the local network, or found there.
struct NetworkError: TransportFailure {
  fileprivate let error: AvahiError

  fileprivate init(_ error: AvahiError) { self.error = error }

  /// True: avahi-daemon may be started, or be configured otherwise.
  var mayPass: Bool { true }
}

extension NetworkError {
  /// The sentence about what happened.
  fileprivate var happened: String {
    switch error {
    case .notRunning, .noBus, .disconnected:
      say("avahi-daemon is not running, so no tables are found on this network")
    case .publishingDisabled, .notPermitted: say("avahi-daemon lets no program publish a table")
    case .nameTaken, .timedOut, .cancelled, .refused:
      say("avahi-daemon did not do what was asked (\(error.description))")
    }
  }

  /// The sentence about what helps.
  fileprivate var advice: String {
    switch error {
    case .notRunning, .noBus, .disconnected:
      say("install or start it: sudo apt install avahi-daemon; or use tcp:ADDRESS")
    case .publishingDisabled, .notPermitted, .nameTaken, .timedOut, .cancelled, .refused:
      say("see its log: journalctl -u avahi-daemon; or use --on tcp:ADDRESS")
    }
  }
}

extension ExitReason {
  /// The meaning of an error of avahi-daemon.
  init(_ error: NetworkError) { self.init(.noConnection, error.happened, error.advice) }
}
