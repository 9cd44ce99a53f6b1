import Glibc
import PrivateBroker
import Testing

/// Players who have met find each other's tables at a broker without a code.
@Suite(.timeLimit(.minutes(1))) struct KnownOnlineTests {
  private func withBroker(
    _ body: (_ address: String, NetworkPlayers) async throws -> Void
  ) async throws {
    try await PrivateBroker.run { broker in
      try await NetworkPlayers.run { try await body("mqtt://127.0.0.1:\(broker.port)", $0) }
    }
  }

  private func meet(_ address: String, _ players: NetworkPlayers) async throws {
    try await players.meet(["host", "--name", "Anna", "--on", address, "--first", "me"])
  }

  private func open(
    _ address: String,
    _ players: NetworkPlayers,
    _ arguments: String...
  ) async throws -> Program {
    let own = ["host", "--name", "Anna", "--on", address, "--first", "me", "--new"]
    let host = try players.start("Anna", own + arguments)
    try await host.prints("Your table Anna is open")
    return host
  }

  @Test func `a known player is listed and joined by name, and nobody is asked for digits`()
    async throws
  {
    try await withBroker { address, players in
      try await meet(address, players)
      let host = try await open(address, players)
      let scan = try players.start("Gus", ["scan", "--on", address])
      let listed = await scan.output()
      #expect(listed.count == 1 && listed[0].hasPrefix("Anna  \(address)  Gomoku"))
      #expect(listed[0].hasSuffix("free, a contact, online"))
      let guest = try players.join(["anna", "--on", address])
      try await guest.prints("You are at Anna's table.")
      try await host.prints("Gus joined your table.")
      host.type("j9")
      try await guest.prints("Black plays j9.")
    }
  }

  @Test func `two tables of one player are both listed, and told apart by their codes`()
    async throws
  {
    try await withBroker { address, players in
      try await meet(address, players)
      let hosts = [try await open(address, players), try await open(address, players)]
      let listed = await (try players.start("Gus", ["scan", "--on", address])).output()
      #expect(listed.count == 2 && listed.allSatisfy { $0.hasPrefix("Anna  \(address)  Gomoku") })
      let end = await (try players.join(["--on", address])).end()
      let line = try #require(end.complaints.first)
      #expect(end.code == 20 && line.contains("several match: Anna (\(address)/1"), "\(end)")
      let code = try #require(line.split { " ()".contains($0) }.first { $0.hasPrefix(address) })
      let guest = try players.join([String(code)])
      try await guest.prints("You are at Anna's table.")
      for host in hosts { host.signal(SIGKILL) }
    }
  }

  @Test func `a stranger finds nothing, and so does a known player without the code if told so`()
    async throws
  {
    try await withBroker { address, players in
      try await meet(address, players)
      let host = try await open(address, players)
      for arguments in [["scan"], ["join", "Anna"], ["join"]] {
        let stranger = try players.start("Mo", arguments + ["--on", address])
        let end = await stranger.end()
        #expect(end.code == 20 && end.complaints.count == 1, "\(arguments): \(end)")
      }
      host.type("quit")
      _ = await host.end()
      _ = try await open(address, players, "--admit", "code")
      let known = try players.start("Gus", ["join", "Anna", "--on", address])
      #expect(await known.end().code == 20)
    }
  }

  @Test func `who may not watch is told whether nobody may or nobody more, by name as by code`()
    async throws
  {
    try await withBroker { address, players in
      try await meet(address, players)
      let answers = [
        (0, 32, "does not admit spectators", "this table was opened without --spectators."),
        (1, 22, "has no free spectator places", "all spectator places are taken."),
      ]
      for (places, code, words, why) in answers {
        let host = try await open(address, players, "--spectators", "\(places)")
        let line = try #require(await host.nextLine())
        let invitation = try #require(line.split(separator: " ").last.map(String.init))
        let accept = ["--admit", "anyone"]
        if places > 0 {
          _ = try players.start("Wei", ["watch", invitation] + accept)
          try await host.prints("is watching.")
        }
        for table in [invitation, "Anna"] {
          let guest = try players.join([table, "--on", address] + accept, by: "watch")
          await expectEnd(of: guest, code: CInt(code), saying: words)
          try await host.prints("A spectator was turned away: \(why)")
        }
        host.type("quit")
        _ = await host.end()
      }
    }
  }
}
