import GameRules
import MatchPlay

extension KeptTurn {
  /// The number of moves before the turn, its milliseconds, and whether they count by the calendar.
  var fields: [[UInt8]] {
    let milliseconds = Int64(thought / .milliseconds(1))
    return [String(ply), String(milliseconds), isByCalendar ? "1" : "0"].map { Array($0.utf8) }
  }

  /// The turn with these ``fields``, behind which stand the milliseconds since they were kept.
  init?(fields bytes: [UInt8]) {
    var fields = FieldReader(bytes)
    guard let ply = fields.nextText().flatMap({ Int($0) }),
      let thought = fields.nextText().flatMap({ Int64($0) }),
      let mode = fields.nextText(), let away = fields.nextText().flatMap({ Int64($0) })
    else { return nil }
    let isByCalendar = mode == "1"
    let rest = isByCalendar ? max(0, away) : 0
    self.init(ply: ply, thought: .milliseconds(thought + rest), isByCalendar: isByCalendar)
  }
}

extension Match {
  /// The game, its options, the side of the player here and the moves: what ``Page`` begins with.
  var fields: [[UInt8]] {
    let side: Side = if case .one(let side) = seats { side } else { .first }
    let moves = record.moves.map { $0.description }.joined(separator: " ")
    return [position.game.kind.rawValue, position.game.options, side.name, moves]
      .map { Array($0.utf8) }
  }
}
