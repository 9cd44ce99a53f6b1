public import GameRules
public import MatchPlay
import MatchProtocol
internal import Phrases

/// What is said of a result that both players have signed.
public enum SignedStrings {
  /// Whose key it is.
  public enum Signer: Hashable, Sendable {
    /// That of the player here.
    case owner
    /// That of a player who is known by this name.
    case known(String)
    /// That of somebody who was played with, and is not known: not any more, or never was, as the
    /// robot plays with anybody.
    case met([UInt8])
    /// A key that never signed a game here.
    case stranger([UInt8])
  }

  /// What was played, and how it ended.
  public static func summary(_ result: ResultStatement) -> String {
    let game = TermStrings.words(result.record.game).joined(separator: say("; "))
    let moves = RecordStrings.moves(result.record.moves.count)
    let position = result.position
    guard let outcome = result.outcome(in: position) else { return "\(game), \(moves)." }
    return "\(game), \(moves). \(Strings.result(outcome, of: position))"
  }

  /// Who has signed for a side.
  public static func signer(
    _ side: Side,
    in result: ResultStatement,
    _ signer: Signer
  ) -> String {
    let name = Strings.side(side, in: result.position)
    return switch signer {
    case .owner: say("\(name): you.")
    case .known(let player): say("\(name): \(PrintableText(player).text), whom you know.")
    case .met(let key):
      say("\(name): somebody you have played with, but do not know, key \(digits(key)).")
    case .stranger(let key): say("\(name): somebody you have not played with, key \(digits(key)).")
    }
  }

  /// The first 16 digits of a key, by which two people can compare it.
  private static func digits(_ key: [UInt8]) -> String {
    let text = Array(key.prefix(8)).hexadecimal
    return stride(from: 0, to: 16, by: 4).map {
      String(text.dropFirst($0).prefix(4))
    }.joined(separator: " ")
  }
}
