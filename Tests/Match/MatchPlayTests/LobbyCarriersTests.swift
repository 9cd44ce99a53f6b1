import MatchProtocol
import Testing

@testable import MatchPlay

/// Tables that are heard over Bluetooth and on the local network, and how many lines they have.
@Suite struct LobbyCarriersTests {
  private var lobby = Lobby(.list(), by: [Lobby.Scan(.bluetooth), Lobby.Scan(.lan)])

  private static func table(
    _ name: String?,
    _ number: UInt16? = 7,
    over carrier: Carrier = .bluetooth,
    at address: String? = nil,
    state: Presence.State = .free,
    isConnectable: Bool = true
  ) -> Listing {
    let own = number.map { [0xE0 | UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []
    var listing = Listing(
      name: name.flatMap(PlayerName.init),
      address: address ?? (carrier == .lan ? "lan:\(name ?? "")" : "00:AA"),
      strength: carrier == .bluetooth ? -50 : nil,
      presence: Presence([0x80, state.rawValue << 6] + own),
      isConnectable: isConnectable
    )
    listing.carrier = carrier
    return listing
  }

  /// What is told, in a word each.
  private mutating func on(_ event: Lobby.Event, at seconds: Double = 0) -> [String] {
    var orders = Lobby.Orders()
    lobby.update(event, now: .seconds(seconds), into: &orders)
    return orders.news.compactMap { news in
      switch news {
      case .appeared(let table): "+\(Self.words(table))"
      case .changed(let table): "*\(Self.words(table))"
      case .vanished(let table): "-\(Self.words(table))"
      case .only(let table): "only \(Self.words(table))"
      default: nil
      }
    }
  }

  private static func words(_ table: Listing) -> String {
    "\(table.address) \(table.carriers.map { "\($0)" }.joined(separator: "+"))"
  }

  @Test mutating func `a table over both is one line, whichever is heard first`() {
    let (air, net) = (Self.table("Ada"), Self.table("Ada", over: .lan))
    #expect(on(.heard(air)) == ["+00:AA bluetooth"])
    #expect(on(.heard(net)) == ["*00:AA bluetooth+lan"])
    #expect(lobby.tables == Listing.lines([net, air]))
    lobby = LobbyCarriersTests().lobby
    #expect(on(.heard(net)) == ["+lan:Ada lan"])
    #expect(on(.heard(air)) == ["*lan:Ada bluetooth+lan"])
    #expect(lobby.tables.map(\.strength) == [-50])
    #expect(on(.heard(air)).isEmpty && on(.heard(net)).isEmpty)
  }

  @Test(arguments: [
    (table("Ada", 8, over: .lan), false), (table("Bo", 7, over: .lan), false),
    (table("Ada", nil, over: .lan), false), (table("Ada", at: "00:BB"), false),
    (table("Ada #2", over: .lan), true), (table(nil, over: .lan), true),
    (table("Ada", over: .lan, state: .playing, isConnectable: false), true),
  ])
  func `a number and a name make it the same table`(other: Listing, isSame: Bool) {
    #expect(Listing.lines([Self.table("Ada"), other]).count == (isSame ? 1 : 2))
    #expect(Listing.lines([other, Self.table("Ada")]).count == (isSame ? 1 : 2))
  }

  @Test func `a table to which nobody can connect has no number over Bluetooth`() {
    let air = Self.table("Ada", nil, state: .playing, isConnectable: false)
    let net = Self.table("Ada", 7, over: .lan, state: .playing, isConnectable: false)
    #expect(Listing.lines([air, net]).count == 1)
    let other = Self.table("Ada", 7, over: .lan, state: .closed, isConnectable: false)
    #expect(Listing.lines([air, other]).count == 2)
  }

  @Test func `of three that may be the same, two are`() {
    let air = [Self.table("Ada"), Self.table("Ada", at: "00:BB")]
    #expect(Listing.lines(air + [Self.table("Ada", over: .lan)]).map(\.carriers.count) == [2, 1])
  }

  @Test mutating func `what is left of a table has its line, and that comes back`() {
    let (air, net) = (Self.table("Ada"), Self.table("Ada", over: .lan))
    _ = on(.heard(air))
    _ = on(.heard(net))
    #expect(on(.tick, at: 8) == ["-00:AA bluetooth+lan", "+lan:Ada lan", "only lan:Ada lan"])
    #expect(on(.heard(air), at: 9) == ["*lan:Ada bluetooth+lan"])
    #expect(on(.gone("lan:Ada"), at: 9) == ["-lan:Ada bluetooth+lan", "+00:AA bluetooth"])
    #expect(on(.gone("00:AA"), at: 9) == ["-00:AA bluetooth"])
    #expect(lobby.tables.isEmpty)
  }

  @Test mutating func `two lines become one once the numbers say so, and two again`() {
    _ = on(.heard(Self.table("Ada", 8)))
    #expect(on(.heard(Self.table("Ada", 7, over: .lan)), at: 0.5) == ["+lan:Ada lan"])
    let news = on(.heard(Self.table("Ada", 8, over: .lan)), at: 1)
    #expect(news == ["-lan:Ada lan", "*00:AA bluetooth+lan"])
    #expect(
      on(.heard(Self.table("Ada", 9)), at: 2) == ["*00:AA bluetooth", "+lan:Ada lan"]
    )
  }

  @Test mutating func `who looks once waits for the slower one, and not for long`() {
    lobby = Lobby(.look, by: [Lobby.Scan(.bluetooth), Lobby.Scan(.lan)])
    let (air, net) = (Self.table("Ada"), Self.table("Ada", over: .lan))
    #expect(on(.heard(net)).isEmpty && on(.heard(Self.table("Bo", nil, over: .lan))).count == 1)
    #expect(on(.heard(air), at: 1) == ["+lan:Ada bluetooth+lan"])
    #expect(on(.heard(Self.table("Cy", 9, over: .lan)), at: 2).isEmpty)
    #expect(on(.tick, at: 2.7).isEmpty && lobby.deadline == .seconds(2) + Lobby.rivalTime)
    #expect(on(.heard(Self.table("Ed", 11, at: "00:EE")), at: 3).isEmpty)
    #expect(on(.heard(Self.table("Ed", 11, over: .lan)), at: 4) == ["+00:EE bluetooth+lan"])
    #expect(on(.tick, at: 4.7).last == "+lan:Cy lan")
    #expect(on(.finished(.bluetooth), at: 5).isEmpty)
    #expect(on(.heard(Self.table("Di", 10, over: .lan)), at: 6) == ["+lan:Di lan"])
  }

  @Test mutating func `a person is asked which of two, and not which of one over two`() {
    let search = Search(.name("Ada", advertised: "Ada", players: []), to: .sit(.game))
    let scans = [Lobby.Scan(.bluetooth), Lobby.Scan(.lan)]
    for (number, lines) in [(7, 1), (8, 2), (nil, 2)] as [(UInt16?, Int)] {
      lobby = Lobby(.choose(search), by: scans)
      _ = on(.heard(Self.table("Ada", 7)))
      _ = on(.heard(Self.table("Ada", number, over: .lan)))
      var orders = Lobby.Orders()
      lobby.update(.tick, now: .seconds(3), into: &orders)
      guard case .found(let tables)? = orders.end else {
        Issue.record("nothing is found")
        return
      }
      #expect(tables.count == lines)
    }
  }

  @Test mutating func `who goes to a line goes to the table over either carrier`() {
    let (air, net) = (Self.table("Ada"), Self.table("Ada", over: .lan))
    let line = Listing.lines([net, air])[0]
    let search = Search(Destination(line, askedAs: "Ada"), to: .sit(.game))
    lobby = Lobby(.join(search), by: [Lobby.Scan(.bluetooth), Lobby.Scan(.lan)])
    _ = on(.tick)
    for table in [net, air] {
      var orders = Lobby.Orders()
      lobby.update(.heard(table), now: .zero, into: &orders)
      #expect(orders.connects.map(\.table) == [table])
    }
  }
}
