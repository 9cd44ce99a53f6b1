internal import Synchronization

/// A language that the program speaks to people.
///
/// What other programs read is not in any language: exit codes, JSON, formats of games.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  /// Simplified Chinese.
  case chinese = "zh"

  /// The language of a task and its children, in place of the program's; tests run beside each
  /// other.
  @TaskLocal public static var ofTask: Language?

  private static let isChineseChosen = Atomic(false)

  /// The language that sentences are said in.
  public static var current: Language {
    ofTask ?? (isChineseChosen.load(ordering: .relaxed) ? .chinese : .english)
  }

  /// Has the whole program speak `language`.
  public static func choose(_ language: Language) {
    isChineseChosen.store(language == .chinese, ordering: .relaxed)
  }

  /// The language for a terminal of which only its environment is known.
  ///
  /// - Parameters:
  ///   - locale: The values of `LC_ALL`, `LC_MESSAGES` and `LANG`; the first that is not empty
  ///     counts.
  ///   - showsHan: Whether the terminal shows Chinese characters; without them the language is
  ///     English.
  public init(locale: [String?], showsHan: Bool) {
    let name = locale.lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
    let word = name.lowercased().prefix { $0.isLetter }
    self = showsHan && word == "zh" ? .chinese : .english
  }
}
