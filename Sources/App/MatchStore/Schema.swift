internal import FoundationEssentials
internal import GRDB
internal import GameRecords
internal import Glibc
internal import MatchPlay
internal import MatchProtocol

/// The tables, and how those of older versions become these.
enum Schema {
  /// The database at `path`, as this version has it.
  static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try migrator.migrate(queue)
    return queue
  }

  /// A copy in memory of the database at `path`, as this version has it.
  ///
  /// The file and its folder may be read-only.
  static func copyInMemory(of path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    var status = stat()
    let hasLog = unsafe stat(path + "-wal", &status) == 0 && status.st_size > 0
    // Without a log there is no index of one beside it, and SQLite could not make it.
    let file = hasLog ? path : "file:\(escaped(path))?immutable=1"
    let source = try DatabaseQueue(path: file, configuration: configuration)
    let copy = try DatabaseQueue()
    try source.backup(to: copy)
    try migrator.migrate(copy)
    return copy
  }

  /// A path as a URI has it.
  private static func escaped(_ path: String) -> String {
    path.map { "%?#".contains($0) ? "%" + [$0.asciiValue ?? 0].hexadecimal : "\($0)" }.joined()
  }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          CREATE TABLE match (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session TEXT NOT NULL,
            seat TEXT NOT NULL,
            opponent TEXT NOT NULL,
            opponentName TEXT NOT NULL,
            tableAddress TEXT,
            tableName TEXT,
            startedAt INTEGER NOT NULL,
            result TEXT,
            leftAt INTEGER
          ) STRICT;
          CREATE TABLE entry (
            match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
            place INTEGER NOT NULL CHECK (place >= 0),
            isMine INTEGER NOT NULL CHECK (isMine IN (0, 1)),
            message TEXT NOT NULL,
            PRIMARY KEY (match, place)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE player (
            key TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            nickname TEXT,
            firstSeen INTEGER NOT NULL,
            lastSeen INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          """
      )
    }
    migrator.registerMigration("2") { database in
      // A game that was over was one that nobody goes on with, parted or not.
      try database.execute(
        sql: "UPDATE match SET leftAt = startedAt WHERE result IS NOT NULL AND leftAt IS NULL"
      )
    }
    // Before those that read journals; it came after all of them.
    migrator.registerMigration("8") { database in
      database.add(function: bytesOfHexadecimal)
      try database.execute(sql: journalAsBytes)
    }
    migrator.registerMigration("3") { database in
      try database.execute(sql: gameTable)
      try repairGames(database)
    }
    migrator.registerMigration("4") { database in
      try database.execute(sql: acquaintanceTable)
    }
    migrator.registerMigration("5") { database in
      try database.execute(sql: clockTable)
    }
    migrator.registerMigration("6") { database in
      try database.execute(sql: talkTable)
    }
    migrator.registerMigration("7") { database in
      try database.execute(sql: signedTable)
    }
    migrator.registerMigration("9") { database in
      try database.execute(sql: "ALTER TABLE acquaintance ADD COLUMN acceptedAs TEXT")
    }
    migrator.registerMigration("10") { database in
      try database.execute(sql: "ALTER TABLE match ADD COLUMN leftBy TEXT")
    }
    migrator.registerMigration("11") { database in
      try database.execute(sql: "DROP TABLE signed")
    }
    migrator.registerMigration("12") { database in
      try database.execute(sql: assistanceTable)
    }
    migrator.registerMigration("13") { database in
      try database.execute(sql: letterTable)
    }
    return migrator
  }

  /// Messages stand as bytes, in half the room that hexadecimal takes.
  ///
  /// One that is no hexadecimal becomes an empty one, which whoever reads it finds damaged.
  private static let journalAsBytes = """
    CREATE TABLE journal (
      match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
      place INTEGER NOT NULL CHECK (place >= 0),
      isMine INTEGER NOT NULL CHECK (isMine IN (0, 1)),
      message BLOB NOT NULL,
      PRIMARY KEY (match, place)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO journal SELECT match, place, isMine, bytesOfHexadecimal(message) FROM entry;
    DROP TABLE entry;
    ALTER TABLE journal RENAME TO entry;
    """

  private static let bytesOfHexadecimal = DatabaseFunction(
    "bytesOfHexadecimal",
    argumentCount: 1,
    pure: true
  ) { values in
    Data([UInt8](hexadecimal: String.fromDatabaseValue(values[0]) ?? "") ?? [])
  }

  /// Each game has a row of its own, also where several were played in one match.
  ///
  /// Of a match that goes on, the journal alone says what was played in its last game.
  private static let gameTable = """
    CREATE TABLE game (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      match INTEGER REFERENCES match(id) ON DELETE CASCADE,
      setting TEXT NOT NULL,
      opponent TEXT,
      name TEXT,
      level INTEGER,
      side TEXT,
      kind TEXT,
      options TEXT NOT NULL DEFAULT '',
      isFirstWhite INTEGER NOT NULL DEFAULT 0,
      ply INTEGER NOT NULL DEFAULT 0,
      winner TEXT,
      reason TEXT,
      startedAt INTEGER NOT NULL,
      endedAt INTEGER,
      originGame INTEGER,
      originPly INTEGER
    ) STRICT;
    CREATE TABLE score (
      game INTEGER PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE,
      start TEXT,
      moves TEXT NOT NULL,
      tags TEXT NOT NULL DEFAULT '',
      comments TEXT NOT NULL DEFAULT ''
    ) STRICT;
    """

  /// With whom the owner has which secret, sealed under the key of the folder.
  private static let acquaintanceTable = """
    CREATE TABLE acquaintance (
      key TEXT PRIMARY KEY,
      secret TEXT NOT NULL,
      metAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The clocks of what goes on: of a match only the turn, as its journal says the rest.
  private static let clockTable = """
    CREATE TABLE clock (
      owner TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      ply INTEGER NOT NULL,
      thought INTEGER NOT NULL,
      savedAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// What players have said to each other besides their games.
  ///
  /// It outlives the matches: `session` is that of the match in which it was said.
  private static let talkTable = """
    CREATE TABLE talk (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session TEXT NOT NULL,
      opponent TEXT NOT NULL,
      name TEXT NOT NULL,
      isMine INTEGER NOT NULL CHECK (isMine IN (0, 1)),
      number INTEGER NOT NULL CHECK (number >= 0),
      words TEXT NOT NULL,
      saidAt INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX talkNumber ON talk (session, isMine, number);
    CREATE INDEX talkOpponent ON talk (opponent);
    """

  /// Results that both players had signed, which no version keeps any longer.
  private static let signedTable = """
    CREATE TABLE signed (
      game INTEGER PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE,
      text TEXT NOT NULL,
      signer TEXT NOT NULL
    ) STRICT;
    """

  /// The help that a player had, by the game: one row for each game with any.
  private static let assistanceTable = """
    CREATE TABLE assistance (
      game INTEGER PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE,
      kinds INTEGER NOT NULL
    ) STRICT;
    """

  /// The last letter of the other player of a match: docs/reference/protocol.md, section 14.
  private static let letterTable = """
    CREATE TABLE letter (
      match INTEGER PRIMARY KEY REFERENCES match(id) ON DELETE CASCADE,
      time INTEGER NOT NULL,
      received INTEGER NOT NULL,
      said INTEGER NOT NULL,
      known INTEGER NOT NULL,
      words INTEGER NOT NULL,
      entries INTEGER NOT NULL
    ) STRICT;
    """

  /// Finds the games in the journals of matches of which no game is kept.
  ///
  /// A match that cannot be read keeps a row without a game, so that it stays in the list.
  static func repairGames(_ database: Database) throws {
    let ids = try Int64.fetchAll(
      database,
      sql: """
        SELECT id FROM match WHERE id NOT IN (SELECT match FROM game WHERE match IS NOT NULL)
          ORDER BY id
        """
    )
    for id in ids.map(SavedMatch.ID.init) {
      guard let match = try? MatchStore.savedMatch(id, database) else {
        let sql = "INSERT INTO game (match, setting, startedAt) VALUES (?, 'link', 0)"
        try database.execute(sql: sql, arguments: [id.rawValue])
        continue
      }
      let journal = (try? MatchStore.savedSession(of: id, database))?.journal ?? []
      let games = JournalGame.games(in: journal, as: match.seat.role, isOver: match.result != nil)
      if games.isEmpty { _ = try MatchStore.insertGame(RecordedGame(of: match), of: id, database) }
      for found in games {
        var game = RecordedGame(of: match)
        found.note(in: &game, as: match.seat.role)
        // Games of before that was kept count as they did.
        game.assistance = []
        let number = try MatchStore.insertGame(game, of: id, database)
        if game.end != nil, let score = found.score {
          try MatchStore.save(score, of: number, database)
        }
      }
    }
  }
}
