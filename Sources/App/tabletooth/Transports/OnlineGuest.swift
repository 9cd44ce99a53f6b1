internal import BoardUI
internal import BrokerTransport
internal import MatchPlay
internal import MatchProtocol

/// The transport of a guest at a broker, which has a door there once a table is found, or a match
/// has begun another way.
actor OnlineGuest: PacketTransport {
  private let broker: BrokerList
  private let kind: TableKind
  private let deliver: @Sendable (TransportEvent) -> Void
  private var transport: BrokerGuestTransport?
  private var isClosed = false

  /// A guest at `broker` for a table of this kind; `deliver` is told what happens.
  init(
    at broker: BrokerList,
    for kind: TableKind,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    (self.broker, self.kind, self.deliver) = (broker, kind, deliver)
  }

  /// Connects to the table of this code.
  ///
  /// - Throws: A `BrokerError`.
  func connect(to code: TableCode) async throws {
    guard !isClosed, transport == nil else { return }
    let transport = await open([Door(code)], found: code)
    guard !isClosed else { return await transport.close() }
    try await transport.connect()
  }

  private func open(_ doors: [Door], found code: TableCode?) async -> BrokerGuestTransport {
    let new = BrokerGuestTransport(
      to: doors,
      at: broker,
      known: broker.location(code),
      deliver: deliver
    )
    transport = new
    // A game goes on at its own door, by `resume`.
    if kind != .game { await new.goOn(at: kind) }
    return new
  }

  /// Ends what was begun: the host is expected here later.
  func giveUp() async {
    await transport?.close()
    transport = nil
  }

  func send(_ packet: [UInt8]) async throws {
    guard let transport else { throw BrokerError.notConnected }
    try await transport.send(packet)
  }

  func disconnect(_ peer: PeerID) async { await transport?.disconnect(peer) }

  func expect(_ other: Introduction) async {
    guard !isClosed else { return }
    if let transport { return await transport.expect(other) }
    let door = Door(match: other.session, with: other.player)
    await open([door], found: nil).keepConnecting()
  }

  func post(_ letter: Letter?) async { await transport?.post(letter) }

  func remove(_ letter: HeardLetter) async { await transport?.remove(letter) }

  func close() async {
    isClosed = true
    await transport?.close()
  }
}
