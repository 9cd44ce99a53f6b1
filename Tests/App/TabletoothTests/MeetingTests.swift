import Testing

/// Programs that are started without a word, at terminals of their own.
@Suite(.timeLimit(.minutes(2))) struct MeetingTests {
  /// Starts `player` at the menu, with this controller, or with any.
  private static func menu(
    _ player: String,
    _ adapter: String?,
    in air: VirtualAir
  ) throws -> TerminalSession {
    try air.settle(player, adapter: adapter)
    return try TerminalSession(
      [],
      home: air.home(of: player),
      variables: ["TABLETOOTH_BUS=\(air.bus)"]
    )
  }

  @Test func `two that are started without a word meet at one table, and play`() async throws {
    try await VirtualAir.run { air in
      let terminals = [
        try Self.menu("Anna", "hci0", in: air), try Self.menu("Bo", "hci1", in: air),
      ]
      for terminal in terminals {
        try await terminal.shows("Yes or no:")
        terminal.press("y")
      }
      for terminal in terminals { await terminal.end() }
    }
  }

  @Test func `who plays against the machine takes the table down, and is back at the menu`()
    async throws
  {
    try await VirtualAir.run { air in
      let anna = try Self.menu("Anna", "hci0", in: air)
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      anna.press("1", "2", "1")
      try await anna.shows("Your move:")
      let scan = try air.start("scan", "--adapter", "hci1", "--seconds", "2")
      #expect(await scan.end().code == 20)
      anna.press("q", "y")
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      anna.press("q")
      try await anna.shows("ended with 0, terminal same")
      await anna.end()
    }
  }

  @Test func `the table stays open behind the settings, and a guest closes them`() async throws {
    try await VirtualAir.run { air in
      let anna = try Self.menu("Anna", "hci0", in: air)
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      anna.press("6")
      try await anna.shows("The name that others see")
      let gus = try TerminalSession(
        ["join", "Anna", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus"],
        home: air.home(of: "Gus")
      )
      try await anna.shows(#"This is your first match with "Gus"."#)
      for terminal in [anna, gus] { await terminal.end() }
    }
  }

  @Test func `a guest who comes and goes leaves the menu as it was`() async throws {
    try await VirtualAir.run { air in
      let anna = try Self.menu("Anna", "hci0", in: air)
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      let gus = try TerminalSession(
        ["join", "Anna", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus"],
        home: air.home(of: "Gus")
      )
      try await anna.shows(#"This is your first match with "Gus"."#)
      try await gus.shows("Yes or no:")
      gus.press("n")
      try await anna.shows(#""Gus" left, or did not accept you."#)
      let menu = try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      #expect(!menu.contains { $0.contains("key was created") })
      anna.press("q")
      try await anna.shows("ended with 0, terminal same")
      for terminal in [anna, gus] { await terminal.end() }
    }
  }

  @Test func `a controller that cannot be found by others looks only, and says so`() async throws {
    try await VirtualAir.run("--central-only", "1") { air in
      let bo = try Self.menu("Bo", "hci1", in: air)
      try await bo.shows("Others cannot find this adapter, so tables are listed but none")
      let host = try await air.openTable()
      try await bo.shows("a  Anna  Gomoku (freestyle)  free")
      bo.press("a")
      try await host.prints(#""Bo" is new, and was accepted"#)
      await bo.end()
    }
  }

  @Test func `a table is opened once a controller can be found by others`() async throws {
    try await VirtualAir.run(adapters: 2, "--central-only", "0") { air in
      try await air.perform("remove 1")
      let anna = try Self.menu("Anna", nil, in: air)
      try await anna.shows("Others cannot find this adapter")
      try await air.perform("return 1")
      try await air.perform("remove 0")
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      try await anna.hides("cannot find this adapter")
      await anna.end()
    }
  }

  @Test func `a table that is open is shown, and none is opened beside it`() async throws {
    try await VirtualAir.run { air in
      let host = try await air.openTable()
      let bo = try Self.menu("Bo", "hci1", in: air)
      try await bo.shows("a  Anna  Gomoku (freestyle)  free")
      try await bo.shows("A table is open nearby: press its letter to play there.")
      bo.press("a")
      try await host.prints(#""Bo" is new, and was accepted"#)
      await bo.end()
    }
  }
}
