import Testing

/// Who moves first.
@MainActor @Suite struct FirstTests {
  @Test func `both boards begin with the side that the coin lets move`() async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "random")
      let guest = await world.join()
      try await guest.prints("first move decided at the table")
      let word = "The coin toss of both computers lets"
      let (here, there) = (try await host.prints(word), try await guest.prints(word))
      #expect(here.contains("lets you") == there.contains("lets Anna"))
      #expect(here.contains("lets Gus") == there.contains("lets you"))
      let mover = here.contains("lets you") ? host : guest
      mover.type("h8")
      try await (mover === host ? guest : host).prints("Black plays h8.")
    }
  }

  @Test func `a host at a terminal is asked when the guest is there`() async throws {
    try await World.run { world in
      let own = ["host", "--plain", "--name", "Anna", "--admit", "anyone"]
      let host = await world.start("Anna", own, isTerminal: true)
      try await host.prints("Your table Anna is open.")
      let guest = await world.join()
      try await host.prints("Who moves first? Type me,")
      host.type("guest")
      try await guest.prints("Black moves first.")
      guest.type("h8")
      try await host.prints("Black plays h8.")
    }
  }
}
