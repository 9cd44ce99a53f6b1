internal import GRDB
package import GameRecords
package import GameRules
package import MatchProtocol

extension MatchStore {
  /// A match as it was kept, for measurements.
  package struct WholeMatch {
    let match: SavedMatch
    let journal: [JournalEntry]
    let end: RecordedGame.End
    let position: Position

    /// A match of one game, which ended in `position`.
    package init(
      _ match: SavedMatch,
      _ journal: [JournalEntry],
      end: RecordedGame.End,
      in position: Position
    ) {
      (self.match, self.journal, self.end, self.position) = (match, journal, end, position)
    }
  }

  /// Keeps many matches that are over in one transaction, as if each had been played.
  package func keepAll(_ matches: [WholeMatch]) throws(StoreError) {
    try write { database in
      for whole in matches { try Self.keep(whole, database) }
    }
  }

  private static func keep(_ whole: WholeMatch, _ database: Database) throws {
    let id = try insertMatch(whole.match, database)
    let number = try insertGame(RecordedGame(of: whole.match), of: id, database)
    for (place, entry) in whole.journal.enumerated() { try insert(entry, place, id, database) }
    var game = RecordedGame(of: whole.match)
    if case .start(let start)? = whole.journal.first?.message {
      game.terms = GameTerms(start)
      game.side = start.side(of: whole.match.seat.role)
    }
    game.note(whole.position)
    game.end = whole.end
    game.endedAt = whole.match.startedAt + 600
    try update(number, game, database)
    try save(GameScore(whole.position), of: number, database)
    try update(id, "result = 'over', leftAt = ?", [whole.match.startedAt + 601], in: database)
  }
}
