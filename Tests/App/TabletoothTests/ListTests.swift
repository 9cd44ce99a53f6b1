import FoundationEssentials
import GRDB
import GameRecords
import GameRules
import Glibc
import MatchProtocol
import MatchStore
import Sodium
import Testing

/// The commands that show what is kept, and a store that cannot keep.
@MainActor @Suite struct ListTests {
  private struct Entry: Decodable {
    let number: Int
    let opponent: String
    let fingerprint: String
    let seat: String
    let game: String?
    let rule: String?
    let moves: Int
    let startedAt: String
    let state: String
    let color: String
    let winner: String?
    let reason: String?
    let result: String?
  }

  /// A folder with an unfinished match, one that was left, and one that is over.
  private func withMatches(
    _ body: (_ world: World, _ home: String, MatchStore) async throws -> Void
  ) async throws {
    try await World.run { world in
      let home = world.home(of: "Anna")
      let data = try DataFolder(at: "\(home)/tabletooth")
      _ = try PlayerKeyFile(in: data).key()
      try keepMatches(in: data)
      try await body(world, home, try MatchStore(in: data))
    }
  }

  /// Keeps the matches, and plays none of them any more.
  private func keepMatches(in data: DataFolder) throws {
    let store = try MatchStore(in: data)
    let key = try PublicKey([UInt8](repeating: 7, count: 32))
    for number in 1...3 {
      let id = try store.begin(
        SavedMatch(
          session: SessionID(rawValue: UInt128(number)),
          seat: number == 1 ? .guest : .host,
          opponent: key,
          opponentName: PlayerName(cleaning: "Zoë 六"),
          startedAt: 1_800_000_000
        )
      )
      let (game, rule) = number == 3 ? ("xiangqi", "freestyle") : ("gomoku", "renju")
      let start = MatchMessage.Start(game: game, rule: rule, first: .guest)
      try store.append(JournalEntry(isMine: number > 1, .start(start)), at: 0, to: id)
      if number == 2 { try store.leave(id, at: 1_800_000_100) }
      guard number == 3 else { continue }
      let end = RecordedGame.End(winner: .second, reason: "checkmate")
      let position = Position(game: .xiangqi)
      try store.finish(id, result: "Black wins", end: end, in: position, at: 1_800_000_200)
    }
  }

  @Test func `games are listed as JSON, the latest first`() async throws {
    try await withMatches { world, home, _ in
      let program = await world.start("Anna", ["games", "--json"])
      let lines = await program.output()
      let entries = try lines.map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
      #expect(entries.map(\.number) == [2, 1, 3])
      #expect(entries.map(\.state) == ["left", "unfinished", "finished"])
      #expect(entries.map(\.seat) == ["host", "guest", "host"])
      #expect(entries.map(\.color) == ["white", "black", "black"])
      #expect(entries.map(\.winner) == [nil, nil, "black"])
      #expect(entries.map(\.reason) == [nil, nil, "checkmate"])
      #expect(entries.map(\.result) == [nil, nil, "won"])
      #expect(Set(entries.map(\.opponent)) == ["Zoë 六"])
      #expect(Set(entries.map(\.startedAt)) == ["2027-01-15T08:00:00Z"])
      #expect(entries.map(\.game) == ["gomoku", "gomoku", "xiangqi"])
      #expect(entries.map(\.rule) == ["renju", "renju", nil])
      #expect(lines.map { $0.contains("\"rule\"") } == [true, true, false])
      #expect(entries.allSatisfy { $0.moves == 0 && $0.fingerprint.count == 35 })
    }
  }

  @Test func `games are listed for a person`() async throws {
    try await withMatches { world, home, _ in
      let lines = await world.start("Anna", ["games"]).output()
      #expect(lines.count == 3)
      #expect(lines.map { $0.prefix(3) } == ["2  ", "1  ", "3  "])
      #expect(
        lines.last?.hasSuffix("Zoë 六  xiangqi, you Black, 0 moves  you won: checkmate") == true
      )
      #expect(await world.start("Zoë", ["games"]).output() == ["No games yet."])
      #expect(await world.start("Zoë", ["games", "--json"]).output() == [])
    }
  }

  @Test func `one damaged match stops neither the list nor the other matches`() async throws {
    try await withMatches { world, home, _ in
      let data = "\(home)/tabletooth"
      try change(data, "UPDATE entry SET message = x'ff' WHERE match = 1")
      try change(data, "UPDATE match SET seat = 'x' WHERE id = 2")
      let lines = await world.start("Anna", ["games"]).output()
      #expect(lines.map { $0.prefix(1) } == ["3", "2", "1"])
      #expect(lines.map { $0.hasSuffix("  damaged") } == [false, true, true])
      let json = await world.start("Anna", ["games", "--json"]).output()
      #expect(json.map { $0.contains(#""state":"damaged""#) } == [false, true, true])
      for number in ["1", "2"] {
        let resume = await world.start("Anna", ["resume", number])
        await expectEnd(of: resume, code: 41, saying: "the saved game \(number) is damaged")
      }
    }
  }

  @Test(arguments: [("host", 2, 1), ("join", 1, 2)])
  func `a host or a guest learns of a damaged match that cannot continue`(
    command: String,
    own: Int,
    ofOtherSeat: Int
  ) async throws {
    try await withMatches { world, home, _ in
      try change("\(home)/tabletooth", "UPDATE entry SET message = x'ff'")
      let lines = await world.start("Anna", [command]).complaints
      #expect(lines.first?.contains("the saved game \(own) is damaged") == true)
      #expect(!lines.contains { $0.contains("game \(ofOtherSeat) ") })
    }
  }

  @Test func `the start menu says which matches are damaged`() async throws {
    try await withMatches { world, home, _ in
      try change("\(home)/tabletooth", "UPDATE entry SET message = x'ff' WHERE match = 1")
      let menu = try await world.open("Anna")
      try await menu.shows("The saved game 1 is damaged")
      menu.press("C-c")
      await menu.ends(with: 0)
    }
  }

  @Test func `a damaged game is shown as such, and can be deleted`() async throws {
    try await withMatches { world, home, _ in
      try change("\(home)/tabletooth", "UPDATE match SET seat = 'x' WHERE id = 2")
      let lines = await world.start("Anna", ["games"]).output()
      #expect(lines.contains { $0.hasSuffix("  damaged") && !$0.contains("0 moves") })
      for command in [["games", "show", "2"], ["games", "export", "2", "--to", "sgf"]] {
        let program = await world.start("Anna", command)
        await expectEnd(
          of: program,
          code: 41,
          saying: "Run tabletooth games delete 2 to delete it"
        )
      }
      #expect(await world.start("Anna", ["games", "delete", "2"]).end().code == 0)
      let rest = await world.start("Anna", ["games"]).output()
      #expect(rest.count == 2 && rest.allSatisfy { !$0.hasSuffix("damaged") })
    }
  }

  @Test(arguments: ["nickname = ''", "name = char(27) || 'x', nickname = char(27)", "key = 'zz'"])
  func `one damaged player stops nothing, and is forgotten when asked for`(
    damage: String
  ) async throws {
    try await withMatches { world, home, store in
      let name = PlayerName(cleaning: "Zoë")
      let key = try PublicKey([UInt8](repeating: 7, count: 32))
      try store.save(KnownPlayer(key: key, name: name, firstSeen: 1, lastSeen: 2))
      try change("\(home)/tabletooth", "UPDATE player SET \(damage)")
      for command in [["games"], ["players"], ["games", "stats"], ["games", "chat"]] {
        #expect(await world.start("Anna", command).end() == .init(code: 0, complaints: []))
      }
      let lines = await world.start("Anna", ["players"]).output()
      let line = try #require(lines.first { $0.contains(", damaged (") })
      let advice = try #require(lines.first { $0.contains("tabletooth players forget") })
      let player = try #require(advice.split(separator: "\"").dropFirst().first)
      #expect(line.hasPrefix(player))
      let forget = await world.start("Anna", ["players", "forget", String(player)])
      #expect(await forget.end() == .init(code: 0, complaints: []))
      let rest = await world.start("Anna", ["players"]).output()
      #expect(rest == ["You have no contacts yet."])
    }
  }

  @Test func `a key that is gone is not replaced where others know it`() async throws {
    try await withMatches { world, home, _ in
      unsafe unlink("\(home)/tabletooth/player.key")
      for command in ["host", "join"] {
        let program = await world.start("Anna", [command])
        await expectEnd(of: program, code: 41, saying: "player.key is gone")
      }
    }
  }

  @Test func `players are listed, renamed and forgotten`() async throws {
    try await withMatches { world, home, store in
      let key = try PublicKey([UInt8](repeating: 7, count: 32))
      let name = PlayerName(cleaning: "Zoë")
      try store.save(KnownPlayer(key: key, name: name, firstSeen: 1, lastSeen: 1_800_000_000))
      let fingerprint = Fingerprint(of: key).description
      var lines = await world.start("Anna", ["players"]).output()
      #expect(lines.contains { $0.hasPrefix("\(fingerprint)  Zoë, met 2027-01-15") })
      let digits = String(fingerprint.prefix(7))
      let rename = await world.start("Anna", ["players", "rename", digits, "Sis"])
      #expect(await rename.end() == .init(code: 0, complaints: []))
      lines = await world.start("Anna", ["players"]).output()
      #expect(lines.contains { $0.contains("Sis (uses Zoë") })
      #expect(await world.start("Anna", ["players", "forget", "Sis"]).end().code == 0)
      #expect(try store.trustBook() == TrustBook())
      let again = await world.start("Anna", ["players", "forget", "Sis"])
      await expectEnd(of: again, code: 43, saying: "no contact Sis")
    }
  }

  @Test func `a folder that cannot be made is told before anything is played`() async throws {
    try await World.run { world in
      let home = world.home(of: "Anna")
      try Data().write(to: URL(filePath: home))
      for command in ["host", "join", "games", "players", "resume"] {
        await expectEnd(of: await world.start("Anna", [command]), code: 41, saying: home)
      }
    }
  }

  @Test func `a move that cannot be saved is not sent, and the match goes on later`() async throws {
    try await World.run { world in
      let host = try await world.openTable("--first", "me")
      let guest = await world.join()
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("plays h8")
      let data = "\(world.home(of: "Anna"))/tabletooth"
      let full = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
      try change(data, "CREATE TRIGGER full BEFORE INSERT ON entry \(full)")
      guest.type("h9")
      await expectEnd(of: host, code: 41, saying: "cannot be saved")
      try await guest.prints("Connection to Anna lost.")
      try change(data, "DROP TRIGGER full")
      let next = try await world.openTable()
      try await next.prints("plays h9")
    }
  }

  private func change(_ folder: String, _ sql: String) throws {
    try DatabaseQueue(path: "\(folder)/tabletooth.db").write { try $0.execute(sql: sql) }
  }
}
