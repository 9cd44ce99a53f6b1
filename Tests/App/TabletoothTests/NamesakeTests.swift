import GameRules
import Glibc
import MatchPlay
import MatchProtocol
import MatchStore
import Sodium
import Testing

/// Two players who are known by one name: nobody takes one of them unasked.
@MainActor @Suite struct NamesakeTests {
  /// A player called Anna whom nobody has met.
  private static let stranger = KnownPlayer(
    key: KeyPair.generate().publicKey,
    name: PlayerName(cleaning: "Anna"),
    firstSeen: 1_800_000_000,
    lastSeen: 1_800_000_000
  )

  /// Has Gus know two players called Anna, of whom one plays here.
  private func withNamesakes(
    _ body: (_ world: World, _ right: String, _ wrong: String) async throws -> Void
  ) async throws {
    try await World.run { world in
      try await world.acquaint()
      let store = try store(of: "Gus", in: world)
      let right = try #require(try store.trustBook().players.first).fingerprint.description
      try store.save(Self.stranger)
      try await body(world, right, Self.stranger.fingerprint.description)
    }
  }

  private func store(of player: String, in world: World) throws -> MatchStore {
    try MatchStore(in: DataFolder(at: "\(world.home(of: player))/tabletooth"))
  }

  @Test(arguments: [
    ["join", "Anna"], ["watch", "anna"], ["challenge", "Anna"], ["pipe", "Anna"],
    ["send", "/etc/hostname", "Anna"], ["players", "forget", "Anna"],
    ["players", "rename", "Anna", "Bea"], ["games", "--player", "Anna"], ["games", "chat", "Anna"],
  ])
  func `a name that two have is told with their digits`(arguments: [String]) async throws {
    try await withNamesakes { world, right, wrong in
      try expectDigits(of: [right, wrong], in: await world.start("Gus", arguments).end())
    }
  }

  private func expectDigits(of players: [String], in end: Program.End) throws {
    #expect(end.code == 43)
    let line = try #require(end.complaints.first)
    #expect(end.complaints.count == 1)
    #expect(line.contains("2 contacts match"))
    for digits in players { #expect(line.contains("\(digits.prefix(5)) Anna (met 20")) }
    #expect(line.hasSuffix(". Give the first digits instead of the name."))
  }

  @Test func `the first digits are the one who is meant, and nobody else`() async throws {
    try await withNamesakes { world, right, wrong in
      for digits in [wrong, right] {
        let host = await world.start("Anna", ["host"])
        try await host.prints("Your table Anna is open")
        let own = ["join", String(digits.prefix(5)), "--adapter", "hci1"]
        let guest = await world.start("Gus", own)
        guard digits == right else {
          await expectEnd(of: guest, code: 32, saying: "Anna")
          host.signal(SIGKILL)
          _ = await host.end()
          continue
        }
        // Whoever is there is told from the other one.
        try await guest.prints("Your contact Anna \(right.prefix(5)) is there.")
        try await host.prints("Gus joined your table.")
      }
      for list in [["games", "--player"], ["games", "chat"]] {
        let program = await world.start("Gus", list + [String(right.prefix(5))])
        #expect(await program.end().code == 0)
      }
      let forget = await world.start("Gus", ["players", "forget", String(wrong.prefix(5))])
      #expect(await forget.end() == .init(code: 0, complaints: []))
      let players = try store(of: "Gus", in: world).trustBook().players
      #expect(players.map(\.fingerprint.description) == [right])
    }
  }

  /// A guest at a terminal who asks for `table`; one whose input is a pipe is not asked.
  private func guest(
    asking table: String,
    typing answer: String,
    in world: World
  ) async -> WorldProgram {
    let own = ["--adapter", "hci1", "--name", "Gus", "--admit", "anyone"]
    return await world.start("Gus", ["join", table] + own, typing: [answer], isTerminal: true)
  }

  @Test func `beside a table of another name that one is offered, and joined if wanted`()
    async throws
  {
    try await World.run { world in
      _ = try await world.openTable()
      let guest = await guest(asking: "Ana", typing: "yes", in: world)
      try await guest.prints("Only \"Anna\" is here; join it?")
      try await guest.prints("You are at")
    }
  }

  @Test func `of two tables of one name the player picks one`() async throws {
    try await World.run { world in
      _ = try await world.openTable()
      let other = await world.start("Zoe", ["host", "--name", "Anna", "--adapter", "hci2"])
      try await other.prints("Your table Anna is open")
      let guest = await guest(asking: "Anna", typing: "q", in: world)
      try await guest.prints("Several tables here are called Anna.")
      try await guest.prints("Which table?")
      #expect(await guest.end() == .init(code: 0, complaints: []))
    }
  }

  @Test func `matches with two players of one name are told by their numbers`() async throws {
    try await World.run { world in
      let store = try store(of: "Gus", in: world)
      for number in 1...2 as ClosedRange<UInt8> {
        let match = SavedMatch(
          session: SessionID(rawValue: UInt128(number)),
          seat: .guest,
          opponent: try PublicKey([UInt8](repeating: number, count: 32)),
          opponentName: PlayerName(cleaning: "Anna"),
          table: HostLocation(address: "00:AA:01:00:00:10", name: "Anna"),
          startedAt: 1_800_000_000
        )
        let id = try store.begin(match)
        let start = MatchMessage.Start(.gomoku(), first: .host)
        try store.append(JournalEntry(isMine: false, .start(start)), at: 0, to: id)
      }
      _ = try PlayerKeyFile(in: DataFolder(at: "\(world.home(of: "Gus"))/tabletooth")).key()
      let guest = await world.start("Gus", ["join", "Anna", "--adapter", "hci1"])
      await expectEnd(of: guest, code: 43, saying: "2 unfinished matches fit Anna: game 2 with ")
    }
  }
}
