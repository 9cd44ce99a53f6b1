internal import GRDB
public import GameRecords
public import GameRules
internal import MatchPlay
internal import MatchProtocol

/// A game in the list of all.
public struct ListedGame: Hashable, Sendable {
  /// The number of the game; no two games of a store ever have the same.
  public let number: Int64
  /// The match that it is a game of, if it was played over a link and the match is still kept.
  public let match: SavedMatch.ID?
  /// The side of the link that this player had.
  public let seat: SavedMatch.Seat?
  /// Whether a player left the match, or both took leave.
  public let isLeft: Bool
  /// The side that left, if one did so on purpose.
  public let leftBy: SavedMatch.Seat?
  /// What is kept of it; nil if this program would not have written that.
  ///
  /// Of the last game of a match that goes on, moves and end are in the journal.
  public let game: RecordedGame?
  /// What the file says of it that it was read from; empty for one that was played.
  public let tags: [GameFile.Tag: String]
}

extension MatchStore {
  /// All games, the latest first.
  ///
  /// - Throws: ``StoreError``.
  public func games() throws(StoreError) -> [ListedGame] {
    try read { try Self.games("", [], $0) }
  }

  /// The game of this number.
  ///
  /// - Throws: ``StoreError/noSuchGame(_:)``, and the other cases of ``StoreError``.
  public func game(_ number: Int64) throws(StoreError) -> ListedGame {
    try read { database in
      guard let game = try Self.games("WHERE game.id = ?", [number], database).first else {
        throw StoreError.noSuchGame(number)
      }
      return game
    }
  }

  /// The games of a match, the latest first.
  ///
  /// - Throws: ``StoreError``.
  public func games(of match: SavedMatch.ID) throws(StoreError) -> [ListedGame] {
    try read { try Self.games("WHERE game.match = ?", [match.rawValue], $0) }
  }

  /// The moves of a game that has ended, or that no match is kept of; nil for another one.
  ///
  /// - Throws: ``StoreError/damagedRow(table:column:)``, and the other cases of ``StoreError``.
  public func score(of number: Int64) throws(StoreError) -> GameScore? {
    try read { database in
      let sql = "SELECT start, moves, tags, comments FROM score WHERE game = ?"
      guard let row = try Row.fetchOne(database, sql: sql, arguments: [number]) else { return nil }
      return try GameScore(Columns(of: row, in: "score"))
    }
  }

  /// Keeps a game that is no part of a match, and returns its number.
  ///
  /// - Throws: ``StoreError``.
  public func add(_ game: RecordedGame, _ score: GameScore) throws(StoreError) -> Int64 {
    try write { database in
      let number = try Self.insertGame(game, of: nil, database)
      try Self.save(score, of: number, database)
      return number
    }
  }

  /// The games that came from files.
  ///
  /// - Throws: ``StoreError``.
  public func knownGames() throws(StoreError) -> KnownGames {
    try read { try KnownGames(in: $0) }
  }

  /// Keeps these games of a file or, if one cannot be kept, none.
  ///
  /// A game that is here already from a file, with the same moves, result and all else that files
  /// say, is not kept once more. A file may have the same game twice: then so often are they kept.
  ///
  /// - Parameters:
  ///   - games: some or all games of one file.
  ///   - known: the games that were here before this file; those that the file has are removed.
  /// - Returns: The numbers of those that are new.
  /// - Throws: ``StoreError``.
  public func add(
    _ games: [(RecordedGame, GameScore)],
    unless known: inout KnownGames
  ) throws(StoreError) -> [Int64] {
    var left = known
    let numbers = try write { database in
      try games.compactMap { game, score -> Int64? in
        if left.remove(FileGame(game, score)) { return nil }
        let number = try Self.insertGame(game, of: nil, database)
        try Self.save(score, of: number, database)
        return number
      }
    }
    known = left
    return numbers
  }

  /// Keeps how the game of this number stands now.
  ///
  /// - Throws: ``StoreError/noSuchGame(_:)``, and the other cases of ``StoreError``.
  public func update(
    _ number: Int64,
    _ game: RecordedGame,
    _ score: GameScore
  ) throws(StoreError) {
    try write { database in
      try Self.update(number, game, database)
      try Self.save(score, of: number, database)
    }
  }

  /// Makes this program the one that plays the game of this number, which is no match, until it
  /// ends.
  ///
  /// - Throws: ``StoreError/beingPlayed(_:)``, and other cases.
  public func takeGame(_ number: Int64) throws(StoreError) {
    try locks.takeGame(number)
  }

  /// Keeps the store where it is until the program ends, as something may be played from it.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` while another store is put in its place, and other
  ///   cases.
  public func hold() throws(StoreError) {
    try locks.share()
  }

  /// Forgets a game; a match that has not ended is forgotten with its last game.
  ///
  /// - Throws: ``StoreError/beingPlayed(_:)`` or ``StoreError/noSuchGame(_:)``, or another case.
  public func delete(_ number: Int64) throws(StoreError) {
    let game = try game(number)
    let others = try game.match.map { match throws(StoreError) in try games(of: match) } ?? []
    guard let match = game.match, others.first?.number == number else {
      try locks.takeGame(number)
      defer { locks.releaseGame(number) }
      return try write { database in
        try database.execute(sql: "DELETE FROM game WHERE id = ?", arguments: [number])
      }
    }
    try locks.take(match)
    defer { locks.release(match) }
    try write { database in
      // The games before it stay, with all that is kept of them.
      try database.execute(
        sql: "UPDATE game SET match = NULL WHERE match = ? AND id <> ?",
        arguments: [match.rawValue, number]
      )
      try database.execute(sql: "DELETE FROM game WHERE id = ?", arguments: [number])
      try database.execute(sql: "DELETE FROM match WHERE id = ?", arguments: [match.rawValue])
    }
  }
}

// MARK: - Within a transaction

extension MatchStore {
  private static func games(
    _ condition: String,
    _ arguments: StatementArguments,
    _ database: Database
  ) throws -> [ListedGame] {
    let sql = """
      SELECT game.id, match.id, game.setting, game.opponent, game.name, game.level, game.side,
          game.kind, game.options, game.isFirstWhite, game.ply, game.winner, game.reason,
          game.startedAt, game.endedAt, game.originGame, game.originPly, match.seat, match.leftAt,
          CASE game.setting WHEN 'file' THEN (SELECT tags FROM score WHERE game = game.id) END,
          match.leftBy, (SELECT kinds FROM assistance WHERE game = game.id)
        FROM game LEFT JOIN match ON match.id = game.match \(condition) ORDER BY game.id DESC
      """
    let cursor = try Row.fetchCursor(database, sql: sql, arguments: arguments)
    var games: [ListedGame] = []
    while let row = try cursor.next() { games.append(try ListedGame(row)) }
    return games
  }

  static func insertGame(
    _ game: RecordedGame,
    of match: SavedMatch.ID?,
    _ database: Database
  ) throws -> Int64 {
    try database.cachedStatement(
      sql: """
        INSERT INTO game (match, setting, opponent, name, level, side, kind, options, isFirstWhite,
            ply, winner, reason, startedAt, endedAt, originGame, originPly)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    .execute(arguments: [match?.rawValue] + game.columns)
    let number = database.lastInsertedRowID
    try saveAssistance(game, of: number, database)
    return number
  }

  /// Keeps the help that a player had; most games have no row for it.
  private static func saveAssistance(
    _ game: RecordedGame,
    of number: Int64,
    _ database: Database
  ) throws {
    guard !game.assistance.isEmpty else { return }
    try database.execute(
      sql: "INSERT OR REPLACE INTO assistance (game, kinds) VALUES (?, ?)",
      arguments: [number, game.assistance.rawValue]
    )
  }

  static func update(_ number: Int64, _ game: RecordedGame, _ database: Database) throws {
    try database.execute(
      sql: """
        UPDATE game SET setting = ?, opponent = ?, name = ?, level = ?, side = ?, kind = ?,
            options = ?, isFirstWhite = ?, ply = ?, winner = ?, reason = ?, startedAt = ?,
            endedAt = ?, originGame = ?, originPly = ?
          WHERE id = ?
        """,
      arguments: game.columns + [number]
    )
    guard database.changesCount == 1 else { throw StoreError.noSuchGame(number) }
    try saveAssistance(game, of: number, database)
  }

  static func save(_ score: GameScore, of number: Int64, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO score (game, start, moves, tags, comments) VALUES (?, ?, ?, ?, ?)
        """
    )
    .execute(
      arguments: [
        number, score.start, score.moves.joined(separator: " "), score.tagText, score.commentText,
      ]
    )
  }

  /// Notes which game of the match begins; a match whose game has no name yet gets this one.
  static func beginGame(
    _ start: MatchMessage.Start,
    of id: SavedMatch.ID,
    at time: Int64,
    _ database: Database
  ) throws {
    guard let match = try? savedMatch(id, database) else { return }
    var game = RecordedGame(of: match)
    game.terms = GameTerms(start)
    game.side = start.side(of: match.seat.role)
    let sql = "SELECT id FROM game WHERE match = ? AND kind IS NULL"
    if let number = try Int64.fetchOne(database, sql: sql, arguments: [id.rawValue]) {
      try update(number, game, database)
    } else {
      game.startedAt = time
      _ = try insertGame(game, of: id, database)
    }
  }

  /// The game of the match that is played now, or was played last.
  static func lastGame(of id: SavedMatch.ID, _ database: Database) throws -> ListedGame? {
    try games("WHERE game.match = ?", [id.rawValue], database).first
  }
}
