import Phrases

/// What stands in a file that cannot be read, and what should, in the words of the language.
///
/// The readers of `GameRules` say both in English; what is not listed here stays so.
public enum FaultStrings {
  /// The words for what stands there: `«h2e2»` in the quotes of the language, or a place.
  public static func found(_ text: String) -> String {
    switch text {
    case "the end of the file": say("the end of the file")
    case "the end of the line": say("the end of the line")
    case "a space": say("a space")
    case "no move": say("no move")
    default: quoted(text)
    }
  }

  private static func quoted(_ text: String) -> String {
    guard text.hasPrefix("«"), text.hasSuffix("»"), text.count > 2 else { return text }
    return say("\"\(String(text.dropFirst().dropLast()))\"")
  }

  /// The words for what should stand there.
  public static func expected(_ text: String) -> String {
    let legal = "a legal move like "
    if text.hasPrefix(legal) {
      return say("a legal move like \(String(text.dropFirst(legal.count)))")
    }
    return expectations.first { $0.text == text }?.words ?? text
  }

  private static var expectations: [(text: String, words: String)] {
    [
      ("a point like h8", say("a point like h8")),
      ("an empty point", say("an empty point")),
      ("a move or a tag", say("a move or a tag")),
      ("a move like h2e2", say("a move like h2e2")),
      ("a game", say("a game")),
      ("a tag", say("a tag")),
      ("two points like 7747", say("two points like 7747")),
      ("the end of the position", say("the end of the position")),
      ("the side to move, w or b", say("the side to move, w or b")),
      ("a board with one general of each side", say("a board with one general of each side")),
      ("only moves after the first move", say("only moves after the first move")),
      ("; and a node, ( and a variation, or )", say("; and a node, ( and a variation, or )")),
      ("; and the first node", say("; and the first node")),
      ("a comment that ends with }", say("a comment that ends with }")),
      ("a legal move", say("a legal move")),
      ("a point of the board", say("a point of the board")),
      ("a point of the board, like hh or h8", say("a point of the board, like hh or h8")),
      ("(; and a game", say("(; and a game")),
      (") after the last move", say(") after the last move")),
      ("a property like B[f5]", say("a property like B[f5]")),
      ("a board like BO[8 …], before the moves", say("a board like BO[8 …], before the moves")),
      (
        "the end of the moves, as the game is over",
        say("the end of the moves, as the game is over")
      ),
      ("TY[8], a board of 8 by 8", say("TY[8], a board of 8 by 8")),
      ("a game with a move or a start position", say("a game with a move or a start position")),
    ]
  }
}
