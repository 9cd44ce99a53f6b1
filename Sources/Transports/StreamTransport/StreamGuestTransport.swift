internal import Dispatch
public import MatchProtocol
internal import QueueExecutor

/// The guest's side of a stream: it connects to the address of a host, and again when the stream is
/// lost, until the transport is closed.
public actor StreamGuestTransport: PacketTransport {
  private let address: StreamAddress
  private let codec: @Sendable () -> any StreamCodec
  private let packetSize: Int
  private let deliver: @Sendable (TransportEvent) -> Void
  private let queueExecutor = QueueExecutor(label: "tabletooth stream")
  /// The queue on which names are looked up and connections wait for an answer.
  private let waitingRoom = DispatchQueue(label: "tabletooth connect")
  private let clock: any Clock<Duration>
  /// A stream that stands already, for the first link.
  private var opened: OpenStream?
  private var link: Link?
  private var linksMade = 0
  private var backoff = Backoff()
  private var reconnection: Task<Void, Never>?
  private var isClosed = false
  private var isResting = false
  /// The memory into which is read.
  private var buffer = [UInt8](repeating: 0, count: StreamSocket.chunk)

  private struct Link {
    let peer: PeerID
    let socket: StreamSocket
    let uptime: @Sendable () -> Duration
  }

  /// The queue of this transport.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// An executor on the transport's queue, for a task that calls this transport.
  public nonisolated var executor: (any TaskExecutor)? { queueExecutor.taskExecutor }

  /// A transport to `address` that has no stream yet.
  ///
  /// - Parameters:
  ///   - address: Where the host listens.
  ///   - clock: What measures the time between attempts to get a lost stream back.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  public init(
    to address: StreamAddress,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.init(
      to: address,
      clock: clock,
      as: { PacketStream.Codec() },
      packetSize: PacketSize.longest,
      deliver: deliver
    )
  }

  /// A transport over `stream`, which it uses once it connects.
  ///
  /// - Parameters:
  ///   - stream: A connection to the host.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  public init(
    over stream: OpenStream,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.init(
      to: stream.address,
      clock: ContinuousClock(),
      as: { PacketStream.Codec() },
      packetSize: PacketSize.longest,
      over: stream,
      deliver: deliver
    )
  }

  /// A transport whose streams have another codec, and packets of up to `packetSize` bytes.
  package init(
    to address: StreamAddress,
    clock: any Clock<Duration> = ContinuousClock(),
    as codec: @escaping @Sendable () -> any StreamCodec,
    packetSize: Int = PacketSize.largest,
    over opened: OpenStream? = nil,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.address = address
    self.packetSize = packetSize
    self.codec = codec
    self.clock = clock
    self.deliver = deliver
    self.opened = opened
  }

  private var location: HostLocation { HostLocation(address: address.description, name: nil) }

  /// Tells the owner of `event`, unless the owner has closed the transport.
  private func tell(_ event: TransportEvent) {
    if !isClosed { deliver(event) }
  }

  // MARK: The stream

  /// Connects to the host.
  ///
  /// - Throws: ``StreamError``.
  public func connect() async throws(StreamError) {
    tell(.progress(.connecting(location)))
    let descriptor = try await takeSocket()
    guard !isClosed, !isResting else { throw .notConnected }
    linksMade += 1
    let peer = PeerID(rawValue: "\(address)#\(linksMade)", at: "\(address)")
    let socket = StreamSocket(
      descriptor,
      as: codec(),
      on: queueExecutor.queue,
      canRead: { [weak self] in self?.assumeIsolated { $0.read(from: peer) } },
      canWrite: { [weak self] in self?.assumeIsolated { $0.writeWaiting(to: peer) } }
    )
    let start = ContinuousClock.now
    link = Link(peer: peer, socket: socket) { .now - start }
    tell(.progress(.connected(location)))
    tell(.link(.up(peer, maximumPacketSize: packetSize)))
  }

  /// Connects to the host as soon as it is there, in the same way as when a stream was lost.
  public func keepConnecting() {
    startReconnecting(isFirst: true)
  }

  private func takeSocket() async throws(StreamError) -> OpenDescriptor {
    if let stream = opened.take() { return stream.descriptor }
    let (address, waitingRoom) = (address, waitingRoom)
    let result: Result<OpenDescriptor, StreamError> = await withCheckedContinuation { answer in
      waitingRoom.async {
        answer.resume(
          returning: Result { () throws(StreamError) in try Sockets.connect(to: address) }
        )
      }
    }
    return try result.get()
  }

  private func startReconnecting(isFirst: Bool = false) {
    guard !isClosed, !isResting, reconnection == nil else { return }
    // It ends when a stream stands, or with the transport.
    reconnection = Task { await self.reconnect(isFirst: isFirst) }
  }

  private func reconnect(isFirst: Bool) async {
    var isDueAtOnce = isFirst
    while link == nil, !isClosed {
      do {
        if !isDueAtOnce {
          let pause = backoff.next()
          tell(.progress(.reconnecting(attempt: backoff.attempts, after: pause)))
          try await clock.sleep(for: pause)
        }
        isDueAtOnce = false
        try await connect()
      } catch {
        // Nobody listens there, or the transport is being closed.
      }
    }
    // Nothing is awaited between the last look at `link` and this.
    reconnection = nil
  }

  private func read(from peer: PeerID) {
    guard let link, link.peer == peer else { return }
    guard let packets = link.socket.read(by: &buffer) else { return lose(peer) }
    for packet in packets {
      tell(.link(.packet(packet, from: peer, maximumPacketSize: packetSize)))
    }
  }

  private func writeWaiting(to peer: PeerID) {
    guard let link, link.peer == peer else { return }
    if !link.socket.writeWaiting() { lose(peer) }
  }

  private func lose(_ peer: PeerID) {
    guard let link, link.peer == peer else { return }
    self.link = nil
    link.socket.close()
    backoff.lost(after: link.uptime())
    tell(.link(.down(peer, .disconnected)))
    startReconnecting()
  }

  // MARK: What the owner does

  /// Sends `packet` to the host.
  ///
  /// - Throws: ``StreamError/notConnected``.
  public func send(_ packet: [UInt8]) throws {
    guard let link else { throw StreamError.notConnected }
    guard link.socket.write(packet) else {
      lose(link.peer)
      throw StreamError.notConnected
    }
  }

  /// Sends bytes that need not be a packet.
  package func sendRaw(_ bytes: [UInt8]) {
    link?.socket.writeRaw(bytes)
  }

  /// Ends the stream, which is of no use to the session; another one is made.
  public func disconnect(_ peer: PeerID) {
    lose(peer)
  }

  /// Ends the stream, and says so; no other one is made.
  public func rest() {
    isResting = true
    reconnection?.cancel()
    if let link { lose(link.peer) }
  }

  /// Ends the stream, and the looking for another.
  public func close() {
    isClosed = true
    reconnection?.cancel()
    link?.socket.close()
    link = nil
  }
}
