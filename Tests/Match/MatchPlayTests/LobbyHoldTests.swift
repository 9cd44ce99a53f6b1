import MatchProtocol
import Testing

@testable import MatchPlay

/// How a lobby holds a link to the host of a match, event by event.
@Suite struct LobbyHoldTests {
  private func table(
    _ name: String?,
    at address: String = "00:AA",
    on carrier: Carrier = .bluetooth,
    game: UInt8? = nil,
    strength: Int = -50,
    isConnectable: Bool = true
  ) -> Listing {
    var presence = Presence(state: .interrupted)
    if let game { presence.game = PresenceGame(rawValue: game) }
    var listing = Listing(
      name: name.flatMap(PlayerName.init),
      address: address,
      strength: strength,
      presence: presence,
      isConnectable: isConnectable
    )
    listing.carrier = carrier
    return listing
  }

  private func ada(
    at address: String? = "00:AA",
    to purpose: TablePurpose = .sit(.game)
  )
    -> KnownHost
  {
    KnownHost(at: address, called: PlayerName("Ada"), to: purpose)
  }

  private func hold(_ host: KnownHost, over carriers: [Carrier] = [.bluetooth]) -> Desk {
    Desk(.hold(host), carriers)
  }

  /// A guest with a link to Ada, which was made at 0.
  private func joined(over carriers: [Carrier] = [.bluetooth]) -> Desk {
    let destination = Destination.name("Ada", advertised: "Ada", players: [])
    var desk = Desk(.join(Search(destination, to: .sit(.game))), carriers)
    var free = table("Ada")
    free = Listing(
      name: free.name,
      address: free.address,
      strength: -50,
      presence: Presence(state: .free),
      isConnectable: true
    )
    #expect(desk.on(.heard(free)).connects.map(\.carrier) == [.bluetooth])
    #expect(desk.on(.connected(.bluetooth)).news == [.joined(.bluetooth)])
    return desk
  }

  private func links(_ orders: Lobby.Orders) -> [String] { orders.connects.map(\.table.address) }

  private func lose(
    _ desk: inout Desk,
    isCut: Bool = false,
    at seconds: Double? = nil
  )
    -> Lobby.Orders
  {
    desk.on(.lost(.bluetooth, isCut: isCut), at: seconds)
  }

  // MARK: Again

  @Test func `a link that is lost is made again after half a second`() {
    var desk = joined()
    let lost = lose(&desk, at: 20)
    #expect(lost.news == [.retrying(.bluetooth, attempt: 1, after: .milliseconds(500))])
    #expect(lost.scans.isEmpty && lost.end == nil)
    #expect(desk.wait().scans == [Lobby.Scan(.bluetooth, for: .seconds(30))])
    #expect(desk.now == .seconds(20.5))
    let heard = desk.on(.heard(table("Ada")))
    #expect(links(heard) == ["00:AA"] && heard.stops == [.bluetooth])
    #expect(heard.news.last == .trying(table("Ada")))
    #expect(desk.on(.connected(.bluetooth)) == Lobby.Orders())
    #expect(desk.lobby.deadline == nil)
  }

  @Test func `attempts that fail come after 0.5, 1, 2, 4, and then 8 seconds`() {
    var desk = joined()
    var orders = lose(&desk, at: 20)
    var pauses: [Duration] = []
    for attempt in 1...7 {
      guard case .retrying(.bluetooth, attempt, let pause)? = orders.news.last else {
        Issue.record("\(orders)")
        return
      }
      pauses.append(pause)
      let begin = desk.now
      #expect(desk.wait().scans.count == 1 && desk.now == begin + pause)
      // Nobody is heard, or the scan fails, or no link comes about.
      switch attempt % 3 {
      case 0:
        desk.on(.heard(table("Ada")))
        orders = desk.on(.failed(.bluetooth, isTriedAgain: attempt == 3))
      case 1: orders = desk.on(.finished(.bluetooth))
      default: orders = desk.on(.down(.bluetooth))
      }
    }
    #expect(pauses == [.milliseconds(500)] + [1, 2, 4, 8, 8, 8].map(Duration.seconds))
  }

  @Test func `only after a link that stood for a while the pauses begin anew`() {
    var desk = joined()
    var now = 0.0
    for (stood, attempt) in [(0.0, 1), (9.0, 2), (10.0, 1), (0.0, 2)] {
      now += stood
      let lost = lose(&desk, at: now)
      guard case .retrying(_, attempt, let pause)? = lost.news.last else {
        Issue.record("\(stood): \(lost)")
        return
      }
      now += pause / .seconds(1)
      desk.on(.tick, at: now)
      desk.on(.heard(table("Ada")))
      desk.on(.connected(.bluetooth))
    }
  }

  @Test func `what was heard before the loss does not count`() {
    var desk = joined()
    _ = lose(&desk, at: 20)
    #expect(desk.wait().connects.isEmpty)
  }

  // MARK: Who it is

  @Test func `the address counts at once, the name when no better one was heard, then anybody`() {
    for (name, address, isAtOnce) in [
      ("Bo", "00:AA", true), ("ADA", "00:BB", false), ("Bo", "00:BB", false), (nil, "00:BB", false),
    ] {
      var desk = hold(ada())
      #expect(links(desk.on(.heard(table(name, at: address)))) == (isAtOnce ? ["00:AA"] : []))
      guard !isAtOnce else { continue }
      #expect(links(desk.wait()) == ["00:BB"])
      #expect(desk.now == Lobby.rivalTime)
    }
    var desk = hold(ada())
    desk.on(.heard(table("Cy", at: "00:CC", strength: -20)))
    desk.on(.heard(table("Ada", at: "00:BB")))
    #expect(links(desk.wait()) == ["00:BB"])
  }

  @Test func `a host that was not found nearby is known by its name alone`() {
    var desk = hold(ada(at: nil), over: [.bluetooth, .lan])
    desk.on(.heard(table("Bo", at: "00:BB")))
    desk.on(.heard(table("Bo", at: "lan:Bo", on: .lan)))
    #expect(desk.lobby.deadline == nil)
    #expect(links(desk.on(.heard(table("Ada", at: "00:CC")))) == ["00:CC"])
    #expect(links(desk.on(.heard(table("ada", at: "lan:ada", on: .lan)))) == ["lan:ada"])
  }

  @Test func `a table that was cut off at once is tried after the others`() {
    var desk = hold(ada())
    desk.on(.heard(table("Ada")))
    desk.on(.connected(.bluetooth))
    // The session finds that this is somebody else.
    _ = lose(&desk, isCut: true, at: 1)
    _ = desk.wait()
    #expect(links(desk.on(.heard(table("Ada")))).isEmpty)
    desk.on(.heard(table("Bo", at: "00:BB")))
    #expect(links(desk.wait()) == ["00:BB"])
  }

  @Test func `a link that the radio cut is no reason to ask a stranger`() {
    var desk = hold(ada())
    desk.on(.heard(table("Ada")))
    desk.on(.connected(.bluetooth))
    _ = lose(&desk, at: 1)
    _ = desk.wait()
    #expect(links(desk.on(.heard(table("Ada")))) == ["00:AA"])
  }

  @Test func `a stranger is asked five times, and the one who was of use is looked for then`() {
    var desk = hold(ada())
    for _ in 1...KnownHost.mostStrangerLinks {
      desk.on(.heard(table("Bo", at: "00:BB")))
      #expect(links(desk.wait()) == ["00:BB"])
      desk.on(.connected(.bluetooth))
      _ = lose(&desk, isCut: true)
      _ = desk.wait()
    }
    desk.on(.heard(table("Bo", at: "00:BB")))
    #expect(desk.lobby.deadline == nil)
    desk.on(.heard(table("Cy", at: "00:CC")))
    #expect(links(desk.wait()) == ["00:CC"])
    desk.on(.connected(.bluetooth))
    let now = desk.now / .seconds(1)
    _ = lose(&desk, at: now + 10)
    _ = desk.wait()
    #expect(links(desk.on(.heard(table("Cy", at: "00:CC")))) == ["00:CC"])
  }

  @Test func `the name that was advertised is told, not that of the computer`() {
    var desk = hold(ada())
    #expect(desk.on(.heard(table("raspberrypi"))).connects.map(\.table) == [table("Ada")])
  }

  @Test func `who watches goes to no other table than that`() {
    var desk = hold(ada(to: .watch))
    desk.on(.heard(table("Bo", at: "00:BB")))
    #expect(desk.lobby.deadline == nil)
    // 29 is a game that nobody knows yet.
    desk.on(.heard(table("Ada", game: 29)))
    #expect(links(desk.wait()).isEmpty)
  }

  @Test func `one who sends files waits for no table of a game`() {
    var desk = hold(ada(to: .sit(.files)))
    desk.on(.heard(table("Ada", game: 1)))
    #expect(links(desk.wait()).isEmpty && desk.now == Lobby.closedTime)
    _ = desk.wait()
    // 30 is the kind of a table for files.
    #expect(links(desk.on(.heard(table("Ada", game: 30)))) == ["00:AA"])
  }

  @Test func `a table that takes no link for long is told as taken once`() {
    var desk = hold(ada())
    let taken = table("Ada", isConnectable: false)
    var told: [Int] = []
    for round in 1...8 {
      desk.on(.heard(taken))
      if desk.wait().news.contains(.taken(taken)) { told.append(round) }
      _ = desk.wait()
    }
    #expect(told == [4])
  }

  // MARK: Two carriers

  @Test func `the other carrier nearby rests, and is looked at as long as there is no link`() {
    var desk = joined(over: [.bluetooth, .lan])
    #expect(desk.lobby.deadline == nil)
    let lost = lose(&desk, at: 20)
    #expect(lost.scans.map(\.carrier) == [.lan])
    let home = table("Ada", at: "lan:Ada", on: .lan)
    #expect(links(desk.on(.heard(home))) == ["lan:Ada"])
    desk.on(.connected(.lan))
    // The radio is tried all the same, and comes first when it is back.
    #expect(desk.wait().scans.map(\.carrier) == [.bluetooth])
    desk.on(.heard(table("Ada")))
    #expect(desk.on(.connected(.bluetooth)).drops.isEmpty)
    #expect(desk.on(.lost(.lan, isCut: false), at: 40).scans.isEmpty)
    #expect(desk.lobby.deadline == nil)
  }

  @Test func `an attempt that a link over another carrier has overtaken is dropped`() {
    var desk = joined(over: [.bluetooth, .lan])
    _ = lose(&desk, at: 20)
    desk.on(.heard(table("Ada", at: "lan:Ada", on: .lan)))
    _ = desk.wait()
    desk.on(.heard(table("Ada")))
    #expect(desk.on(.connected(.bluetooth)).drops == [.lan])
    #expect(desk.on(.connected(.lan)).drops == [.lan])
    #expect(desk.on(.failed(.lan, isTriedAgain: false)) == Lobby.Orders())
  }

  @Test func `a name that the host says later is looked for on the network`() {
    var desk = joined(over: [.bluetooth, .lan])
    desk.on(.named("Ada Lovelace"))
    _ = lose(&desk, at: 20)
    let home = table("Ada Lovelace", at: "lan:Ada Lovelace", on: .lan)
    #expect(links(desk.on(.heard(home))) == ["lan:Ada Lovelace"])
  }

  @Test func `a link at a broker comes back by its carrier, and nobody nearby is looked for`() {
    let destination = Destination.name("Ada", advertised: "Ada", players: [])
    let search = Search(destination, to: .sit(.game))
    var desk = Desk(.join(search), [.bluetooth, .lan, .broker])
    var online = table("Ada", at: "mqtt://club", on: .broker)
    (online.code, online.saidName) = ("club/1", PlayerName("Ada"))
    online = Listing(online, free: true)
    #expect(links(desk.on(.heard(online))) == ["mqtt://club"])
    #expect(desk.on(.connected(.broker)).stops == [.bluetooth, .lan])
    #expect(desk.on(.lost(.broker, isCut: false), at: 20) == Lobby.Orders())
    #expect(desk.on(.connected(.broker), at: 21) == Lobby.Orders())
    #expect(desk.lobby.deadline == nil)
  }

  @Test func `a carrier that has ended is not used again, and the last one ends the search`() {
    var desk = joined(over: [.bluetooth, .lan])
    #expect(desk.on(.over(.bluetooth)).scans.map(\.carrier) == [.lan])
    #expect(desk.on(.over(.lan)).end == .failed)
  }
}

extension Listing {
  /// The same table with a free seat.
  fileprivate init(_ table: Listing, free: Bool) {
    self.init(
      name: table.name,
      address: table.address,
      strength: table.strength,
      presence: Presence(state: free ? .free : .playing),
      isConnectable: true
    )
    (carrier, code, saidName) = (table.carrier, table.code, table.saidName)
  }
}
