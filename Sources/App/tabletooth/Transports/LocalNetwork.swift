internal import Avahi
internal import BoardUI
internal import DBus
internal import Glibc
internal import MatchPlay
internal import MatchProtocol
internal import Phrases
internal import StreamTransport
internal import Synchronization

/// The tables that this process has on the local network.
final class OwnTables: Sendable {
  private let names = Mutex<[String]>([])
  private let published = Mutex<[Publication]>([])

  /// Notes that a table of this name is about to be published, or is published or will not be.
  func note(_ name: String, isExpected: Bool) {
    names.withLock { names in
      if isExpected { return names.append(name) }
      names.firstIndex(of: name).map { _ = names.remove(at: $0) }
    }
  }

  /// Notes that a table is published, or no longer.
  func note(_ publication: Publication, isThere: Bool) {
    published.withLock { published in
      if isThere { return published.append(publication) }
      published.removeAll { $0 === publication }
    }
  }

  /// True if there is a table that is called so now: avahi-daemon may give it another name at any
  /// time.
  func contains(_ name: String) async -> Bool {
    if names.withLock({ $0.contains(name) }) { return true }
    for publication in published.withLock(\.self) where await publication.name == name {
      return true
    }
    return false
  }
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

  let bus: BusAddress
  /// The folder of the player, which remembers that the player knows who sees a table here.
  private let dataPath: String?
  /// The tables of this process, which are not to be found.
  private let own: OwnTables
  /// What was found out about avahi-daemon, once for all that one command does.
  private let memory = Memory()

  private final class Memory: Sendable {
    let isThere = Mutex<Bool?>(nil)
  }

  /// The network as avahi-daemon has it, on the bus that was typed or the environment names.
  init(in environment: Environment) {
    (bus, own) = (BluetoothAccess(in: environment).bus, environment.ownTables)
    dataPath = environment.dataPath
  }

  /// True if avahi-daemon runs, so that tables can be published and found.
  var isThere: Bool {
    get async {
      if let known = memory.isThere.withLock({ $0 }) { return known }
      let isThere = await isFound
      memory.isThere.withLock { $0 = isThere }
      return isThere
    }
  }

  private var isFound: Bool {
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

  /// True the first time that a table of this player is published, which is remembered.
  func isFirstTable() -> Bool {
    guard let dataPath else { return true }
    let file = unsafe open("\(dataPath)/seen-on-network", O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno != EEXIST }
    Glibc.close(file)
    return true
  }

  /// Something that is published, and what is said of it first.
  struct Service: Sendable {
    let name: String
    let type: String
    var text: ServiceText

    /// The table of `name`.
    static func table(_ name: PlayerName, _ presence: Presence, isOpen: Bool) -> Service {
      Service(
        name: name.description,
        type: LocalNetwork.type,
        text: LocalNetwork.text(presence, isOpen: isOpen)
      )
    }

    /// The page at the table of `name`, which has this path.
    static func page(_ name: PlayerName, path: String) -> Service {
      let text = ServiceText(["path": Array("/\(path)/".utf8)])
      return Service(name: "\(name) (Tabletooth)", type: "_http._tcp", text: text)
    }
  }

  /// Publishes `service` at `port`, and keeps it so.
  ///
  /// - Throws: `NetworkError`.
  func publish(_ service: Service, port: UInt16) async throws(NetworkError) -> PublishedTable {
    let wanted = service
    do throws(AvahiError) {
      let service = try await AvahiService.open(bus)
      let own = wanted.type == Self.type ? own : OwnTables()
      // It is found before this program hears that it is published.
      own.note(wanted.name, isExpected: true)
      defer { own.note(wanted.name, isExpected: false) }
      do throws(AvahiError) {
        let publication = try await service.publish(
          name: wanted.name,
          type: wanted.type,
          port: port,
          text: wanted.text
        )
        own.note(publication, isThere: true)
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
    /// avahi-daemon has stopped, and is waited for.
    case interrupted(NetworkError)
    /// It is there again.
    case up
  }

  /// Reports the tables on the network for `limit`, or until the task is cancelled.
  ///
  /// - Parameters:
  ///   - limit: How long; for ever, if nil.
  ///   - areTried: Whether only tables are reported that take a connection, and those that do so no
  ///     longer are gone: avahi-daemon remembers a computer that is switched off for an hour.
  ///   - report: Is told of each.
  /// - Throws: `NetworkError`.
  func hearTables(
    for limit: Duration?,
    areTried: Bool = false,
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
      let listener = TableListener(areTried: areTried, report)
      let failure = await follow(service, listener)
      end.cancel()
      await service.close()
      if let failure { throw failure }
    } catch {
      throw NetworkError(error)
    }
  }

  private func follow(_ service: AvahiService, _ listener: TableListener) async -> AvahiError? {
    await withTaskGroup(of: AvahiError?.self) { group in
      group.addTask {
        for await event in await service.services(ofType: Self.type) {
          if let found = event.service, found.isOnThisComputer, await own.contains(found.id.name) {
            continue
          }
          if let failure = await listener.take(event) { return failure }
        }
        return nil
      }
      group.addTask {
        await listener.tryTables()
        return nil
      }
      let failure = await group.next() ?? nil
      group.cancelAll()
      return failure
    }
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
    own.note(publication, isThere: false)
    await service.close()
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
}

/// The reason why no tables are published on the local network, or found there.
struct NetworkError: TransportFailure {
  fileprivate let error: AvahiError

  init(_ error: AvahiError) { self.error = error }

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
