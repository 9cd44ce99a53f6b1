internal import GRDB
public import MatchProtocol
public import Sodium

extension MatchStore {
  /// The players whose keys were accepted.
  ///
  /// - Throws: ``StoreError``.
  public func trustBook() throws(StoreError) -> TrustBook {
    try read { database in
      let known = "SELECT key, name, nickname, firstSeen, lastSeen FROM player"
      let accepted = """
        SELECT key, acceptedAs AS name, NULL AS nickname, metAt AS firstSeen, metAt AS lastSeen
          FROM acquaintance WHERE acceptedAs IS NOT NULL AND key NOT IN (SELECT key FROM player)
        """
      return TrustBook(
        // Of a damaged one it keeps what names the player, if that is there.
        try Row.fetchAll(database, sql: known).compactMap { row in
          PlayerRow(Columns(of: row, in: "player")).player
        },
        // A damaged one is a stranger again.
        accepted: try Row.fetchAll(database, sql: accepted).compactMap { row in
          let kept = PlayerRow(Columns(of: row, in: "acquaintance"))
          return kept.damage == nil ? kept.player : nil
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

  /// Forgets a player of whom what is kept is damaged; their games stay.
  ///
  /// - Throws: ``StoreError``.
  public func forget(_ player: DamagedPlayer) throws(StoreError) {
    if let key = player.key { try forget(key) }
    try write { database in
      try database.execute(sql: "DELETE FROM player WHERE key = ?", arguments: [player.id])
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
        sql: "UPDATE acquaintance SET acceptedAs = NULL WHERE key = ?",
        arguments: [key.column]
      )
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

/// A player of whom this program would not have written what is kept.
public struct DamagedPlayer: Hashable, Sendable {
  /// What stands where the key is kept, as text of which nothing is believed.
  public let id: String
  /// The key, if it can be read.
  public let key: PlayerID?
  /// The names that can be read: what the player is called here, and by themselves.
  public let names: [PlayerName]
  /// Which of the columns is damaged; of several, the first.
  public let column: String

  /// All of them in `store`.
  ///
  /// - Throws: ``StoreError``.
  public static func all(in store: MatchStore) throws(StoreError) -> [DamagedPlayer] {
    try store.read { database in
      let sql = "SELECT key, name, nickname, firstSeen, lastSeen FROM player ORDER BY key"
      return try Row.fetchAll(database, sql: sql).compactMap { row in
        let kept = PlayerRow(Columns(of: row, in: "player"))
        guard let column = kept.damage else { return nil }
        let text = String.fromDatabaseValue(row["key"]) ?? ""
        return DamagedPlayer(id: text, key: kept.key, names: kept.names, column: column)
      }
    }
  }
}

/// What can be read of a row with a player.
private struct PlayerRow {
  let key: PlayerID?
  let name: PlayerName?
  let nickname: PlayerName?
  private let seen: (first: Int64?, last: Int64?)
  /// The first column that this program would not have written; nil if there is none.
  let damage: String?

  init(_ columns: Columns) {
    let texts: (key: String?, name: String?) = (try? columns["key"], try? columns["name"])
    // Nil where it is no text, and nil in that where there is none.
    let nicknameText: String?? = try? columns["nickname"]
    let key = texts.key.flatMap(PlayerID.init(column:))
    let name = texts.name.flatMap { PlayerName($0) }
    let nickname = nicknameText.flatMap(\.self).flatMap { PlayerName($0) }
    let seen: (first: Int64?, last: Int64?) = (try? columns["firstSeen"], try? columns["lastSeen"])
    let isNicknameFit = nicknameText == .some(nil) || nickname != nil
    let isFit: KeyValuePairs = [
      "key": key != nil, "name": name != nil, "nickname": isNicknameFit,
      "firstSeen": seen.first != nil, "lastSeen": seen.last != nil,
    ]
    damage = isFit.first { !$0.value }?.key
    (self.key, self.name, self.nickname, self.seen) = (key, name, nickname, seen)
  }

  /// The names that can be read.
  var names: [PlayerName] { [nickname, name].compactMap(\.self) }

  /// The player, where a key and a name can be read: without the other name if that cannot be.
  var player: KnownPlayer? {
    guard let key, let name = name ?? nickname else { return nil }
    let last = seen.last ?? seen.first ?? 0
    return KnownPlayer(
      key: key,
      name: name,
      nickname: nickname,
      firstSeen: seen.first ?? last,
      lastSeen: last
    )
  }
}
