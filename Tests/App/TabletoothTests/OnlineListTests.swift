import Glibc
import Terminal
import Testing

/// Lists in which tables nearby and those of known players at a broker stand beside each other.
@MainActor @Suite struct OnlineListTests {
  private static let broker = "mqtt://127.0.0.1:2883"

  /// Players nearby and at a broker; Anna and Gus know each other.
  @MainActor
  private struct Places {
    let world: World

    static func run(_ body: (Places) async throws -> Void) async throws {
      try await World.run { world in
        let places = Places(world: world)
        try await world.acquaint()
        for player in ["Gus", "Mo"] { try places.settle(player) }
        try await body(places)
      }
    }

    /// Has `player` use the broker always.
    func settle(_ player: String) throws {
      let online = "broker = \"\(OnlineListTests.broker)\"\nonline = \"always\"\n"
      try world.settle(player, "name = \"\(player)\"\n" + online)
    }

    /// Stops the broker, or starts it again.
    func set(isSilent: Bool) {
      world.set(.broker(OnlineListTests.broker), isSilent: isSilent)
    }

    /// Anna's table at the broker, and there only.
    func openOnline() async throws -> WorldProgram {
      let own = ["host", "--name", "Anna", "--on", OnlineListTests.broker, "--first", "me"]
      let host = await world.start("Anna", own + ["--new"])
      try await host.prints("Your table Anna is open")
      return host
    }

    /// Bo's table nearby, and there only.
    func openNearby() async throws -> WorldProgram {
      let own = ["host", "--name", "Bo", "--admit", "anyone", "--first", "me"]
      let host = await world.start("Bo", own)
      try await host.prints("Your table Bo is open")
      return host
    }

    /// A screen of `player`'s, with Bluetooth or without.
    func screen(
      _ player: String,
      _ arguments: [String],
      hasBluetooth: Bool = true
    ) async -> WorldProgram {
      await world.start(
        player,
        arguments,
        isTerminal: true,
        screen: Size(rows: 24, columns: 100),
        hasBluetooth: hasBluetooth
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
      _ = try await places.openNearby()
      let gus = await places.screen("Gus", ["join"])
      try await gus.shows("Tables nearby and online")
      try await gus.shows("Bo  Gomoku (freestyle)  free")
      let lines = try await gus.shows(Self.online)
      gus.press(try Self.key(of: Self.online, on: lines))
      try await anna.prints("Gus joined your table.")
      anna.type("h8")
      try await gus.shows("1. h8")
      gus.press("q", "y")
      await gus.ends(with: 0)
      anna.type("quit")
      _ = await anna.end()
      let list = await places.screen("Gus", ["scan", "--follow"])
      try await list.shows("Bo  Gomoku (freestyle)  free")
      let again = try await places.openOnline()
      try await list.shows(Self.online)
      again.type("quit")
      _ = await again.end()
      try await list.hides(Self.online)
      list.press("q")
      await list.ends(with: 0)
    }
  }

  @Test func `the only table there is, a known player's online, is joined by itself`() async throws
  {
    try await Places.run { places in
      let anna = try await places.openOnline()
      _ = await places.screen("Gus", ["join"])
      try await anna.prints("Gus joined your table.")
    }
  }

  @Test func `the start menu has tables online, without Bluetooth too, and says what is wrong`()
    async throws
  {
    try await Places.run { places in
      let menu = await places.screen("Gus", [], hasBluetooth: false)
      try await menu.shows("there is no bus at")
      let anna = try await places.openOnline()
      let lines = try await menu.shows("Anna  Gomoku (freestyle)  free  online")
      #expect(lines.contains { $0.contains("Tables online") })
      places.set(isSilent: true)
      try await menu.shows("Nearby: there is no bus at \(StartTests.nowhere). Online: the broker")
      try await menu.shows("\(Self.broker) cannot be reached.")
      try await menu.hides("Anna  Gomoku (freestyle)")
      places.set(isSilent: false)
      try await menu.shows("Anna  Gomoku (freestyle)  free  online")
      menu.press("a")
      try await anna.prints("Gus joined your table.")
    }
  }

  @Test func `with online = always the table behind the start menu is found at the broker too`()
    async throws
  {
    try await Places.run { places in
      try places.settle("Anna")
      let anna = await places.screen("Anna", [])
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      let gus = await places.world.start("Gus", ["join", "Anna"], hasBluetooth: false)
      try await gus.prints("You are at Anna's table.")
      try await anna.shows("Who moves first?")
      anna.type("me")
      try await gus.prints("Waiting for Anna to move.")
      gus.signal(SIGKILL)
    }
  }

  @Test func `who knows nobody, and whose broker is gone, sees tables nearby and a sentence`()
    async throws
  {
    try await Places.run { places in
      _ = try await places.openNearby()
      let stranger = await places.screen("Mo", ["scan", "--follow"])
      try await stranger.shows("Bo  Gomoku (freestyle)  free")
      try await stranger.shows("you have no contacts yet")
      places.set(isSilent: true)
      let gus = await places.screen("Gus", ["scan", "--follow"])
      try await gus.shows("Bo  Gomoku (freestyle)  free")
      try await gus.shows("Could not connect to \(Self.broker)")
      places.set(isSilent: false)
      try await gus.hides("Could not connect")
    }
  }

  @Test func `in lines of text one of several is chosen by its number, nearby or online`()
    async throws
  {
    try await Places.run { places in
      let anna = try await places.openOnline()
      _ = try await places.openNearby()
      let gus = await places.world.start(
        "Gus",
        ["join", "--plain"],
        typing: ["2"],
        isTerminal: true
      )
      let lines = try await gus.shows("Which table? Type its number, or q to leave:")
      #expect(lines.contains { $0.hasPrefix("1  Bo  ") }, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("2  Anna  \(Self.broker)  ") }, "\(lines)")
      gus.type("2")
      try await anna.prints("Gus joined your table.")
    }
  }

  @Test func `a list of the broker alone has no table nearby`() async throws {
    try await Places.run { places in
      _ = (try await places.openNearby(), try await places.openOnline())
      let gus = await places.screen("Gus", ["scan", "--follow", "--on", Self.broker])
      let lines = try await gus.shows(Self.online)
      #expect(lines.contains { $0.contains(" Tables online") })
      #expect(!lines.contains { $0.contains("Bo  ") })
    }
  }
}
