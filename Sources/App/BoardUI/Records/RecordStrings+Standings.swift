import Phrases

/// Messages of a player's results.
extension RecordStrings {
  /// The number of games, and their results.
  public static func tally(_ games: Int, _ wins: Int, _ draws: Int, _ losses: Int) -> String {
    say("\(games, "game", "games"): \(short(wins, draws, losses)).")
  }

  /// The results of some games, as one part of a line.
  public static func short(_ wins: Int, _ draws: Int, _ losses: Int) -> String {
    say("\(wins) won, \(draws) drawn, \(losses) lost")
  }

  /// The streak at the end (negative for losses), and the longest ones.
  public static func streaks(now: Int, winning: Int, losing: Int) -> String {
    present(now) + say("Longest streaks: \(winning) won, \(losing) lost.")
  }

  private static func present(_ streak: Int) -> String {
    switch streak {
    case 0: ""
    case 1: say("The last game was won. ")
    case -1: say("The last game was lost. ")
    case 2...: say("The last \(streak) were won. ")
    default: say("The last \(-streak) were lost. ")
    }
  }

  /// The longest and the shortest game, each with its number and its moves.
  public static func lengths(
    longest: (number: Int64, moves: Int),
    shortest: (number: Int64, moves: Int)
  ) -> String {
    say(
      """
      Longest: game \(longest.number), \(moves(longest.moves)). \
      Shortest: game \(shortest.number), \(moves(shortest.moves)).
      """
    )
  }

  /// Whom the games of a line were against.
  public static func against(_ name: String) -> String { say("against \(name)") }

  /// A rating with the error within which it is in 95 of 100 cases.
  public static func rating(_ value: Int, error: Int) -> String { "\(value) ± \(error)" }

  /// The change of the player's rating by a game.
  static func changed(_ change: RatingChange) -> String {
    let sign = change.change < 0 ? "−" : "+"
    return say(
      """
      Your \(change.game.name) rating is now \
      \(rating(change.rating, error: change.error)) (\(sign)\(abs(change.change))).
      """
    )
  }

  /// One line of many: what it is about, how the games went, and a rating if there is one.
  public static func line(_ title: String, _ games: String, _ rating: String?) -> String {
    guard let rating, !rating.isEmpty else { return say("\(title): \(games)") }
    return say("\(title): \(games); rating \(rating)")
  }
}
