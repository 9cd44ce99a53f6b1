import GameRules
import MatchPlay
import Terminal

/// The moves of a game as they are listed: one text for each turn.
struct MoveList: Hashable, Sendable {
  /// One player's turn.
  struct Turn: Hashable {
    let side: Side
    var text: String
  }

  private(set) var turns: [Turn] = []
  /// True if no move has been listed since another game began.
  private(set) var isNew = false
  private var moves: [Move] = []
  private var position: Position?

  /// Lists the moves of `record`; only what is new is played.
  mutating func follow(_ record: GameRecord) {
    let isSame = position?.game == record.game && record.moves.starts(with: moves)
    isNew = !isSame || position == nil
    if isNew {
      (turns, moves) = ([], [])
      position = Position(game: record.game)
    }
    for move in record.moves.dropFirst(moves.count) { append(move) }
  }

  /// The moves, a turn of each side in a row.
  var rows: [String] {
    var rows: [(Int, String, String)] = []
    for turn in turns {
      if turn.side == .second, let last = rows.last, last.2.isEmpty {
        rows[rows.count - 1].2 = turn.text
      } else if turn.side == .first {
        rows.append((rows.count + 1, turn.text, ""))
      } else {
        rows.append((rows.count + 1, "", turn.text))
      }
    }
    let widest = rows.map { CharacterWidth.columns(of: $0.1) }.max() ?? 0
    return rows.map { number, first, second in
      let padding = widest - CharacterWidth.columns(of: first)
      let digits = number < 10 ? "  \(number)" : number < 100 ? " \(number)" : "\(number)"
      return "\(digits). \(first)\(String(repeating: " ", count: padding))  \(second)"
    }
  }

  private mutating func append(_ move: Move) {
    guard var position else { return }
    let side = position.toMove
    let text = position.text(of: move)
    moves.append(move)
    if case .remove = move.action, let last = turns.last, last.side == side {
      turns[turns.count - 1].text += last.text.contains("x") ? "," + text.dropFirst() : text
    } else {
      turns.append(Turn(side: side, text: text))
    }
    try? position.play(move)
    self.position = position
  }
}
