import Glibc
import Testing

/// A known player is asked for a game at a broker.
@MainActor @Suite struct OnlineChallengeTests {
  /// Anna and Gus, who know each other, nearby and at a broker.
  @MainActor
  private struct Places {
    let world: World
    let address = "mqtt://127.0.0.1:2883"

    static func run(_ body: (Places) async throws -> Void) async throws {
      try await World.run { world in
        try await world.acquaint()
        try await body(Places(world: world))
      }
    }

    /// Anna's table at the broker, and there only.
    func host(_ arguments: String...) async throws -> WorldProgram {
      let own = ["host", "--on", address, "--name", "Anna", "--new"]
      let host = await world.start("Anna", own + arguments)
      try await host.prints("Your table Anna is open")
      return host
    }

    /// Gus's program, which asks Anna.
    func challenge(_ arguments: String..., hasBluetooth: Bool = true) async -> WorldProgram {
      let own = ["challenge", "Anna", "--name", "Gus"]
      return await world.start("Gus", own + arguments, hasBluetooth: hasBluetooth)
    }
  }

  @Test func `a yes opens the game that was asked for`() async throws {
    try await Places.run { places in
      let host = try await places.host("gomoku")
      let guest = await places.challenge(
        "xiangqi",
        "--say",
        "shall we?",
        "--on",
        places.address
      )
      try await guest.prints("You challenged Anna: Xiangqi.")
      try await host.prints("Your contact Gus challenges you: Xiangqi.")
      try await host.prints("shall we?")
      host.type("yes")
      try await host.prints("Gus joined your table.")
      try await guest.prints("You are at Anna's table.")
      try await guest.prints("Xiangqi: checkmate wins")
    }
  }

  @Test func `who stops before an answer is told of no game, and later by what it goes on`()
    async throws
  {
    try await Places.run { places in
      let host = try await places.host()
      let asking = await places.challenge("--on", places.address)
      try await host.prints("Your contact Gus challenges you")
      asking.signal(SIGINT)
      await expectEnd(of: asking, code: 130, saying: "Run the same command to start again")
      try await host.prints("Waiting for another guest.")
      let playing = await places.challenge("--on", places.address)
      try await host.prints("Your contact Gus challenges you")
      host.type("yes")
      try await playing.prints("You are at Anna's table.")
      playing.signal(SIGTERM)
      await expectEnd(of: playing, code: 143, saying: "Run tabletooth resume to continue")
    }
  }

  @Test func `a no is told, and the table stays open`() async throws {
    try await Places.run { places in
      let host = try await places.host()
      for _ in 1...2 {
        let guest = await places.challenge("--on", places.address)
        try await host.prints("Your contact Gus challenges you")
        host.type("no")
        await expectEnd(of: guest, code: 32, saying: "Anna declined the challenge")
        try await host.prints("Waiting for another guest.")
      }
    }
  }

  @Test func `why she cannot be asked is told`() async throws {
    try await Places.run { places in
      let online = "--on"
      let nobody = await places.challenge(online, places.address)
      await expectEnd(of: nobody, code: 20, saying: "none of your contacts has a table called Anna")
      let host = try await places.host()
      host.type("close")
      try await host.prints("Your table is closed")
      let closed = await places.challenge(online, places.address)
      await expectEnd(of: closed, code: 32, saying: "Anna's table is closed to new players")
      host.type("quit")
      _ = await host.end()
      let receiver = await places.world.start(
        "Anna",
        ["receive", "--on", places.address, "--into", "/tmp"]
      )
      try await receiver.prints("Receiving files as Anna.")
      let other = await places.challenge(online, places.address)
      await expectEnd(of: other, code: 20, saying: "the other computer expects a file")
    }
  }

  @Test func `where both places are always looked at, she is found in either`() async throws {
    try await Places.run { places in
      let settings = "adapter = \"hci1\"\nbroker = \"\(places.address)\"\nonline = \"always\"\n"
      try places.world.settle("Gus", settings)
      let far = try await places.host()
      for hasBluetooth in [true, false] {
        let guest = await places.challenge(hasBluetooth: hasBluetooth)
        try await far.prints("Your contact Gus challenges you")
        far.type("no")
        await expectEnd(of: guest, code: 32, saying: "declined the challenge")
        try await far.prints("Waiting for another guest.")
      }
      far.type("quit")
      _ = await far.end()
      let near = await places.world.start("Anna", ["host", "--name", "Anna", "--new"])
      try await near.prints("Your table Anna is open")
      let guest = await places.challenge()
      try await near.prints("Your contact Gus challenges you")
      near.type("yes")
      try await guest.prints("You are at Anna's table.")
      near.type("quit")
      _ = await near.end()
      _ = await guest.end()
      let alone = await places.challenge(hasBluetooth: false)
      let end = await alone.end()
      #expect(end.code == 20 && end.complaints.last?.contains("nearby: ") == true, "\(end)")
      #expect(end.complaints.last?.contains("online: none of your contacts") == true, "\(end)")
    }
  }
}
