import GameRules
import Glibc
import MatchPlay
import MatchProtocol
import MatchStore
import Sodium
import Testing

/// Two players who are known by one name: nobody takes one of them unasked.
@Suite(.timeLimit(.minutes(1))) struct NamesakeTests {
  /// A player called Anna whom nobody has met.
  private static let stranger = KnownPlayer(
    key: KeyPair.generate().publicKey,
    name: PlayerName(cleaning: "Anna"),
    firstSeen: 1_800_000_000,
    lastSeen: 1_800_000_000
  )

  /// Has Gus know two players called Anna, of whom one plays here.
  private func withNamesakes(
    _ body: (_ air: VirtualAir, _ right: String, _ wrong: String) async throws -> Void
  ) async throws {
    try await VirtualAir.run { air in
      try await air.acquaint()
      let store = try store(of: "Gus", in: air)
      let right = try #require(try store.trustBook().players.first).fingerprint.description
      try store.save(Self.stranger)
      try await body(air, right, Self.stranger.fingerprint.description)
    }
  }

  private func store(of player: String, in air: VirtualAir) throws -> MatchStore {
    try MatchStore(in: DataFolder(at: "\(air.home(of: player))/tabletooth"))
  }

  @Test(arguments: [
    ["join", "Anna"], ["watch", "anna"], ["challenge", "Anna"], ["pipe", "Anna"],
    ["send", "/etc/hostname", "Anna"], ["players", "forget", "Anna"],
    ["players", "rename", "Anna", "Bea"], ["games", "--player", "Anna"], ["games", "chat", "Anna"],
  ])
  func `a name that two have is told with their digits`(arguments: [String]) async throws {
    try await withNamesakes { air, right, wrong in
      let program = try air.start("Gus", arguments, bus: air.bus)
      let end = await program.end()
      #expect(end.code == 43)
      let line = try #require(end.complaints.first)
      #expect(end.complaints.count == 1)
      #expect(line.contains("2 contacts match"))
      for digits in [right, wrong] { #expect(line.contains("\(digits.prefix(5)) Anna (met 20")) }
      #expect(line.hasSuffix(". Give the first digits instead of the name."))
    }
  }

  @Test func `the first digits are the one who is meant, and nobody else`() async throws {
    try await withNamesakes { air, right, wrong in
      for digits in [wrong, right] {
        let host = try air.start("Anna", ["host", "--bus", air.bus])
        try await host.prints("Your table Anna is open")
        let own = ["join", String(digits.prefix(5)), "--bus", air.bus, "--adapter", "hci1"]
        let guest = try air.start("Gus", own)
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
      let lists = try [["games"], ["games", "chat"]].map { command in
        let words = String(right.prefix(5))
        let option = command.count == 1 ? ["--player", words] : [words]
        return try air.start("Gus", command + option)
      }
      for list in lists { #expect(await list.end().code == 0) }
      let forget = try air.start("Gus", ["players", "forget", String(wrong.prefix(5))])
      #expect(await forget.end() == .init(code: 0, complaints: []))
      let players = try store(of: "Gus", in: air).trustBook().players
      #expect(players.map(\.fingerprint.description) == [right])
    }
  }

  /// A guest at a terminal who asks for `table`; one whose input is a pipe is not asked.
  private func guest(asking table: String, in air: VirtualAir) throws -> TerminalProgram {
    let folder = air.home(of: "Gus")
    let own = ["--bus", air.bus, "--adapter", "hci1", "--name", "Gus", "--admit", "anyone"]
    return try TerminalProgram(
      ["join", table, "--plain"] + own,
      variables: [
        "XDG_DATA_HOME=\(folder)", "XDG_CONFIG_HOME=\(folder)/config", "TERM=xterm-256color",
        "LC_ALL=C.UTF-8",
      ]
    )
  }

  @Test func `beside a table of another name that one is offered, and joined if wanted`()
    async throws
  {
    try await VirtualAir.run { air in
      _ = try await air.openTable()
      let guest = try guest(asking: "Ana", in: air)
      try await guest.shows("Only \"Anna\" is here; join it?")
      guest.type("yes\n")
      try await guest.shows("You are at")
      guest.hangUp()
      #expect(await guest.end() == 129)
    }
  }

  @Test func `of two tables of one name the player picks one`() async throws {
    try await VirtualAir.run { air in
      _ = try await air.openTable()
      let other = try air.start(
        "Zoe",
        ["host", "--name", "Anna", "--adapter", "hci2"],
        bus: air.bus
      )
      try await other.prints("Your table Anna is open")
      let guest = try guest(asking: "Anna", in: air)
      try await guest.shows("Several tables here are called Anna.")
      try await guest.shows("Which table?")
      guest.type("q\n")
      #expect(await guest.end() == 0)
    }
  }

  @Test func `matches with two players of one name are told by their numbers`() async throws {
    try await VirtualAir.run { air in
      let store = try store(of: "Gus", in: air)
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
      _ = try PlayerKeyFile(in: DataFolder(at: "\(air.home(of: "Gus"))/tabletooth")).key()
      let guest = try air.start("Gus", ["join", "Anna", "--bus", air.bus, "--adapter", "hci1"])
      await expectEnd(of: guest, code: 43, saying: "2 unfinished matches fit Anna: game 2 with ")
    }
  }
}
