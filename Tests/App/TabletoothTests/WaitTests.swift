import Testing

/// What ends a program that waits, and what keeps a guest from a table.
@MainActor @Suite struct WaitTests {
  @Test func `nobody to be heard`() async throws {
    try await World.run { world in
      await expectEnd(
        of: await world.start("Zoë", ["scan", "--seconds", "1"]),
        code: 20,
        saying: "found no open table"
      )
    }
  }

  @Test func `two tables, and nobody said which`() async throws {
    try await World.run { world in
      _ = try await world.openTable()
      let second = await world.start("Bo", ["host", "--name", "Bo", "--adapter", "hci1"])
      try await second.prints("Your table Bo is open")
      let program = await world.start("Zoë", ["join", "--adapter", "hci2"])
      let end = await program.end()
      #expect(end.code == 20)
      #expect(
        end.complaints == [
          "tabletooth: several match: Anna (00:AA:01:00:00:10), Bo (00:AA:01:00:00:11). "
            + "Add one of the names or addresses to the command."
        ]
      )
    }
  }

  @Test func `a host whose input is closed says so when it would wait`() async throws {
    try await World.run { world in
      let host = await world.start("Zoë", ["host", "--name", "Anna"])
      host.endInput()
      await expectEnd(of: host, code: 64, saying: "the input ended before the game did")
    }
  }

  @Test func `a host whose input ends while it waits`() async throws {
    try await World.run { world in
      let host = try await world.openTable()
      host.endInput()
      await expectEnd(of: host, code: 64, saying: "the input ended before the game did")
    }
  }
}
