internal import GRDB
internal import GameRecords
public import GameRules
public import MatchProtocol

extension MatchStore {
  /// Puts an earlier record of the match in place of the one that is kept, of whose last game it is
  /// the beginning.
  ///
  /// The games of the match so far stay as games of their own: nothing that was played is lost.
  ///
  /// - Parameters:
  ///   - id: The match.
  ///   - journal: What goes on: the terms, and the moves that stand.
  ///   - position: Where the last game stood before, with the moves that led there; nil if none had
  ///     begun.
  ///   - time: When, in seconds since 1970, UTC.
  /// - Throws: ``StoreError``.
  public func goBack(
    _ id: SavedMatch.ID,
    to journal: [JournalEntry],
    from position: Position?,
    at time: Int64
  ) throws(StoreError) {
    try write { database in
      try Self.check(id, database)
      let origin = try Self.setGamesAside(id, position, at: time, database)
      try database.execute(sql: "DELETE FROM entry WHERE match = ?", arguments: [id.rawValue])
      try database.execute(
        sql: "DELETE FROM clock WHERE owner = ?",
        arguments: [ClockOwner.match(id).key]
      )
      try Self.update(id, "result = NULL", in: database)
      for (place, entry) in journal.enumerated() {
        try Self.insert(entry, place, id, database)
        guard case .start(let start) = entry.message else { continue }
        try Self.beginGame(start, of: id, at: time, database)
      }
      guard let origin, let last = try Self.lastGame(of: id, database), var game = last.game else {
        return
      }
      game.origin = RecordedGame.Origin(number: origin, ply: journal.count - 1)
      try Self.update(last.number, game, database)
    }
  }

  /// Makes the games of a match games of their own, and returns the number of the last one.
  private static func setGamesAside(
    _ id: SavedMatch.ID,
    _ position: Position?,
    at time: Int64,
    _ database: Database
  ) throws -> Int64? {
    guard let last = try lastGame(of: id, database), var game = last.game, game.terms != nil else {
      return nil
    }
    if game.end == nil, let position {
      game.note(position)
      game.end = RecordedGame.End(winner: nil, reason: RecordedGame.End.setAside)
      game.endedAt = time
      try update(last.number, game, database)
      try save(GameScore(position), of: last.number, database)
    }
    let sql = "UPDATE game SET match = NULL WHERE match = ?"
    try database.execute(sql: sql, arguments: [id.rawValue])
    return last.number
  }
}
