internal import GameRules
internal import TestSupport

/// Two games from each random opening, with colours swapped.
struct Games {
  /// The number of games.
  let count: Int
  /// The number of random actions of each opening.
  let openingLength: Int

  /// Plays them and says how the first player did.
  ///
  /// - Parameters:
  ///   - begin: told the number of each game before it.
  ///   - first: the action of the first player.
  ///   - second: the action of the second player.
  /// - Returns: the score of the first player.
  /// - Throws: if a player's action is not legal.
  func play(
    begin: (Int) -> Void,
    first: (LiuzhouPosition) -> Move?,
    second: (LiuzhouPosition) -> Move?
  ) throws -> Score {
    var score = Score()
    for number in 0..<count {
      begin(number)
      var random = SeededGenerator(seed: UInt64(number / 2))
      var position = LiuzhouPosition()
      for _ in 0..<openingLength {
        if let move = position.legalMoves.randomElement(using: &random) { try position.play(move) }
      }
      let side: Side = number % 2 == 0 ? .first : .second
      while position.outcome == nil {
        guard let move = position.toMove == side ? first(position) : second(position) else { break }
        try position.play(move)
      }
      score.add(position.outcome?.winner.map { $0 == side })
    }
    return score
  }
}
