import Terminal
import Testing

/// The start menu of players who know each other and always use a broker, without Bluetooth.
@MainActor @Suite struct OnlineMenuTests {
  private static let broker = "mqtt://127.0.0.1:2883"

  /// Has Anna and Gus meet, and use the broker from then on.
  private static func settle(in world: World) async throws {
    try await world.acquaint()
    for player in ["Anna", "Gus"] {
      let online = "broker = \"\(broker)\"\nonline = \"always\"\n"
      try world.settle(player, "name = \"\(player)\"\n" + online)
    }
  }

  /// The menu of `player`, on a computer with Bluetooth or without.
  private static func menu(
    _ player: String,
    in world: World,
    hasBluetooth: Bool = false
  ) async -> WorldProgram {
    let size = Size(rows: 24, columns: 80)
    return await world.start(
      player,
      [],
      isTerminal: true,
      screen: size,
      hasBluetooth: hasBluetooth
    )
  }

  @Test func `two without Bluetooth see each other's tables, and play at one`() async throws {
    try await World.run { world in
      try await Self.settle(in: world)
      let anna = await Self.menu("Anna", in: world)
      let gus = await Self.menu("Gus", in: world)
      try await anna.shows("Your table Anna is open online to your contacts, for Gomoku.")
      try await gus.shows("Your table Gus is open online to your contacts, for Gomoku.")
      try await anna.shows("a  Gus  Gomoku (freestyle)  free  online")
      let screen = try await gus.shows("a  Anna  Gomoku (freestyle)  free  online")
      #expect(screen.contains { $0.contains("bus") })
      gus.press("a")
      try await anna.shows("Who moves first")
    }
  }

  @Test func `a table goes on at the broker when Bluetooth breaks down`() async throws {
    try await World.run { world in
      try await Self.settle(in: world)
      let anna = await Self.menu("Anna", in: world, hasBluetooth: true)
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      world.breakDown()
      try await anna.shows("Your table Anna is open online to your contacts, for Gomoku.")
      let gus = await world.start("Gus", ["join", "Anna"], hasBluetooth: false)
      try await gus.prints("Connected to")
    }
  }
}
