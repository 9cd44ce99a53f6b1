import FoundationEssentials
import Glibc
import PrivateBroker
import Testing

/// Lists in which tables nearby and those of known players at a broker stand beside each other.
@Suite(.timeLimit(.minutes(2)), .serialized) struct OnlineListTests {
  /// Players on a virtual air and at a broker; Anna and Gus know each other.
  private struct Places {
    let air: VirtualAir
    let broker: PrivateBroker
    var address: String { "mqtt://127.0.0.1:\(broker.port)" }

    static func run(_ body: (Places) async throws -> Void) async throws {
      try await PrivateBroker.run { broker in
        try await VirtualAir.run { air in
          let places = Places(air: air, broker: broker)
          try await air.acquaint()
          for player in ["Gus", "Mo"] { try air.settle(player, at: places.address) }
          try await body(places)
        }
      }
    }

    /// Anna's table at the broker, and there only.
    func openOnline(_ arguments: String...) async throws -> Program {
      let own = ["host", "--name", "Anna", "--on", address, "--first", "me", "--new"]
      let host = try air.start("Anna", own + arguments)
      try await host.prints("Your table Anna is open")
      return host
    }

    /// Bo's table on the air, and there only.
    func openNearby() async throws -> Program {
      let host = try air.start(
        "Bo",
        ["host", "--bus", air.bus, "--name", "Bo", "--admit", "anyone", "--first", "me"]
      )
      try await host.prints("Your table Bo is open")
      return host
    }

    /// A screen of `player`'s, with Bluetooth or without.
    func screen(
      _ player: String,
      _ arguments: [String],
      hasBluetooth: Bool = true
    ) throws -> TerminalSession {
      try TerminalSession(
        arguments,
        columns: 100,
        home: air.home(of: player),
        variables: ["TABLETOOTH_BUS=\(hasBluetooth ? air.bus : StartTests.nowhere)"]
      )
    }

    /// A program of Gus's in lines of text, with Bluetooth or without.
    func gus(_ arguments: [String], hasBluetooth: Bool = true) throws -> Program {
      try air.start(
        "Gus",
        arguments,
        bus: hasBluetooth ? air.bus : StartTests.nowhere
      )
    }
  }

  /// What stands before the table on the screen by which it is chosen.
  private static func key(of table: String, on screen: [String]) throws -> String {
    let line = try #require(screen.first { $0.contains(table) })
    let words = line.split { $0 == " " || $0 == "▶" }
    return try #require(words.first.map(String.init))
  }

  private static let online = "Anna  Gomoku (freestyle)  free  a contact  online"

  @Test func `a list has tables nearby and online, and one online is joined and goes away`()
    async throws
  {
    try await Places.run { places in
      let anna = try await places.openOnline()
      let bo = try await places.openNearby()
      let gus = try places.screen("Gus", ["join"])
      try await gus.shows("Tables nearby and online")
      try await gus.shows("Bo  Gomoku (freestyle)  free")
      let lines = try await gus.shows(Self.online)
      gus.press(try Self.key(of: Self.online, on: lines))
      try await anna.prints("Gus joined your table.")
      anna.type("h8")
      try await gus.shows("1. h8")
      gus.press("q", "y")
      try await gus.shows("ended with 0")
      await gus.end()
      anna.type("quit")
      _ = await anna.end()
      let list = try places.screen("Gus", ["scan", "--follow"])
      try await list.shows("Bo  Gomoku (freestyle)  free")
      let again = try await places.openOnline()
      try await list.shows(Self.online)
      again.type("quit")
      _ = await again.end()
      try await list.hides(Self.online)
      list.press("q")
      try await list.shows("ended with 0")
      await list.end()
      _ = bo
    }
  }

  @Test func `the only table there is, a known player's online, is joined by itself`() async throws
  {
    try await Places.run { places in
      let anna = try await places.openOnline()
      let gus = try places.screen("Gus", ["join"])
      try await anna.prints("Gus joined your table.")
      await gus.end()
    }
  }

  @Test func `the start menu has tables online, without Bluetooth too, and says what is wrong`()
    async throws
  {
    try await Places.run { places in
      let menu = try places.screen("Gus", [], hasBluetooth: false)
      try await menu.shows("there is no bus at")
      let anna = try await places.openOnline()
      let lines = try await menu.shows("Anna  Gomoku (freestyle)  free  online")
      #expect(lines.contains { $0.contains("Tables online") })
      places.broker.kill()
      try await menu.shows("Nearby: there is no bus at \(StartTests.nowhere). Online: the broker")
      try await menu.shows("\(places.address) cannot be reached.")
      try await menu.hides("Anna  Gomoku (freestyle)")
      try places.broker.start()
      try await menu.shows("Anna  Gomoku (freestyle)  free  online")
      menu.press("a")
      try await anna.prints("Gus joined your table.")
      await menu.end()
    }
  }

  @Test func `with online = always the table behind the start menu is found at the broker too`()
    async throws
  {
    try await Places.run { places in
      try places.air.settle("Anna", at: places.address)
      let anna = try places.screen("Anna", [])
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      let gus = try places.gus(["join", "Anna"], hasBluetooth: false)
      try await gus.prints("You are at Anna's table.")
      try await anna.shows("Who moves first?")
      anna.type("me")
      try await gus.prints("Waiting for Anna to move.")
      gus.signal(SIGKILL)
      await anna.end()
    }
  }

  @Test func `who knows nobody, and whose broker is gone, sees tables nearby and a sentence`()
    async throws
  {
    try await Places.run { places in
      let bo = try await places.openNearby()
      let stranger = try places.screen("Mo", ["scan", "--follow"])
      try await stranger.shows("Bo  Gomoku (freestyle)  free")
      try await stranger.shows("you have no contacts yet")
      await stranger.end()
      places.broker.kill()
      let gus = try places.screen("Gus", ["scan", "--follow"])
      try await gus.shows("Bo  Gomoku (freestyle)  free")
      try await gus.shows("Could not connect to \(places.address)")
      try places.broker.start()
      try await gus.hides("Could not connect")
      await gus.end()
      _ = bo
    }
  }

  @Test func `in lines of text one of several is chosen by its number, nearby or online`()
    async throws
  {
    try await Places.run { places in
      let anna = try await places.openOnline()
      let bo = try await places.openNearby()
      let gus = try places.screen("Gus", ["join", "--plain"])
      let lines = try await gus.shows("Which table? Type its number, or q to leave:")
      #expect(lines.contains { $0.hasPrefix("1  Bo  ") }, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("2  Anna  \(places.address)  ") }, "\(lines)")
      gus.type("2")
      try await anna.prints("Gus joined your table.")
      await gus.end()
      _ = bo
    }
  }

  @Test func `a list of the broker alone has no table nearby`() async throws {
    try await Places.run { places in
      let (bo, anna) = (try await places.openNearby(), try await places.openOnline())
      let gus = try places.screen("Gus", ["scan", "--follow", "--on", places.address])
      let lines = try await gus.shows(Self.online)
      #expect(lines.contains { $0.contains(" Tables online") })
      #expect(!lines.contains { $0.contains("Bo  ") })
      await gus.end()
      _ = (bo, anna)
    }
  }
}
