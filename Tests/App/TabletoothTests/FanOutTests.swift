import MatchProtocol
import StreamTransport
import Synchronization
import Testing

@testable import tabletooth

/// What several transports to a table tell.
@Suite struct FanOutTests {
  @Test func `each way that ends is told with its reason, and the last one as the end`() {
    let told = Mutex<[TransportEvent]>([])
    let sink = FanOut.sink(of: 2) { event in told.withLock { $0.append(event) } }
    let refused = StreamError.unknownHost("a", words: "")
    sink(.ended(because: refused))
    sink(.progress(.available))
    sink(.ended())
    #expect(
      told.withLock(\.self) == [.wayEnded(because: refused), .progress(.available), .ended()]
    )
  }
}

/// Which of several ways to a host is used.
@Suite struct FailoverTests {
  /// A way that is told what to do, and only notes it.
  private actor NotedTransport: PacketTransport {
    private(set) var sent: [[UInt8]] = []

    func send(_ packet: [UInt8]) { sent.append(packet) }
    func disconnect(_ peer: PeerID) {}
    func close() {}
  }

  @Test func `the first way that leads to the host is used, and the next one after it`()
    async throws
  {
    let told = Mutex<[TransportEvent]>([])
    let ways = Failover { event in told.withLock { $0.append(event) } }
    let transports = [NotedTransport(), NotedTransport()]
    for (number, transport) in transports.enumerated() { ways.add(transport, as: number) }
    let (near, far) = (PeerID(rawValue: "near"), PeerID(rawValue: "far"))
    let (first, second) = (ways.sink(of: 0), ways.sink(of: 1))
    second(.link(.up(far, maximumPacketSize: 508)))
    first(.link(.up(near, maximumPacketSize: 18)))
    try await ways.send([1])
    first(.link(.packet([9], from: near, maximumPacketSize: 18)))
    second(.link(.packet([8], from: far, maximumPacketSize: 508)))
    second(.link(.down(far, .disconnected)))
    try await ways.send([2])
    first(.link(.packet([7], from: near, maximumPacketSize: 18)))
    first(.ended())
    second(.ended())
    #expect(
      told.withLock(\.self) == [
        .link(.up(far, maximumPacketSize: 508)),
        .link(.packet([8], from: far, maximumPacketSize: 508)),
        .link(.down(far, .disconnected)), .link(.up(near, maximumPacketSize: 18)),
        .link(.packet([7], from: near, maximumPacketSize: 18)), .wayEnded(because: nil), .ended(),
      ]
    )
    #expect(await transports[0].sent == [[2]])
    #expect(await transports[1].sent == [[1]])
  }

  @Test func `that another way is tried again is told to nobody who has a link`() {
    let told = Mutex<[TransportEvent]>([])
    let ways = Failover { event in told.withLock { $0.append(event) } }
    for number in 0...1 { ways.add(NotedTransport(), as: number) }
    let (first, second) = (ways.sink(of: 0), ways.sink(of: 1))
    let far = PeerID(rawValue: "far")
    let attempt = TransportEvent.progress(.reconnecting(attempt: 1, after: .milliseconds(500)))
    let link = TransportEvent.link(.up(far, maximumPacketSize: 508))
    second(link)
    first(attempt)
    second(.link(.down(far, .disconnected)))
    first(attempt)
    #expect(told.withLock(\.self) == [link, .link(.down(far, .disconnected)), attempt])
  }
}
