internal import GRDB
internal import Glibc

/// Matches, what was said in them, and the players, in one SQLite database that a crash cannot
/// harm.
///
/// Every method that writes returns when the change is on disk. The files are `tabletooth.db`,
/// SQLite's own beside it, and the locks of those who play, with mode 0600.
public struct MatchStore: Sendable {
  private let queue: DatabaseQueue
  let locks: MatchLocks

  /// The store in `folder`, which is made if there is none.
  ///
  /// - Throws: ``StoreError``.
  public init(in folder: DataFolder) throws(StoreError) {
    let path = folder.file("tabletooth.db")
    try Self.createPrivately(path)
    locks = try MatchLocks(in: folder)
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // GRDB's own setting for a log ahead has NORMAL, which may lose the last commits when power
      // fails.
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try Self.migrator.migrate(queue)
    } catch {
      throw Self.wrap(error)
    }
  }

  /// What SQLite finds wrong with its file, one text each; empty when all is well.
  ///
  /// - Throws: ``StoreError``.
  public func damages() throws(StoreError) -> [String] {
    try read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try queue.read(body)
    } catch {
      throw Self.wrap(error)
    }
  }

  func write<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try queue.write(body)
    } catch {
      throw Self.wrap(error)
    }
  }

  private static func wrap(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError: .database(error.description)
    case let error: .database("\(error)")
    }
  }

  /// SQLite gives a new file the rights of all, less the user's mask; one that is there keeps its
  /// own.
  private static func createPrivately(_ path: String) throws(StoreError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
    close(descriptor)
    try DataFolder.check(path, of: S_IFREG)
  }

  private static var migrator: DatabaseMigrator {
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
    return migrator
  }
}
