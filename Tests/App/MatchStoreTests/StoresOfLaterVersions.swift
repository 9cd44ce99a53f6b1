import GRDB
import GameRecords
import GameRules
import MatchProtocol
import Testing

@testable import MatchStore

/// Stores of the versions from 3 on, which have messages in hexadecimal up to 7.
@Suite struct StoresOfLaterVersions {
  /// What each version added, as it stood then, with a row in each table.
  static let tables: [Int: String] = [
    3: """
    CREATE TABLE game (
      id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER REFERENCES match(id) ON DELETE CASCADE,
      setting TEXT NOT NULL, opponent TEXT, name TEXT, level INTEGER, side TEXT, kind TEXT,
      options TEXT NOT NULL DEFAULT '', isFirstWhite INTEGER NOT NULL DEFAULT 0,
      ply INTEGER NOT NULL DEFAULT 0, winner TEXT, reason TEXT, startedAt INTEGER NOT NULL,
      endedAt INTEGER, originGame INTEGER, originPly INTEGER
    ) STRICT;
    CREATE TABLE score (
      game INTEGER PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE, start TEXT,
      moves TEXT NOT NULL, tags TEXT NOT NULL DEFAULT '', comments TEXT NOT NULL DEFAULT ''
    ) STRICT;
    INSERT INTO game (id, setting, name, level, side, kind, ply, winner, reason, startedAt)
      VALUES (9, 'machine', 'robot', 3, 'first', 'gomoku', 1, 'second', 'resignation', 5);
    INSERT INTO score (game, moves) VALUES (9, 'h8');
    """,
    4: """
    CREATE TABLE acquaintance (
      key TEXT PRIMARY KEY, secret TEXT NOT NULL, metAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO acquaintance VALUES ('07', '00', 5);
    """,
    5: """
    CREATE TABLE clock (
      owner TEXT PRIMARY KEY, state TEXT NOT NULL, ply INTEGER NOT NULL,
      thought INTEGER NOT NULL, savedAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO clock VALUES ('match 1', 'x', 1, 2, 3);
    """,
    6: """
    CREATE TABLE talk (
      id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, opponent TEXT NOT NULL,
      name TEXT NOT NULL, isMine INTEGER NOT NULL CHECK (isMine IN (0, 1)),
      number INTEGER NOT NULL CHECK (number >= 0), words TEXT NOT NULL, saidAt INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX talkNumber ON talk (session, isMine, number);
    CREATE INDEX talkOpponent ON talk (opponent);
    INSERT INTO talk VALUES (1, '5', '07', 'Anna', 0, 0, 'Hello', 5);
    """,
    7: """
    CREATE TABLE signed (
      game INTEGER PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE, text TEXT NOT NULL,
      signer TEXT NOT NULL
    ) STRICT;
    INSERT INTO signed VALUES (9, 'text', '08');
    """,
  ]

  @Test(arguments: 3...7)
  func `all rows of a store of a later version stay, and its journals can be read`(
    version: Int
  ) throws {
    let folder = try TemporaryFolder()
    try MigrationTests.makeStore(of: version, in: folder)
    let store = try folder.store()
    let game = try store.game(9).game
    #expect(game?.setting == .machine(name: "robot", level: 3))
    #expect(game?.end == RecordedGame.End(winner: .second, reason: "resignation"))
    #expect(try store.score(of: 9)?.moves == ["h8"])
    #expect(try store.matches().map(\.id.rawValue) == [3, 2, 1])
    #expect(try store.savedSession(of: SavedMatch.ID(rawValue: 1)).journal.count == 15)
    try store.read { database in
      let counts = try ["acquaintance", "clock", "talk"].map {
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \($0)")
      }
      #expect(counts == (4...6).map { $0 <= version ? 1 : 0 })
      #expect(try !database.tableExists("signed"))
    }
    #expect(try store.damages() == [])
  }

  @Test func `a message that is no hexadecimal costs its match and not the store`() throws {
    let folder = try TemporaryFolder()
    try MigrationTests.makeStore(of: 7, in: folder)
    do {
      let queue = try DatabaseQueue(path: "\(folder.path)/tabletooth.db")
      try queue.write {
        try $0.execute(sql: "UPDATE entry SET message = 'zz' WHERE match = 2 AND place = 3")
      }
    }
    let store = try folder.store()
    #expect(throws: StoreError.damagedRow(table: "entry", column: "message")) {
      try store.savedSession(of: SavedMatch.ID(rawValue: 2))
    }
    #expect(try store.savedSession(of: SavedMatch.ID(rawValue: 1)).journal.count == 15)
  }

  @Test func `what can be read of a damaged store of version 7 is taken over`() throws {
    let folder = try TemporaryFolder()
    try MigrationTests.makeStore(of: 7, in: folder)
    try folder.damageFirstPage(of: "talkOpponent")
    let (store, recovery) = try MatchStore.recovering(in: DataFolder(at: folder.path))
    #expect(recovery != nil)
    #expect(try store.game(9).game?.moveCount == 1)
    #expect(try store.savedSession(of: SavedMatch.ID(rawValue: 1)).journal.count == 15)
  }
}
