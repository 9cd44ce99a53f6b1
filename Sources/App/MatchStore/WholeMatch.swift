internal import GRDB
package import GameRecords
package import GameRules
package import MatchProtocol

/// A match of one game as it was kept, for measurements.
package struct WholeMatch {
  private let match: SavedMatch
  private let journal: [JournalEntry]
  private let end: RecordedGame.End
  private let position: Position

  /// A match of one game, which ended in `position`.
  package init(
    _ match: SavedMatch,
    _ journal: [JournalEntry],
    end: RecordedGame.End,
    in position: Position
  ) {
    (self.match, self.journal, self.end, self.position) = (match, journal, end, position)
  }

  fileprivate func keep(_ database: Database) throws {
    let id = try MatchStore.insertMatch(match, database)
    var game = RecordedGame(of: match)
    let number = try MatchStore.insertGame(game, of: id, database)
    for (place, entry) in journal.enumerated() {
      try MatchStore.insert(entry, place, id, database)
    }
    if case .start(let start)? = journal.first?.message {
      game.terms = GameTerms(start)
      game.side = start.side(of: match.seat.role)
    }
    game.note(position)
    game.end = end
    game.endedAt = match.startedAt + 600
    try MatchStore.update(number, game, database)
    try MatchStore.save(GameScore(position), of: number, database)
    let leftAt = match.startedAt + 601
    try MatchStore.update(id, "result = 'over', leftAt = ?", [leftAt], in: database)
  }
}

extension MatchStore {
  /// Keeps many matches that are over in one transaction, as if each had been played.
  package func keepAll(_ matches: [WholeMatch]) throws(StoreError) {
    try write { database in
      for match in matches { try match.keep(database) }
    }
  }
}
