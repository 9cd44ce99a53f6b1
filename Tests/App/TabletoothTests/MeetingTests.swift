import Testing

/// Programs that are started without a word, at screens of their own.
@MainActor @Suite struct MeetingTests {
  @Test func `two that are started without a word meet at one table, and play`() async throws {
    try await World.run { world in
      let terminals = [
        try await world.open("Anna"), try await world.open("Bo"),
      ]
      for terminal in terminals {
        try await terminal.shows("Yes or no:")
        terminal.press("y")
      }
    }
  }

  @Test func `who plays against the machine takes the table down, and is back at the menu`()
    async throws
  {
    try await World.run { world in
      let anna = try await world.open("Anna")
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      anna.press("1", "2", "1")
      try await anna.shows("Your move:")
      let scan = await world.start("Zoë", ["scan", "--seconds", "2"])
      #expect(await scan.end().code == 20)
      anna.press("q", "y")
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      anna.press("q")
      await anna.ends(with: 0)
    }
  }

  @Test func `the table stays open behind the settings, and a guest closes them`() async throws {
    try await World.run { world in
      let anna = try await world.open("Anna")
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      anna.press("6")
      try await anna.shows("The name that others see")
      _ = try await world.open("Gus", "join", "Anna")
      try await anna.shows(#"This is your first match with "Gus"."#)
    }
  }

  @Test func `a guest who comes and goes leaves the menu as it was`() async throws {
    try await World.run { world in
      let anna = try await world.open("Anna")
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      let gus = try await world.open("Gus", "join", "Anna")
      try await anna.shows(#"This is your first match with "Gus"."#)
      try await gus.shows("Yes or no:")
      gus.press("n")
      try await anna.shows(#""Gus" left, or did not accept you."#)
      let menu = try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      #expect(!menu.contains { $0.contains("key was created") })
      anna.press("q")
      await anna.ends(with: 0)
    }
  }

  @Test func `a controller that cannot be found by others looks only, and says so`() async throws {
    try await World.run { world in
      world.listeners = ["Bo"]
      let bo = try await world.open("Bo")
      try await bo.shows("Others cannot find this adapter, so tables are listed but none")
      let host = try await world.openTable()
      try await bo.shows("a  Anna  Gomoku (freestyle)  free")
      bo.press("a")
      try await host.prints(#""Bo" is new, and was accepted"#)
    }
  }

  @Test func `a table that is open is shown, and none is opened beside it`() async throws {
    try await World.run { world in
      let host = try await world.openTable()
      let bo = try await world.open("Bo")
      try await bo.shows("a  Anna  Gomoku (freestyle)  free")
      try await bo.shows("A table is open nearby: press its letter to play there.")
      bo.press("a")
      try await host.prints(#""Bo" is new, and was accepted"#)
    }
  }
}
