public import GameRules
public import MatchPlay
public import MatchProtocol

/// A game of a match, found in its journal: a match with rematches has several.
public struct JournalGame: Hashable, Sendable {
  /// The place in the journal of the message that began it.
  public let place: Int
  /// What the host named then.
  public let start: MatchMessage.Start
  /// The game as far as it came; nil where the journal cannot be played again.
  public let match: Match?

  /// The games of `journal`, as the side `role` has them, oldest first.
  ///
  /// - Parameters:
  ///   - journal: All that was said and heard.
  ///   - role: Which side kept it.
  ///   - isOver: Whether the last game is known to have ended, so that a resignation that nobody
  ///     answered is final.
  /// - Returns: The games; a damaged one does not hide the others.
  public static func games(
    in journal: [JournalEntry],
    as role: Role,
    isOver: Bool
  ) -> [JournalGame] {
    let places = journal.indices.filter { journal[$0].start != nil }
    return places.enumerated().compactMap { number, place in
      guard let start = journal[place].start else { return nil }
      let isLast = number == places.count - 1
      let end = isLast ? journal.count : places[number + 1]
      var match = try? Match.restored(from: Array(journal[place..<end]), as: role)?.match
      if isOver || !isLast { match?.settle() }
      return JournalGame(place: place, start: start, match: match)
    }
  }
}

extension JournalGame {
  /// The moves so far; nil where the journal cannot be played again.
  public var score: GameScore? { match.map { GameScore($0.position) } }

  /// Takes over into `record` what was played, and by whom.
  ///
  /// - Parameters:
  ///   - record: The record of the game.
  ///   - role: The side of the link of the one who keeps it.
  public func note(in record: inout RecordedGame, as role: Role) {
    record.terms = GameTerms(start)
    record.side = start.side(of: role)
    if let match { record.note(match) }
  }
}

extension JournalEntry {
  /// What begins a game, if this does.
  fileprivate var start: MatchMessage.Start? {
    if case .start(let start) = message { start } else { nil }
  }
}

extension MatchMessage.Start {
  /// The side in the game of the one who has the side `role` of the link.
  public func side(of role: Role) -> Side {
    first == role ? .first : .second
  }
}
