internal import GRDB
public import MatchProtocol
internal import Sodium

extension MatchStore {
  /// Keeps a new game without moves.
  ///
  /// - Throws: ``StoreError``.
  public func begin(_ game: SavedGame) throws(StoreError) -> SavedGame.ID {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO game
            (session, seat, opponent, opponentName, game, rule, first, startedAt, result)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          game.session.column, game.seat.rawValue, game.opponent.column,
          game.opponentName.description, game.start.game, game.start.rule,
          game.start.first.column, game.startedAt, game.result,
        ]
      )
      return SavedGame.ID(rawValue: database.lastInsertedRowID)
    }
  }

  /// Keeps `move`, the next one of the game; it is on disk when this returns.
  ///
  /// - Throws: ``StoreError/outOfPlace(ply:expected:)`` unless as many moves were kept as came before it, and the other cases
  ///   of ``StoreError``.
  public func append(_ move: Message.Move, to id: SavedGame.ID) throws(StoreError) {
    try write { database in
      try Self.check(id, database)
      let expected = try Self.count(id, database)
      guard move.ply == expected else {
        throw StoreError.outOfPlace(ply: move.ply, expected: expected)
      }
      try database.execute(
        sql: "INSERT INTO move (game, ply, text) VALUES (?, ?, ?)",
        arguments: [id.rawValue, move.ply, move.text]
      )
    }
  }

  /// Takes back all moves from `ply` on.
  ///
  /// - Throws: ``StoreError``.
  public func takeBack(to ply: Int, in id: SavedGame.ID) throws(StoreError) {
    try write { database in
      try Self.check(id, database)
      try database.execute(
        sql: "DELETE FROM move WHERE game = ? AND ply >= ?",
        arguments: [id.rawValue, ply]
      )
    }
  }

  /// Notes how the game ended.
  ///
  /// - Throws: ``StoreError``.
  public func finish(_ id: SavedGame.ID, result: String) throws(StoreError) {
    try write { database in
      try Self.check(id, database)
      try database.execute(
        sql: "UPDATE game SET result = ? WHERE id = ?",
        arguments: [result, id.rawValue]
      )
    }
  }

  /// All games, the latest first.
  ///
  /// - Throws: ``StoreError``.
  public func games() throws(StoreError) -> [(id: SavedGame.ID, game: SavedGame)] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM game ORDER BY id DESC").map { row in
        (SavedGame.ID(rawValue: row["id"]), try SavedGame(row))
      }
    }
  }

  /// The moves of a game in order.
  ///
  /// - Throws: ``StoreError``.
  public func moves(of id: SavedGame.ID) throws(StoreError) -> [Message.Move] {
    try read { database in
      try Self.check(id, database)
      return try Row.fetchAll(
        database,
        sql: "SELECT ply, text FROM move WHERE game = ? ORDER BY ply",
        arguments: [id.rawValue]
      )
      .map { Message.Move(ply: $0["ply"], text: $0["text"]) }
    }
  }

  private static func check(_ id: SavedGame.ID, _ database: Database) throws {
    let sql = "SELECT EXISTS (SELECT 1 FROM game WHERE id = ?)"
    guard try Bool.fetchOne(database, sql: sql, arguments: [id.rawValue]) == true else {
      throw StoreError.noSuchGame(id)
    }
  }

  private static func count(_ id: SavedGame.ID, _ database: Database) throws -> Int {
    let sql = "SELECT COUNT(*) FROM move WHERE game = ?"
    return try Int.fetchOne(database, sql: sql, arguments: [id.rawValue]) ?? 0
  }
}

extension SavedGame {
  fileprivate init(_ row: Row) throws(StoreError) {
    guard let session = SessionID(column: row["session"]) else { throw Self.damaged("session") }
    guard let seat = Seat(rawValue: row["seat"]) else { throw Self.damaged("seat") }
    guard let opponent = PublicKey(column: row["opponent"]) else { throw Self.damaged("opponent") }
    guard let name = PlayerName(row["opponentName"]) else { throw Self.damaged("opponentName") }
    guard let first = Message.Start.First(column: row["first"]) else {
      throw Self.damaged("first")
    }
    self.init(
      session: session,
      seat: seat,
      opponent: opponent,
      opponentName: name,
      start: Message.Start(game: row["game"], rule: row["rule"], first: first),
      startedAt: row["startedAt"]
    )
    result = row["result"]
  }

  private static func damaged(_ column: String) -> StoreError {
    .damagedRow(table: "game", column: column)
  }
}

extension Message.Start.First {
  fileprivate var column: String {
    switch self {
    case .host: "host"
    case .guest: "guest"
    }
  }

  fileprivate init?(column: String) {
    switch column {
    case "host": self = .host
    case "guest": self = .guest
    default: return nil
    }
  }
}
