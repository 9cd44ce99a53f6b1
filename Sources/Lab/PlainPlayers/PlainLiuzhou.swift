public import GameRules
internal import TestSupport

/// A plain player of Liuzhou chess, to measure others against: alpha-beta to a fixed depth, by
/// material.
///
/// It counts stones, captured ones that are still on the board as lost, and sees no end of the game
/// but by their number. Equal actions are decided by a seed.
public struct PlainLiuzhou {
  private let depth: Int
  private var random: SeededGenerator

  /// A player that looks `depth` actions ahead.
  public init(depth: Int = 4, seed: UInt64) {
    self.depth = depth
    random = SeededGenerator(seed: seed)
  }

  /// The action to play, or nil when the game is over.
  public mutating func move(in position: LiuzhouPosition) -> Move? {
    var best: Move?
    var bestScore = -Self.infinity
    for move in position.legalMoves.shuffled(using: &random) {
      var next = position.board
      Self.play(move, &next, position.terms)
      let score = Self.value(of: next, for: position.board.toMove, position.terms) { board in
        Self.search(board, depth - 1, -Self.infinity, -bestScore, position.terms)
      } same: { board in
        Self.search(board, depth - 1, bestScore, Self.infinity, position.terms)
      }
      if score > bestScore {
        bestScore = score
        best = move
      }
    }
    return best
  }

  private static let infinity = 1_000_000
  private static let win = 10_000

  private static func search(
    _ board: LiuzhouBoard,
    _ depth: Int,
    _ alpha: Int,
    _ beta: Int,
    _ terms: LiuzhouTerms
  ) -> Int {
    if let outcome = board.outcome {
      return outcome.winner == nil ? 0 : outcome.winner == board.toMove ? win + depth : -win - depth
    }
    guard depth > 0 else { return 100 * (board.own.nonzeroBitCount - board.enemy.nonzeroBitCount) }
    var best = -infinity
    for move in LiuzhouPosition(board: board, terms: terms).legalMoves {
      var next = board
      play(move, &next, terms)
      let alpha = max(alpha, best)
      let score = value(of: next, for: board.toMove, terms) { board in
        search(board, depth - 1, -beta, -alpha, terms)
      } same: { board in
        search(board, depth - 1, alpha, beta, terms)
      }
      best = max(best, score)
      if best >= beta { break }
    }
    return best
  }

  /// The value of `board` to `side`, which has just acted.
  private static func value(
    of board: LiuzhouBoard,
    for side: Side,
    _ terms: LiuzhouTerms,
    other: (LiuzhouBoard) -> Int,
    same: (LiuzhouBoard) -> Int
  ) -> Int {
    board.toMove == side ? same(board) : -other(board)
  }

  private static func play(_ move: Move, _ board: inout LiuzhouBoard, _ terms: LiuzhouTerms) {
    switch move.action {
    case .place(let point): board.place(point.row * 6 + point.column, terms)
    case .step(let from, let to):
      board.step(from: from.row * 6 + from.column, to: to.row * 6 + to.column, terms)
    case .remove(let point): board.take(point.row * 6 + point.column)
    case .choose, .carry: break
    }
  }
}
