import MatchProtocol
import MatchStore
import Sodium
import Testing

/// What other programs read, against the schemas of docs/reference/json; a doctor needs a real bus.
@MainActor @Suite struct JSONTests {
  private func fit(_ lines: [String], by schema: String) async throws {
    let checker = try Program(bytes: [Array(schema.utf8)], of: "scripts/check-json")
    for line in lines { checker.type(line) }
    checker.endInput()
    #expect(await checker.end() == .init(code: 0, complaints: []), "\(schema): \(lines)")
  }

  @Test func `games, statistics, analyses, players and tables fit their schemas`() async throws {
    try await World.run { world in
      for (words, move) in [(["play", "--level", "1"], "h8"), (["play", "--two"], "h8")] {
        let game = await world.start("Anna", words)
        game.type(move)
        game.type("quit")
        #expect(await game.end().code == 0)
      }
      let file = "docs/pictures/gomoku.sgf"
      #expect(await world.start("Anna", ["games", "import", file]).end().code == 0)
      try keepPlayer(in: world)
      _ = try await world.openTable("xiangqi", "--spectators", "2")
      let scan = ["scan", "--json", "--seconds", "3", "--adapter", "hci1"]
      for (words, schema, count) in [
        (["games", "--json"], "game", 3...3), (["games", "stats", "--json"], "stats", 1...9),
        (["games", "analyse", file, "--nodes", "200", "--json"], "analysis", 2...99),
        (["players", "--json"], "player", 1...1), (scan, "table", 1...1),
      ] {
        let player = words == scan ? "Zoë" : "Anna"
        let lines = await world.start(player, words).output()
        #expect(count ~= lines.count, "\(schema): \(lines)")
        try await fit(lines, by: schema)
      }
    }
  }

  private func keepPlayer(in world: World) throws {
    let data = try DataFolder(at: "\(world.home(of: "Anna"))/tabletooth")
    _ = try PlayerKeyFile(in: data).key()
    let store = try MatchStore(in: data)
    let key = try PublicKey([UInt8](repeating: 7, count: 32))
    let name = PlayerName(cleaning: "Zoë")
    try store.save(KnownPlayer(key: key, name: name, firstSeen: 1, lastSeen: 1_800_000_000))
  }

  @Test func `a diagnosis fits its schema`() async throws {
    let nowhere = try Program(["doctor", "--json", "--bus", "unix:path=/nonexistent"])
    try await fit(await nowhere.output(), by: "doctor")
    #expect(await nowhere.end().code == 10)
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
