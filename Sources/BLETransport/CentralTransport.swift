public import BlueZ
internal import DBus
internal import Glibc
public import MatchProtocol

/// The guest's side: it connects to a host, listens to its notifications, and writes commands.
///
/// Only commands, never requests: BlueZ lets a command overtake a request that was written before it.
public actor CentralTransport: PacketTransport {
  /// The link coming up, packets, and the link's end.
  public nonisolated let events: AsyncStream<LinkEvent>
  /// What happens meanwhile, for a person who waits.
  public nonisolated let notices: AsyncStream<TransportNotice>

  private let link: AsyncStream<LinkEvent>.Continuation
  private let notice: AsyncStream<TransportNotice>.Continuation
  private let service: BluetoothService
  private let adapter: Adapter
  private var session: CentralLink?
  /// The characteristics whose values are listened to, for as long as the connection to bluetoothd lasts.
  private var heard: Set<ObjectPath> = []
  private var outbox = Outbox()

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe service.unownedExecutor
  }

  /// What lets a task run on the connection's thread, also between the calls of actors.
  public nonisolated var taskExecutor: any TaskExecutor { service.connection.taskExecutor }

  /// A transport on `adapter` that has no link yet.
  ///
  /// - Parameters:
  ///   - service: bluetoothd; the transport closes it.
  ///   - adapter: The controller, switched on.
  public init(_ service: BluetoothService, on adapter: Adapter) {
    (events, link) = AsyncStream.makeStream()
    (notices, notice) = AsyncStream.makeStream()
    self.service = service
    self.adapter = adapter
  }

  // MARK: The link

  /// Finds the host that `query` asks for, and connects to it.
  ///
  /// - Throws: ``TransportError/notFound(_:)``, ``TransportError/ambiguous(_:)``, ``TransportError/cannotConnect(_:_:)``, or what else stands in the way.
  public func connect(to query: HostQuery) async throws(TransportError) {
    notice.yield(.scanning)
    let host = try await service.find(query, on: adapter)
    notice.yield(.connecting(host))
    // A scan and a connection attempt at once is more than some controllers can do.
    await service.stopScan(on: adapter)
    do throws(BlueZError) {
      try await connect(to: host)
    } catch {
      throw .cannotConnect(host, error)
    }
  }

  private func connect(to host: FoundHost) async throws(BlueZError) {
    let notice = notice
    let session = try await service.connect(
      to: host.path,
      on: adapter,
      expecting: GameService.application.services,
      report: { error, _ in notice.yield(.retrying(error)) },
      prepare: { () async throws(BlueZError) -> CentralLink in try await self.open(host) }
    )
    self.session = session
    link.yield(
      .up(session.peer, maximumPacketSize: session.maximumPacketSize)
    )
    notice.yield(.ready(host, maximumPacketSize: session.maximumPacketSize))
    // It ends with the stream, which ends with the connection.
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
    try await listen(to: notify)
    try await service.startNotify(notify)
    let socket: CharacteristicSocket?
    do throws(BlueZError) {
      socket = try await service.acquireWrite(write)
    } catch {
      // Another program holds it, or BlueZ is older than 5.46; each packet is a D-Bus call then.
      socket = nil
    }
    // The MTU may have been agreed on only while we subscribed.
    let mtu = await service.characteristics(of: GameService.uuid, at: host.path).map(\.mtu).max()
    return CentralLink(
      device: host.path,
      notify: notify,
      write: write,
      socket: socket,
      changes: changes,
      maximumPacketSize: GameService.maximumPacketSize(mtu: socket?.mtu ?? mtu ?? 0)
    )
  }

  // MARK: What arrives

  private func listen(to notify: RemoteCharacteristic) async throws(BlueZError) {
    // One more attempt to connect must not make every packet come twice.
    guard heard.insert(notify.path).inserted else { return }
    try await service.listen(to: notify) { [weak self] value in
      self?.assumeIsolated { $0.receive(value, of: notify) }
    }
  }

  private func receive(_ value: [UInt8], of notify: RemoteCharacteristic) {
    guard let session, session.notify.path == notify.path else { return }
    link.yield(
      .packet(value, from: session.peer, maximumPacketSize: session.maximumPacketSize)
    )
  }

  private func follow(_ changes: AsyncStream<ObjectTree.Change>, _ session: CentralLink) async {
    for await change in changes {
      guard let loss = session.loss(by: change) else { continue }
      lose(loss)
      return
    }
    lose(.bluetoothGone)
  }

  private func lose(_ loss: LinkLoss) {
    guard let session else { return }
    self.session = nil
    outbox.removeAll()
    link.yield(.down(session.peer, loss))
  }

  // MARK: What is sent

  /// Sends `packet` to the host, after all that was sent before.
  ///
  /// - Throws: ``TransportError/notConnected``, ``TransportError/packetTooLong(_:maximum:)``, which BlueZ would lose without a word, or
  ///   ``TransportError/bluetooth(_:)``.
  public func send(_ packet: [UInt8]) async throws {
    guard let session else { throw TransportError.notConnected }
    guard packet.count <= session.maximumPacketSize else {
      throw TransportError.packetTooLong(packet.count, maximum: session.maximumPacketSize)
    }
    outbox.append(packet)
    guard outbox.begin() else { return }
    defer { outbox.end() }
    while let packet = outbox.first {
      try await write(packet, session)
      outbox.removeFirst()
    }
  }

  private func write(_ packet: [UInt8], _ session: CentralLink) async throws {
    guard let socket = session.socket else {
      try await service.write(packet, to: session.write, .command)
      return
    }
    while true {
      switch socket.write(packet) {
      case .written: return
      case .full: await service.connection.waitUntilWritable(socket.descriptor)
      case .closed:
        lose(.disconnected)
        throw TransportError.notConnected
      }
    }
  }

  // MARK: The end

  /// Ends the link; there is only one.
  public func disconnect(_ peer: PeerID) async {
    guard let session, session.peer == peer else { return }
    lose(.disconnected)
    await end(session)
  }

  private func end(_ session: CentralLink) async {
    // What cannot be undone now ends with the connection to bluetoothd, or with the link.
    try? await service.stopNotify(session.notify)
    try? await service.disconnect(session.device)
  }

  /// Ends everything: the link, discovery, the connection to bluetoothd.
  public func close() async {
    if let session {
      self.session = nil
      await end(session)
    }
    await service.close()
    link.finish()
    notice.finish()
  }
}
