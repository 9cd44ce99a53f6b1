import PrivateBroker
import Testing

/// The start menu of players who know each other and always use a broker, without Bluetooth.
@Suite(.timeLimit(.minutes(2)), .serialized) struct OnlineMenuTests {
  /// Has Anna and Gus meet on the air, and use the broker from then on.
  private static func settle(_ broker: PrivateBroker, in air: VirtualAir) async throws {
    try await air.acquaint()
    let address = "mqtt://127.0.0.1:\(broker.port)"
    try air.settle("Anna", at: address, adapter: "hci0")
    try air.settle("Gus", at: address)
  }

  /// The menu of `player`, on a computer with this bus.
  private static func menu(
    _ player: String,
    in air: VirtualAir,
    bus: String = StartTests.nowhere
  ) throws -> TerminalSession {
    try TerminalSession([], home: air.home(of: player), variables: ["TABLETOOTH_BUS=\(bus)"])
  }

  @Test func `two without Bluetooth see each other's tables, and play at one`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        try await Self.settle(broker, in: air)
        let anna = try Self.menu("Anna", in: air)
        let gus = try Self.menu("Gus", in: air)
        try await anna.shows("Your table Anna is open online to your contacts, for Gomoku.")
        try await gus.shows("Your table Gus is open online to your contacts, for Gomoku.")
        try await anna.shows("a  Gus  Gomoku (freestyle)  free  online")
        let screen = try await gus.shows("a  Anna  Gomoku (freestyle)  free  online")
        #expect(screen.contains { $0.contains("bus") })
        gus.press("a")
        try await anna.shows("Who moves first")
        for terminal in [anna, gus] { await terminal.end() }
      }
    }
  }

  @Test func `a table goes on at the broker when Bluetooth breaks down`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        try await Self.settle(broker, in: air)
        let anna = try Self.menu("Anna", in: air, bus: air.bus)
        try await anna.shows("Your table Anna is open to a guest for Gomoku.")
        air.breakDown()
        try await anna.shows("Your table Anna is open online to your contacts, for Gomoku.")
        let gus = try air.start("Gus", ["join", "Anna"], bus: StartTests.nowhere)
        try await gus.prints("Connected to")
        await anna.end()
      }
    }
  }

  @Test func `a host whose only way is a broker of no use ends, and says why`() async throws {
    try await VirtualAir.run { air in
      let broker = try RudeServer([[0x20, 2, 0, 1]])
      try air.settle("Anna", at: "mqtt://127.0.0.1:\(broker.port)")
      let host = try air.start("Anna", ["host"], bus: StartTests.nowhere)
      await expectEnd(of: host, code: 23, saying: "does not speak MQTT 3.1.1")
    }
  }

  @Test func `who cannot be found nearby has a table at the broker`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run("--central-only", "1") { air in
        try await Self.settle(broker, in: air)
        let gus = try Self.menu("Gus", in: air, bus: air.bus)
        try await gus.shows("Others cannot find this adapter, so tables are listed but none")
        try await gus.shows("Your table Gus is open online to your contacts, for Gomoku.")
        await gus.end()
      }
    }
  }
}
