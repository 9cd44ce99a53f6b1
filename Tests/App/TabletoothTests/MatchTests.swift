import BlueZ
import Glibc
import Testing

/// What ends a game between two programs, seen from both.
@Suite(.timeLimit(.minutes(1))) struct MatchTests {
  /// Seats Gus at Anna's table, and runs `body` when both see the board.
  private func withGame(
    first: String = "me",
    _ body: (_ air: VirtualAir, _ host: Program, _ guest: Program) async throws -> Void
  ) async throws {
    try await VirtualAir.run { air in
      let host = try await air.openTable("--first", first)
      let guest = try air.join()
      try await host.prints("Gus joined your table.")
      try await guest.prints("You are at Anna's table.")
      try await body(air, host, guest)
    }
  }

  @Test func `lines that are piped in are played when their turn comes`() async throws {
    try await VirtualAir.run { air in
      let own = ["host", "--bus", air.bus, "--name", "Anna", "--first", "me"]
      let host = try air.start("Anna", own + ["--admit", "anyone"])
      for move in ["h8", "i8", "j8", "k8", "l8"] { host.type(move) }
      host.endInput()
      try await host.prints("Your table Anna is open")
      let guest = try air.join()
      for move in ["h9", "i9", "j9", "k9"] { guest.type(move) }
      guest.endInput()
      for program in [host, guest] {
        try await program.prints("Black wins: five in a row (h8 to l8).")
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
    }
  }

  @Test func `who goes no further keeps no seat from a second guest`() async throws {
    try await VirtualAir.run { air in
      let host = try await air.openTable()
      // As long as a seat is only offered, the table can still be found.
      var first = try await HostileGuest(in: air)
      try await first.greet()
      _ = try await first.answer()
      let second = try air.join(adapter: "hci2")
      try await second.prints("You are at Anna's table.")
      try await host.prints("Gus joined your table.")
      await first.leave()
    }
  }

  @Test func `somebody who comes while two play hears that the seat is taken`() async throws {
    try await withGame { air, _, _ in
      let late = try air.join(table: "anna", as: "Eve", adapter: "hci2")
      await expectEnd(of: late, code: 22, saying: "the seat at Anna's table is taken")
    }
  }

  @Test func `of two who join at once one plays, and the other hears that the seat is taken`()
    async throws
  {
    try await VirtualAir.run { air in
      _ = try await air.openTable()
      let guests = [try air.join(adapter: "hci1"), try air.join(as: "Eve", adapter: "hci2")]
      let seated = await withTaskGroup(of: Bool.self) { group in
        for guest in guests {
          group.addTask { (try? await guest.prints("You are at Anna's table.")) != nil }
        }
        return await group.first { $0 } != nil
      }
      #expect(seated)
      // The other one is the one that ends.
      let first = await withTaskGroup(of: Program.End.self) { group in
        for guest in guests { group.addTask { await guest.end() } }
        let first = await group.next()
        for guest in guests { guest.signal(SIGKILL) }
        return first
      }
      #expect(first?.code == 22)
      #expect(first?.complaints.first?.contains("the seat at Anna's table is taken") == true)
    }
  }

  @Test func `a host takes an adapter without a table, and reports if none is left`() async throws {
    try await VirtualAir.run { air in
      for player in ["A", "B", "C"] {
        let host = try air.start(player, ["host", "--bus", air.bus, "--name", player])
        try await host.prints("is open")
      }
      let last = try air.start("D", ["host", "--bus", air.bus])
      await expectEnd(of: last, code: 22, saying: "has a table on the adapter hci0")
    }
  }

  @Test func `a guest who leaves`() async throws {
    try await withGame { _, host, guest in
      guest.type("quit")
      #expect(await guest.end() == .init(code: 0, complaints: []))
      await expectEnd(of: host, code: 28, saying: "Gus left before the game was over")
    }
  }

  @Test func `a player whose input ends on their turn`() async throws {
    try await withGame { _, host, guest in
      host.endInput()
      await expectEnd(of: host, code: 64, saying: "the input ended before the game did")
      await expectEnd(of: guest, code: 28, saying: "Anna left before the game was over")
    }
  }

  @Test(arguments: [(SIGINT, 130, "control-C"), (SIGTERM, 143, "by a signal")])
  func `a signal ends the program, and the match goes on when it is started again`(
    number: CInt,
    code: CInt,
    words: String
  ) async throws {
    try await withGame { air, host, guest in
      guest.signal(number)
      await expectEnd(of: guest, code: code, saying: words)
      try await host.prints("Connection to Gus lost.")
      let next = try air.join()
      try await next.prints("You are back in your game against Anna.")
      try await host.prints("Gus is back.")
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a guest that a signal ends takes its link down before`(number: CInt) async throws {
    try await withGame { air, _, guest in
      guest.signal(number)
      #expect(await guest.end().code == 128 + number)
      let (service, adapter) = try await air.adapter("hci1")
      #expect(await service.devices(on: adapter).allSatisfy { !$0.isConnected })
      await service.close()
    }
  }

  @Test(arguments: [SIGKILL, SIGINT])
  func `a bus that goes away ends the game on both sides, which is kept`(number: CInt) async throws
  {
    try await withGame { air, host, guest in
      host.type("h8")
      try await guest.prints("plays h8")
      air.breakDown(by: number)
      for program in [host, guest] {
        await expectEnd(of: program, code: 27, saying: "then run the same command to continue")
        let lines = await program.output()
        #expect(lines.contains { $0.contains("Moves so far: h8") })
        #expect(lines.contains("It is saved. To continue, run the same command again."))
        #expect(!lines.contains { $0.contains("Waiting for it") || $0.contains("is lost") })
      }
    }
  }
}
