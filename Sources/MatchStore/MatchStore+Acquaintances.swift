internal import GRDB
public import MatchProtocol
internal import Sodium

extension MatchStore {
  /// Everybody by whom the owner may be recognised, those first that were met last.
  ///
  /// - Parameter key: The key of the folder.
  /// - Returns: The players, with the names under which they are known, if they are.
  /// - Throws: ``StoreError``.
  public func acquaintances(_ key: StoreKey) throws(StoreError) -> [Acquaintance] {
    let (rows, earlier) = try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT key, name, secret FROM acquaintance LEFT JOIN player USING (key)
            ORDER BY metAt DESC, key
          """
      )
      let earlier = try Row.fetchAll(
        database,
        sql: """
          SELECT key, name FROM
            (SELECT key FROM player UNION SELECT opponent FROM match
              EXCEPT SELECT key FROM acquaintance)
            LEFT JOIN player USING (key)
          """
      )
      return (rows, earlier)
    }
    var acquaintances: [Acquaintance] = []
    for columns in rows.map({ Columns(of: $0, in: "acquaintance") }) {
      let player = PlayerID(column: try columns["key"])
      let sealed = [UInt8](hex: try columns["secret"])
      guard let player, let sealed, let secret = key.open(sealed, of: player) else {
        throw columns.damaged("secret")
      }
      acquaintances.append(Acquaintance(player, name: try columns.name, secret: secret))
    }
    // Whoever was met by an earlier version: a damaged key is nobody's here, and told elsewhere.
    for columns in earlier.map({ Columns(of: $0, in: "player") }) {
      guard let player = PlayerID(column: try columns["key"]),
        let secret = key.secret(with: player)
      else { continue }
      acquaintances.append(Acquaintance(player, name: try columns.name, secret: secret))
    }
    return acquaintances
  }

  /// Keeps `player`, who was met at `time` in seconds since 1970, UTC.
  ///
  /// - Throws: ``StoreError``.
  public func keep(
    _ player: Acquaintance,
    under key: StoreKey,
    at time: Int64
  ) throws(StoreError) {
    let sealed = player.withSecret { key.seal($0, of: player.key) }
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO acquaintance (key, secret, metAt) VALUES (?, ?, ?)",
        arguments: [player.key.column, sealed.hex, time]
      )
    }
  }
}

extension Columns {
  fileprivate var name: PlayerName? {
    get throws(StoreError) {
      let text: String? = try self["name"]
      return text.flatMap { PlayerName($0) }
    }
  }
}
