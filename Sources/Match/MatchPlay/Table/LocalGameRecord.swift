/// The games on disk at a table without another board.
public struct LocalGameRecord: Hashable, Sendable {
  /// The game as it is kept; nil before its first move.
  private var kept: Match?
  /// True if games are to be kept at all.
  private let isWanted: Bool

  /// Nothing is kept yet; `isWanted` says whether anything will be.
  public init(isWanted: Bool = true) {
    self.isWanted = isWanted
  }

  /// A game that is kept as it stands.
  public init(of match: Match) {
    isWanted = true
    kept = match
  }

  /// True if a game is on disk.
  public var isKept: Bool { kept != nil }

  /// The next game is another one.
  mutating func begin() {
    kept = nil
  }

  /// The changes to keep after `match` has changed: a game is kept from its first move on.
  mutating func change(to match: Match?) -> [JournalChange] {
    guard isWanted, let match, match != kept, kept != nil || !match.record.moves.isEmpty else {
      return []
    }
    defer { kept = match }
    return [.game(match, isNew: kept == nil)]
  }
}
