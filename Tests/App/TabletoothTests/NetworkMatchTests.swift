import Glibc
import Testing

/// What programs decide about a match over a network.
@MainActor @Suite struct NetworkMatchTests {
  @Test func `the match goes on after each of the two was killed`() async throws {
    try await World.run { world in
      let (host, guest, via) = try await world.beginMatch(at: "tcp:127.0.0.1:0")
      guest.signal(SIGKILL)
      try await host.prints("Connection to Gus lost.")
      let again = await world.start("Gus", ["resume", "--on", via, "--name", "Gus"])
      try await again.prints("You are back in your game against Anna.")
      try await host.prints("Gus is back.")
      again.type("h9")
      try await host.prints("White plays h9.")
      host.signal(SIGKILL)
      _ = await host.end()
      try await again.prints("Connection to Anna lost.")
      // Where the table was, it is opened again.
      let back = await world.start("Anna", ["host"])
      try await back.prints("Your table Anna is open only for Gus. There, run:")
      try await back.prints("  tabletooth resume --on \(via)")
      try await again.prints("Anna is back.")
      back.type("i8")
      try await again.prints("Black plays i8.")
      // And by the number of the game alone, on both sides.
      for program in [back, again] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      let last = [await world.start("Gus", ["resume"]), await world.start("Anna", ["resume"])]
      try await last[0].prints("You are back in your game against Anna.")
      try await last[1].prints("You are back in your game against Gus.")
    }
  }

  @Test(arguments: [
    (["join", "--on", "10.0.0.1"], "10.0.0.1 is not a transport; expected one of"),
    (["join", "tcp:a:b"], "tcp:a:b is not a host address like"),
    (["join", "tcp:"], "tcp needs the address that the host shows"),
    (["scan", "--on", "tcp:10.0.0.1"], "--on tcp lists the tables on this network"),
    (["host", "--on", "tcp:a b"], "tcp:a b is not an address like"),
  ])
  func `what is no address is told in one line`(arguments: [String], words: String) async throws {
    try await World.run { world in
      await expectEnd(of: await world.start("Zoë", arguments), code: 64, saying: words)
    }
  }
}
