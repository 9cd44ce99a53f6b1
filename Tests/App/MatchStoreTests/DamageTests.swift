import GRDB
import GameRecords
import GameRules
import Glibc
import MatchProtocol
import MatchSimulation
import TestSupport
import Testing

@testable import MatchStore

/// Random damage of a database: nothing traps, and what is not damaged is there.
@Suite struct DamageTests {
  private static let matches = 20

  /// Keeps matches of one game each, every other one over, and closes the store.
  private func fill(_ folder: borrowing TemporaryFolder) throws {
    let store = try folder.store()
    for number in 1...Self.matches {
      let id = try store.begin(.sample(UInt8(number)))
      let moves = number.isMultiple(of: 2) ? wonGame : "h8 h9 i8"
      _ = try store.play(moves, in: id, isFirst: true)
      guard number.isMultiple(of: 2) else { continue }
      var position = Position(game: .gomoku())
      for word in wonGame.split(separator: " ") {
        try position.play(position.move(from: String(word)))
      }
      let end = RecordedGame.End(winner: .first, reason: "five")
      try store.finish(id, result: "Black wins", end: end, in: position, at: 1_800_000_050)
    }
  }

  /// The numbers of the games of which everything can be read.
  private func readable(_ store: MatchStore) throws -> Set<Int64> {
    var numbers: Set<Int64> = []
    for listed in try store.games() where listed.game != nil {
      let score = try? store.score(of: listed.number)
      let journal = listed.match.flatMap { try? store.savedSession(of: $0).journal }
      if listed.game?.end != nil, score?.moves.count == 9 { numbers.insert(listed.number) }
      if listed.game?.end == nil, journal?.count == 4 { numbers.insert(listed.number) }
    }
    return numbers
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a random value in a random row costs one match at most`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    var random = SeededGenerator(seed: seed)
    do {
      let store = try folder.store()
      try store.damage(Self.change(&random))
    }
    let (store, recovery) = try MatchStore.recovering(in: DataFolder(at: folder.path))
    #expect(recovery == nil)
    #expect(try readable(store).count >= Self.matches - 1)
    #expect(try store.games().count == Self.matches)
    _ = try store.matches()
    _ = try store.trustBook()
  }

  /// A statement that puts something else into one value.
  private static func change(_ random: inout SeededGenerator) -> String {
    let texts = ["''", "'zz'", "'\u{1b}[2J'", "char(0)", "'h8 h8 h8'", "NULL", "'9'"]
    let numbers = ["-1", "9223372036854775807", "0", "-9223372036854775808", "NULL"]
    let columns: [(table: String, name: String, isText: Bool)] = [
      ("match", "session", true), ("match", "seat", true), ("match", "opponent", true),
      ("match", "opponentName", true), ("match", "tableAddress", true),
      ("match", "startedAt", false), ("match", "leftAt", false), ("match", "result", true),
      ("entry", "message", true), ("entry", "isMine", false), ("game", "setting", true),
      ("game", "opponent", true), ("game", "name", true), ("game", "side", true),
      ("game", "kind", true), ("game", "options", true), ("game", "ply", false),
      ("game", "winner", true), ("game", "reason", true), ("game", "startedAt", false),
      ("game", "endedAt", false), ("game", "originPly", false), ("score", "moves", true),
      ("score", "start", true), ("score", "tags", true), ("score", "comments", true),
    ]
    let column = columns.randomElement(using: &random) ?? columns[0]
    let values = column.name == "message" ? ["x''", "x'ff'"] : column.isText ? texts : numbers
    let value = values.randomElement(using: &random) ?? "NULL"
    let number = Int.random(in: 1...matches, using: &random)
    let key = ["match": "id", "game": "id", "entry": "match", "score": "game"][column.table] ?? ""
    // What the table itself refuses is no damage.
    return "UPDATE OR IGNORE \(column.table) SET \(column.name) = \(value) WHERE \(key) = \(number)"
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `random bytes in the file never trap, and the file is set aside if it cannot be used`(
    seed: UInt64
  ) throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    var random = SeededGenerator(seed: seed)
    let path = "\(folder.path)/tabletooth.db"
    let size = folder.size("tabletooth.db")
    let descriptor = unsafe open(path, O_WRONLY)
    let count = Int.random(in: 1...64, using: &random)
    let place = Int.random(in: 0..<size - count, using: &random)
    _ = unsafe pwrite(descriptor, random.bytes(count), count, off_t(place))
    close(descriptor)
    let (store, recovery) = try MatchStore.recovering(in: DataFolder(at: folder.path))
    if let recovery { #expect(unsafe access(recovery.path, F_OK) == 0) }
    let left = try readable(store).count
    // A page of 4,096 bytes has several matches; the first has the tables themselves.
    let isFirstPage = place < 4_096
    #expect(isFirstPage || left > 0)
    #expect(try MatchStore.recovering(in: DataFolder(at: folder.path)).recovery == nil)
    _ = try store.matches()
    let id = try store.begin(.sample(99))
    #expect(try store.savedSession(of: id).journal == [])
  }

  @Test func `what is no database is set aside under a name that is told`() throws {
    let folder = try TemporaryFolder()
    for number in 1...2 {
      folder.write(
        Array("This is no database. ".utf8) + [UInt8](repeating: 0, count: 200),
        to: "tabletooth.db"
      )
      let (store, recovery) = try MatchStore.recovering(in: DataFolder(at: folder.path))
      #expect(recovery?.path == "\(folder.path)/tabletooth.db.damaged-\(number)")
      #expect(recovery?.games == 0)
      #expect(try store.games().isEmpty)
    }
  }

  @Test func `a list looks for damage in what it lists`() throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    for (table, isListed) in [("entry", false), ("game", true)] {
      try folder.damageFirstPage(of: table)
      let folder = try DataFolder(at: folder.path)
      #expect(try (MatchStore.recovering(in: folder, isForList: true).recovery != nil) == isListed)
      #expect(try (MatchStore.recovering(in: folder).recovery != nil) == !isListed)
    }
  }

  @Test(arguments: ["score", "player", "talk", "clock", "acquaintance", "entry"])
  func `a store without one of its tables keeps what is in the others`(table: String) throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    do { try folder.store().damage("DROP TABLE \(table)") }
    let data = try DataFolder(at: folder.path)
    let (store, recovery) = try MatchStore.recovering(in: data, isForList: true)
    #expect(recovery?.games == Self.matches)
    #expect(try store.games().count == Self.matches)
    #expect(try store.trustBook().players.isEmpty)
    #expect(try MatchStore.recovering(in: data).recovery == nil)
  }

  @Test func `a sound store is left as it is`() throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    let (store, recovery) = try MatchStore.recovering(in: DataFolder(at: folder.path))
    #expect(recovery == nil)
    #expect(try readable(store).count == Self.matches)
  }
}
