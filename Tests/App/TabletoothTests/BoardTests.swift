import Testing

/// Games on screens of the simulated world.
@MainActor @Suite struct BoardTests {
  /// Anna's table and Gus at it, each on a screen; both have accepted, and it is Anna's move.
  private static func boards(
    in world: World
  ) async throws -> (host: WorldProgram, guest: WorldProgram) {
    let host = try await world.open("Anna", "host", "--name", "Anna", "--first", "me")
    try await host.shows("Your table Anna is open.")
    let guest = try await world.open("Gus", "join", "Anna", "--name", "Gus")
    for player in [host, guest] {
      try await player.shows("Yes or no:")
      player.press("y")
    }
    try await host.shows("Your move:")
    return (host, guest)
  }

  @Test func `when a screen has closed, the terminal says how the game stands`() async throws {
    try await World.run { world in
      let (host, guest) = try await Self.boards(in: world)
      host.press("Enter")
      try await guest.shows("1. h8")
      guest.press("q", "y")
      try await guest.shows("Gomoku, freestyle, against Anna")
      try await guest.shows("The game is not finished. Moves so far: h8")
      try await guest.shows("To continue it, run tabletooth resume on both computers.")
      await guest.ends(with: 0)
      try await host.shows("Press Enter")
      host.press("Enter")
      let lines = await host.ends(with: 28)
      #expect(lines.contains { $0.contains("Gomoku, freestyle, against Gus") })
      #expect(lines.count { $0.contains("Gus left before the game was over") } == 1)
    }
  }

  @Test func `one plays by keys and the other by mouse, and a window changes in mid-game`()
    async throws
  {
    try await World.run { world in
      let (host, guest) = try await Self.boards(in: world)
      // Five stones of each side: Black's along row 8 by keys, White's along row 9 by mouse, whose
      // first column is the 5th of the terminal and whose row is the 8th.
      for number in 0..<5 {
        host.press("Enter")
        guard number < 4 else { break }
        try await guest.shows("\(number + 1). \(["h8", "i8", "j8", "k8"][number])")
        guest.click(row: 8, column: 5 + 2 * number)
        try await host.shows("\(["a9", "b9", "c9", "d9"][number])")
        if number == 1 {
          guest.resize(rows: 40, columns: 120)
          try await guest.shows("a   b   c")
          guest.resize(rows: 24, columns: 80)
          try await guest.shows("a b c")
        }
        host.press("Right")
      }
      try await host.shows("You won.")
      try await guest.shows("*●*●*●*●*●*")
    }
  }

  @Test func `a kept game that control-C ends has one line that says how it goes on`()
    async throws
  {
    try await World.run { world in
      let terminal = try await world.open("Zoë", "play", "--two")
      try await terminal.shows("Black to move:")
      terminal.type("h8")
      try await terminal.shows("1. h8")
      terminal.press("C-c")
      try await terminal.shows("Press control-C again")
      terminal.press("C-c")
      await terminal.ends(with: 130)
      try await terminal.shows("Run tabletooth resume 1 to continue")
      try await terminal.hides("to start again")
    }
  }

  @Test func `who looks for a player to challenge can leave`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let terminal = try await world.open("Gus", "challenge", "Anna")
      try await terminal.shows("Press q to leave.")
      terminal.press("q")
      await terminal.ends(with: 0)
    }
  }

  @Test func `host and guest play over virtual Bluetooth on two screens`() async throws {
    try await World.run { world in
      let (host, guest) = try await Self.boards(in: world)
      host.press("Enter")
      try await guest.shows("1. h8")
      guest.press("=")
      try await host.shows("Gus offers a draw.")
      try await host.shows("Waiting for Gus")
      host.press("n")
      try await guest.shows("Anna declined the draw.")
      world.cutLinks()
      try await guest.shows("The seat is held for")
      try await guest.hides("The seat is held for")
      guest.press("r", "y", "e", "s")
      try await host.shows("You won.")
      try await guest.shows("You lost.")
    }
  }
}
