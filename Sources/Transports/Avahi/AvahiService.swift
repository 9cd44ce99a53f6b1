public import DBus

/// avahi-daemon, over one connection to a bus: publishes services on the local network, and looks
/// for them.
///
/// It never starts avahi-daemon: somebody may have stopped it for a reason.
public actor AvahiService {
  /// Something that listens to avahi-daemon on the thread of the connection.
  private struct Listener {
    let receive: @Sendable (Message) -> Void
    let setServer: @Sendable (ServerState?) -> Void
    let close: @Sendable () -> Void
    let finished: @Sendable () async -> Void
  }

  /// The number of events that wait for a slow reader.
  private static let backlog = 4_096

  private let connection: Connection
  private let clock: any Clock<Duration>
  private let answerLimit: Duration

  /// What is known of avahi-daemon.
  public private(set) var status = DaemonStatus.absent {
    didSet {
      guard status != oldValue else { return }
      for reader in readers.values { reader.yield(status) }
    }
  }
  private var readers: [Int: AsyncStream<DaemonStatus>.Continuation] = [:]
  private var listeners: [Int: Listener] = [:]
  private var added = 0
  private var owner: String?
  /// The state of avahi-daemon, ``ServerState/invalid`` until it has said so; nil without one.
  private var server: ServerState?
  /// The last of the tasks that ask avahi-daemon about itself; each waits for the one before.
  private var inquiry: Task<Void, Never>?
  private var isClosed = false

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe connection.unownedExecutor
  }

  private init(_ connection: Connection, _ answerLimit: Duration, _ clock: any Clock<Duration>) {
    (self.connection, self.answerLimit, self.clock) = (connection, answerLimit, clock)
  }

  /// Connects to the bus, and learns whether avahi-daemon is there; it may also come later.
  ///
  /// - Parameters:
  ///   - bus: The bus on which avahi-daemon is (default: the system bus).
  ///   - answerLimit: How long bus and avahi-daemon may take for each answer.
  ///   - clock: Measures the time for which services may take to answer.
  /// - Returns: A service to be closed with ``close()``.
  /// - Throws: ``AvahiError/noBus(address:words:)``, or what the bus says.
  public static func open(
    _ bus: BusAddress = .system,
    answerLimit: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(AvahiError) -> AvahiService {
    do throws(BusError) {
      let connection = try await Connection.open(bus, timeLimit: answerLimit)
      let service = AvahiService(connection, answerLimit, clock)
      do throws(BusError) {
        try await service.start()
      } catch {
        await connection.close()
        throw error
      }
      return service
    } catch {
      throw AvahiError(error)
    }
  }

  /// Closes the connection: what was published is withdrawn, searches end, and so do all streams.
  public func close() async {
    await connection.close()
    finish()
    for listener in listeners.values { await listener.finished() }
    listeners = [:]
    await inquiry?.value
  }

  /// What is known of avahi-daemon now, and whenever that changes; the stream ends with the
  /// connection.
  public func statuses() -> AsyncStream<DaemonStatus> {
    let (stream, reader) = AsyncStream.makeStream(
      of: DaemonStatus.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    reader.yield(status)
    guard !isClosed else {
      reader.finish()
      return stream
    }
    added += 1
    readers[added] = reader
    let id = added
    // The stream may end anywhere; the list is this actor's.
    reader.onTermination = { [weak self] _ in Task { await self?.removeReader(id) } }
    return stream
  }

  private func removeReader(_ id: Int) { readers[id] = nil }

  // MARK: Services

  /// Publishes a service, and waits until it is on the network.
  ///
  /// - Parameters:
  ///   - name: What people read; it is cut to 63 bytes of UTF-8 between characters. If it is
  ///     taken, avahi-daemon finds another one, such as `Anna #2`: see ``Publication/name``.
  ///   - type: The type of service, such as `_tabletooth._tcp`.
  ///   - port: The port on which the service listens.
  ///   - text: What the service says about itself.
  ///   - interfaces: The indices of up to 32 network interfaces (default: all of them).
  ///   - limit: How long this may take; the usual time is one second.
  /// - Returns: The publication, which lasts until it is withdrawn.
  /// - Throws: ``AvahiError/notRunning``, ``AvahiError/publishingDisabled``, or another reason why
  ///   there is no publication; nothing is left of it then.
  public func publish(
    name: String,
    type: String,
    port: UInt16,
    text: ServiceText = .empty,
    interfaces: Set<Int32>? = nil,
    within limit: Duration = .seconds(10)
  ) async throws(AvahiError) -> Publication {
    guard !isClosed else { throw .disconnected }
    guard owner != nil else { throw .notRunning }
    let machine = Publishing(
      name: name,
      type: type,
      port: port,
      text: text,
      interfaces: interfaces.map { $0.sorted() } ?? [AvahiName.all]
    )
    let (running, events) = run(machine)
    let publication = Publication(running, events)
    let first = await Self.first(of: events, within: limit, clock)
    switch first {
    case .success(.published): return publication
    case .success(.failed(let error)), .failure(let error):
      await publication.withdraw()
      throw error
    case .success(.interrupted), .success(nil):
      await publication.withdraw()
      throw .notRunning
    }
  }

  /// The first of `events`; nil if they end.
  private nonisolated static func first(
    of events: AsyncStream<PublicationEvent>,
    within limit: Duration,
    _ clock: any Clock<Duration>
  ) async -> Result<PublicationEvent?, AvahiError> {
    await withTaskGroup(of: Result<PublicationEvent?, AvahiError>.self) { group in
      group.addTask { .success(await events.first { _ in true }) }
      group.addTask {
        do { try await clock.sleep(for: limit) } catch { return .failure(.cancelled) }
        return .failure(.timedOut(limit))
      }
      let first = await group.next() ?? .failure(.cancelled)
      group.cancelAll()
      return Task.isCancelled ? .failure(.cancelled) : first
    }
  }

  /// Looks for services on all networks of this computer, until the stream is dropped or its
  /// reader's task is cancelled.
  ///
  /// The first event says whether avahi-daemon is there. Services of this computer are found too,
  /// on each of its networks and on the loopback interface.
  ///
  /// - Parameters:
  ///   - type: The type of service, such as `_tabletooth._tcp`.
  ///   - limits: How much is taken from the network.
  /// - Returns: Events for one reader. 4,096 wait for a slow one; one more ends the stream.
  public func services(
    ofType type: String,
    limits: BrowseLimits = BrowseLimits()
  ) -> AsyncStream<ServiceEvent> {
    run(Browsing(type, limits)).events
  }

  /// Runs `machine` until it has finished.
  private func run<Work: Machine>(
    _ machine: Work
  ) -> (running: Running<Work>, events: AsyncStream<Work.Event>) {
    let (events, reader) = AsyncStream.makeStream(
      of: Work.Event.self,
      bufferingPolicy: .bufferingOldest(Self.backlog)
    )
    let running = Running(
      machine,
      for: reader,
      over: connection,
      answerLimit: answerLimit,
      clock: clock
    )
    added += 1
    let id = added
    listeners[id] = Listener(
      receive: { message in running.assumeIsolated { $0.receive(message) } },
      setServer: { state in running.assumeIsolated { $0.setServer(state) } },
      close: { running.assumeIsolated { $0.close() } },
      finished: { await running.finished() }
    )
    let (server, isClosed) = (server, isClosed)
    running.assumeIsolated { running in
      running.start(with: server) { [weak self] in self?.assumeIsolated { $0.removeListener(id) } }
      if isClosed { running.close() }
    }
    return (running, events)
  }

  private func removeListener(_ id: Int) { listeners[id] = nil }

  // MARK: avahi-daemon

  private func start() async throws(BusError) {
    try await connection.listen(
      to: .ownerChanges(of: AvahiName.service),
      { [weak self] signal in self?.assumeIsolated { $0.changeOwner(to: signal.body.last?.string) }
      },
      finish: { [weak self] in self?.assumeIsolated { $0.finish() } }
    )
    let own = MatchRule(
      sender: AvahiName.service,
      interface: AvahiName.server,
      member: "StateChanged"
    )
    try await connection.listen(to: own) { [weak self] signal in
      guard let state = signal.body.first?.integer.flatMap(ServerState.init) else { return }
      self?.assumeIsolated { $0.changeState(to: state) }
    }
    for interface in [
      AvahiName.entryGroup, AvahiName.serviceBrowser, AvahiName.serviceResolver,
    ] {
      let rule = MatchRule(sender: AvahiName.service, interface: interface)
      try await connection.listen(to: rule) { [weak self] signal in
        self?.assumeIsolated { $0.deliver(signal) }
      }
    }
    changeOwner(to: try await connection.owner(of: AvahiName.service))
    await inquiry?.value
  }

  private func deliver(_ signal: Message) {
    for listener in listeners.values { listener.receive(signal) }
  }

  private func changeOwner(to successor: String?) {
    let successor = successor.flatMap { $0.isEmpty ? nil : $0 }
    guard successor != owner else { return }
    if owner != nil {
      setServer(nil)
      status = .absent
    }
    owner = successor
    guard successor != nil else { return }
    setServer(.invalid)
    inquire(into: "GetVersionString", "GetHostName", "GetState")
  }

  private func changeState(to state: ServerState) {
    guard owner != nil else { return }
    setServer(state)
    // It may have taken another name.
    inquire(into: "GetHostName")
  }

  private func setServer(_ state: ServerState?) {
    guard server != state else { return }
    server = state
    status.state = state?.phase ?? .absent
    for listener in listeners.values { listener.setServer(state) }
  }

  /// Asks avahi-daemon about itself, after what was asked before.
  private func inquire(into members: String...) {
    let (owner, before) = (owner, inquiry)
    inquiry = Task {
      await before?.value
      for member in members where owner == self.owner { await self.inquire(member, of: owner) }
    }
  }

  private func inquire(_ member: String, of owner: String?) async {
    var message = Message.toServer(member)
    message.mayStartService = false
    // Without an answer it is as if it were starting.
    _ = try? await connection.call(message, timeLimit: answerLimit) { [weak self] values in
      guard let value = values.first else { return }
      self?.assumeIsolated { $0.note(value, for: member, of: owner) }
    }
  }

  private func note(_ value: Value, for member: String, of owner: String?) {
    guard owner == self.owner else { return }
    switch member {
    case "GetVersionString": status.version = value.string ?? ""
    case "GetHostName": status.hostName = value.string ?? ""
    default:
      if let state = value.integer.flatMap(ServerState.init) { setServer(state) }
    }
  }

  /// Everything that ends with the connection.
  private func finish() {
    guard !isClosed else { return }
    isClosed = true
    (owner, server, status) = (nil, nil, .absent)
    for listener in listeners.values { listener.close() }
    for reader in readers.values { reader.finish() }
    readers = [:]
  }
}

extension ServerState {
  /// The phase that people are told of.
  fileprivate var phase: DaemonStatus.State {
    switch self {
    case .invalid, .registering: .starting
    case .running: .running
    case .collision: .hostNameTaken
    case .failure: .failed
    }
  }
}
