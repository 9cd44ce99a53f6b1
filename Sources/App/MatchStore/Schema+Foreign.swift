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

  /// True if there are only tables and indexes: no triggers, views or virtual tables.
  static func hasTablesOnly(_ database: Database) throws -> Bool {
    let sql = """
      SELECT NOT EXISTS (
        SELECT 1 FROM sqlite_master
          WHERE type NOT IN ('table', 'index') OR rootpage IS NULL OR rootpage <= 0
      )
      """
    return try Bool.fetchOne(database, sql: sql) == true
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
