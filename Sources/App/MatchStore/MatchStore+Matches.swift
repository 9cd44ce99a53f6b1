internal import GRDB
public import GameRecords
public import GameRules
public import MatchPlay
public import MatchProtocol
internal import Sodium

extension MatchStore {
  /// Keeps a new match in which nobody has said anything; this program is the one that plays it.
  ///
  /// - Throws: ``StoreError``.
  public func begin(_ match: SavedMatch) throws(StoreError) -> SavedMatch.ID {
    try write { database in
      let id = try Self.insertMatch(match, database)
      _ = try Self.insertGame(RecordedGame(of: match), of: id, database)
      // Nobody else knows of the match before the transaction ends.
      try locks.take(id)
      return id
    }
  }

  static func insertMatch(_ match: SavedMatch, _ database: Database) throws -> SavedMatch.ID {
    try database.execute(
      sql: """
        INSERT INTO match
          (session, seat, opponent, opponentName, tableAddress, tableName, startedAt)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        match.session.column, match.seat.rawValue, match.opponent.column,
        match.opponentName.description, match.table?.address, match.table?.name,
        match.startedAt,
      ]
    )
    return SavedMatch.ID(rawValue: database.lastInsertedRowID)
  }

  /// Makes this program the one that plays the match, also where a player had left it, and says how
  /// it goes on.
  ///
  /// It stays so until the program ends, however that happens, or the match is discarded.
  ///
  /// - Throws: ``StoreError/beingPlayed(_:)``, and the other cases of ``StoreError``.
  public func take(_ id: SavedMatch.ID) throws(StoreError) -> SavedSession {
    try locks.take(id)
    return try write { database in
      try Self.update(id, "leftAt = NULL, leftBy = NULL", in: database)
      var session = try Self.savedSession(of: id, database)
      session.talk = try Self.savedTalk(of: session.session, database)
      session.letter = try Self.letter(of: id, database)
      return session
    }
  }

  /// Notes that `leaver` left the match, or nobody on purpose if nil, at `time` in seconds since
  /// 1970, UTC: the match continues only on request.
  ///
  /// - Throws: ``StoreError``.
  public func leave(_ id: SavedMatch.ID, by leaver: Role? = nil, at time: Int64) throws(StoreError)
  {
    let seat = leaver.map { $0 == .host ? SavedMatch.Seat.host : .guest }
    try write { try Self.update(id, "leftAt = ?, leftBy = ?", [time, seat?.rawValue], in: $0) }
  }

  /// Notes how the game that was played last in the match ended.
  ///
  /// - Parameters:
  ///   - id: The match.
  ///   - result: How it ended, in words of the caller.
  ///   - end: How it ended, in words that a program reads.
  ///   - position: Where it ended, with the moves that led there.
  ///   - assistance: The help that a player had.
  ///   - time: When, in seconds since 1970, UTC.
  /// - Throws: ``StoreError``.
  public func finish(
    _ id: SavedMatch.ID,
    result: String,
    end: RecordedGame.End,
    in position: Position,
    with assistance: Assistance = [],
    at time: Int64
  ) throws(StoreError) {
    try write { database in
      try Self.update(id, "result = ?", [result], in: database)
      guard let listed = try Self.lastGame(of: id, database), var game = listed.game else { return }
      game.note(position)
      game.assistance.formUnion(assistance)
      game.end = end
      game.endedAt = time
      try Self.update(listed.number, game, database)
      try Self.save(GameScore(position), of: listed.number, database)
    }
  }

  /// Forgets the match, and all that was said in it.
  ///
  /// - Throws: ``StoreError``.
  public func discard(_ id: SavedMatch.ID) throws(StoreError) {
    try write { database in
      try Self.check(id, database)
      try database.execute(sql: "DELETE FROM match WHERE id = ?", arguments: [id.rawValue])
    }
    locks.release(id)
  }

  /// The match to go on with in this seat: the latest that nobody has left, which may have a result
  /// that the other side has not heard.
  ///
  /// A damaged match is passed over.
  ///
  /// - Parameters:
  ///   - seat: The side of this player.
  ///   - fits: Whether it may be this one, by what is kept of it.
  /// - Returns: The match, if there is one.
  /// - Throws: ``StoreError``.
  public func unfinished(
    as seat: SavedMatch.Seat,
    where fits: (SavedMatch, SavedSession) -> Bool = { _, _ in true }
  ) throws(StoreError) -> (id: SavedMatch.ID, match: SavedMatch)? {
    for (id, match) in try matches() where match.seat == seat && match.isOpen {
      do throws(StoreError) {
        if fits(match, try savedSession(of: id)) { return (id, match) }
      } catch .damagedRow {
        continue
      }
    }
    return nil
  }

  /// All matches that can be read, the latest first.
  ///
  /// - Throws: ``StoreError``.
  public func matches() throws(StoreError) -> [(id: SavedMatch.ID, match: SavedMatch)] {
    try rows().compactMap { row in row.match.map { (row.id, $0) } }
  }

  /// The numbers of matches of which this program would not have written what is there, the latest
  /// first.
  ///
  /// - Throws: ``StoreError``.
  public func damagedMatches() throws(StoreError) -> [SavedMatch.ID] {
    try rows().filter { $0.match == nil }.map(\.id)
  }

  private func rows() throws(StoreError) -> [(id: SavedMatch.ID, match: SavedMatch?)] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT \(Self.matchColumns) FROM match ORDER BY id DESC")
        .map { row in
          let columns = Columns(of: row, in: "match")
          return (SavedMatch.ID(rawValue: try columns["id"]), try? SavedMatch(columns))
        }
    }
  }

  private static let matchColumns = """
    id, session, seat, opponent, opponentName, tableAddress, tableName, startedAt, result, leftAt
    """

  /// The match of this number.
  static func savedMatch(_ id: SavedMatch.ID, _ database: Database) throws -> SavedMatch {
    let sql = "SELECT \(matchColumns) FROM match WHERE id = ?"
    let statement = try database.cachedStatement(sql: sql)
    guard let row = try Row.fetchOne(statement, arguments: [id.rawValue]) else {
      throw StoreError.noSuchMatch(id)
    }
    return try SavedMatch(Columns(of: row, in: "match"))
  }

  static func check(_ id: SavedMatch.ID, _ database: Database) throws {
    let sql = "SELECT EXISTS (SELECT 1 FROM match WHERE id = ?)"
    guard try Bool.fetchOne(database, sql: sql, arguments: [id.rawValue]) == true else {
      throw StoreError.noSuchMatch(id)
    }
  }

  static func update(
    _ id: SavedMatch.ID,
    _ change: String,
    _ arguments: StatementArguments = [],
    in database: Database
  ) throws {
    try check(id, database)
    try database.execute(
      sql: "UPDATE match SET \(change) WHERE id = ?",
      arguments: arguments + [id.rawValue]
    )
  }
}

extension SavedMatch {
  fileprivate init(_ columns: Columns) throws(StoreError) {
    guard let session = SessionID(column: try columns["session"]) else {
      throw columns.damaged("session")
    }
    guard let seat = Seat(rawValue: try columns["seat"]) else { throw columns.damaged("seat") }
    guard let opponent = PlayerID(column: try columns["opponent"]) else {
      throw columns.damaged("opponent")
    }
    guard let name = PlayerName(try columns["opponentName"]) else {
      throw columns.damaged("opponentName")
    }
    let address: String? = try columns["tableAddress"]
    let tableName: String? = try columns["tableName"]
    self.init(
      session: session,
      seat: seat,
      opponent: opponent,
      opponentName: name,
      table: address.map { HostLocation(address: $0, name: tableName) },
      startedAt: try columns["startedAt"]
    )
    result = try columns["result"]
    leftAt = try columns["leftAt"]
  }

  fileprivate var isOpen: Bool { leftAt == nil }
}
