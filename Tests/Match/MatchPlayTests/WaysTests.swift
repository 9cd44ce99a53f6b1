import MatchProtocol
import Testing

@testable import MatchPlay

/// Which of several ways between a host and a guest is used, and what is told of the others.
@Suite struct WaysTests {
  private static let near = PeerID(rawValue: "near")
  private static let far = PeerID(rawValue: "far")

  private static func up(_ peer: PeerID) -> LinkEvent { .up(peer, maximumPacketSize: 100) }
  private static func packet(_ peer: PeerID) -> LinkEvent {
    .packet([7], from: peer, maximumPacketSize: 100)
  }

  private static func ways(as role: Role = .guest, _ count: Int = 2) -> Ways {
    var ways = Ways(as: role)
    ways.open(count)
    return ways
  }

  /// What is told after `event`.
  private static func told(_ ways: inout Ways, _ event: LinkEvent, of way: Int) -> [Ways.News] {
    var news: [Ways.News] = []
    ways.take(event, of: way, telling: &news)
    return news
  }

  @Test func `a guest uses the first link that stands, and the next one after it`() {
    var ways = Self.ways()
    #expect(ways.isSilent)
    #expect(Self.told(&ways, Self.up(Self.far), of: 1) == [.link(Self.up(Self.far))])
    #expect(Self.told(&ways, Self.up(Self.near), of: 0) == [])
    #expect(Self.told(&ways, Self.packet(Self.near), of: 0) == [])
    #expect(Self.told(&ways, Self.packet(Self.far), of: 1) == [.link(Self.packet(Self.far))])
    #expect(ways.wayOut == 1)
    #expect(
      Self.told(&ways, .down(Self.far, .disconnected), of: 1)
        == [.link(.down(Self.far, .disconnected)), .link(Self.up(Self.near))]
    )
    #expect(ways.wayOut == 0)
    #expect(Self.told(&ways, Self.packet(Self.near), of: 0) == [.link(Self.packet(Self.near))])
    #expect(
      Self.told(&ways, .down(Self.near, .disconnected), of: 0)
        == [.link(.down(Self.near, .disconnected))]
    )
    #expect(ways.isSilent)
  }

  @Test func `a link in reserve that is lost is nobody's turn`() {
    var ways = Self.ways()
    _ = Self.told(&ways, Self.up(Self.far), of: 1)
    _ = Self.told(&ways, Self.up(Self.near), of: 0)
    #expect(Self.told(&ways, .down(Self.near, .transportGone), of: 0) == [])
    let loss = LinkEvent.down(Self.far, .disconnected)
    #expect(Self.told(&ways, loss, of: 1) == [.link(loss)])
  }

  @Test func `where a link in reserve leads is told when it is used`() {
    var ways = Self.ways()
    let place = TransportProgress.connected(HostLocation(address: "near", name: nil))
    _ = Self.told(&ways, Self.up(Self.far), of: 1)
    let isTold = ways.isNews(place, of: 0)
    #expect(!isTold)
    _ = Self.told(&ways, Self.up(Self.near), of: 0)
    let loss = LinkEvent.down(Self.far, .disconnected)
    #expect(
      Self.told(&ways, loss, of: 1) == [.link(loss), .progress(place), .link(Self.up(Self.near))]
    )
  }

  @Test func `that another way is tried again is told to nobody who has a link`() {
    var ways = Self.ways()
    let attempt = TransportProgress.reconnecting(attempt: 1, after: .milliseconds(500))
    func isTold(_ progress: TransportProgress) -> Bool { ways.isNews(progress, of: 0) }
    #expect(isTold(attempt))
    _ = Self.told(&ways, Self.up(Self.far), of: 1)
    #expect(!isTold(attempt))
    #expect(isTold(.brokerFound))
    _ = Self.told(&ways, .down(Self.far, .disconnected), of: 1)
    #expect(isTold(attempt))
  }

  @Test func `a host hears everybody on each way, and says everything on all of them`() {
    var ways = Self.ways(as: .host)
    let events = [Self.up(Self.far), Self.up(Self.near), Self.packet(Self.near)]
    for event in events { #expect(Self.told(&ways, event, of: 0) == [.link(event)]) }
    #expect(ways.wayOut == nil)
    #expect(!ways.isSilent)
  }

  @Test func `each way that ends is one of several, and the last one is the end`() {
    var ways = Self.ways(as: .guest, 3)
    let ends = [2, 2, 0, 1].map { ways.end($0) }
    #expect(ends == [.one, .none, .one, .all])
  }

  @Test func `ways that are given up end in silence, and the last one does not`() {
    var ways = Self.ways(as: .guest, 3)
    // The link that was made first may not be the one whose search has told so first.
    _ = Self.told(&ways, Self.up(Self.far), of: 1)
    _ = Self.told(&ways, Self.up(Self.near), of: 0)
    let others = ways.giveUp(allBut: 0, near: [])
    #expect(others == [0, 2])
    let loss = LinkEvent.down(Self.far, .disconnected)
    #expect(Self.told(&ways, loss, of: 1) == [.link(loss)], "the reserve is given up too")
    let ends = [0, 1, 2].map { ways.end($0) }
    #expect(ends == [.none, .one, .all])
  }

  @Test func `where no link stands any more, that on which one stood is kept`() {
    var ways = Self.ways()
    let others = ways.giveUp(allBut: 1, near: [])
    #expect(others == [0])
  }

  @Test func `of two ways to somebody nearby the other one rests, and its end is told`() {
    var ways = Self.ways(as: .guest, 3)
    _ = Self.told(&ways, Self.up(Self.near), of: 1)
    let others = ways.giveUp(allBut: 1, near: [1, 2])
    #expect(others == [0])
    let ends = [0, 2, 1].map { ways.end($0) }
    #expect(ends == [.none, .one, .all])
  }

  @Test func `where a broker is used, nobody nearby is looked for any more`() {
    var ways = Self.ways(as: .guest, 3)
    _ = Self.told(&ways, Self.up(Self.far), of: 0)
    let others = ways.giveUp(allBut: 0, near: [1, 2])
    #expect(others == [1, 2])
  }
}
