import BlueZ
import Glibc
import Testing

/// What ends a game between two programs, seen from both.
@MainActor @Suite struct MatchTests {
  /// Seats Gus at Anna's table, and runs `body` when both see the board.
  private func withGame(
    first: String = "me",
    _ body: (_ world: World, _ host: WorldProgram, _ guest: WorldProgram) async throws -> Void
  ) async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", first)
      let guest = await world.join()
      try await host.prints("Gus joined your table.")
      try await guest.prints("You are at Anna's table.")
      try await body(world, host, guest)
    }
  }

  @Test func `lines that are piped in are played when their turn comes`() async throws {
    try await World.run { world in
      let own = ["host", "--name", "Anna", "--first", "me"]
      let host = await world.start("Anna", own + ["--admit", "anyone"])
      for move in ["h8", "i8", "j8", "k8", "l8"] { host.type(move) }
      host.endInput()
      try await host.prints("Your table Anna is open")
      let guest = await world.join()
      for move in ["h9", "i9", "j9", "k9"] { guest.type(move) }
      guest.endInput()
      for program in [host, guest] {
        try await program.prints("Black wins: five in a row (h8 to l8).")
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
    }
  }

  @Test func `somebody who comes while two play hears that the seat is taken`() async throws {
    try await withGame { world, _, _ in
      let late = await world.join(table: "anna", as: "Eve", adapter: "hci2")
      await expectEnd(of: late, code: 22, saying: "the seat at Anna's table is taken")
    }
  }

  @Test func `of two who join at once one plays, and the other hears that the seat is taken`()
    async throws
  {
    try await World.run { world in
      _ = try await world.openTable()
      let guests = [await world.join(), await world.join(as: "Eve", adapter: "hci2")]
      await world.advance(by: .seconds(10))
      let seated = guests.filter { $0.hasPrinted("You are at Anna's table.") }
      #expect(seated.count == 1)
      for other in guests where !seated.contains(where: { $0 === other }) {
        await expectEnd(of: other, code: 22, saying: "the seat at Anna's table is taken")
      }
    }
  }

  @Test(arguments: [
    ("quit", "left before the game began"), ("h8", "left before the game was over"),
  ])
  func `a guest who leaves before the first move and after it`(
    line: String,
    words: String
  ) async throws {
    try await withGame { _, host, guest in
      if line != "quit" {
        host.type(line)
        try await guest.prints("Black plays \(line).")
      }
      guest.type("quit")
      #expect(await guest.end() == .init(code: 0, complaints: []))
      #expect(guest.hasPrinted("To continue it, run tabletooth resume") == (line != "quit"))
      await expectEnd(of: host, code: 28, saying: "Gus \(words)")
    }
  }

  @Test func `a player whose input ends on their turn`() async throws {
    try await withGame { _, host, guest in
      host.endInput()
      await expectEnd(of: host, code: 64, saying: "the input ended before the game did")
      await expectEnd(of: guest, code: 28, saying: "Anna left before the game began")
    }
  }

  @Test(arguments: [(SIGINT, 130, "control-C"), (SIGTERM, 143, "by a signal")])
  func `a signal ends the program, and the match goes on when it is started again`(
    number: CInt,
    code: CInt,
    words: String
  ) async throws {
    try await withGame { world, host, guest in
      guest.signal(number)
      await expectEnd(of: guest, code: code, saying: words)
      try await host.prints("Connection to Gus lost.")
      let next = await world.join()
      try await next.prints("You are back in your game against Anna.")
      try await host.prints("Gus is back.")
    }
  }
}
