import MatchProtocol
import StreamTransport
import TestSupport
import Testing
import WebGuest
import WebTransport

/// A host for browsers, over real sockets of this computer.
@Suite(.timeLimit(.minutes(1))) struct WebTransportTests {
  private static let page = WebPage(["index.html": String(repeating: "a", count: 900_000)])
  /// An address where nobody else listens.
  private static let anyPort = StreamAddress(host: "127.0.0.72", port: 0)

  /// What a transport tells, one after the other.
  private struct Told {
    private let deliver: AsyncStream<TransportEvent>.Continuation
    private let events: AsyncStream<TransportEvent>

    init() {
      (events, deliver) = AsyncStream<TransportEvent>.makeStream()
    }

    var sink: @Sendable (TransportEvent) -> Void { { [deliver] in deliver.yield($0) } }

    /// The packet that comes next, whose end of a link before it is passed over.
    func packet() async throws -> ([UInt8], PeerID) {
      for await case .link(.packet(let packet, let peer, _)) in events { return (packet, peer) }
      throw Missing()
    }

    /// The next loss of a link.
    func down() async {
      for await case .link(.down) in events { return }
    }
  }

  private struct Missing: Error {}

  private struct Open {
    let host: StreamHostTransport
    let address: StreamAddress
    let path = WebPath()

    init(_ told: Told, clock: any Clock<Duration> = ContinuousClock()) async throws {
      host = try await WebTransport.open(
        .address(WebTransportTests.anyPort),
        serving: WebTransportTests.page,
        behind: path,
        clock: clock,
        deliver: told.sink
      )
      address = try #require(await host.addresses.first)
    }

    var url: String { "http://\(address.endpoint)/\(path.text)/" }

    func guest(_ told: Told) async throws -> StreamGuestTransport {
      try await #require(WebGuest(url: url)).connect(deliver: told.sink)
    }
  }

  @Test func `packets go to each browser or to one, and come from each`() async throws {
    let (atHost, atAda, atBo) = (Told(), Told(), Told())
    let open = try await Open(atHost)
    let (ada, bo) = (try await open.guest(atAda), try await open.guest(atBo))
    let long = Array(repeating: UInt8(3), count: 4_106)
    // The host's answer to the handshake comes before its first packet.
    try await ada.send([1])
    let first = try await atHost.packet()
    try await bo.send(long)
    let second = try await atHost.packet()
    #expect(first.0 == [1] && second.0 == long && first.1 != second.1)
    await open.host.send(long)
    #expect(try await atAda.packet().0 == long)
    #expect(try await atBo.packet().0 == long)
    await open.host.send(OutgoingPacket([5], to: second.1))
    #expect(try await atBo.packet().0 == [5])
    await open.host.disconnect(second.1)
    await atBo.down()
    for transport in [ada, bo] { await transport.close() }
    await open.host.close()
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n", "GET /\r\n\r\n",
    String(repeating: "a", count: 9_000),
  ])
  func `what is no request for the page gets a refusal, and the connection ends`(
    text: String
  ) async throws {
    let open = try await Open(Told())
    let connection = try #require(Connection(to: open.address))
    connection.send(text)
    let answer = connection.rest()
    #expect(answer.hasPrefix("HTTP/1.1 4"))
    await open.host.close()
  }

  @Test func `the page is read whole, also by a slow reader`() async throws {
    let open = try await Open(Told())
    let connection = try #require(Connection(to: open.address))
    connection.send("GET /\(open.path.text)/ HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(connection.read(900_000).hasPrefix("HTTP/1.1 200 OK\r\n"))
    await open.host.close()
  }

  @Test func `who asks for more than is read is hung up on`() async throws {
    let open = try await Open(Told())
    let connection = try #require(Connection(to: open.address, reading: 4_096))
    for _ in 0..<64 {
      connection.send("GET /\(open.path.text)/ HTTP/1.1\r\nHost: h\r\n\r\n")
    }
    #expect(connection.rest().utf8.count < 6_000_000)
    await open.host.close()
  }

  @Test func `of a hundred silent connections of one place sixteen stay for a while`()
    async throws
  {
    let (told, clock) = (Told(), TestClock())
    let open = try await Open(told, clock: clock)
    let connections = (0..<100).compactMap { _ in Connection(to: open.address) }
    #expect(connections.suffix(84).allSatisfy { $0.rest().isEmpty })
    for _ in connections.prefix(16) { clock.pass(.seconds(60)) }
    #expect(connections.prefix(16).allSatisfy { $0.rest().isEmpty })
    await open.host.close()
  }
}
