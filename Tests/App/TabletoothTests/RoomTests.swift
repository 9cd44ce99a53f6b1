import Testing

/// A host who decides who comes in.
@MainActor @Suite struct RoomTests {
  @Test func `of two tables of one name that of the known player is marked`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let before = try await world.openTable("--first", "me")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      before.type("h8")
      try await guest.prints("Black plays h8.")
      before.type("quit")
      _ = await before.end()
      _ = await guest.end()
      _ = try await world.openTable("--new")
      let other = await world.start("Zoe", ["host", "--name", "Anna", "--adapter", "hci2"])
      try await other.prints("Your table Anna is open")
      let own = ["scan", "--adapter", "hci1", "--seconds", "4"]
      let list = await world.start("Gus", own).output()
      for (address, mark) in [("10", "met there before"), ("12", "a name you know")] {
        let line = list.first { $0.contains("00:AA:01:00:00:\(address)") }
        #expect(line?.contains(mark) == true, "\(list)")
      }
    }
  }

  @Test func `a host is asked for a known player too, and may say no`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let own = ["host", "--name", "Anna", "--admit", "ask", "--new"]
      let host = await world.start("Anna", own)
      try await host.prints("Your table Anna is open")
      let guest = await world.join("--new")
      try await host.prints("Your contact Gus wants to play. Let Gus in?")
      host.type("no")
      await expectEnd(of: guest, code: 32, saying: "Anna did not let you in")
      try await host.prints("Waiting for another guest.")
      let again = await world.join("--new")
      try await host.prints("Your contact Gus wants to play. Let Gus in?")
      host.type("yes")
      try await again.prints("You are at Anna's table.")
    }
  }

  @Test func `a known player who has another name now has it here at once`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let own = ["host", "--name", "Annabel", "--new"]
      let host = await world.start("Anna", own)
      try await host.prints("Your table Annabel is open")
      let guest = await world.join("--new", table: "Annabel")
      try await guest.prints("Your contact Annabel is there.")
      try await guest.prints("You are at Annabel's table.")
      let players = await world.start("Gus", ["players"])
      #expect(await players.output().contains { $0.contains("Annabel") && !$0.contains("says") })
    }
  }

  @Test func `only known players get in where only they are invited`() async throws {
    try await World.run { world in
      try await world.acquaint()
      let own = ["host", "--name", "Anna", "--admit", "contacts", "--new"]
      let host = await world.start("Anna", own)
      try await host.prints("Your table Anna is open")
      let stranger = await world.join(as: "Zoë", adapter: "hci2")
      await expectEnd(of: stranger, code: 32, saying: "plays with contacts only")
      let guest = await world.join("--new")
      try await guest.prints("You are at Anna's table.")
    }
  }

  @Test func `a host closes the table, opens it, sees who is there, and sends a guest away`()
    async throws
  {
    try await World.run { world in
      let host = try await world.openTable("--first", "me")
      host.type("close")
      try await host.prints("Your table is closed")
      let early = await world.join()
      await expectEnd(of: early, code: 32, saying: "Anna's table is closed to new players")
      host.type("open")
      try await host.prints("Your table is open")
      let guest = await world.join()
      try await host.prints("Gus joined your table.")
      host.type("guests")
      try await host.prints("1  Gus  playing")
      host.type("kick 2")
      try await host.prints("There is no guest 2.")
      host.type("kick Bo")
      try await host.prints("Nobody here is called Bo. Type guests to see who is here.")
      host.type("kick gus")
      try await host.prints("You removed Gus")
      await expectEnd(of: guest, code: 32, saying: "Anna removed you")
      try await host.prints("Waiting for another guest.")
      let next = await world.join(as: "Zoë", adapter: "hci2")
      try await host.prints("joined your table.")
      host.type("h8")
      try await next.prints("Black plays h8.")
    }
  }

  @Test func `a table that is held for its player is not said to be taken`() async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "me")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("plays h8")
      guest.signal(9)
      _ = await guest.end()
      try await host.prints("Connection to Gus lost")
      let list = await world.start("Zoë", ["scan", "--adapter", "hci2", "--seconds", "2"]).output()
      #expect(list.contains { $0.contains("held for its player") }, "\(list)")
      let other = await world.start("Zoë", ["join", "--adapter", "hci2"])
      await expectEnd(of: other, code: 22, saying: "is held for a player who lost the connection")
    }
  }
}
