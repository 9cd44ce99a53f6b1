import MatchProtocol
import Testing

@testable import MatchPlay

/// What a lobby that lists tables orders and tells, event by event.
@Suite struct LobbyTests {
  private func table(
    _ name: String?,
    _ state: Presence.State = .free,
    at address: String = "00:AA",
    over carrier: Carrier = .bluetooth,
    strength: Int? = -50
  ) -> Listing {
    var listing = Listing(
      name: name.flatMap(PlayerName.init),
      address: address,
      strength: strength,
      presence: Presence(state: state),
      isConnectable: true
    )
    listing.carrier = carrier
    return listing
  }

  // MARK: Tables

  @Test func `a table appears once, and changes when it says something else`() {
    var desk = Desk(.list(), Lobby.Scan(.bluetooth))
    #expect(desk.on(.tick).scans == [Lobby.Scan(.bluetooth)])
    #expect(desk.on(.heard(table("Ada"))).news == [.appeared(table("Ada"))])
    #expect(desk.on(.heard(table("Ada", strength: -55)), at: 1).news.isEmpty)
    let playing = table("Ada", .playing, strength: -55)
    #expect(desk.on(.heard(playing), at: 2).news == [.changed(playing)])
    let far = table("Ada", .playing, strength: -63)
    #expect(desk.on(.heard(far), at: 3).news == [.changed(far)])
    #expect(desk.lobby.tables == [far])
  }

  @Test func `a table vanishes when it was silent for eight seconds, and may come again`() {
    var desk = Desk(.list(), Lobby.Scan(.bluetooth))
    desk.on(.heard(table("Ada", .playing)), at: 1)
    desk.on(.heard(table("Ada", .playing)), at: 5)
    let told = desk.wait(until: 30)
    #expect(told.map(\.0) == [13_000, 23_000])
    #expect(told.map(\.1) == [.vanished(table("Ada", .playing)), .forgotten("00:AA")])
    #expect(desk.lobby.tables.isEmpty && desk.lobby.deadline == nil)
    #expect(desk.on(.heard(table("Ada"))).news == [.appeared(table("Ada"))])
  }

  @Test func `a name is waited for, and not for long`() {
    var desk = Desk(.list(), Lobby.Scan(.bluetooth))
    #expect(desk.on(.heard(table(nil, .playing)), at: 1).news.isEmpty)
    let named = table("Ada", .playing)
    #expect(desk.on(.heard(named), at: 2).news == [.appeared(named)])
    #expect(desk.on(.heard(table(nil, .playing, at: "00:BB")), at: 4).news.isEmpty)
    let told = desk.wait(until: 6)
    #expect(told.map(\.0) == [6_000])
    #expect(told.map(\.1) == [.appeared(table(nil, .playing, at: "00:BB"))])
  }

  @Test func `a table at a broker stays until the broker's side says that it is gone`() {
    var desk = Desk(.list(), Lobby.Scan(.broker))
    desk.on(.heard(table("Ada", .playing, over: .broker)), at: 1)
    #expect(desk.wait(until: 600).isEmpty)
    #expect(desk.on(.gone("00:AA")).news == [.vanished(table("Ada", .playing, over: .broker))])
    #expect(desk.on(.gone("00:AA")).news.isEmpty)
  }

  // MARK: The only one

  @Test func `the only table with a seat is told once a second one has had its time`() {
    var desk = Desk(.list(), Lobby.Scan(.bluetooth))
    desk.on(.heard(table("Bo", .playing, at: "00:BB")), at: 1)
    desk.on(.heard(table("Ada")), at: 2)
    let told = desk.wait(until: 5)
    #expect(told.map(\.0) == [4_600])
    #expect(told.map(\.1) == [.only(table("Ada"))])
    desk.on(.heard(table("Bo", at: "00:BB")), at: 5)
    #expect(!desk.wait(until: 60).contains { if case .only = $0.1 { true } else { false } })
  }

  @Test func `of two tables none is the only one, but one online may be the same as one nearby`() {
    var desk = Desk(.list(), Lobby.Scan(.bluetooth), Lobby.Scan(.broker))
    desk.on(.heard(table("Ada")))
    desk.on(.heard(table("Ada", at: "mqtt://club", over: .broker)))
    #expect(desk.wait(until: 3).map(\.1) == [.only(table("Ada"))])
    desk = Desk(.list(), Lobby.Scan(.bluetooth), Lobby.Scan(.broker))
    desk.on(.heard(table("Ada")))
    desk.on(.heard(table("Bo", at: "mqtt://club", over: .broker)))
    #expect(desk.wait(until: 3).isEmpty)
  }

  // MARK: Carriers

  @Test func `who listens to two carriers goes on with one, and asks the other again`() {
    var desk = Desk(.list(), Lobby.Scan(.bluetooth), Lobby.Scan(.broker))
    #expect(desk.on(.tick).scans.map(\.carrier) == [.bluetooth, .broker])
    desk.on(.up(.bluetooth))
    desk.on(.heard(table("Ada")))
    let orders = desk.on(.down(.bluetooth), at: 1)
    #expect(orders.news == [.vanished(table("Ada")), .trouble(.bluetooth)])
    #expect(orders.scans.isEmpty && orders.end == nil)
    #expect(desk.on(.tick, at: 3.9).scans.isEmpty)
    #expect(desk.on(.tick, at: 4).scans == [Lobby.Scan(.bluetooth)])
    #expect(desk.on(.up(.bluetooth)).news == [.listening(.bluetooth)])
  }

  @Test func `where nothing hears anything it ends, unless that is waited for`() {
    var desk = Desk(.list(), Lobby.Scan(.bluetooth), Lobby.Scan(.broker))
    desk.on(.tick)
    #expect(desk.on(.down(.bluetooth)).end == nil)
    let orders = desk.on(.down(.broker))
    #expect(orders.end == .deaf && orders.news.isEmpty)
    desk = Desk(.list(isPatient: true), Lobby.Scan(.bluetooth))
    desk.on(.tick)
    #expect(desk.on(.down(.bluetooth)).news == [.trouble(.bluetooth)])
    #expect(desk.on(.tick, at: 3).scans == [Lobby.Scan(.bluetooth)])
  }

  @Test func `a carrier that mends itself is not asked again`() {
    var desk = Desk(.list(), Lobby.Scan(.broker))
    desk.on(.tick)
    desk.on(.heard(table("Ada", .playing, over: .broker)))
    let orders = desk.on(.interrupted(.broker))
    #expect(orders.news == [.trouble(.broker)] && orders.end == nil)
    #expect(desk.lobby.tables.count == 1 && desk.lobby.deadline == nil)
  }

  @Test func `a list ends at its time, and so do its scans`() {
    var desk = Desk(.list(until: .seconds(5)), Lobby.Scan(.bluetooth), Lobby.Scan(.broker))
    desk.on(.tick)
    desk.on(.down(.broker), at: 4)
    let orders = desk.on(.tick, at: 5)
    #expect(orders.end == .looked && orders.stops == [.bluetooth])
  }

  // MARK: Once

  @Test func `who looks once keeps what was heard, and tells of it when it is called best`() {
    let scans = [Lobby.Scan(.bluetooth, for: .seconds(10)), Lobby.Scan(.broker, for: .seconds(4))]
    var desk = Desk(.look, scans[0], scans[1])
    #expect(desk.on(.tick).scans == scans)
    #expect(desk.on(.heard(table(nil, .playing))).news.isEmpty)
    #expect(desk.on(.heard(table(nil, .playing, at: "00:BB"))).news.isEmpty)
    let named = table("Ada", .playing)
    #expect(desk.on(.heard(named), at: 9).news == [.appeared(named)])
    #expect(desk.on(.down(.broker), at: 9.5).end == nil)
    let orders = desk.on(.finished(.bluetooth), at: 10)
    #expect(orders.news == [.appeared(table(nil, .playing, at: "00:BB"))])
    #expect(orders.end == .looked && orders.scans.isEmpty)
    #expect(desk.lobby.tables.map(\.address) == ["00:AA", "00:BB"])
  }
}
