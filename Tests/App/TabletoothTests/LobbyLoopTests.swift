import BoardUI
import BrokerTransport
import MatchPlay
import MatchProtocol
import Synchronization
import TestSupport
import Testing

@testable import tabletooth

/// A lobby with carriers of the test's own: what is scanned when, and what is told.
@MainActor @Suite struct LobbyLoopTests {
  /// The scans of a carrier: each does what comes next in the list, and then waits for its end.
  private final class Scans: Sendable {
    enum Course: Sendable {
      case fails(ExitReason)
      case reports([Seeker.Report])
      /// It ends after its time.
      case ends([Seeker.Report])
    }

    private let courses: Mutex<[Course]>
    private let limits = Mutex<[Duration?]>([])
    private let open = Mutex(0)

    init(_ courses: Course...) { self.courses = Mutex(courses) }

    /// The time limits of the scans that were begun.
    var begun: [Duration?] { limits.withLock { $0 } }
    /// The number of scans that go on.
    var openScans: Int { open.withLock { $0 } }

    var way: LobbyLoop.Way {
      LobbyLoop.Way { limit, report in
        self.limits.withLock { $0.append(limit) }
        self.open.withLock { $0 += 1 }
        defer { self.open.withLock { $0 -= 1 } }
        switch self.courses.withLock({ $0.removeFirst() }) {
        case .fails(let reason): throw reason
        case .reports(let reports):
          for item in reports { report(item) }
          // It lasts until the task is cancelled.
          for await _ in AsyncStream<Void>.makeStream().stream {}
        case .ends(let reports): for item in reports { report(item) }
        }
      }
    }
  }

  private let clock = TestClock()
  private var ada: Listing { Self.ada }
  private nonisolated static let ada = {
    var listing = Listing(
      name: PlayerName("Ada"),
      address: "mqtt://club",
      strength: nil,
      presence: Presence(state: .playing),
      isConnectable: true
    )
    listing.carrier = .broker
    return listing
  }()

  @Test func `a carrier that fails is asked again while another one is heard`() async throws {
    let nearby = Scans(.fails(.nobodyFound(asked: nil)), .reports([.up]))
    let online = Scans(.reports([.up, .heard(ada)]))
    let (news, inbox) = AsyncStream.makeStream(of: Lobby.News.self)
    let lobby = Lobby(.list(), by: [Lobby.Scan(.bluetooth), Lobby.Scan(.broker)])
    let loop = LobbyLoop(
      lobby,
      over: [.bluetooth: nearby.way, .broker: online.way],
      clock: clock
    ) { news, _ in inbox.yield(news) }
    let running = Task { try await loop.run() }
    var told: [Lobby.News] = []
    for await item in news.prefix(3) { told.append(item) }
    #expect(Set(told) == [.listening(.broker), .appeared(ada), .trouble(.bluetooth)])
    #expect(loop.seeker.trouble != nil && loop.seeker.tables == [ada])
    clock.pass(Lobby.retryTime)
    for await item in news.prefix(1) { #expect(item == .listening(.bluetooth)) }
    #expect(loop.seeker.trouble == nil && nearby.begun == [nil, nil])
    running.cancel()
    _ = try await running.value
    #expect(nearby.openScans == 0 && online.openScans == 0)
  }

  @Test func `where nothing is heard over any carrier, the reasons of all are told`() async {
    let nearby = Scans(.fails(.nobodyFound(asked: nil)))
    let online = Scans(.fails(.noKnownTable(asked: nil, broker: "club")))
    let lobby = Lobby(.list(), by: [Lobby.Scan(.bluetooth), Lobby.Scan(.broker)])
    let loop = LobbyLoop(
      lobby,
      over: [.bluetooth: nearby.way, .broker: online.way],
      clock: clock
    ) { _, _ in }
    let reason = ExitReason.foundNowhere(
      nearby: .nobodyFound(asked: nil),
      online: .noKnownTable(asked: nil, broker: "club")
    )
    await #expect(throws: reason) { try await loop.run() }
  }

  @Test func `a look ends when each carrier has had its time, and knows why one heard nothing`()
    async throws
  {
    let nearby = Scans(.fails(.nobodyFound(asked: "Bo")))
    let online = Scans(.ends([.up, .heard(ada)]))
    let scans = [Lobby.Scan(.bluetooth, for: .seconds(10)), Lobby.Scan(.broker, for: .seconds(4))]
    let loop = LobbyLoop(
      Lobby(.look, by: scans),
      over: [.bluetooth: nearby.way, .broker: online.way],
      clock: clock
    ) { _, _ in }
    try await loop.run()
    #expect(loop.seeker.tables == [ada])
    #expect(loop.seeker.reasons == [.bluetooth: .nobodyFound(asked: "Bo")])
    #expect(nearby.begun == [.seconds(10)] && online.begun == [.seconds(4)])
  }

  @Test func `a timer that is due makes the lobby tell of what was not heard again`() async throws {
    let nearby = Scans(.reports([.up, .heard(heard)]))
    let (news, inbox) = AsyncStream.makeStream(of: Lobby.News.self)
    let loop = LobbyLoop(
      Lobby(.list(until: .seconds(20)), by: [Lobby.Scan(.bluetooth)]),
      over: [.bluetooth: nearby.way],
      clock: clock
    ) { news, _ in inbox.yield(news) }
    let running = Task { try await loop.run() }
    var told: [Lobby.News] = []
    for await item in news.prefix(2) { told.append(item) }
    clock.pass(.seconds(8))
    for await item in news.prefix(1) { told.append(item) }
    clock.pass(Lobby.goneTime)
    for await item in news.prefix(1) { told.append(item) }
    clock.pass(.seconds(2))
    _ = try await running.value
    #expect(
      told == [.listening(.bluetooth), .appeared(heard), .vanished(heard), .forgotten("00:AA")]
    )
    #expect(nearby.openScans == 0)
  }

  @Test func `a link is made when the scan has ended, and again when the table answers later`()
    async throws
  {
    let clock = clock
    let nearby = Scans(.reports([.heard(free)]), .reports([.heard(free)]))
    var way = nearby.way
    let results = Mutex<[Bool]>([false, true])
    let inbox = LobbyInbox()
    way.connect = { table in
      #expect(table.address == "00:AA" && nearby.openScans == 0)
      // What was heard before the failure does not count.
      clock.advance(by: .seconds(1))
      let isUp = results.withLock { $0.removeFirst() }
      let peer = PeerID(rawValue: "host")
      if isUp { inbox.take(.link(.up(peer, maximumPacketSize: 20)), of: .bluetooth) }
      return isUp
    }
    let search = Search(.address("00:AA"), to: .sit(.game))
    let lobby = Lobby(.join(search), by: [Lobby.Scan(.bluetooth, for: .seconds(30))])
    let (news, told) = AsyncStream.makeStream(of: Lobby.News.self)
    let loop = LobbyLoop(lobby, over: [.bluetooth: way], inbox: inbox, clock: clock) { news, _ in
      told.yield(news)
    }
    let running = Task { try await loop.run() }
    for await item in news where item == .joined(.bluetooth) { break }
    running.cancel()
    #expect(try await running.value == nil)
    #expect(nearby.begun == [.seconds(30), .seconds(10)])
  }

  @Test func `a table that was there tells more than a carrier over which nobody was`() async throws
  {
    let online = Scans(.ends([.heard(ada)]))
    var way = Scans(.reports([.heard(free)])).way
    way.connect = { _ in throw ExitReason.couldNotConnect(to: "Bo", because: .tableClosed) }
    let search = Search(.name("Bo", advertised: "Bo", players: []), to: .sit(.game))
    let scans = [Lobby.Scan(.bluetooth), Lobby.Scan(.broker)]
    let loop = LobbyLoop(
      Lobby(.join(search), by: scans),
      over: [.bluetooth: way, .broker: online.way],
      clock: clock
    ) { _, _ in }
    #expect(try await loop.run() == .failed)
    let broker = try #require(BrokerList("mqtt://club"))
    #expect(
      loop.seeker.reason(search, at: broker) == .couldNotConnect(to: "Bo", because: .tableClosed)
    )
  }

  @Test func `what a person types is an address, a name, or nothing`() {
    #expect(Destination(typed: "00:aa:01:00:00:23") == .address("00:AA:01:00:00:23"))
    #expect(
      Destination(typed: "Anna") == .name("Anna", advertised: "Anna", players: [])
    )
    #expect(Destination(typed: nil) == .any)
  }

  @Test(
    arguments: [
      (.closed([ada]), .notLetIn(name: "Ada", why: .taken)),
      (.several([free, free]), .severalTables(["Bo (00:AA)", "Bo (00:AA)"])),
      (.vanished(free), .couldNotConnect(to: "Bo", because: .tableClosed)),
    ] as [(SearchFailure, ExitReason)]
  )
  func `each failure has its words`(failure: SearchFailure, reason: ExitReason) {
    let search = Search(.any, to: .sit(.game))
    #expect(Seeker.reason(failure, over: .bluetooth, search, at: nil, because: nil) == reason)
  }

  private nonisolated static let free = Listing(
    name: PlayerName("Bo"),
    address: "00:AA",
    strength: -50,
    presence: Presence(state: .free),
    isConnectable: true
  )
  private var free: Listing { Self.free }

  private var heard: Listing {
    Listing(
      name: PlayerName("Bo"),
      address: "00:AA",
      strength: -50,
      presence: Presence(state: .playing),
      isConnectable: true
    )
  }
}
