internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import StreamTransport
internal import Synchronization

/// The guest's side of the local network, which has a stream once a table is found.
///
/// Each table is reached by a stream of its own: its computer may have another address later.
actor NetworkGuest: PacketTransport {
  /// The time to hear of further addresses of a table.
  private static let restTime = Duration.seconds(2)

  private let network: LocalNetwork
  private let deliver: @Sendable (TransportEvent) -> Void
  /// The addresses of each table, by its identity.
  private let places = Mutex<[String: [StreamAddress]]>([:])
  private var transport: StreamGuestTransport?
  /// The number of streams that were tried.
  private var streams = 0
  private var isClosed = false

  /// A guest on `network`; `deliver` is told what happens.
  init(
    on network: LocalNetwork,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    (self.network, self.deliver) = (network, deliver)
  }

  // MARK: A table

  /// Reports the tables on the network for `limit`, or until the task is cancelled.
  ///
  /// - Throws: `NetworkError`.
  nonisolated func hearTables(
    for limit: Duration?,
    _ report: @escaping @Sendable (LocalNetwork.News) -> Void
  ) async throws(NetworkError) {
    try await network.hearTables(for: limit) { news in
      if case .heard(let found) = news {
        self.places.withLock { $0[found.listing.id] = found.places }
      }
      report(news)
    }
  }

  private func places(of table: Listing) -> [StreamAddress] {
    places.withLock { $0[table.id] } ?? []
  }

  /// Connects to a table that was heard, at the first of its addresses that answers.
  ///
  /// - Throws: `ExitReason`, where none does.
  func connect(to table: Listing) async throws(ExitReason) {
    let stream = await stream(to: table)
    var isUp = false
    if let stream, transport == nil, !isClosed {
      streams += 1
      let next = StreamGuestTransport(over: stream, deliver: sink(to: table, streams))
      // What is told of the stream comes back here, and a loss must not come first.
      transport = next
      do {
        try await next.connect()
        isUp = true
        if isClosed { await next.close() }
      } catch {
        transport = nil
        await next.close()
      }
    }
    // It may be down again, which is told.
    if !isUp { throw .couldNotConnect(to: table.title, because: .network) }
  }

  /// A stream to the first address of a table that answers: one of a network that is gone would be
  /// waited for.
  private func stream(to table: Listing) async -> OpenStream? {
    if let stream = await StreamProbe.firstStream(to: places(of: table)) { return stream }
    // A table on several networks is known on one of them first.
    try? await hearTables(for: Self.restTime) { _ in }
    return await StreamProbe.firstStream(to: places(of: table))
  }

  /// What is told of a stream: the table has a name, and that it is tried was told before.
  private nonisolated func sink(
    to table: Listing,
    _ number: Int
  ) -> @Sendable (TransportEvent) -> Void {
    let (deliver, place) = (deliver, HostLocation(address: table.id, name: table.name?.description))
    return { [weak self] event in
      switch event {
      case .progress(.connected): deliver(.progress(.connected(place)))
      case .progress: break
      case .link(.down):
        deliver(event)
        // It ends by itself.
        Task { await self?.lose(number) }
      default: deliver(event)
      }
    }
  }

  /// The stream of this number is lost.
  private func lose(_ number: Int) async {
    guard number == streams, let lost = transport else { return }
    transport = nil
    await lost.close()
  }

  // MARK: What the owner does

  func send(_ packet: [UInt8]) async throws {
    guard let transport else { throw StreamError.notConnected }
    try await transport.send(packet)
  }

  func disconnect(_ peer: PeerID) async { await transport?.disconnect(peer) }

  /// Ends the stream, and says so.
  func drop() async {
    let dropped = transport
    transport = nil
    await dropped?.rest()
  }

  func giveUp() async {
    deliver(.ended())
    await close()
  }

  func close() async {
    isClosed = true
    await transport?.close()
    transport = nil
  }
}

extension Seeker.Report {
  /// What a scan reports of the local network, if these tables are known.
  init(_ news: LocalNetwork.News, knowing known: KnownTables) {
    switch news {
    case .heard(let found):
      var listing = found.listing
      listing.familiarity.name = listing.name.map { known.haveName($0.description) } ?? false
      self = .heard(listing)
    case .gone(let id): self = .gone(id)
    case .interrupted(let error):
      let reason = ExitReason(error)
      self = reason.failure.map { .interrupted($0) } ?? .up
    case .up: self = .up
    }
  }
}
