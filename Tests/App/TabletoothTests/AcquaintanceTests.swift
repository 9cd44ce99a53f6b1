import Glibc
import Testing

/// Two who have said yes to the same digits know each other, whenever a program was killed.
@Suite(.timeLimit(.minutes(1))) struct AcquaintanceTests {
  /// Two programs that show digits, with a wire between them.
  private func withQuestion(
    _ body: (
      _ players: NetworkPlayers, _ wire: HoldingWire, _ host: Program, _ guest: Program
    ) async throws -> Void
  ) async throws {
    try await NetworkPlayers.run { players in
      let (host, via) = try await players.openTable("DIGITS", "--first", "me")
      let wire = try HoldingWire(to: via)
      defer { wire.end() }
      let guest = try players.join(wire.via, "DIGITS")
      try await host.prints("screen show")
      try await guest.prints("screen show")
      try await body(players, wire, host, guest)
    }
  }

  /// Kills `programs`, and expects that neither of the two is shown digits when they meet the next
  /// time.
  private func expectKnown(_ players: NetworkPlayers, after programs: [Program]) async throws {
    for program in programs {
      program.signal(SIGKILL)
      _ = await program.end()
    }
    let (host, via) = try await players.openTable("DIGITS", "--new")
    let guest = try players.join(via, "DIGITS", "--new")
    for (program, other) in [(host, "Gus"), (guest, "Anna")] {
      let others = ["screen show", "WARNING"]
      let line = try await program.prints("Your contact", or: others)
      #expect(line.contains("Your contact \(other) is there."))
    }
  }

  @Test func `a guest killed before it heard the host's yes knows the host it plays with`()
    async throws
  {
    try await withQuestion { players, wire, host, guest in
      wire.hold(.host)
      guest.type("yes")
      host.type("yes")
      try await host.prints("Gus joined your table.")
      guest.signal(SIGKILL)
      _ = await guest.end()
      wire.hold(nil)
      let next = try players.start("Gus", ["resume"])
      try await host.prints("Gus is back.")
      host.type("h8")
      try await next.prints("Black plays h8.")
      let list = try players.start("Gus", ["players"])
      #expect(await list.output().contains { $0.contains("Anna") })
      try await expectKnown(players, after: [next, host])
    }
  }

  @Test func `a host that never heard the guest's yes knows who comes back`() async throws {
    try await withQuestion { players, wire, host, guest in
      wire.hold(.guest)
      host.type("yes")
      guest.type("yes")
      try await guest.prints("You are at Anna's table.")
      guest.signal(SIGKILL)
      _ = await guest.end()
      try await host.prints("\"Gus\" left, or did not accept you.")
      wire.hold(nil)
      let next = try players.start("Gus", ["resume"])
      let line = try await host.prints("Your contact Gus is there.", or: ["screen show"])
      #expect(line.contains("Your contact Gus is there."))
      try await next.prints("You are at Anna's table.")
      try await host.prints("Gus joined your table.")
      try await expectKnown(players, after: [next, host])
    }
  }

  @Test func `who was refused after a yes here comes back as somebody new, with no warning`()
    async throws
  {
    try await withQuestion { players, wire, host, guest in
      guest.type("yes")
      try await guest.prints("You accepted Anna.")
      host.type("no")
      _ = await guest.end()
      let next = try players.join(wire.via, "DIGITS")
      for program in [host, next] {
        let line = try await program.prints("screen show", or: ["Your contact", "WARNING"])
        #expect(line.contains("screen show"))
      }
    }
  }
}
