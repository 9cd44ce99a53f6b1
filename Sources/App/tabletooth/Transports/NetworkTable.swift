internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import StreamTransport

/// The host's side of the local network: a table at a port that avahi-daemon publishes.
actor NetworkTable: PacketTransport {
  /// What is published of a table.
  enum Kind: Sendable {
    /// Itself, for this program on other computers.
    case table(Presence)
    /// Its page behind this path, for browsers.
    case page(path: String)
  }

  private let transport: StreamHostTransport
  private let network: LocalNetwork
  private let name: PlayerName
  private var kind: Kind
  private var isOpen = true
  private var published: PublishedTable?
  private var isClosed = false

  nonisolated var executor: (any TaskExecutor)? { transport.executor }

  /// The table of `name` behind `transport`, which listens already.
  init(
    _ transport: StreamHostTransport,
    on network: LocalNetwork,
    _ name: PlayerName,
    _ kind: Kind
  ) {
    (self.transport, self.network, self.name) = (transport, network, name)
    self.kind = kind
  }

  /// Listens for guests of the table of `name`, at the usual port if that is free.
  ///
  /// - Throws: `StreamError`.
  static func open(
    of name: PlayerName,
    saying presence: Presence,
    on network: LocalNetwork,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(StreamError) -> NetworkTable {
    let transport: StreamHostTransport
    do throws(StreamError) {
      let usual = StreamHostTransport.Place.networks(port: StreamAddress.usualPort)
      transport = try await StreamHostTransport.open(usual, deliver: deliver)
    } catch {
      transport = try await StreamHostTransport.open(.networks(port: 0), deliver: deliver)
    }
    return NetworkTable(transport, on: network, name, .table(presence))
  }

  /// Publishes the table.
  ///
  /// - Throws: `NetworkError`.
  func publish() async throws(NetworkError) {
    guard !isClosed, published == nil, let port = await transport.addresses.first?.port else {
      return
    }
    let said = service
    let table = try await network.publish(said, port: port)
    guard !isClosed else { return await table.close() }
    published = table
    if service.text != said.text { await table.tell(service.text) }
  }

  /// What is published of it now.
  private var service: LocalNetwork.Service {
    switch kind {
    case .table(let presence): .table(name, presence, isOpen: isOpen)
    case .page(let path): .page(name, path: path)
    }
  }

  func send(_ packet: [UInt8]) async { await transport.send(packet) }

  func send(_ packet: OutgoingPacket) async { await transport.send(packet) }

  func disconnect(_ peer: PeerID) async { await transport.disconnect(peer) }

  func setOpen(_ isOpen: Bool) async {
    self.isOpen = isOpen
    await published?.tell(service.text)
  }

  func announce(_ presence: Presence) async {
    guard case .table = kind else { return }
    kind = .table(presence)
    await published?.tell(service.text)
  }

  func expect(_ other: Introduction) async { await transport.expect(other) }

  func close() async {
    isClosed = true
    await published?.close()
    published = nil
    await transport.close()
  }
}

extension TransportChoice {
  /// Opens the table of `name` on the local network.
  ///
  /// - Throws: A `TransportFailure`.
  func publish(
    _ name: PlayerName,
    saying presence: Presence,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let table = try await NetworkTable.open(
      of: name,
      saying: presence,
      on: network,
      deliver: deliver
    )
    return Route(transport: table) {
      do throws(NetworkError) {
        try await table.publish()
        deliver(.progress(.advertising(true)))
        tellOfNetwork(deliver)
      } catch {
        deliver(.ended(because: error))
      }
    }
  }

  /// Says that everybody on the network can see the table, the first time that one is there.
  func tellOfNetwork(_ deliver: (TransportEvent) -> Void) {
    if network.isFirstTable() { deliver(.progress(.published)) }
  }
}
