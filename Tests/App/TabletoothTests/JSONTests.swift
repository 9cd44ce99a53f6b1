import MatchProtocol
import MatchStore
import Sodium
import Testing

/// What other programs read, against the schemas of docs/reference/json; a doctor needs a real bus.
@MainActor @Suite(.timeLimit(.minutes(5))) struct JSONTests {
  /// Checks what the program prints for `arguments` by the schema of this name.
  private func check(
    _ arguments: [String],
    by schema: String,
    code: CInt = 0,
    home: String = Program.nowhere
  ) async throws {
    let program = try Program(arguments, home: home)
    program.endInput()
    let lines = await program.output()
    #expect(await program.end().code == code)
    try await fit(lines, by: schema)
  }

  private func fit(_ lines: [String], by schema: String) async throws {
    let checker = try Program(bytes: [Array(schema.utf8)], of: "scripts/check-json")
    for line in lines { checker.type(line) }
    checker.endInput()
    #expect(await checker.end() == .init(code: 0, complaints: []), "\(schema): \(lines)")
  }

  @Test func `games, statistics and analyses fit their schemas`() async throws {
    let home = try TemporaryFolder()
    for (words, move) in [(["play", "--level", "1"], "h8"), (["play", "--two"], "h8")] {
      let game = try Program(words, home: home.path)
      game.type(move)
      game.type("quit")
      #expect(await game.end().code == 0)
    }
    let file = "docs/pictures/gomoku.sgf"
    let imported = try Program(["games", "import", file], home: home.path)
    #expect(await imported.end().code == 0)
    try await check(["games", "--json"], by: "game", home: home.path)
    try await check(["games", "stats", "--json"], by: "stats", home: home.path)
    try await check(["games", "analyse", file, "--nodes", "200", "--json"], by: "analysis")
  }

  @Test func `known players fit their schema`() async throws {
    try await World.run { world in
      let store = try MatchStore(in: try DataFolder(at: "\(world.home(of: "Anna"))/tabletooth"))
      let key = try PublicKey([UInt8](repeating: 7, count: 32))
      let name = PlayerName(cleaning: "Zoë")
      try store.save(KnownPlayer(key: key, name: name, firstSeen: 1, lastSeen: 1_800_000_000))
      try await fit(await world.start("Anna", ["players", "--json"]).output(), by: "player")
    }
  }

  @Test func `a table nearby fits its schema`() async throws {
    try await World.run { world in
      _ = try await world.openTable("xiangqi", "--spectators", "2")
      let scan = ["scan", "--json", "--seconds", "3", "--adapter", "hci1"]
      let lines = await world.start("Zoë", scan).output()
      #expect(lines.count == 1)
      try await fit(lines, by: "table")
    }
  }

  @Test func `a diagnosis fits its schema`() async throws {
    let nowhere = "unix:path=/nonexistent"
    try await check(["doctor", "--json", "--bus", nowhere], by: "doctor", code: 10)
    try await VirtualAir.run { air in
      let well = await (try Program(["doctor", "--json", "--bus", air.bus])).output()
      try await fit(well, by: "doctor")
    }
  }

  @Test func `a line that a schema does not allow is told`() async throws {
    let checker = try Program(bytes: [Array("player".utf8)], of: "scripts/check-json")
    checker.type(#"{"name": 7, "fingerprint": "x"}"#)
    checker.endInput()
    let end = await checker.end()
    #expect(end.code == 1)
    #expect(end.complaints == ["line 1: $.name: 7 is not of type 'string'"])
  }
}
