import Glibc
import Testing

/// Two programs that join what they read to what the other one writes.
@MainActor @Suite struct PipeTests {
  private func end(of player: String, _ world: World, _ more: String...) async -> WorldProgram {
    await world.start(player, ["pipe"] + more + ["--name", player, "--admit", "anyone"])
  }

  @Test func `lines go both ways over a lost link, and each side ends by itself`() async throws {
    try await World.run { world in
      let host = await end(of: "Anna", world)
      let guest = await end(of: "Gus", world, "Anna", "--adapter", "hci1")
      host.type("one")
      try await guest.prints("one")
      guest.type("two")
      try await host.prints("two")
      world.cutLinks()
      host.type("three")
      host.endInput()
      try await guest.prints("three")
      guest.type("four")
      guest.endInput()
      try await host.prints("four")
      #expect(await host.end().code == 0)
      let end = await guest.end()
      #expect(end.code == 0, "\(end)")
      let (answers, lines) = (await host.output(), await guest.output())
      #expect(answers == ["two", "four"])
      #expect(lines == ["one", "three"])
    }
  }

  @Test func `an end that leaves too soon is told of`() async throws {
    try await World.run { world in
      let host = await end(of: "Anna", world)
      let guest = await end(of: "Gus", world, "Anna", "--adapter", "hci1")
      host.type("one")
      try await guest.prints("one")
      guest.signal(SIGINT)
      let end = await host.end()
      #expect(end.code == 28)
      #expect(end.complaints.last?.contains("Gus left before all data had arrived") == true)
    }
  }

  @Test func `another program does not go on with the pipe of one that was killed`() async throws {
    try await World.run { world in
      let host = await end(of: "Anna", world)
      let guest = await end(of: "Gus", world, "Anna", "--adapter", "hci1")
      host.type("one")
      try await guest.prints("one")
      guest.signal(SIGKILL)
      _ = await guest.end()
      let other = await end(of: "Gus", world, "Anna", "--adapter", "hci1")
      #expect(await host.end().code == 28)
      other.signal(SIGTERM)
      _ = await other.end()
    }
  }
}
