import Dispatch
import GRDB
import GameRecords
import GameRules
import MatchPlay
import MatchProtocol
import Sodium
import Synchronization
import Testing

@testable import MatchStore

/// Stores of every released version, as those versions made them.
@Suite struct MigrationTests {
  /// The tables of the versions 1 and 2, which differ in what stands in them only.
  private static let oldTables = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE match (
      id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, seat TEXT NOT NULL,
      opponent TEXT NOT NULL, opponentName TEXT NOT NULL, tableAddress TEXT, tableName TEXT,
      startedAt INTEGER NOT NULL, result TEXT, leftAt INTEGER
    ) STRICT;
    CREATE TABLE entry (
      match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
      place INTEGER NOT NULL CHECK (place >= 0),
      isMine INTEGER NOT NULL CHECK (isMine IN (0, 1)),
      message TEXT NOT NULL, PRIMARY KEY (match, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE player (
      key TEXT PRIMARY KEY, name TEXT NOT NULL, nickname TEXT, firstSeen INTEGER NOT NULL,
      lastSeen INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  @Test func `many may open a new store at the same moment`() throws {
    for _ in 0..<10 {
      let folder = try TemporaryFolder()
      let path = folder.path
      let failures = Mutex<[StoreError]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        do throws(StoreError) {
          _ = try MatchStore(in: DataFolder(at: path))
        } catch {
          failures.withLock { $0.append(error) }
        }
      }
      #expect(failures.withLock { $0 } == [])
    }
  }

  /// Makes a store of `version` with four matches: one with a rematch that goes on, one that is
  /// over, one that nobody has played, and one that is damaged.
  static func makeStore(of version: Int, in folder: borrowing TemporaryFolder) throws {
    folder.write([], to: "tabletooth.db")
    let queue = try DatabaseQueue(path: "\(folder.path)/tabletooth.db")
    let key = String(repeating: "07", count: 32)
    try queue.write { database in
      try database.execute(sql: Self.oldTables)
      for number in 1...version {
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('\(number)')")
        try database.execute(sql: StoresOfLaterVersions.tables[number] ?? "")
      }
      for number in 1...4 {
        let seat = number == 4 ? "nowhere" : "guest"
        let isOver = number == 2
        try database.execute(
          sql: """
            INSERT INTO match VALUES (\(number), '5', '\(seat)', '\(key)', 'Anna', NULL, NULL,
              \(1_800_000_000 + number), \(isOver ? "'Black wins'" : "NULL"),
              \(isOver && version > 1 ? "7" : "NULL"))
            """
        )
      }
      try Self.insert([wonGame, "a1 a2"], of: 1, database)
      try Self.insert([wonGame], of: 2, database)
      try Self.insert(["a1"], of: 4, database)
    }
  }

  private static func insert(_ games: [String], of match: Int, _ database: Database) throws {
    var place = 0
    func insert(_ isMine: Bool, _ message: MatchMessage) throws {
      let hex = Envelope.match(message).encoded.hexadecimal
      let sql = "INSERT INTO entry VALUES (?, ?, ?, ?)"
      try database.execute(sql: sql, arguments: [match, place, isMine, hex])
      place += 1
    }
    for moves in games {
      if place > 0 {
        try insert(true, .ask(.init(.rematch, ply: 9)))
        try insert(false, .ask(.init(.rematch, ply: 9)))
      }
      try insert(false, .start(.init(game: "gomoku", rule: "freestyle", first: .guest)))
      var position = Position(game: .gomoku())
      for (ply, word) in moves.split(separator: " ").enumerated() {
        try position.play(position.move(from: String(word)))
        let hash = position.textHash
        try insert(
          ply.isMultiple(of: 2),
          .move(.init(ply: ply, text: String(word), position: hash))
        )
      }
    }
  }

  @Test(arguments: [1, 2])
  func `the games of an old store are found in its journals`(version: Int) throws {
    let folder = try TemporaryFolder()
    try Self.makeStore(of: version, in: folder)
    let store = try folder.store()
    let games = try store.games()
    #expect(games.map(\.number) == [5, 4, 3, 2, 1])
    #expect(games.map(\.match?.rawValue) == [4, 3, 2, 1, 1])
    #expect(games.map { $0.game == nil } == [true, false, false, false, false])
    #expect(games.map { $0.game?.terms?.name } == [nil, nil, "gomoku", "gomoku", "gomoku"])
    let won = RecordedGame.End(winner: .first, reason: "five")
    #expect(games.map { $0.game?.end } == [nil, nil, won, nil, won])
    #expect(games.map { $0.game?.result } == [nil, nil, .won, nil, .won])
    #expect(games.map { $0.game?.moveCount } == [nil, 0, 9, 2, 9])
    #expect(try store.score(of: 1)?.moves.joined(separator: " ") == wonGame)
    #expect(try store.score(of: 3)?.moves.joined(separator: " ") == wonGame)
    #expect(try store.score(of: 2) == nil)
    #expect(try store.damages() == [])
  }

  @Test(arguments: [1, 2])
  func `what an old store has besides stays as it is`(version: Int) throws {
    let folder = try TemporaryFolder()
    try Self.makeStore(of: version, in: folder)
    let store = try folder.store()
    #expect(try store.matches().map(\.id.rawValue) == [3, 2, 1])
    #expect(try store.damagedMatches().map(\.rawValue) == [4])
    #expect(try store.unfinished(as: .guest)?.id.rawValue == 3)
    // A match that had a result was one that nobody goes on with.
    #expect(try store.matches().map { $0.match.leftAt != nil } == [false, true, false])
    let past = try store.take(SavedMatch.ID(rawValue: 1))
    #expect(past.journal.count == 15)
  }

  @Test func `an old store is brought up to date once`() throws {
    let folder = try TemporaryFolder()
    try Self.makeStore(of: 2, in: folder)
    let games = try folder.store().games()
    #expect(try folder.store().games() == games)
  }
}
