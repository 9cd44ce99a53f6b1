internal import GRDB
public import MatchProtocol

extension MatchStore {
  /// Keeps what the last letter of the other player said of the two records.
  ///
  /// - Throws: ``StoreError``.
  public func keep(_ letter: HeardLetter, of id: SavedMatch.ID) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO letter (match, time, received, said, known, words, entries)
            VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id.rawValue, Int64(clamping: letter.time), Int64(letter.received), Int64(letter.said),
          Int64(letter.known), Int64(letter.words), Int64(letter.entries),
        ]
      )
    }
  }

  /// Does `body` with a match that nobody plays meanwhile; whether a player has left it stays.
  ///
  /// - Throws: ``StoreError/beingPlayed(_:)``, the other cases of ``StoreError``, or what `body`
  ///   throws.
  public func borrow<Result>(
    _ id: SavedMatch.ID,
    _ body: (SavedSession) throws -> Result
  ) throws -> Result {
    try locks.take(id)
    defer { locks.release(id) }
    let past = try read { database in
      var session = try Self.savedSession(of: id, database)
      session.talk = try Self.savedTalk(of: session.session, database)
      session.letter = try Self.letter(of: id, database)
      return session
    }
    return try body(past)
  }

  /// The last letter of the other player of a match; nil where there is none that makes sense.
  static func letter(of id: SavedMatch.ID, _ database: Database) throws -> HeardLetter? {
    let row = try Row.fetchOne(
      database,
      sql: "SELECT time, received, said, known, words, entries FROM letter WHERE match = ?",
      arguments: [id.rawValue]
    )
    guard let row, let time = Int64.fromDatabaseValue(row["time"]) else { return nil }
    let counts = ["received", "said", "known", "words", "entries"].compactMap { column in
      Int64.fromDatabaseValue(row[column]).flatMap { UInt32(exactly: $0) }
    }
    guard counts.count == 5 else { return nil }
    return HeardLetter(
      time: UInt64(clamping: time),
      received: counts[0],
      said: counts[1],
      known: counts[2],
      words: counts[3],
      entries: counts[4]
    )
  }
}
