/// The line of a file on which it goes wrong, as far as one can see it at a glance.
public struct SourceLine: Hashable, Sendable {
  /// The number of the line, from 1.
  public let number: Int
  /// What stands there; a long line is cut on both sides, and a tab is a space.
  public let text: String
  /// The beginning of ``text``, up to the place.
  public let before: String

  /// The most characters that are shown before the place, and from it on.
  private static let reach = 40

  /// The line that `error` means.
  ///
  /// - Parameters:
  ///   - error: its line and column count from the beginning of `text`.
  ///   - text: the file, or a part of it.
  ///   - first: the number of the first line of `text`.
  public init(of error: BrokenFile, in text: String, from first: Int = 1) {
    var (start, line) = (text.startIndex, 1)
    while line < error.line, let end = text[start...].firstIndex(where: { $0.isNewline }) {
      start = text.index(after: end)
      line += 1
    }
    let place = text.index(start, offsetBy: error.column - 1, limitedBy: text.endIndex)
    let before = text[start..<(place ?? text.endIndex)]
    let after = text[(place ?? text.endIndex)...].prefix(Self.reach).prefix { !$0.isNewline }
    self.number = first + error.line - 1
    self.before = Self.shown(before.suffix(Self.reach))
    self.text = self.before + Self.shown(after)
  }

  private static func shown(_ text: Substring) -> String {
    String(text.map { $0.isWhitespace ? " " : $0 }).withoutControls
  }
}
