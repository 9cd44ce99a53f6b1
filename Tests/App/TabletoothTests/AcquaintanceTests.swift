import Glibc
import MatchProtocol
import Testing

/// Two who have said yes to the same digits know each other, whenever a program was killed.
@MainActor @Suite struct AcquaintanceTests {
  /// Two programs that show digits.
  private func withQuestion(
    _ body: (
      _ world: World, _ host: WorldProgram, _ guest: WorldProgram
    ) async throws -> Void
  ) async throws {
    try await World.run { world in
      let host = try await world.openTable("DIGITS", "--first", "me")
      let guest = await world.join("DIGITS")
      try await host.prints("screen show")
      try await guest.prints("screen show")
      try await body(world, host, guest)
    }
  }

  /// Kills `programs`, and expects that neither of the two is shown digits when they meet the next
  /// time.
  private func expectKnown(_ world: World, after programs: [WorldProgram]) async throws {
    for program in programs {
      program.signal(SIGKILL)
      _ = await program.end()
    }
    let host = try await world.openTable("DIGITS", "--new")
    let guest = await world.join("DIGITS", "--new")
    for (program, other) in [(host, "Gus"), (guest, "Anna")] {
      let others = ["screen show", "WARNING"]
      let line = try await program.prints("Your contact", or: others)
      #expect(line.contains("Your contact \(other) is there."))
    }
  }

  @Test func `a guest killed before it heard the host's yes knows the host it plays with`()
    async throws
  {
    try await withQuestion { world, host, guest in
      world.held = .host
      guest.type("yes")
      host.type("yes")
      try await host.prints("Gus joined your table.")
      guest.signal(SIGKILL)
      _ = await guest.end()
      world.held = nil
      let next = await world.start("Gus", ["resume"])
      try await host.prints("Gus is back.")
      host.type("h8")
      try await next.prints("Black plays h8.")
      let list = await world.start("Gus", ["players"])
      #expect(await list.output().contains { $0.contains("Anna") })
      try await expectKnown(world, after: [next, host])
    }
  }

  @Test func `a host that never heard the guest's yes knows who comes back`() async throws {
    try await withQuestion { world, host, guest in
      world.held = .guest
      host.type("yes")
      guest.type("yes")
      try await guest.prints("You are at Anna's table.")
      guest.signal(SIGKILL)
      _ = await guest.end()
      try await host.prints("\"Gus\" left, or did not accept you.")
      world.held = nil
      let next = await world.start("Gus", ["resume"])
      let line = try await host.prints("Your contact Gus is there.", or: ["screen show"])
      #expect(line.contains("Your contact Gus is there."))
      try await next.prints("You are at Anna's table.")
      try await host.prints("Gus joined your table.")
      try await expectKnown(world, after: [next, host])
    }
  }

  @Test func `who was refused after a yes here comes back as somebody new, with no warning`()
    async throws
  {
    try await withQuestion { world, host, guest in
      guest.type("yes")
      try await guest.prints("You accepted Anna.")
      host.type("no")
      _ = await guest.end()
      let next = await world.join("DIGITS")
      for program in [host, next] {
        let line = try await program.prints("screen show", or: ["Your contact", "WARNING"])
        #expect(line.contains("screen show"))
      }
    }
  }
}
