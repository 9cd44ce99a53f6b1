internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol

/// The way of a guest to the table of a known player at a broker, which is looked for first.
actor KnownTableTransport: PacketTransport {
  /// Whose table it is to be.
  struct Search: Sendable {
    /// The tables that there are.
    let tables: OnlineTables
    /// A name or the first digits of a fingerprint; any, if nil.
    let asked: String?
    /// The purpose of the connection.
    let purpose: OnlineTables.Purpose
  }

  private let search: Search
  private let broker: BrokerList
  private let deliver: @Sendable (TransportEvent) -> Void
  private var transport: BrokerGuestTransport?
  /// True if the host was found another way.
  private var isGivenUp = false
  private var isClosed = false

  /// A way to the table that `search` asks for at `broker`; `deliver` is told what happens.
  init(
    _ search: Search,
    at broker: BrokerList,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    (self.search, self.broker, self.deliver) = (search, broker, deliver)
  }

  /// Looks for the table, and connects to it.
  ///
  /// - Parameter limit: How long to look.
  /// - Throws: `ExitReason` where there is none, or a `BrokerError`.
  func connect(upTo limit: Duration) async throws {
    let found = try await search.tables.one(search.asked, to: search.purpose, upTo: limit)
    guard !isGivenUp, !isClosed, transport == nil else { return }
    let code = found.found.code
    let transport = await makeTransport(to: [Door(code)], found: code)
    guard !isGivenUp, !isClosed else { return }
    try await transport.connect()
  }

  private func makeTransport(
    to doors: [Door],
    found code: TableCode?
  ) async -> BrokerGuestTransport {
    let new = BrokerGuestTransport(
      to: doors,
      at: broker,
      known: broker.location(code),
      deliver: deliver
    )
    transport = new
    let kind = search.purpose.kind
    // A game goes on at its own door, by `resume`.
    if kind != .game { await new.goOn(at: kind) }
    return new
  }

  /// Ends what was begun: the host was found another way, and is expected here later.
  func giveUp() async {
    isGivenUp = true
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
    await makeTransport(to: [door], found: nil).keepConnecting()
  }

  func close() async {
    isClosed = true
    await transport?.close()
  }
}
