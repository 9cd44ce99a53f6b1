internal import Dispatch
internal import Glibc
public import MatchProtocol
internal import QueueExecutor

/// The host's side of streams: it listens at some addresses, and has a stream to each guest.
public actor StreamHostTransport: PacketTransport {
  /// The address on which a table listens.
  public enum Place: Hashable, Sendable {
    /// On this computer, as far as one cable or one network reaches, and at its address in a
    /// private network, at this port.
    case nearby(port: UInt16)
    /// The same, at the addresses of all networks of this computer.
    case networks(port: UInt16)
    /// On this computer, and at its address in a private network, at this port.
    case home(port: UInt16)
    /// At this address, which may be all of this computer's.
    case address(StreamAddress)
  }

  /// The kind of connections that a host accepts.
  package struct Kind: Sendable {
    /// The beginning of the peers' names.
    let name: String
    /// The time for which a connection may stay without a packet.
    let firstWordLimit: Duration
    /// The maximum length of a packet.
    let packetSize: Int
    /// Makes the codec of a new connection.
    let codec: @Sendable () -> any StreamCodec

    /// Connections whose bytes `codec` understands, with packets of up to `packetSize` bytes.
    package init(
      _ name: String,
      firstWordLimit: Duration,
      packetSize: Int = PacketSize.largest,
      codec: @escaping @Sendable () -> any StreamCodec
    ) {
      (self.name, self.firstWordLimit, self.codec) = (name, firstWordLimit, codec)
      self.packetSize = packetSize
    }

    /// Packets alone.
    static let packets = Self(
      StreamAddress.scheme,
      firstWordLimit: .seconds(15),
      packetSize: PacketSize.longest
    ) {
      PacketStream.Codec()
    }
  }

  private let kind: Kind
  private let deliver: @Sendable (TransportEvent) -> Void
  private let queueExecutor = QueueExecutor(label: "tabletooth streams")
  private let clock: any Clock<Duration>
  private var listeners: [(descriptor: OpenDescriptor, source: any DispatchSourceRead)] = []
  private var guests: [PeerID: StreamSocket] = [:]
  private var places = ConnectionPlaces()
  private var guestsCounted = 0
  /// The memory into which is read.
  private var buffer = [UInt8](repeating: 0, count: StreamSocket.chunk)
  /// The rate of new connections: a lost link is made again after pauses.
  private var arrivals = RateLimits(burst: 32, perSecond: 4)
  /// The time since the host began to listen.
  private let time: @Sendable () -> Duration
  private var isClosed = false

  /// The addresses at which guests find the table.
  public private(set) var addresses: [StreamAddress] = []

  /// The queue of this transport.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// An executor on the transport's queue, for a task that calls this transport.
  public nonisolated var executor: (any TaskExecutor)? { queueExecutor.taskExecutor }

  /// Listens at `place`.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - clock: What measures how long somebody may be connected and say nothing.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  /// - Returns: The transport, to be ended with ``close()``.
  /// - Throws: ``StreamError``.
  public static func open(
    _ place: Place,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(StreamError) -> StreamHostTransport {
    try await open(place, for: .packets, clock: clock, deliver: deliver)
  }

  /// Listens at `place` for connections of another kind.
  package static func open(
    _ place: Place,
    for kind: Kind,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(StreamError) -> StreamHostTransport {
    let transport = StreamHostTransport(kind, clock, deliver)
    try await transport.listen(at: place)
    return transport
  }

  private init(
    _ kind: Kind,
    _ clock: any Clock<Duration>,
    _ deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.kind = kind
    self.clock = clock
    time = clock.timer()
    self.deliver = deliver
  }

  // MARK: Listening

  private func listen(at place: Place) throws(StreamError) {
    switch place {
    case .address(let address):
      for candidate in try SocketAddress.all(of: address).uniqued() {
        try listen(at: candidate.on(port: port ?? address.port), of: address)
      }
    case .nearby(let port):
      try listen(OwnAddress.nearby(), port)
    case .networks(let port):
      try listen(OwnAddress.onNetworks(), port)
    case .home(let port):
      let home = OwnAddress.ofHome()
      try listen(SocketAddress.ofInterfaces().filter { $0.isLoopback || $0 == home }, port)
    }
    guard !addresses.isEmpty else { throw .inUse(StreamAddress(host: "localhost")) }
  }

  /// The port that is listened at, once one is.
  private var port: UInt16? { addresses.first?.port }

  private func listen(_ own: [SocketAddress], _ port: UInt16) throws(StreamError) {
    var failure = StreamError.unknownHost("localhost", words: "")
    for candidate in own.uniqued() {
      do throws(StreamError) {
        let port = self.port ?? port
        try listen(at: candidate.on(port: port), of: candidate.streamAddress)
      } catch .inUse(let address) {
        throw .inUse(address)
      } catch {
        // An address of an interface that has no cable, or is still being made.
        failure = error
      }
    }
    if addresses.isEmpty { throw failure }
  }

  private func listen(at place: SocketAddress, of address: StreamAddress) throws(StreamError) {
    let listener = try Sockets.listen(at: place, of: address)
    guard let bound = SocketAddress(of: listener.number) else { return }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: listener.number,
      queue: queueExecutor.queue
    )
    source.setEventHandler(
      handler: DispatchWorkItem { [weak self] in self?.assumeIsolated { $0.accept(from: listener) }
      }
    )
    source.setCancelHandler(handler: DispatchWorkItem { withExtendedLifetime(listener) {} })
    source.resume()
    listeners.append((listener, source))
    guard bound.isWildcard else {
      addresses.append(bound.streamAddress)
      return
    }
    addresses += SocketAddress.ofInterfaces().uniqued()
      .filter { $0.family == bound.family && !$0.isLoopback }
      .map { $0.on(port: bound.port).streamAddress }
    if addresses.isEmpty { addresses = [bound.streamAddress] }
  }

  // MARK: Guests

  private func accept(from listener: OpenDescriptor) {
    while !isClosed, let descriptor = Sockets.accept(from: listener) {
      let origin = SocketAddress(ofPeerOf: descriptor.number)?.origin ?? ""
      let name = "\(kind.name)\(guestsCounted + 1)"
      let peer = PeerID(rawValue: name, at: origin)
      guard arrivals.take(from: origin, now: now),
        case .admitted(let leaver) = places.admit(peer, now: now)
      else { continue }
      if let leaver { lose(leaver) }
      guestsCounted += 1
      guests[peer] = StreamSocket(
        descriptor,
        as: kind.codec(),
        on: queueExecutor.queue,
        canRead: { [weak self] in self?.assumeIsolated { $0.read(from: peer) } },
        canWrite: { [weak self] in self?.assumeIsolated { $0.writeWaiting(to: peer) } }
      )
      // It ends after its wait; who has spoken by then is not meant.
      Task { [clock, kind] in
        try? await clock.sleep(for: kind.firstWordLimit)
        self.dropSilent(peer)
      }
    }
  }

  /// The time since the transport was made.
  private var now: Duration { time() }

  private func dropSilent(_ peer: PeerID) {
    if places.isSilent(peer) { lose(peer) }
  }

  private func read(from peer: PeerID) {
    guard let socket = guests[peer] else { return }
    guard let packets = socket.read(by: &buffer) else { return lose(peer) }
    if !packets.isEmpty { places.hear(peer, now: now) }
    for packet in packets {
      tell(.link(.packet(packet, from: peer, maximumPacketSize: kind.packetSize)))
    }
  }

  private func writeWaiting(to peer: PeerID) {
    guard let socket = guests[peer] else { return }
    if !socket.writeWaiting() { lose(peer) }
  }

  private func lose(_ peer: PeerID) {
    guard let socket = guests.removeValue(forKey: peer) else { return }
    places.remove(peer)
    socket.close()
    tell(.link(.down(peer, .disconnected)))
  }

  /// Tells the owner of `event`, unless the owner has closed the transport.
  private func tell(_ event: TransportEvent) {
    if !isClosed { deliver(event) }
  }

  // MARK: What the owner does

  /// Sends `packet` to every guest that is connected; who it is for is said inside.
  public func send(_ packet: [UInt8]) {
    for (peer, socket) in guests where !socket.write(packet) { lose(peer) }
  }

  /// Sends `packet` to the guest that it is for, or to every guest that is connected.
  public func send(_ packet: OutgoingPacket) async {
    guard let peer = packet.peer else { return send(packet.bytes) }
    if let socket = guests[peer], !socket.write(packet.bytes) { lose(peer) }
  }

  /// Ends the stream to one guest.
  public func disconnect(_ peer: PeerID) {
    lose(peer)
  }

  /// Keeps places for the player of a match that has begun, and for others at the same place.
  public func expect(_ other: Introduction) { places.player = other.peer }

  /// Ends everything: streams and listening.
  public func close() {
    isClosed = true
    for (descriptor, source) in listeners {
      // The address is free now, and not only when Dispatch has closed the socket.
      _ = shutdown(descriptor.number, CInt(SHUT_RDWR))
      source.cancel()
    }
    listeners = []
    for socket in guests.values { socket.close() }
    guests = [:]
  }
}

extension Array where Element: Hashable {
  /// The elements in their order, each once.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Clock<Duration> {
  /// A function that returns the time since now.
  fileprivate func timer() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
