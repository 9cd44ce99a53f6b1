import PrivateBroker
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

  @Test func `who cannot be found nearby has a table at the broker`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run("--central-only", "1") { air in
        try await air.acquaint()
        try air.settle("Gus", at: "mqtt://127.0.0.1:\(broker.port)")
        let own = ["TABLETOOTH_BUS=\(air.bus)"]
        let gus = try TerminalSession([], home: air.home(of: "Gus"), variables: own)
        try await gus.shows("Others cannot find this adapter, so tables are listed but none")
        try await gus.shows("Your table Gus is open online to your contacts, for Gomoku.")
        await gus.end()
      }
    }
  }
}
