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
          SELECT key, COALESCE(name, acceptedAs) AS name, secret
            FROM acquaintance LEFT JOIN player USING (key)
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
    if !isReadOnly { resealOld(rows, under: key) }
    return rows.compactMap { Acquaintance($0, sealedUnder: key) }
      + earlier.compactMap { Acquaintance(earlier: $0, known: key) }
  }

  /// Seals what an earlier version has sealed under a nonce of its own each.
  private func resealOld(_ rows: [Row], under key: StoreKey) {
    let old = rows.filter { row in
      let sealed = String.fromDatabaseValue(row["secret"]).flatMap([UInt8].init(hexadecimal:))
      return sealed.map(StoreKey.isOld) == true
    }
    .compactMap { Acquaintance($0, sealedUnder: key) }
    guard !old.isEmpty else { return }
    // What cannot be written now is sealed again the next time.
    try? write { database in
      for player in old {
        let sealed = player.withSecret { key.seal($0, of: player.key) }
        try database.execute(
          sql: "UPDATE acquaintance SET secret = ? WHERE key = ?",
          arguments: [sealed.hexadecimal, player.key.column]
        )
      }
    }
  }

  /// Keeps `player`, who was met at `time` in seconds since 1970, UTC.
  ///
  /// - Parameters:
  ///   - player: Who it is.
  ///   - key: The key of the folder.
  ///   - name: What the player claimed to be called when the owner accepted them as the right one;
  ///     nil where the owner plays with anybody.
  ///   - time: When they were met.
  /// - Throws: ``StoreError``.
  public func keep(
    _ player: Acquaintance,
    under key: StoreKey,
    acceptedAs name: PlayerName? = nil,
    at time: Int64
  ) throws(StoreError) {
    let sealed = player.withSecret { key.seal($0, of: player.key) }
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO acquaintance (key, secret, metAt, acceptedAs) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET secret = excluded.secret, metAt = excluded.metAt,
              acceptedAs = COALESCE(excluded.acceptedAs, acceptedAs)
          """,
        arguments: [player.key.column, sealed.hexadecimal, time, name?.description]
      )
    }
  }
}

extension Acquaintance {
  /// The player of a row; nil for one whose secret is damaged, or sealed under another key, as in a
  /// backup without its key: the two are strangers then, and the games stay.
  fileprivate init?(_ row: Row, sealedUnder key: StoreKey) {
    let columns = Columns(of: row, in: "acquaintance")
    guard let name: String = try? columns["key"], let player = PlayerID(column: name),
      let text: String = try? columns["secret"], let sealed = [UInt8](hexadecimal: text),
      let secret = key.open(sealed, of: player)
    else { return nil }
    self.init(player, name: columns.name, secret: secret)
  }

  /// A player whom an earlier version met; nil for a damaged key, which is told elsewhere.
  fileprivate init?(earlier row: Row, known key: StoreKey) {
    let columns = Columns(of: row, in: "player")
    guard let text: String = try? columns["key"], let player = PlayerID(column: text),
      let secret = key.secret(with: player)
    else { return nil }
    self.init(player, name: columns.name, secret: secret)
  }
}

extension Columns {
  fileprivate var name: PlayerName? {
    let text: String?? = try? self["name"]
    return text.flatMap(\.self).flatMap { PlayerName($0) }
  }
}
