internal import GRDB
public import MatchProtocol
public import Sodium

extension MatchStore {
  /// The players whose keys were accepted.
  ///
  /// - Throws: ``StoreError``.
  public func trustBook() throws(StoreError) -> TrustBook {
    try read { database in
      let sql = "SELECT key, name, nickname, firstSeen, lastSeen FROM player"
      return TrustBook(
        try Row.fetchAll(database, sql: sql).map { row in
          try KnownPlayer(Columns(of: row, in: "player"))
        }
      )
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
  public func forget(_ key: PlayerID) throws(StoreError) {
    try write { database in
      try database.execute(sql: "DELETE FROM player WHERE key = ?", arguments: [key.column])
      // Who has a match that can go on is recognised until it is over.
      try database.execute(
        sql: """
          DELETE FROM acquaintance WHERE key = ?
            AND key NOT IN (SELECT opponent FROM match WHERE result IS NULL)
          """,
        arguments: [key.column]
      )
    }
  }
}

extension KnownPlayer {
  fileprivate init(_ columns: Columns) throws(StoreError) {
    guard let key = PlayerID(column: try columns["key"]) else { throw columns.damaged("key") }
    guard let name = PlayerName(try columns["name"]) else { throw columns.damaged("name") }
    var nickname: PlayerName?
    if let text: String = try columns["nickname"] {
      nickname = PlayerName(text)
      if nickname == nil { throw columns.damaged("nickname") }
    }
    self.init(
      key: key,
      name: name,
      nickname: nickname,
      firstSeen: try columns["firstSeen"],
      lastSeen: try columns["lastSeen"]
    )
  }
}
