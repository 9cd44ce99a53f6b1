import BlueZ
import Glibc
import Testing

/// What only real programs show of a match: signals, terminals, and a bus that goes away.
@Suite(.timeLimit(.minutes(1))) struct MatchProcessTests {
  /// Seats Gus at Anna's table, and runs `body` when both see the board.
  private func withGame(
    _ body: (_ air: VirtualAir, _ host: Program, _ guest: Program) async throws -> Void
  ) async throws {
    try await VirtualAir.run { air in
      let host = try await air.openTable("--first", "me")
      let guest = try air.join()
      try await host.prints("Gus joined your table.")
      try await guest.prints("You are at Anna's table.")
      try await body(air, host, guest)
    }
  }

  /// Lets the players make these moves in turn, and each see those of the other.
  private func play(_ moves: String, _ first: Program, _ second: Program) async throws {
    var (mover, other) = (first, second)
    for move in moves.split(separator: " ") {
      mover.type(String(move))
      try await mover.prints("plays \(move)")
      try await other.prints("plays \(move)")
      swap(&mover, &other)
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

  @Test func `a terminal that is closed is no control-D, and keeps the game`() async throws {
    try await VirtualAir.run { air in
      let host = try await air.openTable("--first", "me")
      let words = ["--plain", "--adapter", "hci1", "--name", "Gus", "--admit", "anyone"]
      let guest = try TerminalSession(
        ["join", "Anna", "--bus", air.bus] + words,
        rows: 40,
        home: air.home(of: "Gus")
      )
      try await guest.shows(#"You are at "Anna"'s table."#)
      host.type("h8")
      try await guest.shows("Black plays h8.")
      await guest.end()
      try await host.prints("Connection to Gus lost.")
      let back = try air.start("Gus", ["resume", "--bus", air.bus, "--adapter", "hci1"])
      try await back.prints("You are back in your game against Anna.")
      try await host.prints("Gus is back.")
    }
  }

  @Test func `a match that goes on waits for Bluetooth, which may be starting as well`()
    async throws
  {
    try await withGame { air, host, guest in
      try await play("h8 h9", host, guest)
      host.signal(SIGKILL)
      #expect(await host.end().code == 137)
      let next = try air.start("Anna", ["host", "--bus", "unix:path=/nonexistent/bus"])
      try await next.prints("Continuing your game against Gus at move 3.")
      try await next.prints("Still trying: there is no bus at unix:path=/nonexistent/bus.")
      next.type("quit")
      try await next.prints("tabletooth resume")
      #expect(await next.end().code == 0)
    }
  }

  @Test func `a match goes on at the same move when the programs are killed`() async throws {
    try await withGame { air, host, guest in
      try await play("h8 h9 i8 i9", host, guest)
      guest.signal(SIGKILL)
      #expect(await guest.end().code == 137)
      let nextGuest = try air.join()
      try await nextGuest.prints("Continuing your game against Anna at move 5.")
      try await host.prints("Gus is back.")
      try await play("j8 j9", host, nextGuest)
      host.signal(SIGKILL)
      #expect(await host.end().code == 137)
      let nextHost = try await air.openTable()
      try await nextGuest.prints("Anna is back.")
      try await play("k8 k9", nextHost, nextGuest)
      nextHost.type("l8")
      for program in [nextHost, nextGuest] {
        try await program.prints("Black wins: five in a row (h8 to l8).")
        program.endInput()
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
    }
  }
}
