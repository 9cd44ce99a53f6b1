import GameRules
import MatchProtocol
import Sodium
import Testing

@testable import MatchPlay

/// What a lobby does that looks for one table, event by event.
@Suite struct LobbyJoinTests {
  private static let anna = KeyPair.generate().publicKey

  private func table(
    _ name: String?,
    _ state: Presence.State = .free,
    at address: String = "00:AA",
    game: UInt8? = nil,
    places: Int = 0,
    isConnectable: Bool = true
  ) -> Listing {
    var presence = Presence(state: state)
    presence.places = places
    if let game { presence.game = PresenceGame(rawValue: game) }
    return Listing(
      name: name.flatMap(PlayerName.init),
      address: address,
      strength: -50,
      presence: presence,
      isConnectable: isConnectable
    )
  }

  private func online(
    _ name: String,
    _ state: Presence.State = .free,
    code: String = "club/1",
    game: UInt8? = nil,
    by player: PlayerID? = anna
  ) -> Listing {
    var listing = table(name, state, at: "mqtt://club", game: game)
    (listing.carrier, listing.code, listing.player) = (.broker, code, player)
    return listing
  }

  private func name(_ name: String, _ players: PlayerID...) -> Destination {
    .name(name, advertised: name, players: players)
  }

  private func join(
    _ destination: Destination,
    to purpose: TablePurpose = .sit(.game),
    over carriers: [Carrier] = [.bluetooth]
  ) -> Desk {
    Desk(.join(Search(destination, to: purpose)), carriers)
  }

  /// The links that are ordered, as tables.
  private func links(_ orders: Lobby.Orders) -> [Listing] { orders.connects.map(\.table) }

  // MARK: Which one

  @Test func `the table of the name that was asked for is connected to at once`() {
    var desk = join(name("Ada"))
    #expect(
      desk.on(.heard(table("Bo", at: "00:BB"))).news.last == .passed(table("Bo", at: "00:BB"))
    )
    let orders = desk.on(.heard(table("Ada")), at: 1)
    #expect(orders.stops == [.bluetooth])
    #expect(orders.connects == [Lobby.Link(carrier: .bluetooth, table: table("Ada"))])
    #expect(orders.news.last == .trying(table("Ada")))
    #expect(desk.on(.connected(.bluetooth), at: 2).news == [.joined(.bluetooth)])
  }

  @Test func `another table of the name in other letters is waited for before the first is taken`()
  {
    var desk = join(name("ADA"))
    #expect(links(desk.on(.heard(table("Ada")))).isEmpty)
    #expect(links(desk.wait()) == [table("Ada")])
    #expect(desk.now == Lobby.rivalTime)
    desk = join(name("ADA"))
    desk.on(.heard(table("Ada")))
    #expect(links(desk.on(.heard(table("ADA", at: "00:BB")), at: 1)).map(\.address) == ["00:BB"])
  }

  @Test func `of two tables of a name none is taken, and an address says which`() {
    for destination in [Destination.any, name("Ada")] {
      var desk = join(destination)
      desk.on(.heard(table("Ada", .playing)))
      desk.on(.heard(table("Ada", .playing, at: "00:BB")))
      desk.on(.heard(table("Ada")))
      let orders = desk.on(.heard(table("Ada", at: "00:BB")), at: 0.1)
      if destination == .any {
        #expect(orders.end == .failed)
        #expect(desk.lobby.failures.map(\.carrier) == [.bluetooth])
      }
    }
    var desk = join(.address("00:BB"))
    desk.on(.heard(table("Ada")))
    #expect(links(desk.on(.heard(table("Ada", at: "00:BB")))).map(\.address) == ["00:BB"])
  }

  @Test func `any table is taken if no second one is heard`() {
    var desk = join(.any)
    desk.on(.heard(table(nil)), at: 1)
    #expect(links(desk.wait()) == [table(nil)])
    #expect(desk.now == .seconds(1) + Lobby.rivalTime)
  }

  @Test func `a person is meant at a broker by the key, whatever the table says`() {
    var desk = join(name("Anna", Self.anna), over: [.broker])
    #expect(links(desk.on(.heard(online("Eve", by: nil)))).isEmpty)
    #expect(links(desk.on(.heard(online("Ann")), at: 1)) == [online("Ann")])
    var said = online("Ann", by: nil)
    said.saidName = PlayerName("ANNA")
    desk = join(name("Anna"), over: [.broker])
    #expect(links(desk.on(.heard(said))) == [said])
  }

  // MARK: No place

  @Test func `a table without a seat is given four seconds, then it is the reason`() {
    for destination in [Destination.any, name("Ada"), .address("00:AA")] {
      var desk = join(destination)
      desk.on(.heard(table("Ada", .playing)), at: 1)
      let orders = desk.wait()
      #expect(desk.now == .seconds(5) && orders.end == .failed)
      #expect(desk.lobby.failures.map(\.reason) == [.closed([table("Ada", .playing)])])
    }
  }

  @Test func `a seat that becomes free meanwhile is taken`() {
    var desk = join(name("Ada"))
    desk.on(.heard(table("Ada", .playing)), at: 1)
    #expect(links(desk.on(.heard(table("Ada")), at: 4)) == [table("Ada")])
  }

  @Test func `a table with an interrupted match may wait for who asks for it by name`() {
    var desk = join(name("Ada"))
    desk.on(.heard(table("Ada", .interrupted)))
    #expect(links(desk.wait()) == [table("Ada", .interrupted)])
    desk = join(.any)
    desk.on(.heard(table("Ada", .interrupted)))
    #expect(desk.wait().end == .failed)
  }

  @Test func `a table for something else is not any table, and closed to who names it`() {
    // The numbers of a file's table and of a game of the future.
    for number in [UInt8(30), 29] {
      let other = table("Ada", game: number)
      var desk = join(name("Ada"))
      desk.on(.heard(other))
      #expect(desk.wait().end == .failed)
      #expect(desk.lobby.failures.map(\.reason) == [.closed([other])])
    }
    var desk = join(.any)
    desk.on(.heard(table("Ada", game: 30)))
    #expect(desk.lobby.deadline == nil)
    desk = join(.any, to: .sit(.files))
    desk.on(.heard(table("Ada", game: 30)))
    #expect(links(desk.wait()).count == 1)
  }

  @Test func `a contact at a broker who has a table for something else is told of`() {
    var desk = join(.any, to: .sit(.files), over: [.broker])
    desk.on(.heard(online("Anna", game: 1)))
    #expect(desk.wait().end == .failed)
    #expect(desk.lobby.failures.map(\.reason) == [.closed([online("Anna", game: 1)])])
  }

  @Test func `who watches goes where there is a place, and else asks the host`() {
    let full = table("Ada", .playing)
    let shown = table("Ada", .playing, at: "00:BB", places: 2)
    var desk = join(.any, to: .watch)
    desk.on(.heard(full))
    #expect(links(desk.on(.heard(shown))) == [shown])
    desk = join(name("Ada"), to: .watch)
    #expect(links(desk.on(.heard(full))) == [full])
    desk = join(name("Ada"), to: .watch)
    desk.on(.heard(table("Ada", .playing, isConnectable: false)))
    #expect(desk.wait().end == .failed)
  }

  // MARK: No link

  @Test func `a table that does not answer is heard again before it is tried again`() {
    var desk = join(name("Ada"))
    desk.on(.heard(table("Ada")))
    let orders = desk.on(.failed(.bluetooth, isTriedAgain: true), at: 2)
    #expect(orders.scans == [Lobby.Scan(.bluetooth, for: .seconds(10))])
    #expect(orders.connects.isEmpty)
    let again = desk.on(.heard(table("Ada")), at: 3)
    #expect(links(again) == [table("Ada")] && again.stops == [.bluetooth])
    // It is said once only.
    #expect(again.news.isEmpty)
  }

  @Test func `a table that is not heard again is tried once more, and then it has vanished`() {
    var desk = join(name("Ada"))
    desk.on(.heard(table("Ada")))
    desk.on(.failed(.bluetooth, isTriedAgain: true), at: 2)
    #expect(links(desk.wait()) == [table("Ada")] && desk.now == .seconds(12))
    desk.on(.failed(.bluetooth, isTriedAgain: true), at: 13)
    // A scan that has had its time is as good as the time itself.
    let orders = desk.on(.finished(.bluetooth), at: 22.9)
    #expect(orders.end == .failed)
    #expect(desk.lobby.failures.map(\.reason) == [.vanished(table("Ada"))])
  }

  @Test func `a seat that was taken after a failure is the reason`() {
    var desk = join(name("Ada"))
    desk.on(.heard(table("Ada")))
    desk.on(.failed(.bluetooth, isTriedAgain: true), at: 2)
    let playing = table("Ada", .playing)
    desk.on(.heard(playing), at: 3)
    #expect(desk.wait().end == .failed)
    #expect(desk.lobby.failures.map(\.reason) == [.closed([playing])])
  }

  @Test func `a link that no attempt brings about is the reason`() {
    var desk = join(name("Ada"))
    desk.on(.heard(table("Ada")))
    #expect(desk.on(.failed(.bluetooth, isTriedAgain: false)).end == .failed)
    #expect(desk.lobby.failures.map(\.reason) == [.unreachable(table("Ada"))])
  }

  @Test func `what was heard is told where nothing fits in time`() {
    var desk = join(name("Ada"))
    desk.on(.heard(table("Bo")))
    #expect(desk.on(.finished(.bluetooth), at: 30).end == .failed)
    #expect(desk.lobby.failures.map(\.reason) == [.notFound(heard: [table("Bo")])])
    #expect(desk.lobby.isUnheard)
  }

  @Test func `tables that are passed are told once each, and five at most`() {
    var desk = join(name("Ada"))
    var told = 0
    for _ in 0..<2 {
      for number in 0..<8 {
        told += desk.on(.heard(table("Bo", at: "00:0\(number)"))).news
          .count { if case .passed = $0 { true } else { false } }
      }
    }
    #expect(told == 5)
  }

  @Test func `another table of the name that was asked for is not said to be passed`() {
    var desk = join(.address("00:AA", askedAs: "Ada"))
    #expect(
      desk.on(.heard(table("ada", at: "00:BB"))).news == [.appeared(table("ada", at: "00:BB"))]
    )
    let bo = table("Bo", at: "00:CC")
    #expect(desk.on(.heard(bo)).news == [.appeared(bo), .passed(bo)])
    #expect(Destination.address("00:AA", askedAs: "Ada").text == "Ada")
  }

  // MARK: Two carriers

  @Test func `a table nearby and at a broker is tried in both places, and the first link counts`() {
    var desk = join(name("Anna", Self.anna), over: [.bluetooth, .broker])
    #expect(links(desk.on(.heard(online("Anna")))) == [online("Anna")])
    #expect(links(desk.on(.heard(table("Anna")), at: 1)) == [table("Anna")])
    let orders = desk.on(.connected(.broker), at: 2)
    #expect(orders.news.contains(.joined(.broker)))
  }

  @Test func `a carrier that fails leaves the other one its time, and both reasons are kept`() {
    var desk = join(name("Anna", Self.anna), over: [.bluetooth, .broker])
    #expect(desk.on(.down(.bluetooth)).end == nil)
    desk.on(.heard(online("Anna", .playing)), at: 1)
    let orders = desk.wait()
    #expect(orders.end == .failed && desk.now == .seconds(5))
    #expect(desk.lobby.failures.map(\.reason) == [.down, .closed([online("Anna", .playing)])])
  }

  @Test func `a stranger nearby does not end the search for somebody at a broker`() {
    var desk = join(name("Anna", Self.anna), over: [.bluetooth, .broker])
    desk.on(.finished(.bluetooth), at: 5)
    #expect(links(desk.on(.heard(online("Anna")), at: 29)) == [online("Anna")])
  }

  // MARK: A choice

  private func choose(_ destination: Destination, until seconds: Int? = nil) -> Desk {
    let search = Search(destination, to: .sit(.game))
    return Desk(.choose(search, until: seconds.map { .seconds($0) }), [.bluetooth, .broker])
  }

  @Test func `a person chooses among tables of one name, once a second one had its time`() {
    var desk = choose(name("Ada"), until: 3)
    desk.on(.heard(table("Ada")), at: 1)
    desk.on(.heard(table("Ada", at: "00:BB")), at: 2)
    let orders = desk.wait()
    #expect(desk.now == .seconds(1) + Lobby.namesakeTime)
    #expect(orders.end == .found([table("Ada"), table("Ada", at: "00:BB")]))
    #expect(orders.connects.isEmpty && orders.stops == [.bluetooth, .broker])
  }

  @Test func `where nobody of the name is heard it ends early, and what was heard is kept`() {
    var desk = choose(name("Ada"), until: 3)
    desk.on(.heard(table("Bo")), at: 1)
    #expect(desk.wait().end == .failed && desk.now == .seconds(3))
    #expect(desk.lobby.heard(over: .bluetooth) == [table("Bo")] && desk.lobby.isUnheard)
  }

  @Test func `of all tables those are offered that have a seat or a place to watch`() {
    var desk = choose(.any)
    let shown = table("Bo", .playing, at: "00:BB", places: 1)
    desk.on(.heard(shown), at: 1)
    desk.on(.heard(table("Cy", .playing, at: "00:CC")), at: 1)
    desk.on(.heard(online("Anna")), at: 3)
    #expect(desk.wait().end == .found([shown, online("Anna")]))
    #expect(desk.now == .seconds(3) + Lobby.rivalTime)
    desk = choose(.any)
    desk.on(.heard(shown), at: 1)
    #expect(desk.wait().end == .found([shown]))
    #expect(desk.now == .seconds(1) + Lobby.closedTime)
  }
}
