import Glibc
import MatchPlay
import MatchProtocol
import MatchStore
import Testing

/// What outlives the program: matches, players and the key.
@MainActor @Suite struct KeepingTests {
  /// Seats Gus at Anna's table, and runs `body` when both see the board.
  private func withGame(
    _ body: (_ world: World, _ host: WorldProgram, _ guest: WorldProgram) async throws -> Void
  ) async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "me")
      let guest = await world.join()
      try await host.prints("Gus joined your table.")
      try await guest.prints("You are at Anna's table.")
      try await body(world, host, guest)
    }
  }

  /// Lets the players make these moves in turn, and each see those of the other.
  private func play(_ moves: String, _ first: WorldProgram, _ second: WorldProgram) async throws {
    var (mover, other) = (first, second)
    for move in moves.split(separator: " ") {
      mover.type(String(move))
      try await mover.prints("plays \(move)")
      try await other.prints("plays \(move)")
      swap(&mover, &other)
    }
  }

  // MARK: Lost links

  @Test func `a game goes on over a new link when the old one is cut`() async throws {
    try await withGame { world, host, guest in
      try await play("h8 h9", host, guest)
      for move in ["i8", "i9"] {
        world.cutLinks()
        try await host.prints("Connection to Gus lost.")
        try await guest.prints("Connection to Anna lost.")
        let (mover, other) = move == "i8" ? (host, guest) : (guest, host)
        mover.type(move)
        try await host.prints("Gus is back.")
        try await guest.prints("Anna is back.")
        try await other.prints("plays \(move)")
      }
    }
  }

  // MARK: Killed programs

  @Test func `a match goes on at the same move when the programs are killed`() async throws {
    try await withGame { world, host, guest in
      try await play("h8 h9 i8 i9", host, guest)
      guest.signal(SIGKILL)
      #expect(await guest.end().code == 137)
      let nextGuest = await world.join()
      try await nextGuest.prints("Continuing your game against Anna at move 5.")
      try await host.prints("Gus is back.")
      try await play("j8 j9", host, nextGuest)
      host.signal(SIGKILL)
      #expect(await host.end().code == 137)
      let nextHost = try await world.openTable()
      try await nextGuest.prints("Anna is back.")
      try await play("k8 k9", nextHost, nextGuest)
      nextHost.type("l8")
      for program in [nextHost, nextGuest] {
        try await program.prints("Black wins: five in a row (h8 to l8).")
        program.endInput()
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
      let records = try ["Anna", "Gus"].map { try record(of: $0, in: world) }
      #expect(records == ["h8 h9 i8 i9 j8 j9 k8 k9 l8", "h8 h9 i8 i9 j8 j9 k8 k9 l8"])
    }
  }

  @Test func `a winning move that was not heard is told when both programs are started again`()
    async throws
  {
    try await withGame { world, host, guest in
      try await play("h8 h9 i8 i9 j8 j9 k8 k9", host, guest)
      guest.signal(SIGKILL)
      #expect(await guest.end().code == 137)
      try await host.prints("Connection to Gus lost.")
      host.type("l8")
      try await host.prints("Black wins: five in a row (h8 to l8).")
      host.signal(SIGKILL)
      #expect(await host.end().code == 137)
      let nextHost = try await world.openTable()
      let nextGuest = await world.join()
      try await nextGuest.prints("Black wins: five in a row (h8 to l8).")
      for program in [nextHost, nextGuest] {
        program.endInput()
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
      let records = try ["Anna", "Gus"].map { try record(of: $0, in: world) }
      #expect(records == ["h8 h9 i8 i9 j8 j9 k8 k9 l8", "h8 h9 i8 i9 j8 j9 k8 k9 l8"])
      // Both have taken leave: the next ones begin another match.
      let another = try await world.openTable("--first", "me")
      let other = await world.join()
      try await another.prints("Gus joined your table.")
      try await play("a1", another, other)
    }
  }

  @Test func `a table is joined by its name though both programs were killed before`()
    async throws
  {
    try await withGame { world, host, guest in
      try await play("h8 h9", host, guest)
      for program in [guest, host] {
        program.signal(SIGKILL)
        #expect(await program.end().code == 137)
      }
      let scan = await world.start("Zoë", ["scan", "--adapter", "hci1", "--seconds", "1"])
      await expectEnd(of: scan, code: 20, saying: "found no open table")
      let nextHost = try await world.openTable("--new", "--first", "me")
      let nextGuest = await world.join("--new")
      try await nextGuest.prints("You are at Anna's table.")
      try await play("h8 h9", nextHost, nextGuest)
    }
  }

  @Test func `a host that goes on with another adapter is found soon`() async throws {
    try await withGame { world, host, guest in
      try await play("h8 h9", host, guest)
      host.signal(SIGKILL)
      #expect(await host.end().code == 137)
      let next = try await world.openTable("--adapter", "hci2")
      try await guest.prints("Anna is back.")
      try await play("i8", next, guest)
    }
  }

  @Test func `a guest that is killed when it has accepted is asked again, and then plays`()
    async throws
  {
    try await World.run { world in
      let host = try await world.openTable("DIGITS", "--first", "me")
      let guest = await world.join("DIGITS")
      try await host.prints("screen show")
      try await guest.prints("screen show")
      guest.type("yes")
      try await guest.prints("You accepted Anna.")
      guest.signal(SIGKILL)
      #expect(await guest.end().code == 137)
      let next = await world.join("DIGITS")
      try await next.prints("screen show")
      try await host.prints("screen show")
      for program in [host, next] { program.type("yes") }
      try await host.prints("Gus joined your table.")
      try await next.prints("You are at Anna's table.")
      try await play("h8 h9", host, next)
    }
  }

  @Test func `a move made while the other program was dead is not lost`() async throws {
    try await withGame { world, host, guest in
      try await play("h8 h9", host, guest)
      guest.signal(SIGKILL)
      #expect(await guest.end().code == 137)
      host.type("i8")
      try await host.prints("plays i8")
      host.signal(SIGKILL)
      #expect(await host.end().code == 137)
      _ = try await world.openTable()
      let next = await world.join()
      try await next.prints("move 3")
      try await next.prints("plays i8")
    }
  }

  /// The moves that `player` has kept of the only match.
  private func record(of player: String, in world: World) throws -> String {
    let store = try MatchStore(in: DataFolder(at: "\(world.home(of: player))/tabletooth"))
    let matches = try store.matches()
    #expect(matches.count == 1)
    let kept = try #require(matches.first)
    let journal = try store.savedSession(of: kept.id).journal
    let side: Role = player == "Anna" ? .host : .guest
    return try #require(try Match.restored(from: journal, as: side)).match.record.description
  }

  // MARK: Who may play

  /// Lets Anna and Gus compare digits and begin a match, which Gus leaves.
  private func meet(in world: World) async throws {
    let host = try await world.openTable("DIGITS")
    let guest = await world.join("DIGITS")
    let shown = try await (host.prints("screen show"), guest.prints("screen show"))
    #expect(shown.0.filter(\.isNumber) == shown.1.filter(\.isNumber))
    for program in [host, guest] { program.type("yes") }
    try await host.prints("Gus joined your table.")
    try await guest.prints("You are at Anna's table.")
    guest.type("quit")
    #expect(await guest.end().code == 0)
    #expect(await host.end().code == 28)
  }

  @Test func `two who have compared digits once are not asked again`() async throws {
    try await World.run { world in
      try await meet(in: world)
      let host = try await world.openTable("DIGITS")
      let guest = await world.join("DIGITS")
      try await host.prints("Your contact Gus is there.")
      try await guest.prints("Your contact Anna is there.")
      try await host.prints("Gus joined your table.")
      try await guest.prints("You are at Anna's table.")
    }
  }

  @Test func `a known name with another key is refused with a warning`() async throws {
    try await World.run { world in
      try await meet(in: world)
      // Another Gus has nothing of the first one.
      for file in ["player.key", "tabletooth.db", "tabletooth.db-wal", "tabletooth.db-shm"] {
        unsafe unlink("\(world.home(of: "Gus"))/tabletooth/\(file)")
      }
      let host = try await world.openTable()
      let impostor = await world.join()
      try await host.prints("WARNING: this is not your contact Gus.")
      await expectEnd(of: impostor, code: 32, saying: "Anna")
      let forget = await world.start("Anna", ["players", "forget", "Gus"])
      #expect(await forget.end() == .init(code: 0, complaints: []))
    }
  }

  @Test func `nobody else gets the seat of a match that is interrupted`() async throws {
    try await withGame { world, host, guest in
      try await play("h8", host, guest)
      guest.signal(SIGKILL)
      #expect(await guest.end().code == 137)
      let eve = await world.join(table: "00:AA:01:00:00:10", as: "Eve", adapter: "hci2")
      await expectEnd(of: eve, code: 22, saying: "Anna's table is held for a player who lost")
      let next = await world.join()
      try await next.prints("Continuing your game against Anna at move 2.")
      try await host.prints("Gus is back.")
      try await play("h9", next, host)
    }
  }

  @Test(arguments: [["hci2"], ["hci2", "hci3"]])
  func `false tables of the same name hold up nobody's match`(adapters: [String]) async throws {
    try await withGame { world, host, guest in
      try await play("h8 h9", host, guest)
      host.signal(SIGKILL)
      #expect(await host.end().code == 137)
      for adapter in adapters {
        let table = ["host", "--name", "Anna", "--adapter", adapter, "--admit", "anyone"]
        let eve = await world.start("Eve of \(adapter)", table)
        try await eve.prints("Your table Anna is open")
      }
      try await guest.prints("Somebody answered without knowing this match. Still looking")
      let next = try await world.openTable()
      try await guest.prints("Anna is back.")
      try await play("i8 i9", next, guest)
    }
  }

  @Test func `a match is not played by two programs at once`() async throws {
    try await withGame { world, _, _ in
      let second = await world.start("Anna", ["host", "--adapter", "hci2"])
      await expectEnd(of: second, code: 22, saying: "another tabletooth is playing this")
    }
  }

  // MARK: Matches that were left

  @Test func `a match that was left goes on when both resume it`() async throws {
    try await withGame { world, host, guest in
      try await play("h8 h9", host, guest)
      guest.type("quit")
      #expect(await guest.end() == .init(code: 0, complaints: []))
      #expect(await host.end().code == 28)
      let own = ["resume", "--name", "Anna"]
      let nextHost = await world.start("Anna", own)
      let nextGuest = await world.start("Gus", ["resume", "1", "--adapter", "hci1"])
      try await nextHost.prints("Continuing your game against Gus at move 3.")
      try await nextGuest.prints("Continuing your game against Anna at move 3.")
      try await play("i8", nextHost, nextGuest)
      nextGuest.signal(SIGKILL)
      #expect(await !nextGuest.output().contains { $0.contains("Trying again") })
    }
  }

  @Test func `two who keep their match in one folder are told so`() async throws {
    try await World.run { world in
      _ = try await world.openTable("--first", "me")
      let guest = await world.join(as: "Anna")
      try await guest.prints(
        "Both players save this match in the same folder, \(world.home(of: "Anna"))"
      )
    }
  }

  @Test func `there is nothing to resume where nothing was played`() async throws {
    try await World.run { world in
      let first = await world.start("Zoë", ["resume"])
      await expectEnd(of: first, code: 43, saying: "no match to resume")
      let second = await world.start("Zoë", ["resume", "7"])
      await expectEnd(of: second, code: 43, saying: "no game 7")
    }
  }
}
