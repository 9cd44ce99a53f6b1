import GameRules

/// A typed line as an English keyboard would have written it.
enum TypedLine {
  /// `line` with its first word in English, if it is one of `words`.
  ///
  /// Chinese is written without spaces: a word of `leading` may stand right before its argument.
  static func english(
    _ line: String,
    _ words: [String: String],
    leading: Set<String>
  ) -> String {
    let typed = line.drop { $0.isWhitespace }
    let first = typed.prefix { !$0.isWhitespace }
    let rest = typed.dropFirst(first.count)
    let word = narrow(first)
    if let english = words[word] { return english + rest }
    let start = leading.filter(word.hasPrefix).max { $0.count < $1.count }
    guard let start, let english = words[start] else { return word + rest }
    return "\(english) \(first.dropFirst(start.count))\(rest)"
  }

  /// `text` with letters, digits and signs for the wide ones, and without a full stop or an
  /// exclamation mark at its end.
  static func narrow(_ text: some StringProtocol) -> String {
    var narrow = text.map(\.narrow)
    while narrow.count > 1, let last = narrow.last, "。!".contains(last) { narrow.removeLast() }
    return String(narrow)
  }
}
