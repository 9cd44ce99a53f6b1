public import GameRules
import MatchPlay
import Phrases

/// The rules of a game on one screen, by the terms that it is played by.
public enum RulesText {
  /// The rules of the game that is played, and its clock: at most 23 lines of 80 columns.
  static func lines(_ match: Match) -> String {
    let clock = match.clock.map { TermStrings.clock($0.control) }
    return ([lines(match.record.game)] + [clock].compactMap(\.self)).joined(separator: "\n")
  }

  /// The rules of `game`: at most 22 lines of 80 columns.
  public static func lines(_ game: Game) -> String { Position(game: game).words.rulesPage }
}
