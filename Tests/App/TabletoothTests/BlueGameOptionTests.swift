import Testing

/// The options of a game as BlueGame plays it.
@MainActor @Suite struct BlueGameOptionTests {
  @Test(arguments: [
    (["host", "--compat", "bluegame"], "nobody is here to agree; add --unasked"),
    (["join", "--compat", "bluegame"], "nobody is here to agree; add --unasked"),
    (["host", "--unasked"], "--unasked needs --compat bluegame"),
    (["host", "xiangqi", "--compat", "bluegame"], "takes no other options than"),
    (["host", "--compat", "bluegame", "--robot"], "takes no other options than"),
    (["host", "--compat", "bluegame", "--clock", "5m"], "takes no other options than"),
    (["host", "--compat", "bluegame", "--on", "tcp"], "takes no other options than"),
    (["join", "--compat", "bluegame", "--name", "Gus"], "takes no other options than"),
    (["join", "Anna", "--compat", "bluegame"], "Anna is not a Bluetooth address"),
  ])
  func `what cannot be had is refused`(arguments: [String], why: String) async throws {
    try await World.run { world in
      let end = await world.start("Anna", arguments).end()
      #expect(end.code == 64)
      #expect(end.complaints.joined(separator: " ").contains(why))
    }
  }

  @Test func `a rectangle is played between two of ours, over the protocol`() async throws {
    try await World.run { world in
      let anna = try await world.openTable("--rules", "size=12x20", "--first", "me")
      let gus = await world.join()
      try await gus.prints("12 by 20 points")
      anna.type("l20")
      try await gus.prints("Black plays l20.")
      gus.type("a1")
      try await anna.prints("White plays a1.")
      gus.type("resign")
      anna.type("l19")
      try await anna.prints("You won.")
    }
  }
}
