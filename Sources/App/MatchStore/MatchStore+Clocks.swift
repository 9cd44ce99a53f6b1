internal import GRDB

/// The clocks of a game that goes on, as they were when they were last written.
public struct SavedClock: Hashable, Sendable {
  /// What both sides had left after the last move, in words of the caller; empty where the journal
  /// of the match says it.
  public let state: String
  /// The number of moves before the turn that went on.
  public let ply: Int
  /// How long was thought in it, in milliseconds.
  public let thought: Int64
  /// When that was, in seconds since 1970, UTC.
  public let savedAt: Int64

  /// States the clocks at a time.
  public init(state: String = "", ply: Int, thought: Int64, savedAt: Int64) {
    self.state = state
    self.ply = ply
    self.thought = thought
    self.savedAt = savedAt
  }
}

/// Whose clocks they are.
public enum ClockOwner: Hashable, Sendable {
  /// A match over a link.
  case match(SavedMatch.ID)
  /// The game of this number, at this terminal.
  case game(Int64)

  var key: String {
    switch self {
    case .match(let id): "match \(id.rawValue)"
    case .game(let number): "game \(number)"
    }
  }
}

extension MatchStore {
  /// Keeps clocks in place of those that were kept.
  ///
  /// - Throws: ``StoreError``.
  public func keep(_ clock: SavedClock, of owner: ClockOwner) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO clock (owner, state, ply, thought, savedAt) VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [owner.key, clock.state, clock.ply, clock.thought, clock.savedAt]
      )
    }
  }

  /// The clocks that are kept; nil where there are none, or none that make sense.
  ///
  /// - Throws: ``StoreError``.
  public func clock(of owner: ClockOwner) throws(StoreError) -> SavedClock? {
    try read { database in
      let row = try Row.fetchOne(
        database,
        sql: "SELECT state, ply, thought, savedAt FROM clock WHERE owner = ?",
        arguments: [owner.key]
      )
      guard let row, let state = String.fromDatabaseValue(row["state"]),
        let ply = Int.fromDatabaseValue(row["ply"]),
        let thought = Int64.fromDatabaseValue(row["thought"]), thought >= 0,
        let savedAt = Int64.fromDatabaseValue(row["savedAt"])
      else { return nil }
      return SavedClock(state: state, ply: ply, thought: thought, savedAt: savedAt)
    }
  }
}
