package import GameRules

/// The evaluation of chess for a tuner: a sum of weights.
package enum ChessTraining {
  /// The number of weights.
  package static var count: Int { ChessTerm.count }

  /// The weights in use: with all pieces on the board, and with none but pawns.
  package static var weights: (early: [Int], late: [Int]) {
    let parts = (0..<count).map { ChessWeights.parts(ChessWeights.shared.terms[$0]) }
    return (parts.map { $0.early }, parts.map { $0.late })
  }

  /// How often White has each feature, less how often Black has it, and the share of the pieces
  /// that is left, from 24 to 0; nil if the sum is not all that counts.
  ///
  /// Each weight is changed by one in turn, and the sum of all tells how often it counted, so only
  /// one thread may ask.
  package static func sample(
    of position: ChessPosition
  ) -> (features: [(number: UInt16, count: Int8)], phase: Int)? {
    let board = ChessEngine(position.setup)
    guard !board.isInCheck, ChessEvaluation.scale(board, of: 0) == 64,
      ChessEvaluation.scale(board, of: 8) == 64
    else { return nil }
    var counts = Array(repeating: 0, count: count)
    for square in 0..<64 where board.cells[square] != 0 {
      let piece = Int(board.cells[square])
      counts[ChessTerm.square(piece, square)] += piece & 8 == 0 ? 1 : -1
    }
    let terms = ChessWeights.shared.terms
    let sum = ChessEvaluation.sum(board)
    for number in ChessTerm.mobility..<count where number != ChessTerm.tempo {
      let weight = terms[number]
      terms[number] = weight &+ 1
      counts[number] = Int(ChessEvaluation.sum(board) &- sum)
      terms[number] = weight
    }
    counts[ChessTerm.tempo] = position.toMove == .first ? 1 : -1
    let features = counts.indices.filter { counts[$0] != 0 }
      .map { (number: UInt16($0), count: Int8(counts[$0])) }
    return (features, ChessEvaluation.phase(board))
  }
}
