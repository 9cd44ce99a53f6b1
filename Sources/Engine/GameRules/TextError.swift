/// A text that cannot be read: where it goes wrong and what should stand there.
public struct TextError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// What was expected there.
  public let expected: String
}

extension TextError: CustomStringConvertible {
  /// One line, such as `line 1, column 4: expected a rank of 15 points`.
  public var description: String { "line \(line), column \(column): expected \(expected)" }
}
