internal import GRDB
public import MatchProtocol
public import Sodium

/// Words as they are kept.
public struct KeptWords: Hashable, Sendable {
  /// The key that names the other player here.
  public let opponent: PlayerID
  /// What the other player was called.
  public let name: PlayerName
  /// True if they were said here; otherwise they were heard.
  public let isMine: Bool
  /// What was said.
  public let words: Words
  /// When, in seconds since 1970, UTC.
  public let saidAt: Int64
}

extension MatchStore {
  /// The number of words that are kept: the latest, as an accepted player may say some every five
  /// seconds.
  static let mostWords = 20_000

  /// The number of words said in a session that its next program may have to say again.
  private static let repeatable = 256

  /// Keeps words that were said or heard in a match; they are on disk when this returns.
  ///
  /// - Parameters:
  ///   - words: What was said.
  ///   - id: The match.
  ///   - name: What the other player is called.
  ///   - time: When, in seconds since 1970, UTC.
  /// - Throws: ``StoreError``.
  public func append(
    _ words: SpokenWords,
    to id: SavedMatch.ID,
    with name: PlayerName,
    time: Int64
  ) throws(StoreError) {
    try write { database in
      let match = try Self.savedMatch(id, database)
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO talk (session, opponent, name, isMine, number, words, saidAt)
            VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          match.session.column, match.opponent.column, name.description, words.isMine,
          Int64(words.number), words.words.text, time,
        ]
      )
      try database.execute(
        sql: "DELETE FROM talk WHERE id <= ?",
        arguments: [database.lastInsertedRowID - Int64(Self.mostWords)]
      )
    }
  }

  /// The latest words that were said and heard, the oldest first.
  ///
  /// - Parameters:
  ///   - opponent: With whom; nil for all.
  ///   - limit: How many at most.
  /// - Returns: The words; those that this program would not have written are passed over.
  /// - Throws: ``StoreError``.
  public func words(
    with opponent: PlayerID? = nil,
    limit: Int = .max
  ) throws(StoreError) -> [KeptWords] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT opponent, name, isMine, words, saidAt FROM talk
            WHERE ?1 IS NULL OR opponent = ?1 ORDER BY id DESC LIMIT ?2
          """,
        arguments: [opponent?.column, Int64(limit)]
      )
      .reversed().compactMap { try? KeptWords(Columns(of: $0, in: "talk")) }
    }
  }

  /// What the next program needs of the words of a session.
  static func savedTalk(of session: SessionID, _ database: Database) throws -> SavedTalk {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT number, words FROM talk WHERE session = ? AND isMine = 1
          ORDER BY number DESC LIMIT ?
        """,
      arguments: [session.column, repeatable]
    )
    var said: [Say] = []
    for row in rows {
      let columns = Columns(of: row, in: "talk")
      let number: Int64 = try columns["number"]
      guard let number = UInt32(exactly: number), let words = try? Words(try columns["words"])
      else { throw columns.damaged("words") }
      // What stands before a gap is not said again.
      if let next = said.last, next.number != number + 1 { break }
      said.append(Say(number: number, text: words.text))
    }
    let heard = try Int64.fetchOne(
      database,
      sql: "SELECT MAX(number) + 1 FROM talk WHERE session = ? AND isMine = 0",
      arguments: [session.column]
    )
    return SavedTalk(said: said.reversed(), received: UInt32(clamping: heard ?? 0))
  }
}

extension KeptWords {
  fileprivate init(_ columns: Columns) throws {
    guard let opponent = PlayerID(column: try columns["opponent"]) else {
      throw columns.damaged("opponent")
    }
    guard let name = PlayerName(try columns["name"]) else { throw columns.damaged("name") }
    self.init(
      opponent: opponent,
      name: name,
      isMine: try columns["isMine"],
      words: try Words(try columns["words"]),
      saidAt: try columns["saidAt"]
    )
  }
}
