import GameRules

extension Game {
  /// The terms where the game is Gomoku, and elsewhere those that Gomoku has if nothing is said.
  var gomokuTerms: GomokuTerms {
    if case .gomoku(let terms) = self { terms } else { GomokuTerms() }
  }
}
