import MatchProtocol
import StreamTransport
import Testing

/// Two transports of this computer, over real sockets.
@Suite(.timeLimit(.minutes(1))) struct StreamTransportTests {
  /// What a transport tells, one after the other.
  struct Told {
    private let deliver: AsyncStream<TransportEvent>.Continuation
    private let events: AsyncStream<TransportEvent>

    init() {
      (events, deliver) = AsyncStream<TransportEvent>.makeStream()
    }

    var sink: @Sendable (TransportEvent) -> Void { { [deliver] in deliver.yield($0) } }

    /// The next thing that happens on a link.
    func next() async -> LinkEvent? {
      for await case .link(let event) in events { return event }
      return nil
    }

    /// The packet that comes next, and from whom.
    func packet() async throws -> ([UInt8], PeerID) {
      guard case .packet(let packet, let peer, _)? = await next() else { throw Missing() }
      return (packet, peer)
    }

    /// The peer whose link is up next.
    func up() async throws -> PeerID {
      guard case .up(let peer, _)? = await next() else { throw Missing() }
      return peer
    }
  }

  struct Missing: Error {}

  /// At an address where nobody else listens, who could take a port that is free for a moment.
  private static let anyPort = StreamAddress(host: "127.0.0.71", port: 0)

  private func table(_ told: Told) async throws -> (StreamHostTransport, StreamAddress) {
    let host = try await StreamHostTransport.open(.address(Self.anyPort), deliver: told.sink)
    return (host, try #require(await host.addresses.first))
  }

  @Test func `packets go to all guests or to one, and come from each`() async throws {
    let (atHost, atAda, atBo) = (Told(), Told(), Told())
    let (host, address) = try await table(atHost)
    let ada = StreamGuestTransport(to: address, deliver: atAda.sink)
    let bo = StreamGuestTransport(to: address, deliver: atBo.sink)
    try await ada.connect()
    try await bo.connect()
    _ = try await (atAda.up(), atBo.up())
    try await ada.send([1])
    let first = try await atHost.packet()
    try await bo.send([2])
    let second = try await atHost.packet()
    #expect([first.0, second.0] == [[1], [2]])
    #expect(first.1 != second.1)
    await host.send([3])
    #expect(try await atAda.packet().0 == [3])
    #expect(try await atBo.packet().0 == [3])
    await host.send(OutgoingPacket([5], to: second.1))
    await host.send([6])
    #expect(try await atAda.packet().0 == [6])
    #expect(try await atBo.packet().0 == [5])
    #expect(try await atBo.packet().0 == [6])
    await host.disconnect(second.1)
    guard case .down = await atBo.next() else { throw Missing() }
    await host.send([4])
    #expect(try await atAda.packet().0 == [4])
    for transport in [ada, bo] { await transport.close() }
    await host.close()
  }

  @Test func `a megabyte of long packets waits for a guest that reads late, and a move behind it`()
    async throws
  {
    let atHost = Told()
    let (host, address) = try await table(atHost)
    let guest = try #require(SilentConnection(from: "127.0.0.81", to: address))
    guest.send([0, 1, 9])
    let (_, peer) = try await atHost.packet()
    let long = (0..<16).map { [UInt8](repeating: UInt8($0), count: PacketSize.longest) }
    for packet in long { await host.send(OutgoingPacket(packet, to: peer)) }
    await host.send([7])
    var reader = PacketStream.Reader()
    var packets: [[UInt8]] = []
    while packets.count < 17 { packets += try reader.read(guest.receive()) }
    #expect(packets == long + [[7]])
    await host.close()
  }

  @Test func `a stream that is lost is made again when the host is back`() async throws {
    let (atHost, atGuest) = (Told(), Told())
    let (host, address) = try await table(atHost)
    let guest = StreamGuestTransport(to: address, deliver: atGuest.sink)
    await guest.keepConnecting()
    let before = try await atGuest.up()
    await host.close()
    guard case .down(before, .disconnected)? = await atGuest.next() else { throw Missing() }
    let again = try await StreamHostTransport.open(.address(address), deliver: atHost.sink)
    let after = try await atGuest.up()
    #expect(after != before)
    try await guest.send([7])
    #expect(try await atHost.packet().0 == [7])
    await guest.close()
    await again.close()
  }

  @Test func `an address is free again as soon as the host is gone`() async throws {
    let told = Told()
    let (host, address) = try await table(told)
    await host.close()
    for _ in 0..<50 {
      let again = try await StreamHostTransport.open(.address(address), deliver: told.sink)
      await again.close()
    }
  }

  /// Connections from `origin` to `address` that say nothing.
  private func silentConnections(
    _ count: Int,
    from origin: String,
    to address: StreamAddress
  ) -> [SilentConnection] {
    (0..<count).compactMap { _ in SilentConnection(from: origin, to: address) }
  }

  @Test(arguments: [(places: 4, each: 16), (places: 7, each: 10)])
  func `silent connections of others keep nobody out`(places: Int, each: Int) async throws {
    let (atHost, atGuest) = (Told(), Told())
    let (host, address) = try await table(atHost)
    var silent: [SilentConnection] = []
    for number in 0..<places {
      silent += silentConnections(each, from: "127.0.0.\(81 + number)", to: address)
    }
    #expect(silent.count == places * each)
    let guest = StreamGuestTransport(to: address, deliver: atGuest.sink)
    try await guest.connect()
    _ = try await atGuest.up()
    try await guest.send([7])
    var event = await atHost.next()
    while case .down? = event { event = await atHost.next() }
    guard case .packet([7], _, _)? = event else { throw Missing() }
    await host.send([8])
    #expect(try await atGuest.packet().0 == [8])
    await guest.close()
    await host.close()
    withExtendedLifetime(silent) {}
  }

  @Test func `one place has few of the connections`() async throws {
    let (host, address) = try await table(Told())
    let connections = silentConnections(20, from: "127.0.0.81", to: address)
    #expect(connections.suffix(4).allSatisfy { $0.isEnded() })
    #expect(!connections.prefix(16).contains { $0.isEnded(waiting: false) })
    await host.close()
  }

  @Test func `bytes that are no packets cost the stream`() async throws {
    let (atHost, atGuest) = (Told(), Told())
    let (host, address) = try await table(atHost)
    let guest = StreamGuestTransport(to: address, deliver: atGuest.sink)
    try await guest.connect()
    _ = try await atGuest.up()
    await guest.sendRaw([0, 0])
    guard case .down? = await atHost.next(), case .down? = await atGuest.next() else {
      throw Missing()
    }
    await guest.close()
    await host.close()
  }

  @Test func `where nobody listens there is no stream`() async throws {
    // A port that only root may listen at, and nobody does: one that was free a moment ago may be
    // another test's now.
    let guest = StreamGuestTransport(to: StreamAddress(host: "127.0.0.1", port: 1)) { _ in }
    await #expect(throws: StreamError.self) { try await guest.connect() }
    await guest.close()
  }

  @Test func `a name that no computer has is told`() async throws {
    let guest = StreamGuestTransport(to: StreamAddress(host: "nobody.invalid")) { _ in }
    let failure = await #expect(throws: StreamError.self) { try await guest.connect() }
    guard case .unknownHost("nobody.invalid", _)? = failure else { throw Missing() }
  }

  @Test func `a place that is taken is told`() async throws {
    let told = Told()
    let (host, address) = try await table(told)
    await #expect(throws: StreamError.inUse(address)) {
      try await StreamHostTransport.open(.address(address), deliver: told.sink)
    }
    await host.close()
  }

  @Test func `nearby is nothing that leads further than one network`() async throws {
    let host = try await StreamHostTransport.open(.nearby(port: 0)) { _ in }
    let hosts = await host.addresses.map(\.host)
    #expect(!hosts.isEmpty)
    for host in hosts {
      let near = ["127.", "::1", "169.254.", "fe80:", "10.", "172.", "192.168."]
      #expect(near.contains { host.hasPrefix($0) }, "\(host)")
    }
    await host.close()
  }
}
