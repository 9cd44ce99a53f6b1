internal import Dispatch
internal import GRDB

extension Schema {
  /// How long SQLite may work on a file that somebody else may have written.
  private static let timeLimit = DispatchTimeInterval.seconds(60)

  /// Opens a file that somebody else may have written, and lets it run no functions with effects.
  static func openForeign(_ path: String, isReadOnly: Bool = false) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit) { [weak queue] in
      queue?.interrupt()
    }
    return queue
  }

  /// True if every table and index is one that some version makes, or the `backup` table.
  ///
  /// So there are no triggers, views or virtual tables, and none of the columns, indexes and checks
  /// computes anything: SQLite would do so as soon as a row is read or checked.
  static func isKnown(_ database: Database, with backup: String) throws -> Bool {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master WHERE COALESCE(rootpage, 0) <= 0)"
    guard try Bool.fetchOne(database, sql: sql) == true else { return false }
    let versions = try DatabaseQueue()
    try versions.write { try $0.execute(sql: backup) }
    var known: Set<String> = []
    for migration in migrator.migrations {
      try migrator.migrate(versions, upTo: migration)
      known.formUnion(try versions.read(objects))
    }
    return try objects(database).isSubset(of: known)
  }

  /// True if the tables and indexes are those that this version makes.
  static func isOwn(_ database: Database) throws -> Bool {
    let own = try DatabaseQueue()
    try migrator.migrate(own)
    return try objects(database) == own.read(objects)
  }

  /// The SQL of all tables and indexes, without differences in spaces.
  private static func objects(_ database: Database) throws -> Set<String> {
    let sql = "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_master"
    return Set(
      try String.fetchAll(database, sql: sql)
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    )
  }
}
