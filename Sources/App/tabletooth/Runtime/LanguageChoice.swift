internal import BoardUI
internal import Phrases

/// Which language the program speaks: by `--lang`, by the file of settings, or by the locale.
enum LanguageChoice {
  private static let option = "--lang="

  /// Has the program speak the language of `--lang` among these options of every command, or that
  /// of the locale until the settings are known.
  ///
  /// - Returns: The language that was asked for, if one was.
  /// - Throws: `ExitReason` where the program does not speak it.
  static func choose(_ typed: [String]) throws(ExitReason) -> Language? {
    Language.choose(ofTerminal)
    let language = try language(typed)
    if let language { Language.choose(language) }
    return language
  }

  /// The language of `--lang` among these options, if it is there.
  ///
  /// - Throws: `ExitReason` where the program does not speak it.
  static func language(_ typed: [String]) throws(ExitReason) -> Language? {
    guard let word = typed.last(where: { $0.hasPrefix(option) })?.dropFirst(option.count) else {
      return nil
    }
    guard let language = Language(rawValue: String(word)) else {
      throw .usage(say("there is no language \(word); expected en or zh"))
    }
    return language
  }

  /// Has the program speak the language of `settings`, or the locale's, and show moves in their
  /// notation, if the terminal can.
  static func follow(_ settings: Settings) {
    Language.choose(settings.language ?? ofTerminal)
    let isShown = settings.notation != .chinese || PieceStyle.ofTerminal == .han
    Notation.choose(isShown ? settings.notation : .algebraic)
  }

  private static var ofTerminal: Language {
    Language(
      locale: ["LC_ALL", "LC_MESSAGES", "LANG"].map(Environment.variable),
      showsHan: PieceStyle.ofTerminal == .han
    )
  }
}
