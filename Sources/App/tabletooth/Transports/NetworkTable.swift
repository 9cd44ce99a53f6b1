internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import StreamTransport

/// The host's side of the local network: a table at a port that avahi-daemon publishes.
actor NetworkTable: PacketTransport {
  private let transport: StreamHostTransport
  private let network: LocalNetwork
  private let name: PlayerName
  private var presence: Presence
  private var isOpen = true
  private var published: PublishedTable?
  private var isClosed = false

  nonisolated var executor: (any TaskExecutor)? { transport.executor }

  /// The table of `name` behind `transport`, which listens already.
  init(
    _ transport: StreamHostTransport,
    on network: LocalNetwork,
    _ name: PlayerName,
    _ presence: Presence
  ) {
    (self.transport, self.network, self.name) = (transport, network, name)
    self.presence = presence
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
      let usual = StreamHostTransport.Place.nearby(port: StreamAddress.usualPort)
      transport = try await StreamHostTransport.open(usual, deliver: deliver)
    } catch {
      transport = try await StreamHostTransport.open(.nearby(port: 0), deliver: deliver)
    }
    return NetworkTable(transport, on: network, name, presence)
  }

  /// Publishes the table.
  ///
  /// - Throws: `NetworkError`.
  func publish() async throws(NetworkError) {
    guard !isClosed, published == nil, let port = await transport.addresses.first?.port else {
      return
    }
    let said = LocalNetwork.text(presence, isOpen: isOpen)
    let table = try await network.publish(name, saying: said, port: port)
    guard !isClosed else { return await table.close() }
    published = table
    let text = LocalNetwork.text(presence, isOpen: isOpen)
    if text != said { await table.tell(text) }
  }

  func send(_ packet: [UInt8]) async { await transport.send(packet) }

  func send(_ packet: OutgoingPacket) async { await transport.send(packet) }

  func disconnect(_ peer: PeerID) async { await transport.disconnect(peer) }

  func setOpen(_ isOpen: Bool) async {
    self.isOpen = isOpen
    await sayAgain()
  }

  func announce(_ presence: Presence) async {
    self.presence = presence
    await sayAgain()
  }

  private func sayAgain() async {
    await published?.tell(LocalNetwork.text(presence, isOpen: isOpen))
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
        deliver(.progress(.published))
      } catch {
        deliver(.ended(because: error))
      }
    }
  }
}
