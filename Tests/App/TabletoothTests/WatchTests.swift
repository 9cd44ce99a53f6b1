import Testing

/// Those who watch a game.
@MainActor @Suite struct WatchTests {
  @Test func `who watches sees the whole game, and can do nothing`() async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "me", "--spectators", "1")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      let watcher = await watch(world)
      try await watcher.prints("You are watching at Anna's table")
      try await watcher.prints("Anna is Black, Gus is White.")
      try await watcher.prints("Moves so far: h8")
      try await host.prints(#""Wei" is watching."#)
      try await guest.prints(#""Wei" is watching."#)
      guest.type("h9")
      try await watcher.prints("White plays h9.")
      watcher.type("h10")
      try await watcher.prints("You are a spectator")
      host.type("guests")
      try await host.prints("2  Wei  watching")
      host.type("resign")
      try await watcher.prints("White wins: Black resigned.")
    }
  }

  @Test func `there are as many places as the host says, and it sends people away`() async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "me", "--spectators", "1")
      let watcher = await watch(world)
      try await watcher.prints("Nobody is playing there yet.")
      let other = await world.start("Una", ["watch", "Anna", "--adapter", "hci1"])
      await expectEnd(of: other, code: 22, saying: "Anna's table has no free spectator places")
      host.type("kick 1")
      try await host.prints(#""Wei" stopped watching."#)
      await expectEnd(of: watcher, code: 32, saying: "Anna removed you")
    }
  }

  @Test func `who wants to watch at a closed table hears that it is closed`() async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "me", "--spectators", "3")
      host.type("close")
      try await host.prints("Your table is closed")
      let watcher = await watch(world)
      await expectEnd(of: watcher, code: 32, saying: "Anna's table is closed to new players")
    }
  }

  @Test func `nobody watches where the host has not said so`() async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "me")
      let watcher = await watch(world)
      await expectEnd(of: watcher, code: 32, saying: "Anna's table does not admit spectators")
      try await host.prints(
        "A spectator was turned away: this table was opened without --spectators."
      )
    }
  }

  @Test func `a table that plays says that one may watch`() async throws {
    try await World.run { world in
      _ = try await world.openTable("--first", "me", "--spectators", "2")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      let scan = await world.start("Zoë", ["scan", "--adapter", "hci2", "--seconds", "4"])
      let list = await scan.output()
      #expect(list.contains { $0.contains("playing, 2 spectator places") }, "\(list)")
      let other = await world.start("Una", ["join", "Anna", "--adapter", "hci2"])
      await expectEnd(of: other, code: 22, saying: "Watch it with tabletooth watch Anna")
    }
  }

  @Test func `those who watch talk where the host lets them`() async throws {
    try await World.run { world in
      let host = try await world.openTable(
        "--first",
        "me",
        "--spectators",
        "2",
        "--spectators-talk"
      )
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      let watcher = await watch(world)
      try await watcher.prints("You are watching at Anna's table")
      try await guest.prints(#""Wei" is watching."#)
      watcher.type("say a fine game")
      try await host.prints("Wei (watching): a fine game")
      try await guest.prints("Wei (watching): a fine game")
      host.type("/thank you")
      try await watcher.prints("Anna: thank you")
      try await guest.prints("Anna: thank you")
      // What the guest says is for the host alone.
      guest.type("say hush")
      try await host.prints("Gus: hush")
      guest.type("chat off")
      try await guest.prints("Chat is off")
      watcher.type("/and the next?")
      try await host.prints("Wei (watching): and the next?")
      guest.type("quit")
      let heard = await guest.output()
      #expect(!heard.contains { $0.contains("and the next?") }, "\(heard)")
      watcher.type("quit")
      let seen = await watcher.output()
      #expect(!seen.contains { $0.contains("hush") }, "\(seen)")
    }
  }

  @Test func `those who watch do not talk where the host has not said so`() async throws {
    try await World.run { world in
      _ = try await world.openTable("--first", "me", "--spectators", "1")
      let watcher = await watch(world)
      try await watcher.prints("Nobody is playing there yet.")
      watcher.type("say hello")
      try await watcher.prints("Spectators cannot chat at this table.")
    }
  }

  @Test func `options for those who watch are checked`() async throws {
    try await World.run { world in
      for (arguments, words) in [
        (["watch", "Anna", "--robot"], "only a person can watch"),
        (["host", "--spectators", "99"], "--spectators takes"),
        (["host", "--spectators-talk"], "--spectators-talk needs --spectators"),
      ] {
        await expectEnd(of: await world.start("Wei", arguments), code: 64, saying: words)
      }
    }
  }

  private func watch(_ world: World) async -> WorldProgram {
    await world.start("Wei", ["watch", "Anna", "--name", "Wei", "--adapter", "hci2"])
  }
}
