import GameRules
import TestSupport

extension Position {
  /// Plays at most `count` random legal moves.
  mutating func playRandomly(
    _ count: Int,
    using random: inout SeededGenerator
  ) throws {
    for _ in 0..<count {
      guard let move = legalMoves.randomElement(using: &random) else { return }
      try play(move)
    }
  }
}

extension XiangqiPosition {
  /// All pawns and some of the other pieces on two or three files, so that many stand in tandem.
  static func crowded(using random: inout SeededGenerator) -> XiangqiPosition? {
    var board: [Character?] = Array(repeating: nil, count: 90)
    let files = (0..<9).shuffled(using: &random).prefix(Int.random(in: 2...3, using: &random))
    for (pieces, rows) in [("PPPPP", 5..<10), ("ppppp", 0..<5)] {
      for piece in pieces {
        guard let file = files.randomElement(using: &random) else { return nil }
        board[Int.random(in: rows, using: &random) * 9 + file] = piece
      }
    }
    for piece in "RRNNCCrrnncc" where Int.random(in: 0..<3, using: &random) > 0 {
      guard let file = files.randomElement(using: &random) else { return nil }
      let place = Int.random(in: 0..<10, using: &random) * 9 + file
      if board[place] == nil { board[place] = piece }
    }
    let palaces = [("K", "A", 0), ("k", "a", 7)]
    for (king, advisor, row) in palaces {
      let column = Int.random(in: 3...5, using: &random)
      board[Int.random(in: row...row + 2, using: &random) * 9 + column] = Character(king)
      for corner in [3, 5] where board[(row == 0 ? 0 : 9) * 9 + corner] == nil {
        board[(row == 0 ? 0 : 9) * 9 + corner] = Character(advisor)
      }
    }
    let ranks = (0..<10).reversed().map { row in
      board[row * 9..<row * 9 + 9].reduce(into: "") { rank, piece in
        if let piece {
          rank.append(piece)
        } else if let last = rank.last.flatMap({ Int(String($0)) }) {
          rank = rank.dropLast() + String(last + 1)
        } else {
          rank += "1"
        }
      }
    }
    let side = Bool.random(using: &random) ? "w" : "b"
    return try? XiangqiPosition(text: ranks.joined(separator: "/") + " " + side)
  }
}
