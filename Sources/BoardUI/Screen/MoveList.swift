import GameRules
import MatchPlay

/// The moves of a game as they are listed: one text for each turn.
struct MoveList: Hashable, Sendable {
  /// One player's turn.
  struct Turn: Hashable {
    let side: Side
    var text: String
  }

  private(set) var turns: [Turn] = []
  /// Whether no move has been listed since another game began.
  private(set) var isNew = false
  private var moves: [Move] = []
  private var position: Position?

  /// Lists the moves of `record`; only what is new is played.
  mutating func follow(_ record: GameRecord, _ pieces: PieceStyle) {
    let isSame = position?.game == record.game && record.moves.starts(with: moves)
    isNew = !isSame || position == nil
    if isNew {
      (turns, moves) = ([], [])
      position = Position(game: record.game)
    }
    for move in record.moves.dropFirst(moves.count) { append(move, pieces) }
  }

  private mutating func append(_ move: Move, _ pieces: PieceStyle) {
    guard var position else { return }
    let side = position.toMove
    let text = Self.text(of: move, in: position, pieces)
    moves.append(move)
    if case .remove = move.action, let last = turns.last, last.side == side {
      turns[turns.count - 1].text += last.text.contains("x") ? "," + text.dropFirst() : text
    } else {
      turns.append(Turn(side: side, text: text))
    }
    try? position.play(move)
    self.position = position
  }

  static func text(of move: Move, in position: Position, _ pieces: PieceStyle) -> String {
    guard pieces == .han, case .xiangqi(let xiangqi) = position else { return move.description }
    return xiangqi.text(of: move, in: .traditionalChinese) ?? move.description
  }
}
