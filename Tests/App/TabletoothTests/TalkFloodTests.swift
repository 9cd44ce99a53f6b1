import MatchProtocol
import Testing

/// What others may say to a program, and how much of it reaches the screen.
@MainActor @Suite struct TalkFloodTests {
  @Test func `a thousand words of an accepted player are limited, then muted, and not kept`()
    async throws
  {
    try await World.run { world in
      let host = try await world.openTable("--first", "guest")
      var guest = try HostileGuest(in: world)
      try await guest.sit()
      try await host.prints("Eve joined your table.")
      try await guest.flood(1_000)
      // The game has not noticed.
      guest.say(.move(.init(ply: 0, text: "h8", position: 0x2069_c954)))
      try await host.prints("Black plays h8.")
      host.type("log")
      host.type("quit")
      let lines = await host.output()
      // As many on the screen as come at once, and in the log not more: each once in both.
      let heard = lines.count { $0.contains("Eve: spam") }
      #expect((32...80).contains(heard), "\(heard)")
      #expect(lines.count { $0.contains("sends too many messages") } == 1)
      guest.leave()
    }
  }
}
