import Glibc
import Testing

/// Players who have met find each other's tables at a broker without a code.
@MainActor @Suite struct KnownOnlineTests {
  private static let broker = "mqtt://127.0.0.1:2883"

  /// Has Anna and Gus meet at the table that Anna opens at the broker, compare digits, and play a
  /// game to its end; then runs `body`.
  private func withPlayers(
    _ body: (_ address: String, World) async throws -> Void
  ) async throws {
    try await World.run { world in
      let hosting = ["host", "--name", "Anna", "--on", Self.broker, "--first", "me"]
      let host = await world.start("Anna", hosting)
      let code = try await host.printsWord(after: "tabletooth join mqtt://")
      let guest = await world.start("Gus", ["join", "--name", "Gus", code])
      try await host.prints(#"This is your first match with "Gus"."#)
      host.type("yes")
      try await host.prints("Gus joined your table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      guest.type("resign")
      guest.type("yes")
      _ = await host.end()
      _ = await guest.end()
      try await body(Self.broker, world)
    }
  }

  private func open(
    _ address: String,
    _ world: World,
    _ arguments: String...
  ) async throws -> WorldProgram {
    let own = ["host", "--name", "Anna", "--on", address, "--first", "me", "--new"]
    let host = await world.start("Anna", own + arguments)
    try await host.prints("Your table Anna is open")
    return host
  }

  private func join(
    _ arguments: [String],
    _ world: World,
    by command: String = "join"
  ) async -> WorldProgram {
    await world.start("Gus", [command, "--name", "Gus"] + arguments)
  }

  @Test func `a known player is listed and joined by name, and nobody is asked for digits`()
    async throws
  {
    try await withPlayers { address, world in
      let host = try await open(address, world)
      let scan = await world.start("Gus", ["scan", "--on", address])
      let listed = await scan.output()
      #expect(listed.count == 1 && listed[0].hasPrefix("Anna  \(address)  Gomoku"))
      #expect(listed[0].hasSuffix("free, a contact, online"))
      let guest = await join(["anna", "--on", address], world)
      try await guest.prints("You are at Anna's table.")
      try await host.prints("Gus joined your table.")
      host.type("j9")
      try await guest.prints("Black plays j9.")
    }
  }

  @Test func `two tables of one player are both listed, and told apart by their codes`()
    async throws
  {
    try await withPlayers { address, world in
      let hosts = [try await open(address, world), try await open(address, world)]
      let listed = await world.start("Gus", ["scan", "--on", address]).output()
      #expect(listed.count == 2 && listed.allSatisfy { $0.hasPrefix("Anna  \(address)  Gomoku") })
      let end = await join(["--on", address], world).end()
      let line = try #require(end.complaints.first)
      #expect(end.code == 20 && line.contains("several match: Anna (\(address)/1"), "\(end)")
      let code = try #require(line.split { " ()".contains($0) }.first { $0.hasPrefix(address) })
      let guest = await join([String(code)], world)
      try await guest.prints("You are at Anna's table.")
      for host in hosts { host.signal(SIGKILL) }
    }
  }

  @Test func `a stranger finds nothing, and so does a known player without the code if told so`()
    async throws
  {
    try await withPlayers { address, world in
      let host = try await open(address, world)
      for arguments in [["scan"], ["join", "Anna"], ["join"]] {
        let stranger = await world.start("Mo", arguments + ["--on", address])
        let end = await stranger.end()
        #expect(end.code == 20 && end.complaints.count == 1, "\(arguments): \(end)")
      }
      host.type("quit")
      _ = await host.end()
      _ = try await open(address, world, "--admit", "code")
      let known = await world.start("Gus", ["join", "Anna", "--on", address])
      #expect(await known.end().code == 20)
    }
  }

  @Test func `who may not watch is told whether nobody may or nobody more, by name as by code`()
    async throws
  {
    try await withPlayers { address, world in
      let answers = [
        (0, 32, "does not admit spectators", "this table was opened without --spectators."),
        (1, 22, "has no free spectator places", "all spectator places are taken."),
      ]
      for (places, code, words, why) in answers {
        let host = try await open(address, world, "--spectators", "\(places)")
        let invitation = try await host.printsWord(after: "tabletooth join mqtt://")
        let accept = ["--admit", "anyone"]
        if places > 0 {
          _ = await world.start("Wei", ["watch", invitation] + accept)
          try await host.prints("is watching.")
        }
        for table in [invitation, "Anna"] {
          let guest = await join([table, "--on", address] + accept, world, by: "watch")
          await expectEnd(of: guest, code: CInt(code), saying: words)
          try await host.prints("A spectator was turned away: \(why)")
        }
        host.type("quit")
        _ = await host.end()
      }
    }
  }
}
