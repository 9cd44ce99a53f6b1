internal import GRDB
public import MatchPlay
public import MatchProtocol

/// Results that both players have signed.
extension MatchStore {
  /// Keeps the result of the last game of a match, signed by both; `signer` is the other player's
  /// key, 32 bytes.
  ///
  /// - Throws: ``StoreError``.
  public func sign(
    _ id: SavedMatch.ID,
    _ signed: SignedResult,
    by signer: [UInt8]
  ) throws(StoreError) {
    try write { database in
      guard let game = try Self.lastGame(of: id, database) else { return }
      try database.execute(
        sql: "INSERT OR REPLACE INTO signed VALUES (?, ?, ?)",
        arguments: [game.number, signed.text, signer.hexadecimal]
      )
    }
  }

  /// The signed result of the game of this number, as a file has it; nil if there is none.
  ///
  /// - Throws: ``StoreError``.
  public func signedResult(of number: Int64) throws(StoreError) -> String? {
    try read {
      let sql = "SELECT text FROM signed WHERE game = ?"
      return try String.fetchOne($0, sql: sql, arguments: [number])
    }
  }

  /// The player who has signed results by `key`, 32 bytes; nil if none here has.
  ///
  /// - Throws: ``StoreError``.
  public func player(signingBy key: [UInt8]) throws(StoreError) -> PlayerID? {
    try read { database in
      let column = try String.fetchOne(
        database,
        sql: """
          SELECT game.opponent FROM signed JOIN game ON game.id = signed.game
            WHERE signed.signer = ? AND game.opponent IS NOT NULL ORDER BY game.id DESC LIMIT 1
          """,
        arguments: [key.hexadecimal]
      )
      return column.flatMap(PlayerID.init(column:))
    }
  }
}
