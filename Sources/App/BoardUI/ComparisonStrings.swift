import MatchPlay
import Phrases

/// Messages about different records of a match on the two sides.
enum ComparisonStrings {
  /// The board shows the position to go back to.
  static func asks(_ name: String, here: Int, there: Int, common: Int) -> String {
    say(
      """
      What is kept of the match here is not what \(name) keeps: \(moves(here)) here, \
      \(moves(there)) there. Both have the same up to the position that the board shows, which is \
      \(moves(common)). Go on from there, if \(name) wants that too? What was played after it is \
      kept in any case. Type yes or no.
      """
    )
  }

  static func words(_ notice: RecordNotice, _ name: String) -> String {
    switch notice {
    case .asks(let match, let here, let there):
      asks(name, here: here, there: there, common: match.record.moves.count)
    case .waits: say("Waiting for \(name), who is asked too.")
    case .wentBack:
      say("Both of you go on from there. The game as it stood here is kept: see tabletooth games.")
    case .declined:
      say("\(name) does not want to go back. The match stays as it is on both computers.")
    case .nothingCommon: say("There is no position that both of you have.")
    }
  }

  private static func moves(_ count: Int) -> String {
    count == 1 ? say("1 move") : say("\(count) moves")
  }
}
