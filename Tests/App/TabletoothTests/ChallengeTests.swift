import Testing

/// A known player is asked for a game.
@MainActor @Suite struct ChallengeTests {
  private func host(_ world: World, _ arguments: String...) async throws -> WorldProgram {
    let own = ["host", "--name", "Anna", "--new"]
    let host = await world.start("Anna", own + arguments)
    try await host.prints(" is open. On the other computer")
    return host
  }

  private func challenge(_ world: World, _ arguments: String...) async -> WorldProgram {
    let own = ["challenge", "Anna", "--adapter", "hci1", "--name", "Gus"]
    return await world.start("Gus", own + arguments)
  }

  @Test func `a yes opens the game that was asked for, not the host's`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let host = try await host(world, "gomoku")
      let guest = await challenge(world, "xiangqi", "--say", "shall\u{202E} we?")
      try await guest.prints("You challenged Anna: Xiangqi.")
      try await host.prints("Your contact Gus challenges you: Xiangqi.")
      try await host.prints("shall we?")
      host.type("yes")
      try await host.prints("Gus joined your table.")
      try await host.prints("The coin toss of both computers lets")
      try await host.prints("Xiangqi: checkmate wins")
      try await guest.prints("Xiangqi: checkmate wins")
    }
  }

  @Test func `a no is told, and the table stays open`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let host = try await host(world)
      let guest = await challenge(world, "liuzhou")
      try await host.prints("Your contact Gus challenges you: Liuzhou chess.")
      host.type("no")
      await expectEnd(of: guest, code: 32, saying: "Anna declined the challenge")
      try await host.prints("Waiting for another guest.")
      let again = await challenge(world)
      try await host.prints("Your contact Gus challenges you: Gomoku (freestyle).")
      host.type("yes")
      try await again.prints("You are at Anna's table.")
    }
  }

  @Test func `a table where nobody is let in is not said to be missing`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let host = try await host(world)
      host.type("close")
      try await host.prints("Your table is closed")
      let guest = await challenge(world)
      await expectEnd(of: guest, code: 32, saying: "Anna's table is closed to new players")
    }
  }

  @Test func `a table of the same name is passed by for the player's own`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let own = ["host", "--name", "Anna", "--adapter", "hci2"]
      let other = await world.start("Mallory", own + ["--admit", "anyone"])
      try await other.prints("Your table Anna is open")
      let host = try await host(world, "--name", "Anna Maria")
      let guest = await challenge(world)
      try await host.prints("challenges you: Gomoku (freestyle).")
      host.type("yes")
      try await guest.prints("You are at")
    }
  }

  @Test func `who plays with contacts only refuses others before there are digits`()
    async throws
  {
    try await World.run { world in
      try await world.acquaint()
      _ = try await host(world, "--admit", "contacts")
      let stranger = await world.start("Zoë", ["join", "Anna", "--adapter", "hci2"])
      let lines = await stranger.output()
      #expect(!lines.contains { $0.contains("These digits must be the same") }, "\(lines)")
      await expectEnd(of: stranger, code: 32, saying: "plays with contacts only")
    }
  }

  @Test(arguments: [
    (["nobody"], 43 as Int32, "no contact"),
    (
      ["Anna", "--say", String(repeating: "x", count: 141)], 64, "141 characters; the limit is 140"
    ),
    (["Anna", "--say", "\u{115F}\u{3164}"], 64, "no printable characters"),
    (["Anna", "xiangqi", "--rules", "renju"], 64, "xiangqi has one set of rules"),
  ])
  func `what cannot be asked`(arguments: [String], code: Int32, words: String) async throws {
    try await World.run { world in
      let program = await world.start("Gus", ["challenge"] + arguments)
      await expectEnd(of: program, code: code, saying: words)
    }
  }
}
