import Avahi
import MatchPlay
import MatchProtocol
import StreamTransport
import Testing

@testable import tabletooth

/// Which tables there are on the networks of a computer, from the services that are announced.
@Suite struct NetworkTablesTests {
  private static func service(
    _ name: String = "Anna",
    on interface: Int32 = 2,
    at hosts: [String] = ["192.168.1.5"],
    port: UInt16 = 21_588,
    saying text: ServiceText = .empty
  ) -> FoundService {
    FoundService(
      id: FoundService.ID(name: name, interface: interface),
      endpoints: hosts.map { FoundService.Endpoint(host: $0, port: port) },
      hostName: "anna.local",
      text: text,
      isOnThisComputer: false,
      isOurOwn: false
    )
  }

  /// What is told, in a word each.
  private static func words(_ news: [LocalNetwork.News]) -> [String] {
    news.map { news in
      switch news {
      case .heard(let found):
        "\(found.listing.id) at \(found.places.map(\.endpoint).joined(separator: " "))"
      case .gone(let id): "\(id) is gone"
      case .interrupted: "interrupted"
      case .up: "up"
      }
    }
  }

  @Test func `a table on two networks is one, and gone when it is gone from both`() {
    var tables = NetworkTables()
    let told = [
      tables.take(Self.service(on: 2, at: ["fe80::1%2"])),
      tables.take(Self.service(on: 3, at: ["10.0.0.5"])),
      tables.forget(FoundService.ID(name: "Anna", interface: 2)),
      tables.forget(FoundService.ID(name: "Anna", interface: 3)),
      tables.forget(FoundService.ID(name: "Anna", interface: 3)),
    ]
    #expect(
      told.map(Self.words) == [
        ["lan:Anna at [fe80::1%2]:21588"], ["lan:Anna at 10.0.0.5:21588 [fe80::1%2]:21588"],
        ["lan:Anna at 10.0.0.5:21588"], ["lan:Anna is gone"], [],
      ]
    )
  }

  @Test func `what is said again is told once, and a stopped daemon takes all away`() {
    var tables = NetworkTables()
    let told = [
      tables.take(Self.service("Bob")), tables.take(Self.service("Bob")),
      tables.take(Self.service("Anna")), tables.forgetAll(), tables.forgetAll(),
    ]
    #expect(
      told.map(Self.words) == [
        ["lan:Bob at 192.168.1.5:21588"], [], ["lan:Anna at 192.168.1.5:21588"],
        ["lan:Anna is gone", "lan:Bob is gone"], [],
      ]
    )
  }

  @Test func `a table is told of once it answers, and gone when it does not`() {
    var tables = NetworkTables(areTried: true)
    var told = [tables.take(Self.service()), tables.note("Anna", answers: true)]
    #expect(tables.untried == 0 && tables.places.map(\.name) == ["Anna"])
    told += [
      tables.note("Anna", answers: false), tables.take(Self.service()),
      tables.note("Anna", answers: true), tables.note("Anna", answers: false),
    ]
    #expect(tables.untried == 0)
    told.append(tables.take(Self.service(at: ["192.168.1.6"])))
    #expect(tables.untried == 1)
    told += [
      tables.note("Anna", answers: true), tables.forgetAll(), tables.note("Anna", answers: true),
    ]
    #expect(
      told.map(Self.words) == [
        [], ["lan:Anna at 192.168.1.5:21588"], ["lan:Anna is gone"], [],
        ["lan:Anna at 192.168.1.5:21588"], ["lan:Anna is gone"], [],
        ["lan:Anna at 192.168.1.6:21588"], ["lan:Anna is gone"], [],
      ]
    )
  }

  /// What a listener tells of `events`, and whether it ends before the last of them.
  private static func told(
    of events: [ServiceEvent]
  ) async -> (words: [String], failure: AvahiError?) {
    let (news, reader) = AsyncStream.makeStream(of: LocalNetwork.News.self)
    let listener = TableListener(areTried: false) { reader.yield($0) }
    var failure: AvahiError?
    for event in events where failure == nil { failure = await listener.take(event) }
    reader.finish()
    return (words(await news.reduce(into: []) { $0.append($1) }), failure)
  }

  @Test func `a daemon that starts again may be slow to answer`() async {
    let late = AvahiError.timedOut(.seconds(5))
    let again = await Self.told(
      of: [
        .daemonFound, .appeared(Self.service()), .daemonLost, .daemonFound, .failed(late),
        .daemonFound, .appeared(Self.service()),
      ]
    )
    let heard = "lan:Anna at 192.168.1.5:21588"
    #expect(again.failure == nil)
    #expect(
      again.words == [
        heard, "lan:Anna is gone", "interrupted", "up", "interrupted", "up", heard,
      ]
    )
  }

  @Test(
    arguments: [
      ([.daemonLost], .notRunning),
      ([.daemonFound, .failed(.timedOut(.seconds(5)))], .timedOut(.seconds(5))),
    ] as [([ServiceEvent], AvahiError)]
  )
  func `a daemon that never works ends the search`(
    events: [ServiceEvent],
    failure: AvahiError
  ) async {
    let told = await Self.told(of: events)
    #expect(told.words.isEmpty && told.failure == failure)
  }

  @Test func `those that were not tried are tried first`() {
    var tables = NetworkTables(areTried: true)
    for name in ["Anna", "Bert", "Cy"] { _ = tables.take(Self.service(name)) }
    _ = tables.note("Anna", answers: true)
    #expect(tables.places.map(\.name) == ["Bert", "Cy", "Anna"] && tables.untried == 2)
  }

  @Test func `no more than eight addresses of a table are tried`() throws {
    var tables = NetworkTables()
    let hosts = (1...20).map { "10.0.0.\($0)" }
    guard case .heard(let found)? = tables.take(Self.service(at: hosts)).first else {
      Issue.record("nothing is told")
      return
    }
    #expect(found.places.map(\.host) == Array(hosts.prefix(8)))
  }

  @Test func `what a table says of itself is in the list, and garbage is not`() throws {
    var presence = Presence(game: PresenceGame(rawValue: 8), state: .playing, places: 3)
    presence.rank = RoomRank(rawValue: 77)
    let said = LocalNetwork.listing(
      Self.service(saying: LocalNetwork.text(presence, isOpen: true))
    )
    #expect(said.presence == presence)
    #expect(said.isConnectable)
    #expect(said.carrier == .lan)
    let closed = LocalNetwork.listing(
      Self.service(saying: LocalNetwork.text(presence, isOpen: false))
    )
    #expect(!closed.isConnectable)
    for garbage in [[], [0], [1, 2, 3], [0, 0], Array(repeating: 255, count: 200)] as [[UInt8]] {
      let listing = LocalNetwork.listing(Self.service(saying: ServiceText(["p": garbage])))
      #expect(listing.presence == nil)
    }
  }
}
