/// A typed answer to a question that is asked outside a game.
public struct TypedAnswer: Hashable, Sendable {
  private let word: String

  /// Reads a typed line, in English or in Chinese, with wide digits or others.
  public init(_ line: String) {
    let line = TypedLine.english(line, Command.chinese, leading: [])
    word = TypedLine.narrow(line).filter { !$0.isWhitespace }.lowercased()
  }

  /// True if it is a yes.
  public var isYes: Bool { ["y", "yes", "accept"].contains(word) }
  /// True if it is a no.
  public var isNo: Bool { ["n", "no", "decline"].contains(word) }
  /// True if it is to leave.
  public var isQuit: Bool { ["q", "quit", "exit"].contains(word) }
  /// The number that it is; nil for a word.
  public var number: Int? { Int(word) }
}
