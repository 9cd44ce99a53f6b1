public import ArgumentParser
public import BoardUI
internal import Phrases

/// `tabletooth settings`: lists the settings, and changes one.
struct SettingsCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "List your settings, or change one of them.",
    discussion: """
      tabletooth settings
      tabletooth settings theme contrast

      In the list, # marks a setting with its default value. The settings are saved in \
      settings.toml; docs/reference/settings.md explains them.
      """
  )

  @Argument(help: "The setting (default: list all of them).")
  var setting: Setting?

  @Argument(help: "Its new value (default: print the current value).")
  var value: String?

  @Flag(help: "Restore the default.")
  var unset = false

  func validate() throws {
    guard !unset || setting != nil && value == nil else {
      throw ValidationError(say("--unset takes a setting and no value"))
    }
  }

  func run(in environment: Environment) throws {
    guard let setting else {
      return try write(Setting.allCases.map { SettingsFile.line($0, environment.settings) })
    }
    guard value != nil || unset else {
      return try write([SettingsFile.line(setting, environment.settings)])
    }
    let value = try value.map { text throws(ExitReason) in try setting.checked(text) }
    let settings = try SettingsFile.set(setting, to: value, at: environment.settingsPath)
    try write([SettingsFile.line(setting, settings)])
  }

  private func write(_ lines: [String]) throws {
    guard StandardOutput.tell(lines.map { $0 + "\n" }.joined()) else {
      throw ExitReason.outputClosed
    }
  }
}

extension Setting: ExpressibleByArgument {}

extension SettingsFile {
  /// The line of `setting` in a file of these settings; behind # where the default holds.
  fileprivate static func line(_ setting: Setting, _ settings: Settings) -> String {
    if let value = settings[setting] { return "\(setting.rawValue) = \(setting.literal(value))" }
    let value = (setting.valueOfTerminal ?? setting.initialValue).map(setting.literal)
    return "# \(setting.rawValue)" + (value.map { " = \($0)" } ?? "")
  }
}

extension Setting {
  /// The value that the terminal decides where none is set.
  fileprivate var valueOfTerminal: String? {
    switch self {
    case .pieces: PieceStyle.ofTerminal.rawValue
    case .notation: Notation.current.rawValue
    case .language: Language.current.rawValue
    default: nil
    }
  }
}
