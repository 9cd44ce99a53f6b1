import MatchPlay
import Phrases

/// Messages about different records of a match on the two sides.
enum ComparisonStrings {
  /// The board shows the position to go back to.
  static func asks(_ name: String, here: Int, there: Int, common: Int) -> String {
    say(
      """
      Your record of this match differs from the one \(name) has: \(moves(here)) here, \
      \(moves(there)) there. They agree up to the position on the board, which is \
      \(moves(common)). Continue from there, if \(name) agrees? Later moves are saved in any case. \
      Type yes or no.
      """
    )
  }

  static func words(_ notice: RecordNotice, _ name: String) -> String {
    switch notice {
    case .asks(let match, let here, let there):
      asks(name, here: here, there: there, common: match.record.moves.count)
    case .waits: say("Waiting for \(name) to answer too.")
    case .wentBack:
      say(
        """
        The match continues from there. Your version of the game is saved: see tabletooth games.
        """
      )
    case .declined:
      say("\(name) declined to go back. The match is unchanged on both computers.")
    case .nothingCommon: say("The two records have no position in common.")
    }
  }

  private static func moves(_ count: Int) -> String {
    count == 1 ? say("1 move") : say("\(count) moves")
  }
}
