import Testing

/// The program on a screen.
@MainActor @Suite struct ScreenTests {
  @Test func `a newcomer plays against the machine with keys only`() async throws {
    try await World.run { world in
      let terminal = try await world.open("Anna")
      try await terminal.shows("against the robot")
      terminal.press("1")
      try await terminal.shows("Which game?")
      terminal.press("2")
      try await terminal.shows("Robot level?")
      terminal.press("1")
      try await terminal.shows("Your move:")
      terminal.press("Enter")
      try await terminal.shows("1. h8  ")
      try await terminal.shows("Your move:")
      terminal.press("t")
      try await terminal.shows("Try ")
      terminal.press("r", "y", "e", "s")
      try await terminal.shows("You lost.")
      terminal.press("y")
      // The machine begins now, and is quick.
      try await terminal.shows("Robot 1  ● Black")
      terminal.press("q", "y")
      try await terminal.shows("against the robot")
      terminal.press("q")
      await terminal.ends(with: 0)
    }
  }

  @Test func `a game that was played is gone through and deleted, by keys from the menu`()
    async throws
  {
    try await World.run { world in
      let moves = ["h2e2", "h9g7", "h0g2", "resign"]
      let game = await world.start("Anna", ["play", "--two", "xiangqi"], typing: moves)
      #expect(await game.end().code == 0)
      let terminal = try await world.open("Anna")
      try await terminal.shows("against the robot")
      terminal.press("5")
      try await terminal.shows("▶ 1  ")
      terminal.press("Enter")
      try await terminal.shows("Move 0/3")
      terminal.press("Right", "Right")
      try await terminal.shows("Black plays horse h9g7.")
      terminal.press("Home")
      terminal.type("h2d2")
      try await terminal.shows("Move 0/3+1")
      terminal.press("Left", "2", "Enter")
      try await terminal.shows("Move 2/3")
      terminal.press("p", "Enter")
      try await terminal.shows("Red to move:")
      terminal.press("q", "y")
      try await terminal.shows("Move 2/3")
      terminal.press("q")
      try await terminal.shows("▶ 1  ")
      terminal.press("d", "y")
      try await terminal.shows("▶ 2  ")
      terminal.press("d", "y")
      try await terminal.shows("No games yet.")
      terminal.press("q", "q")
      await terminal.ends(with: 0)
    }
  }

  @Test func `a window may change its size in mid-game`() async throws {
    try await World.run { world in
      let terminal = try await world.open("Anna", "play", "--two", "xiangqi")
      try await terminal.shows("Red to move:")
      terminal.type("h2e2")
      try await terminal.shows("1. h2e2")
      terminal.resize(rows: 60, columns: 200)
      try await terminal.shows("▌  俥  ▐")
      terminal.resize(rows: 5, columns: 10)
      try await terminal.shows("needs 40")
      terminal.resize(rows: 24, columns: 80)
      try await terminal.shows("1. h2e2")
      terminal.press("q", "y")
      await terminal.ends(with: 0)
    }
  }

  @Test func `host and guest play on two screens, also after a link is cut`() async throws {
    try await World.run { world in
      let host = try await world.open("Anna", "host", "--first", "me")
      try await host.shows("Your table Anna is open.")
      let guest = try await world.open("Gus", "join", "Anna", "--adapter", "hci1")
      for terminal in [host, guest] {
        try await terminal.shows("Yes or no:")
        terminal.press("y")
      }
      try await host.shows("Your move:")
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
