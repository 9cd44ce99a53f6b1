internal import FoundationEssentials
internal import GRDB
public import MatchProtocol
internal import Sodium

extension MatchStore {
  /// Keeps the next entry of the journal; it is on disk when this returns.
  ///
  /// With ``MatchMessage/start(_:)`` another game begins, so what has a result has none any more.
  ///
  /// - Parameters:
  ///   - entry: What was said or heard.
  ///   - place: How many entries come before it.
  ///   - id: The match.
  ///   - time: When, in seconds since 1970, UTC.
  /// - Throws: ``StoreError/outOfPlace(place:expected:)`` unless as many are kept, and the other
  ///   cases of ``StoreError``.
  public func append(
    _ entry: JournalEntry,
    at place: Int,
    to id: SavedMatch.ID,
    time: Int64 = 0
  ) throws(StoreError) {
    try write { database in
      try Self.check(id, database)
      let expected = try Self.count(id, database)
      guard place == expected else {
        throw StoreError.outOfPlace(place: place, expected: expected)
      }
      try Self.insert(entry, place, id, database)
      switch entry.message {
      case .start(let start):
        try Self.update(id, "result = NULL", in: database)
        try Self.beginGame(start, of: id, at: time, database)
      case .differ:
        // A game that had ended may not have, and the journal says how it stands.
        let sql = "UPDATE game SET winner = NULL, reason = NULL WHERE id = ?"
        if let game = try Self.lastGame(of: id, database) {
          try database.execute(sql: sql, arguments: [game.number])
        }
      default: break
      }
    }
  }

  /// What is needed to go on with the match, or to show it.
  ///
  /// - Throws: ``StoreError/damagedRow(table:column:)`` also if an entry is missing, and the other
  ///   cases of ``StoreError``.
  public func savedSession(of id: SavedMatch.ID) throws(StoreError) -> SavedSession {
    try read { try Self.savedSession(of: id, $0) }
  }

  static func savedSession(of id: SavedMatch.ID, _ database: Database) throws -> SavedSession {
    let match = try database.cachedStatement(
      sql: "SELECT session, opponent FROM match WHERE id = ?"
    )
    guard let row = try Row.fetchOne(match, arguments: [id.rawValue]) else {
      throw StoreError.noSuchMatch(id)
    }
    let columns = Columns(of: row, in: "match")
    guard let session = SessionID(column: try columns["session"]) else {
      throw columns.damaged("session")
    }
    guard let opponent = PlayerID(column: try columns["opponent"]) else {
      throw columns.damaged("opponent")
    }
    let entries = try database.cachedStatement(
      sql: "SELECT place, isMine, message FROM entry WHERE match = ? ORDER BY place"
    )
    var journal: [JournalEntry] = []
    let rows = try Row.fetchCursor(entries, arguments: [id.rawValue])
    while let row = try rows.next() { journal.append(try JournalEntry(row, at: journal.count)) }
    return SavedSession(session: session, opponent: opponent, journal: journal)
  }

  static func insert(
    _ entry: JournalEntry,
    _ place: Int,
    _ id: SavedMatch.ID,
    _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: "INSERT INTO entry (match, place, isMine, message) VALUES (?, ?, ?, ?)"
    )
    .execute(
      arguments: [
        id.rawValue, place, entry.isMine, Data(Envelope.match(entry.message).encoded),
      ]
    )
  }

  private static func count(_ id: SavedMatch.ID, _ database: Database) throws -> Int {
    let sql = "SELECT MAX(place) + 1 FROM entry WHERE match = ?"
    return try Int.fetchOne(database, sql: sql, arguments: [id.rawValue]) ?? 0
  }
}

extension JournalEntry {
  fileprivate init(_ row: Row, at place: Int) throws(StoreError) {
    guard Int.fromDatabaseValue(row[0]) == place else {
      throw .damagedRow(table: "entry", column: "place")
    }
    guard let isMine = Bool.fromDatabaseValue(row[1]) else {
      throw .damagedRow(table: "entry", column: "isMine")
    }
    guard let bytes = Data.fromDatabaseValue(row[2]),
      let envelope = try? Envelope(decoding: [UInt8](bytes)), case .match(let message) = envelope
    else {
      throw .damagedRow(table: "entry", column: "message")
    }
    self.init(isMine: isMine, message)
  }
}
