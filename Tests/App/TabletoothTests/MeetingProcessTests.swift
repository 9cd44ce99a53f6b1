import Testing

/// What only real programs show of those that are started without a word.
@Suite(.timeLimit(.minutes(2))) struct MeetingProcessTests {
  @Test func `a table is opened once a controller can be found by others`() async throws {
    try await VirtualAir.run(adapters: 2, "--central-only", "0") { air in
      try await air.perform("remove 1")
      try air.settle("Anna", adapter: nil)
      let anna = try TerminalSession(
        [],
        home: air.home(of: "Anna"),
        variables: ["TABLETOOTH_BUS=\(air.bus)"]
      )
      try await anna.shows("Others cannot find this adapter")
      try await air.perform("return 1")
      try await air.perform("remove 0")
      try await anna.shows("Your table Anna is open to a guest for Gomoku.")
      try await anna.hides("cannot find this adapter")
      await anna.end()
    }
  }
}
