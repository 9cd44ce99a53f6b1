import GameRules
import MatchPlay
import MatchProtocol
import Phrases

/// Messages about a contact who asks for a game.
enum ChallengeStrings {
  /// Somebody asks the player here.
  static func asks(_ name: String, _ challenge: Challenge) -> String {
    let seconds = Table<HostSession>.challengeTime.components.seconds
    let wish = say("Your contact \(name) challenges you: \(game(challenge)).")
    let question = say(
      "A coin toss decides who moves first. Play? Type yes or no within \(seconds) seconds."
    )
    return [wish, challenge.words.map { TalkStrings.line(name, $0) }, question]
      .compactMap(\.self).joined(separator: "\n")
  }

  /// The player here asks somebody.
  static func asked(_ name: String, _ challenge: Challenge) -> String {
    let seconds = Table<HostSession>.challengeTime.components.seconds
    return say(
      "You challenged \(name): \(game(challenge)). \(name) has \(seconds) seconds to answer."
    )
  }

  static func expired(_ name: String) -> String {
    say("The challenge from \(name) has expired.")
  }

  /// The game of a challenge, in a few words.
  private static func game(_ challenge: Challenge) -> String {
    let game = Game(challenge.terms).map { TermStrings.words($0) } ?? [challenge.terms.game]
    let clock = challenge.terms.clock == nil ? [] : [say("with a clock")]
    return (game + clock).joined(separator: say("; "))
  }
}
