internal import GameRules
internal import GameSearch

/// Goes through the positions of a game, and says what each move was worth.
struct GameAnalysis {
  /// The value of a position for the side that moved first.
  struct Value: Hashable {
    /// In hundredths of a pawn or stone.
    var score: Int
    /// Plies to a proven end, negative where the second player wins; nil unless proven.
    var mate: Int?

    /// No position is counted as better than ten pawns ahead: who wins anyway loses nothing.
    private static let most = 1_000

    /// The score with a proven end as the most there can be.
    var capped: Int {
      if let mate { return mate > 0 ? Self.most : -Self.most }
      return min(max(score, -Self.most), Self.most)
    }
  }

  /// The judgement of one move.
  struct Judgement: Hashable {
    /// The number of the move, from 1.
    let ply: Int
    /// The side that made it.
    let side: Side
    /// The move.
    let move: Move
    /// The value of the position after it.
    let value: Value
    /// The move that the search preferred, if it is another one.
    let better: Move?
    /// The value of the position before it.
    let valueBefore: Value
    /// The loss by the move, in hundredths, from 0 to 2,000.
    let loss: Int
  }

  /// The minimum loss that makes a move a mistake.
  static let mistake = 50

  private let positions: [Position]
  private let moves: [Move]
  private let think: (Position, Int) -> SearchReport?
  private var before: (value: Value, best: Move?)?
  private(set) var judgements: [Judgement] = []

  /// The analysis of the game that ended in `last`.
  ///
  /// - Parameters:
  ///   - last: the last position, with all moves.
  ///   - think: searches a position, which has so many plies; what it remembers of the positions
  ///     before keeps their proven ends.
  init(_ last: Position, think: @escaping (Position, Int) -> SearchReport?) {
    moves = last.moves
    self.think = think
    var position = last.start
    var positions = [position]
    for move in moves {
      do {
        try position.playOn(move)
      } catch {
        preconditionFailure("a game has an illegal move: \(error)")
      }
      positions.append(position)
    }
    self.positions = positions
  }

  /// Judges the next move; nil after the last one.
  mutating func next() -> Judgement? {
    let ply = judgements.count
    guard ply < moves.count else { return nil }
    let before = before ?? evaluate(ply)
    let after = evaluate(ply + 1)
    self.before = after
    let side = positions[ply].toMove
    let isBest = before.best == nil || before.best == moves[ply]
    let difference = before.value.capped - after.value.capped
    let judgement = Judgement(
      ply: ply + 1,
      side: side,
      move: moves[ply],
      value: after.value,
      better: isBest ? nil : before.best,
      valueBefore: before.value,
      loss: isBest ? 0 : max(0, side == .first ? difference : -difference)
    )
    judgements.append(judgement)
    return judgement
  }

  /// The three worst mistakes of each side, the worst first.
  func worstMistakes() -> [Side: [Judgement]] {
    let mistakes = judgements.filter { $0.loss >= Self.mistake }
      .sorted { ($1.loss, $0.ply) < ($0.loss, $1.ply) }
    return Dictionary(grouping: mistakes, by: \.side).mapValues { Array($0.prefix(3)) }
  }

  private func evaluate(_ ply: Int) -> (value: Value, best: Move?) {
    let position = positions[ply]
    if let outcome = position.outcome {
      let mate = outcome.winner.map { $0 == .first ? 1 : -1 }
      return (Value(score: 0, mate: mate), nil)
    }
    guard let report = think(position, ply) else { return (Value(score: 0), nil) }
    let sign = position.toMove == .first ? 1 : -1
    return (Value(score: sign * report.score, mate: report.mate.map { sign * $0 }), report.move)
  }
}
