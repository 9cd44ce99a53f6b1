import Testing

/// A known player is asked for a game.
@Suite(.timeLimit(.minutes(2))) struct ChallengeTests {
  private func host(_ air: VirtualAir, _ arguments: String...) async throws -> Program {
    let own = ["host", "--bus", air.bus, "--name", "Anna", "--new"]
    let host = try air.start("Anna", own + arguments)
    try await host.prints(" is open. On the other computer")
    return host
  }

  private func challenge(_ air: VirtualAir, _ arguments: String...) throws -> Program {
    let own = ["challenge", "Anna", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus"]
    return try air.start("Gus", own + arguments)
  }

  @Test func `a yes opens the game that was asked for, not the host's`() async throws {
    try await VirtualAir.run { air in
      try await air.acquaint()
      let host = try await host(air, "gomoku")
      let guest = try challenge(air, "xiangqi", "--say", "shall\u{202E} we?")
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
    try await VirtualAir.run { air in
      try await air.acquaint()
      let host = try await host(air)
      let guest = try challenge(air, "liuzhou")
      try await host.prints("Your contact Gus challenges you: Liuzhou chess.")
      host.type("no")
      await expectEnd(of: guest, code: 32, saying: "Anna declined the challenge")
      try await host.prints("Waiting for another guest.")
      let again = try challenge(air)
      try await host.prints("Your contact Gus challenges you: Gomoku (freestyle).")
      host.type("yes")
      try await again.prints("You are at Anna's table.")
    }
  }

  @Test func `a table where nobody is let in is not said to be missing`() async throws {
    try await VirtualAir.run { air in
      try await air.acquaint()
      let host = try await host(air)
      host.type("close")
      try await host.prints("Your table is closed")
      let guest = try challenge(air)
      await expectEnd(of: guest, code: 32, saying: "Anna's table is closed to new players")
    }
  }

  @Test func `a table of the same name is passed by for the player's own`() async throws {
    try await VirtualAir.run { air in
      try await air.acquaint()
      let own = ["host", "--bus", air.bus, "--name", "Anna", "--adapter", "hci2"]
      let other = try air.start("Mallory", own + ["--admit", "anyone"])
      try await other.prints("Your table Anna is open")
      let host = try await host(air, "--name", "Anna Maria")
      let guest = try challenge(air)
      try await host.prints("challenges you: Gomoku (freestyle).")
      host.type("yes")
      try await guest.prints("You are at")
    }
  }

  @Test func `who plays with contacts only refuses others before there are digits`()
    async throws
  {
    try await VirtualAir.run { air in
      try await air.acquaint()
      _ = try await host(air, "--admit", "contacts")
      let stranger = try air.start(
        "Zoë",
        ["join", "Anna", "--bus", air.bus, "--adapter", "hci2"]
      )
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
    try await VirtualAir.run { air in
      let program = try air.start("Gus", ["challenge"] + arguments + ["--bus", air.bus])
      await expectEnd(of: program, code: code, saying: words)
    }
  }
}
