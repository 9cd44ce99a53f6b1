internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import MatchProtocol

/// What came of a database that was damaged.
public struct StoreRecovery: Hashable, Sendable {
  /// Where the damaged file is now.
  public let path: String
  /// How many games of it could be read.
  public let games: Int
}

extension DataFolder {
  /// Moves the database, and SQLite's own files beside it, to a free name with `word` in it.
  func setAsideDatabase(as word: String) throws(StoreError) -> String {
    let path = file("tabletooth.db")
    var number = 1
    while unsafe access("\(path).\(word)-\(number)", F_OK) == 0 { number += 1 }
    let aside = "\(path).\(word)-\(number)"
    guard unsafe rename(path, aside) == 0 else { throw .unusable(path: path, errno: errno) }
    for end in ["-wal", "-shm"] {
      // There need not be any.
      _ = unsafe rename(path + end, aside + end)
    }
    return aside
  }
}

extension MatchStore {
  /// The store in `folder`; a damaged one is set aside, and all that can be read of it is kept.
  ///
  /// - Parameters:
  ///   - folder: Where it is.
  ///   - isForList: Whether nothing is wanted of it but who played what, and how it ended; then
  ///     only that is looked at for damage, as a check of all reads all.
  ///   - onWait: Is called whenever another program holds it for long.
  /// - Returns: The store, and what was done if it was damaged.
  /// - Throws: ``StoreError``.
  public static func recovering(
    in folder: DataFolder,
    isForList: Bool = false,
    onWait: @escaping @Sendable () -> Void = {}
  ) throws(StoreError) -> (store: MatchStore, recovery: StoreRecovery?) {
    let tables: [Table]? = isForList ? [.match, .game, .assistance, .player] : nil
    if let store = try sound(in: folder, tables, onWait) { return (store, nil) }
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unusable(path: folder.path, errno: errno) }
    defer { close(descriptor) }
    // Of two programs that find the damage at once, one sets the file aside.
    guard flock(descriptor, LOCK_EX) == 0 else { throw .unusable(path: folder.path, errno: errno) }
    if let store = try sound(in: folder, tables, onWait) { return (store, nil) }
    let aside = try folder.setAsideDatabase(as: "damaged")
    let store = try MatchStore(in: folder)
    let games = try store.takeOver(from: aside)
    return (store, StoreRecovery(path: aside, games: games))
  }

  /// The store in `folder`, or nil if SQLite finds it damaged, or these tables of it.
  private static func sound(
    in folder: DataFolder,
    _ tables: [Table]?,
    _ onWait: @escaping @Sendable () -> Void
  ) throws(StoreError) -> MatchStore? {
    do throws(StoreError) {
      let store = try MatchStore(in: folder, onWait: onWait)
      // Nothing can be set aside there.
      if store.isReadOnly { return store }
      let isSound = try store.read { database in
        // Whoever can write the file can take a table out of it, and all others are sound then.
        guard try Table.allCases.allSatisfy({ try database.tableExists($0.rawValue) }) else {
          return false
        }
        return try (tables.map { $0.map(\.rawValue) } ?? ["1"]).allSatisfy { what in
          try String.fetchAll(database, sql: "PRAGMA quick_check(\(what))") == ["ok"]
        }
      }
      return isSound ? store : nil
    } catch {
      guard case .database(.damaged, _, _) = error else { throw error }
      return nil
    }
  }

  /// Takes over all rows of the database at `path` that can be read.
  ///
  /// - Returns: How many games there are then.
  private func takeOver(from path: String) throws(StoreError) -> Int {
    // What is in its log is taken over too, or the log is left out where that is what is damaged.
    let old = (try? DatabaseQueue(path: path)) ?? nil
    var rows: [Table: [Row]] = [:]
    if let old {
      for table in Table.allCases { rows[table] = (try? old.read(table.readable)) ?? [] }
    }
    return try write { [rows] database in
      try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
      for table in Table.allCases {
        for row in rows[table] ?? [] { table.insert(row, database) }
      }
      for table in Table.allCases { try table.dropOrphans(database) }
      try Schema.repairGames(database)
      return try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM game") ?? 0
    }
  }
}

/// The tables, those first that others refer to.
private enum Table: String, CaseIterable {
  case match, player, acquaintance, entry, game, score, assistance, talk, clock

  /// What makes a row the only one of its kind, or nil for SQLite's own number of it.
  private var key: String {
    switch self {
    case .match, .game, .talk: "id"
    case .player, .acquaintance: "key"
    case .entry: "match, place"
    case .score, .assistance: "game"
    case .clock: "owner"
    }
  }

  private var backwards: String {
    key.split(separator: ",").map { "\($0) DESC" }.joined(separator: ",")
  }

  /// The rows that can be read: from the beginning up to the damage, and from the end back to it.
  func readable(_ database: Database) throws -> [Row] {
    let first = rows("SELECT * FROM \(rawValue) ORDER BY \(key)", database)
    guard !first.isWhole else { return first.rows }
    if self == .entry { return first.rows + journals(database) }
    return first.rows + rows("SELECT * FROM \(rawValue) ORDER BY \(backwards)", database).rows
  }

  /// The journals that can be read as a whole.
  private func journals(_ database: Database) -> [Row] {
    let matches = (try? Table.match.readable(database)) ?? []
    return matches.flatMap { row -> [Row] in
      let id = Int64.fromDatabaseValue(row["id"] ?? .null) ?? 0
      let journal = rows("SELECT * FROM entry WHERE match = \(id) ORDER BY place", database)
      return journal.isWhole ? journal.rows : []
    }
  }

  private func rows(_ sql: String, _ database: Database) -> (rows: [Row], isWhole: Bool) {
    var rows: [Row] = []
    do {
      let cursor = try Row.fetchCursor(database, sql: sql)
      while let row = try cursor.next() { rows.append(row.copy()) }
      return (rows, true)
    } catch {
      return (rows, false)
    }
  }

  /// Takes over a row, unless it is one that this table cannot have, or has.
  func insert(_ row: Row, _ database: Database) {
    let names = row.columnNames.map { "\"\($0)\"" }.joined(separator: ", ")
    let marks = row.columnNames.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT OR IGNORE INTO \(rawValue) (\(names)) VALUES (\(marks))"
    // A row that does not fit is damaged, and is what is lost.
    try? database.execute(sql: sql, arguments: StatementArguments(values(of: row)))
  }

  /// The values of a row; a message of schema 7 and before is in hexadecimal.
  private func values(of row: Row) -> [DatabaseValue] {
    guard self == .entry, let text = String.fromDatabaseValue(row["message"] ?? .null),
      let bytes = [UInt8](hexadecimal: text)
    else { return Array(row.databaseValues) }
    return row.map { $0 == "message" ? Data(bytes).databaseValue : $1 }
  }

  /// Leaves out rows that refer to others that are lost.
  func dropOrphans(_ database: Database) throws {
    switch self {
    case .entry:
      try database.execute(sql: "DELETE FROM entry WHERE match NOT IN (SELECT id FROM match)")
    case .game:
      try database.execute(
        sql: "UPDATE game SET match = NULL WHERE match NOT IN (SELECT id FROM match)"
      )
    case .score, .assistance:
      let sql = "DELETE FROM \(rawValue) WHERE game NOT IN (SELECT id FROM game)"
      try database.execute(sql: sql)
    default: break
    }
  }
}
