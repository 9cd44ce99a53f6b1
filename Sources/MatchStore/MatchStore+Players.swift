internal import GRDB
public import MatchProtocol
public import Sodium

extension MatchStore {
  /// The players whose keys were accepted.
  ///
  /// - Throws: ``StoreError``.
  public func trustBook() throws(StoreError) -> TrustBook {
    try read { database in
      TrustBook(try Row.fetchAll(database, sql: "SELECT * FROM player").map(KnownPlayer.init(row:)))
    }
  }

  /// Keeps `player`, in place of what was kept for the same key.
  ///
  /// - Throws: ``StoreError``.
  public func save(_ player: KnownPlayer) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO player (key, name, nickname, firstSeen, lastSeen)
            VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          player.key.column, player.name.description, player.nickname?.description,
          player.firstSeen, player.lastSeen,
        ]
      )
    }
  }

  /// Forgets the owner of `key`; their games stay.
  ///
  /// - Throws: ``StoreError``.
  public func forget(_ key: PublicKey) throws(StoreError) {
    try write { database in
      try database.execute(sql: "DELETE FROM player WHERE key = ?", arguments: [key.column])
    }
  }
}

extension KnownPlayer {
  fileprivate init(row: Row) throws(StoreError) {
    guard let key = PublicKey(column: row["key"]) else { throw Self.damaged("key") }
    guard let name = PlayerName(row["name"]) else { throw Self.damaged("name") }
    var nickname: PlayerName?
    if let text: String = row["nickname"] {
      guard let name = PlayerName(text) else { throw Self.damaged("nickname") }
      nickname = name
    }
    self.init(
      key: key,
      name: name,
      nickname: nickname,
      firstSeen: row["firstSeen"],
      lastSeen: row["lastSeen"]
    )
  }

  private static func damaged(_ column: String) -> StoreError {
    .damagedRow(table: "player", column: column)
  }
}
