import Glibc
import Testing

/// Two of our programs that both speak as BlueGame does; the stand-in of `make test WHAT=bluegame`
/// is a third.
@Suite(.timeLimit(.minutes(2))) struct BlueGameTests {
  private func host(_ air: VirtualAir, _ first: String) throws -> Program {
    try air.start(
      "Anna",
      ["host", "--compat", "bluegame", "--unasked", "--first", first, "--bus", air.bus]
    )
  }

  private func guest(_ air: VirtualAir) throws -> Program {
    try air.start(
      "Gus",
      ["join", "--compat", "bluegame", "--unasked", "--adapter", "hci1", "--bus", air.bus]
    )
  }

  @Test func `a row over the right edge wins on both sides, and the records say bluegame`()
    async throws
  {
    try await VirtualAir.run { air in
      let anna = try host(air, "guest")
      try await anna.prints("BlueGame encrypts nothing, and anybody near can move for the other")
      let gus = try guest(air)
      for move in ["j10", "k10", "l10", "a9", "b9"] { gus.type(move) }
      for move in ["a1", "c1", "e1", "g1"] { anna.type(move) }
      try await anna.prints("You are White")
      try await anna.prints("You lost.")
      try await gus.prints("You won.")
      #expect(await anna.end().code == 0)
      #expect(await gus.end().code == 0)
      let games = try air.start("Gus", ["games", "--json"])
      let game = try await games.prints("bluegame")
      #expect(game.contains("size=12x20 edge-five=wrap"))
      #expect(game.contains("won"))
    }
  }

  @Test func `a host that moves first says nothing before, and undo is refused`() async throws {
    try await VirtualAir.run { air in
      let anna = try host(air, "me")
      let gus = try guest(air)
      try await anna.prints("You are Black")
      anna.type("undo")
      try await anna.prints("BlueGame knows only moves")
      anna.type("a20")
      try await gus.prints("Black plays a20.")
      gus.type("quit")
      #expect(await gus.end().code == 0)
      let end = await anna.end()
      #expect(end.code == 28)
      #expect(end.complaints.last?.contains("hung up before the game was over here") == true)
      let resume = try air.start("Anna", ["resume", "1"])
      #expect(await resume.end().complaints.last?.contains("BlueGame, which saves no") == true)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal takes the table down`(signal: CInt) async throws {
    try await VirtualAir.run { air in
      let anna = try host(air, "me")
      try await anna.prints("Your table is open to BlueGame")
      anna.signal(signal)
      #expect(await anna.end().code == 128 + signal)
      let again = try host(air, "me")
      try await again.prints("Your table is open to BlueGame")
    }
  }
}
