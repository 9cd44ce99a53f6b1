public import BlueZ
internal import DBus
public import MatchProtocol

/// The guest's side: it hears tables, connects to one, listens to its notifications, and writes
/// commands.
///
/// It makes one attempt whenever it is told to; who is tried, and when, its owner decides. Only
/// commands, never requests: BlueZ lets a command overtake a request that was written before it.
public actor CentralTransport: PacketTransport {
  private let deliver: @Sendable (TransportEvent) -> Void
  let service: BluetoothService
  /// The controller, as it was when it was last taken.
  var adapter: Adapter
  let clock: any Clock<Duration>
  private(set) var session: CentralLink?
  private(set) var isClosed = false
  /// True if a controller that is off or gone is waited for, as a match goes on.
  private var isPatient: Bool
  private var isBusWatched = false
  /// The subscriptions, which outlive a lost link: bluetoothd subscribes again by itself.
  private var subscriptions: [ObjectPath: ValueSubscription] = [:]
  var outbox = WriteQueue()
  /// The task for which the first packet of the outbox waits, if any.
  var handover: Task<Void, any Error>?
  /// True if a packet waits for bluetoothd to take it.
  package var isWaitingToSend: Bool { handover != nil }
  private var linksMade = 0

  /// The table that was last heard at each address.
  private var heard: [String: FoundHost] = [:]
  /// The attempts to connect to a table before a link stands.
  private var ladder = ConnectLadder()
  /// The host to which a link is being made.
  private var attempt: ObjectPath?
  /// The task that takes down the link that the session has cut.
  private(set) var ending: Task<Void, Never>?
  /// The number of attempts to connect have failed, those included that were followed by another at
  /// once.
  package private(set) var failedAttempts = 0

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe service.unownedExecutor
  }

  /// An executor on the connection's thread, for a task that calls this transport.
  public nonisolated var executor: (any TaskExecutor)? { service.connection.taskExecutor }

  /// A transport on `adapter` that has no link yet.
  ///
  /// - Parameters:
  ///   - service: bluetoothd; the transport closes it.
  ///   - adapter: The controller, switched on.
  ///   - isPatient: Whether a controller that is off or gone is waited for; after the first link it
  ///     always is.
  ///   - clock: What measures the time for which a controller is waited for, and how long
  ///     ``close()`` may take.
  ///   - deliver: Is called with all that happens, in order, on the connection's own thread, and
  ///     must not wait.
  public init(
    _ service: BluetoothService,
    on adapter: Adapter,
    isPatient: Bool = false,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.service = service
    self.adapter = adapter
    self.isPatient = isPatient
    self.clock = clock
    self.deliver = deliver
  }

  /// Tells the owner of `event`, unless the owner has closed the transport.
  func tell(_ event: TransportEvent) {
    if !isClosed { deliver(event) }
  }

  // MARK: The link

  /// Tells of each table whenever it is heard; waits once for a controller that is lost meanwhile.
  ///
  /// - Parameters:
  ///   - limit: How long to listen.
  ///   - ready: Is called when a controller listens.
  ///   - report: Is called on the connection's own thread too, and must not wait.
  /// - Throws: What ``BluetoothService/hearTables(on:for:clock:report:)`` throws.
  public func hearTables(
    for limit: Duration?,
    ready: @Sendable () -> Void = {},
    report: @escaping @Sendable (FoundHost) -> Void
  ) async throws(TransportError) {
    let note: @Sendable (FoundHost) -> Void = { host in
      self.assumeIsolated { $0.heard[host.address] = host }
      report(host)
    }
    // What the session has cut is not down yet when bluetoothd still works on it.
    await ending?.value
    if isPatient {
      watchBus()
      guard await awaitAdapter() else { throw .bluetooth(.cancelled) }
    }
    ready()
    do throws(TransportError) {
      try await service.hearTables(on: adapter, for: limit, clock: clock, report: note)
    } catch .bluetooth(.objectGone) where !isPatient {
      guard await adapterReturns() else { throw .bluetooth(.objectGone("\(adapter.name) is gone")) }
      try await service.hearTables(on: adapter, for: limit, clock: clock, report: note)
    }
  }

  /// Tries once to connect to a table that was heard.
  ///
  /// - Parameters:
  ///   - address: The address at which ``hearTables(for:ready:report:)`` has told of it.
  ///   - name: The name that it goes by, if that is not the one that was heard.
  /// - Returns: False if that may come about once the table is heard again.
  /// - Throws: ``TransportError/cannotConnect(_:_:)``.
  public func connect(
    toTableAt address: String,
    called name: String? = nil
  ) async throws(TransportError) -> Bool {
    guard let host = heard[address] else { return false }
    do throws(BlueZError) {
      try await connect(to: host.called(name))
      return true
    } catch {
      switch ladder.failed(error) {
      case .giveUp(let error):
        ladder = ConnectLadder()
        throw .cannotConnect(host, error)
      case .remove: try? await service.remove(host.path, from: adapter)
      case .retry, .disconnect: break
      }
      return false
    }
  }

  /// Tries once to connect to `host`; what was begun is ended if that fails.
  private func connect(to host: FoundHost) async throws(BlueZError) {
    let countFailure: @Sendable (BlueZError, ConnectLadder.Step) -> Void = { _, _ in
      self.assumeIsolated { $0.failedAttempts += 1 }
    }
    let services = GameService.application.services
    attempt = host.path
    defer { attempt = nil }
    let session = try await service.connect(
      to: ConnectionTarget(host.path, on: adapter, expecting: services),
      trying: ConnectLadder(attempts: 1),
      report: countFailure,
      prepare: { () async throws(BlueZError) -> CentralLink in try await self.open(host) }
    )
    self.session = session
    (isPatient, ladder) = (true, ConnectLadder())
    watchBus()
    outbox = WriteQueue()
    tell(.progress(.connected(host.location)))
    tell(.link(.up(session.peer, maximumPacketSize: session.maximumPacketSize)))
    // It ends with the link, or with the stream, which ends with the connection.
    Task { await self.follow(session.changes, session) }
  }

  /// Tells that nothing more can come, once the bus is gone.
  private func watchBus() {
    guard !isBusWatched else { return }
    isBusWatched = true
    // It ends with the connection.
    Task {
      for await _ in await service.changes() {}
      if let session { lose(session, .transportGone) }
      tell(.ended())
    }
  }

  /// Subscribes, and gets hold of the way to write.
  private func open(_ host: FoundHost) async throws(BlueZError) -> CentralLink {
    let changes = await service.changes()
    let characteristics = await service.characteristics(of: GameService.uuid, at: host.path)
    guard
      let notify = characteristics.first(where: { $0.uuid == GameService.notify }),
      let write = characteristics.first(where: { $0.uuid == GameService.write })
    else { throw .doesNotExist("the host's service lacks a characteristic") }
    try await subscribe(to: notify)
    let socket: CharacteristicSocket?
    do throws(BlueZError) {
      socket = try await service.acquireWrite(write)
    } catch {
      // Another program holds it, or BlueZ is older than 5.46; each packet is a D-Bus call then.
      socket = nil
    }
    // The MTU may have been agreed on only while we subscribed.
    let mtu = await service.characteristics(of: GameService.uuid, at: host.path).map(\.mtu).max()
    linksMade += 1
    return CentralLink(
      number: linksMade,
      device: host.path,
      notify: notify,
      write: write,
      socket: socket,
      changes: changes,
      maximumPacketSize: GameService.maximumPacketSize(mtu: socket?.mtu ?? mtu ?? 0)
    )
  }

  // MARK: What arrives

  private func subscribe(to notify: RemoteCharacteristic) async throws(BlueZError) {
    let subscription = try await service.subscribe(to: notify) { [weak self] value in
      self?.assumeIsolated { $0.receive(value, of: notify) }
    }
    // One more attempt to connect must not make every packet come twice.
    if let old = subscriptions.updateValue(subscription, forKey: notify.path) {
      try await service.unsubscribe(old)
    }
  }

  private func receive(_ value: [UInt8], of notify: RemoteCharacteristic) {
    guard let session, session.notify.path == notify.path else { return }
    let size = session.maximumPacketSize
    tell(.link(.packet(value, from: session.peer, maximumPacketSize: size)))
  }

  private func follow(_ changes: AsyncStream<ObjectTree.Change>, _ session: CentralLink) async {
    for await change in changes {
      guard isUp(session) else { return }
      guard let loss = session.loss(by: change) else { continue }
      lose(session, loss)
      return
    }
    lose(session, .transportGone)
  }

  func isUp(_ session: CentralLink) -> Bool {
    self.session?.number == session.number
  }

  func lose(_ session: CentralLink, _ loss: LinkLoss) {
    guard isUp(session) else { return }
    self.session = nil
    handover?.cancel()
    tell(.link(.down(session.peer, loss)))
  }

  // MARK: The end

  /// Ends the link, which is of no use to the session; there is only one.
  public func disconnect(_ peer: PeerID) {
    guard let session, session.peer == peer else { return }
    // It ends when bluetoothd has answered, or with the connection.
    ending = Task { await self.end(session) }
    lose(session, .cut)
  }

  private func end(_ session: CentralLink) async {
    // What cannot be undone now ends with the connection to bluetoothd, or with the link.
    if let subscription = subscriptions.removeValue(forKey: session.notify.path) {
      try? await service.unsubscribe(subscription)
    }
    try? await service.disconnect(session.device)
  }

  /// Ends the link, or what was begun for one.
  public func drop() async {
    let link = session
    if let link { lose(link, .cut) }
    await endLink(link)
  }

  /// Ends everything, and says so.
  public func giveUp() async {
    tell(.ended())
    await close()
  }

  /// Ends everything: the link, discovery, the connection to bluetoothd.
  public func close() async {
    guard !isClosed else { return }
    isClosed = true
    handover?.cancel()
    await service.close(clock) { await self.endLinks() }
  }

  private func endLinks() async {
    await ending?.value
    await endLink(session)
  }

  private func endLink(_ link: CentralLink?) async {
    session = nil
    if let link {
      await end(link)
    } else if let attempt {
      // bluetoothd continues an attempt for which nobody waits.
      try? await service.disconnect(attempt)
    }
  }
}
