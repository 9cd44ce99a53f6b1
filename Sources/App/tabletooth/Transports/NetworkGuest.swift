internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import StreamTransport

/// The guest's side of the local network, which has a stream once a table is found.
///
/// A stream that is lost is made anew where the table is found then: its computer may have another
/// address.
actor NetworkGuest: PacketTransport {
  /// The time to look for the host before a pause.
  private static let lookTime = Duration.seconds(10)

  private let network: LocalNetwork
  private let clock: any Clock<Duration>
  private let deliver: @Sendable (TransportEvent) -> Void
  /// The addresses of each table, by its identity.
  private var places: [String: [StreamAddress]] = [:]
  private var transport: StreamGuestTransport?
  /// The number of streams that were tried.
  private var streams = 0
  private var uptime: @Sendable () -> Duration = { .zero }
  /// The name of the host's table, once one was chosen.
  private var host: String?
  /// True if the host is looked for.
  private var isWanted = false
  private var looking: Task<Void, Never>?
  private var backoff = Backoff()
  private var isClosed = false

  /// A guest on `network`; `deliver` is told what happens.
  init(
    on network: LocalNetwork,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    (self.network, self.clock, self.deliver) = (network, clock, deliver)
  }

  // MARK: A table

  /// Reports the tables on the network for `limit`, or until the task is cancelled.
  ///
  /// - Throws: `NetworkError`.
  nonisolated func hearTables(
    for limit: Duration?,
    _ report: @escaping @Sendable (LocalNetwork.News) async -> Void
  ) async throws(NetworkError) {
    let (found, heard) = AsyncStream.makeStream(of: LocalNetwork.News.self)
    // It ends below.
    let noting = Task {
      for await news in found {
        await self.note(news)
        await report(news)
      }
    }
    let result: Result<Void, NetworkError>
    do throws(NetworkError) {
      try await network.hearTables(for: limit) { heard.yield($0) }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    heard.finish()
    await noting.value
    try result.get()
  }

  private func note(_ news: LocalNetwork.News) {
    if case .heard(let found) = news { places[found.listing.id] = found.places }
  }

  /// Connects to a table that was heard, at the first of its addresses that answers.
  ///
  /// - Throws: `ExitReason`, where none does.
  func connect(to table: Listing) async throws(ExitReason) {
    host = table.name?.description
    for place in places[table.id] ?? [] where transport == nil && !isClosed {
      streams += 1
      let next = StreamGuestTransport(to: place, deliver: sink(to: table, streams))
      // What is told of the stream comes back here, and a loss must not come first.
      transport = next
      do {
        try await next.connect()
        uptime = clock.stopwatch()
        if isClosed { await next.close() }
      } catch {
        transport = nil
        await next.close()
      }
    }
    if transport == nil { throw .couldNotConnect(to: table.title, because: .network) }
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

  /// The stream of this number is lost, and another one is to be looked for.
  private func lose(_ number: Int) async {
    guard number == streams, let lost = transport else { return }
    backoff.lost(after: uptime())
    transport = nil
    await lost.close()
    startLooking()
  }

  // MARK: The host, again

  /// Looks for the table called `name` until there is a stream to it.
  func keepLooking(for name: String) {
    (host, isWanted) = (name, true)
    startLooking()
  }

  func seek(_ isWanted: Bool) {
    self.isWanted = isWanted
    if isWanted { return startLooking() }
    looking?.cancel()
    looking = nil
  }

  func expect(_ other: Introduction) { host = host ?? other.name.description }

  private func startLooking() {
    guard isWanted, !isClosed, transport == nil, looking == nil, let host else { return }
    // It ends when a stream stands, or with the transport.
    looking = Task { await self.look(for: host) }
  }

  private func look(for name: String) async {
    while transport == nil, !isClosed, !Task.isCancelled {
      let pause = backoff.next()
      if backoff.attempts > 1 { try? await clock.sleep(for: pause) }
      guard let table = await find(name), !Task.isCancelled else { continue }
      try? await connect(to: table)
    }
    if !Task.isCancelled { looking = nil }
  }

  /// The table called `name`, if it is found in time.
  private func find(_ name: String) async -> Listing? {
    let (tables, heard) = AsyncStream.makeStream(of: Listing.self)
    let scan = Task {
      defer { heard.finish() }
      try? await hearTables(for: Self.lookTime) { news in
        if case .heard(let found) = news { heard.yield(found.listing) }
      }
    }
    defer { scan.cancel() }
    for await table in tables where table.name?.description == name { return table }
    return nil
  }

  // MARK: What the owner does

  func send(_ packet: [UInt8]) async throws {
    guard let transport else { throw StreamError.notConnected }
    try await transport.send(packet)
  }

  func disconnect(_ peer: PeerID) async { await transport?.disconnect(peer) }

  func rest() async {
    let resting = transport
    transport = nil
    await resting?.rest()
  }

  func giveUp() async {
    deliver(.ended())
    await close()
  }

  func close() async {
    isClosed = true
    looking?.cancel()
    await transport?.close()
    transport = nil
  }
}

extension LobbyLoop.Report {
  /// What a scan reports of the local network, if these tables are known.
  init(_ news: LocalNetwork.News, knowing known: KnownTables) {
    switch news {
    case .heard(let found):
      var listing = found.listing
      listing.familiarity.name = listing.name.map { known.haveName($0.description) } ?? false
      self = .heard(listing)
    case .gone(let id): self = .gone(id)
    }
  }
}
