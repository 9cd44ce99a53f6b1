import GameRules
import Phrases

/// Messages about moves.
extension Strings {
  /// The sentences for a move that led from one position to the next.
  static func plays(_ move: Move, from before: Position, to after: Position) -> String {
    before.plays(move, side(before.toMove, in: before), to: after)
  }

  static func name(_ kind: FormationKind) -> String {
    switch kind {
    case .six: say("a row of six")
    case .diagonalFive: say("a diagonal of five")
    case .diagonalFour: say("a diagonal of four")
    case .diagonalThree: say("a diagonal of three")
    case .square: say("a square")
    }
  }
}
