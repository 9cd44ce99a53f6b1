public import BlueZ
internal import DBus
public import MatchProtocol

/// The guest's side: it connects to a host, listens to its notifications, and writes commands.
///
/// A link that is lost after it stood is made again, to the same host, until the transport is
/// closed: also when bluetoothd was started anew, or the controller was off, or came back under
/// another number. Only commands, never
/// requests: BlueZ lets a command overtake a request that was written before it.
public actor CentralTransport: PacketTransport {
  private let deliver: @Sendable (TransportEvent) -> Void
  let service: BluetoothService
  /// The controller, as it was when it was last taken.
  var adapter: Adapter
  let clock: any Clock<Duration>
  private(set) var session: CentralLink?
  private(set) var isClosed = false
  /// True if the host is met another way, and looked for here only when that is wanted.
  private var isResting = false
  /// The subscriptions, which outlive a lost link: bluetoothd subscribes again by itself.
  private var subscriptions: [ObjectPath: ValueSubscription] = [:]
  var outbox = WriteQueue()
  /// The task for which the first packet of the outbox waits, if any.
  var handover: Task<Void, any Error>?
  /// True if a packet waits for bluetoothd to take it.
  package var isWaitingToSend: Bool { handover != nil }
  private var linksMade = 0
  /// The age of the link.
  private var uptime: @Sendable () -> Duration = { .zero }

  /// The host to look for when the link is lost.
  private(set) var query = HostQuery.any
  /// The host of the last link.
  private(set) var host: FoundHost?
  /// The table that was last heard at each address.
  private var heard: [String: FoundHost] = [:]
  /// The attempts to connect to a table before a link stands.
  private var ladder = ConnectLadder()
  var backoff = Backoff()
  /// The number of links to the host of each address that were cut right after they were up, since
  /// one was of use.
  private(set) var refusals: [String: Int] = [:]
  /// The number of times in a row that the wanted host has taken no link.
  var timesTaken = 0
  var reconnection: Task<Void, Never>?
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
  ///   - query: What is looked for, whichever table it is.
  ///   - clock: What measures the time between attempts to get a lost link back, and how long
  ///     ``close()`` may take.
  ///   - deliver: Is called with all that happens, in order, on the connection's own thread, and
  ///     must not wait.
  public init(
    _ service: BluetoothService,
    on adapter: Adapter,
    seeking query: HostQuery = .any,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.service = service
    self.adapter = adapter
    self.query = query
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
  ///   - report: Is called on the connection's own thread too, and must not wait.
  /// - Throws: What ``BluetoothService/hearTables(on:for:clock:report:)`` throws.
  public func hearTables(
    for limit: Duration?,
    report: @escaping @Sendable (FoundHost) -> Void
  ) async throws(TransportError) {
    let note: @Sendable (FoundHost) -> Void = { host in
      self.assumeIsolated { $0.heard[host.address] = host }
      report(host)
    }
    do throws(TransportError) {
      try await service.hearTables(on: adapter, for: limit, clock: clock, report: note)
    } catch .bluetooth(.objectGone) {
      guard await adapterReturns() else { throw .bluetooth(.objectGone("\(adapter.name) is gone")) }
      try await service.hearTables(on: adapter, for: limit, clock: clock, report: note)
    }
  }

  /// Tries once to connect to a table that was heard.
  ///
  /// - Parameter address: The address at which ``hearTables(for:report:)`` has told of it.
  /// - Returns: False if that may come about once the table is heard again.
  /// - Throws: ``TransportError/cannotConnect(_:_:)``.
  public func connect(toTableAt address: String) async throws(TransportError) -> Bool {
    guard let host = heard[address] else { return false }
    do throws(BlueZError) {
      try await connect(to: host)
      return true
    } catch {
      switch ladder.failed(error) {
      case .giveUp(let error): throw .cannotConnect(host, error)
      case .remove: try? await service.remove(host.path, from: adapter)
      case .retry, .disconnect: break
      }
      return false
    }
  }

  /// The same query, for what this side looks for: to play, to watch, or something else.
  private func asBefore(_ query: HostQuery) -> HostQuery {
    switch self.query {
    case .watching: .watching(query)
    case .meeting(let kind, _): .meeting(kind, query)
    case .any, .address, .name, .table: query
    }
  }

  /// Looks for the host that `query` asks for until there is a link to it, in the same way as when
  /// a link was lost.
  ///
  /// For a match that goes on: its host may be started later.
  public func keepConnecting(to query: HostQuery) {
    self.query = query
    startReconnecting(isFirst: true)
  }

  /// Tries once to connect to `host`; what was begun is ended if that fails.
  func connect(to host: FoundHost) async throws(BlueZError) {
    let countFailure: @Sendable (BlueZError, ConnectLadder.Step) -> Void = { _, _ in
      self.assumeIsolated { $0.failedAttempts += 1 }
    }
    let services = GameService.application.services
    let session = try await service.connect(
      to: ConnectionTarget(host.path, on: adapter, expecting: services),
      trying: ConnectLadder(attempts: 1),
      report: countFailure,
      prepare: { () async throws(BlueZError) -> CentralLink in try await self.open(host) }
    )
    self.session = session
    self.host = host
    // Who is looked for already stays so until a link to somebody else has been of use.
    switch query {
    case .table, .meeting(_, .table): break
    case .any, .address, .name, .watching, .meeting:
      query = asBefore(HostQuery(again: host.location))
    }
    outbox = WriteQueue()
    uptime = clock.stopwatch()
    tell(.progress(.connected(host.location)))
    tell(.link(.up(session.peer, maximumPacketSize: session.maximumPacketSize)))
    // It ends with the link, or with the stream, which ends with the connection.
    Task { await self.follow(session.changes, session) }
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
    let duration = uptime()
    backoff.lost(after: duration)
    if duration >= Backoff.steady, let host {
      refusals[host.address] = nil
      query = asBefore(HostQuery(again: host.location))
    }
    tell(.link(.down(session.peer, loss)))
    startReconnecting()
  }

  // MARK: The end

  /// Ends the link, which is of no use to the session; there is only one, and another one is made.
  public func disconnect(_ peer: PeerID) {
    guard let session, session.peer == peer else { return }
    if let host, uptime() < Backoff.steady { refusals[host.address, default: 0] += 1 }
    // It ends when bluetoothd has answered, or with the connection.
    ending = Task { await self.end(session) }
    lose(session, .disconnected)
  }

  private func end(_ session: CentralLink) async {
    // What cannot be undone now ends with the connection to bluetoothd, or with the link.
    if let subscription = subscriptions.removeValue(forKey: session.notify.path) {
      try? await service.unsubscribe(subscription)
    }
    try? await service.disconnect(session.device)
  }

  /// Ends the link, or what was begun for one, until ``seek(_:)``.
  public func rest() async {
    isResting = true
    reconnection?.cancel()
    reconnection = nil
    guard let session else { return }
    self.session = nil
    handover?.cancel()
    // It may have been told that the link is up.
    tell(.link(.down(session.peer, .disconnected)))
    await end(session)
  }

  /// Notes the name of the host, by which it is looked for after ``rest()``.
  public func expect(_ other: Introduction) {
    if isResting { query = asBefore(.name(other.name.description)) }
  }

  /// Looks for the host after ``rest()``, or not any more.
  public func seek(_ isWanted: Bool) {
    guard isResting else { return }
    if isWanted {
      startReconnecting(isFirst: true)
    } else if session == nil {
      reconnection?.cancel()
      reconnection = nil
    }
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
    if let reconnection {
      reconnection.cancel()
      await reconnection.value
      // bluetoothd goes on with an attempt that nobody waits for.
      if session == nil, let host { try? await service.disconnect(host.path) }
    }
    if let session {
      self.session = nil
      await end(session)
    }
  }
}
