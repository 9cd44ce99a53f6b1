public import MatchPlay
public import MatchProtocol
import Phrases

/// What a program tells that waits for letters.
public enum LetterStrings {
  /// It waits for answers in so many games.
  public static func waiting(_ count: Int, at broker: String) -> String {
    count == 1
      ? say("Waiting for a move in 1 game at \(broker). Press control-C to stop.")
      : say("Waiting for moves in \(count) games at \(broker). Press control-C to stop.")
  }

  /// Nobody has a game to go on with.
  public static var nothing: String {
    say("You have no unfinished game. Tabletooth looks for new ones every minute.")
  }

  /// What the other player, called `name`, has said besides the game.
  public static func words(_ words: Words, of name: String) -> String {
    PrintableText("\(name): \(words.text)").text
  }

  /// What the other player, called `name`, has done in the game of this number.
  public static func news(of name: String, in number: Int64, _ match: Match?) -> String {
    let name = PrintableText(name).text
    guard let match else { return say("\(name) has answered in game \(number).") }
    if match.outcome != nil { return say("\(name) has ended game \(number).") }
    if match.isAnswerDue { return say("\(name) asks something in game \(number).") }
    guard let move = match.record.lastShown, match.isLocalTurn else {
      return say("\(name) has answered in game \(number).")
    }
    return say("\(name) has moved in game \(number): \(move)")
  }
}
