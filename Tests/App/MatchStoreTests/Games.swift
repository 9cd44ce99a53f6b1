import GRDB
import GameRecords
import GameRules
import MatchPlay
import MatchProtocol
import Testing

@testable import MatchStore

// Games for the tests of the store.

extension MatchStore {
  /// Notes that the last game of the match ended by a resignation of the second player.
  func finish(_ id: SavedMatch.ID, result: String) throws(StoreError) {
    try finish(
      id,
      result: result,
      end: RecordedGame.End(winner: .first, reason: "resignation"),
      in: Position(game: .gomoku()),
      at: 1_800_000_050
    )
  }

  /// Keeps what both sides say in a game of Gomoku with these moves, from the entry `place` on.
  ///
  /// - Returns: How many entries there are then.
  func play(
    _ moves: String,
    from place: Int = 0,
    in id: SavedMatch.ID,
    isFirst: Bool
  ) throws -> Int {
    let start = MatchMessage.Start(
      game: "gomoku",
      rule: "freestyle",
      first: isFirst ? .guest : .host
    )
    try append(JournalEntry(isMine: false, .start(start)), at: place, to: id, time: 1_800_000_060)
    var position = Position(game: .gomoku())
    for (ply, word) in moves.split(separator: " ").enumerated() {
      try position.play(position.move(from: String(word)))
      let move = MatchMessage.Move(ply: ply, text: String(word), position: position.textHash)
      let entry = JournalEntry(isMine: ply.isMultiple(of: 2) == isFirst, .move(move))
      try append(entry, at: place + 1 + ply, to: id)
    }
    return place + 1 + moves.split(separator: " ").count
  }

  /// Changes what is kept, as no program of this kind would.
  func damage(_ sql: String) throws {
    try write { try $0.execute(sql: sql) }
  }
}

/// The moves of a game that the first player wins.
let wonGame = "h8 h9 i8 i9 j8 j9 k8 k9 l8"
