internal import GameRules

/// The notation of moves in an engine protocol.
enum MoveNotation: Hashable, Sendable {
  /// As this project does: `h8`, `c3c4`, `xd4`, and in Xiangqi ranks from 0, `h2e2`.
  ///
  /// Pikafish and UCCI write Xiangqi so, too.
  case ours
  /// Xiangqi with ranks from 1, `h3e3`, as Fairy-Stockfish writes it.
  case ranksFromOne

  /// The text of `move`.
  func text(_ move: Move) -> String {
    guard self == .ranksFromOne, case .carry(let from, let to) = move.action else {
      return move.description
    }
    return from.description + to.description
  }

  /// Reads a move, or in Liuzhou chess a whole turn; nil where the text is none.
  ///
  /// Whether it is legal, the position says.
  func moves(_ text: String, in position: Position) -> [Move]? {
    guard self == .ranksFromOne, position.game.kind == .xiangqi else {
      return try? position.turn(from: text)
    }
    guard let second = text.lastIndex(where: \.isLetter),
      let from = Point(String(text[..<second])),
      let to = Point(String(text[second...])),
      [from, to].allSatisfy({ $0.column < 9 && $0.row < 10 })
    else { return nil }
    return [.carry(from: from, to: to)]
  }
}
