import Phrases

/// The words of the settings.
public enum SettingsStrings {
  /// The title of the screen.
  static var title: String { say("Settings") }
  /// A value as the screen shows it; where there is none, what stands in its place.
  static func shown(_ value: String?, of setting: Setting) -> String {
    switch (setting.kind, value) {
    case (_, nil): setting == .adapter ? say("the first one") : say("not set")
    case (.flag, "true"): say("on")
    case (.flag, _): say("off")
    case (_, let value?): value
    }
  }
  /// The note beside a value that an option has set.
  static func typed(_ explanation: String) -> String {
    say("\(explanation) An option of this run has set it.")
  }
  /// The keys of the screen.
  static var keys: String {
    say("arrows choose and change  Enter type a text  Delete the default  q back")
  }
  /// The keys while a text is typed.
  static var typing: String { say("Enter keeps the text, Escape does not.") }

  /// The title of a setting, for a person.
  static func title(_ setting: Setting) -> String {
    switch setting {
    case .name: say("your name")
    case .game: say("game")
    case .level: say("level of the robot")
    case .pieces: say("pieces of Xiangqi")
    case .notation: say("moves of Xiangqi")
    case .theme: say("colours")
    case .language: say("language")
    case .adapter: say("Bluetooth adapter")
    case .broker: say("broker")
    case .online: say("play online")
    case .sound: say("sound")
    case .notify: say("notify the desktop")
    case .still: say("nothing moves")
    case .receipts: say("say what you have seen")
    case .typing: say("show who is typing")
    }
  }

  /// The explanation of a setting, for the line at the bottom.
  static func explanation(_ setting: Setting) -> String {
    switch setting {
    case .name:
      say("What others see you called, at most 64 bytes. Default: the name you had last time.")
    case .game: say("What is played where nothing else is said. Default: gomoku.")
    case .level: say("How well the robot plays, from 1 to 10. Default: 5.")
    case .pieces:
      say("Xiangqi as characters (han) or letters (latin). Default: what the terminal can show.")
    case .notation:
      say("Moves as algebraic (h2e2), wxf (C2=5) or chinese (炮二平五). Default: by the language.")
    case .theme: say("The colours of the screen. Default: wood.")
    case .language: say("The language of the program. Default: that of the locale.")
    case .adapter: say("The Bluetooth controller, such as hci1. Default: the first one.")
    case .online:
      say("Only where it is asked for, or always, besides Bluetooth. Default: asked.")
    case .broker:
      say("Where to meet online, such as mqtts://broker.example.org. Default: nowhere.")
    case .sound:
      say(
        """
        The terminal's bell when another person waits for you (turn), or at each capture, check and \
        end too (bell). Or the desktop's sounds. Default: turn.
        """
      )
    case .notify:
      say("Tell the desktop what happens while another window is in front. Default: on.")
    case .still: say("Whether the short mark of a move that arrives is left out. Default: off.")
    case .receipts:
      say("Whether the other side is told that you have seen its moves and words. Default: on.")
    case .typing:
      say("Whether both sides see where the other one's cursor is, and who is typing. Default: on.")
    }
  }

  /// The values that a setting may have.
  public static func allowed(_ setting: Setting) -> String {
    switch setting.kind {
    case _ where setting == .broker: say("a broker like \"mqtts://broker.example.org\"")
    case .word(let words): choices(words.map { "\"\($0)\"" })
    case .number(let range): say("a number from \(range.lowerBound) to \(range.upperBound)")
    case .flag: say("true or false")
    case .text(let limit): say("a text in quotes of 1 to \(limit) bytes that can be shown")
    }
  }

  private static func choices(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return say("\(words.dropLast().joined(separator: say(", "))) or \(last)")
  }

  /// The text for a name in the file that no setting has.
  public static func unknown(_ key: String) -> String { say("\(key), which is no setting") }

  /// A table in a file of settings, such as `[x]`.
  public static func table(_ line: String) -> String { say("the table \(line)") }

  /// The names of all settings.
  public static var all: String {
    say("one of \(Setting.allCases.map(\.rawValue).joined(separator: say(", ")))")
  }

  /// The text for the value of a setting in the file.
  public static func found(_ setting: Setting) -> String {
    say("another value of \(setting.rawValue)")
  }

  /// The text for a file without settings.
  public static var lines: String { say("lines like theme = \"wood\"") }

  /// That the file could not be written, in the words of the system.
  public static func notWritten(_ path: String, _ words: String) -> String {
    say("\(path) could not be written: \(words).")
  }

  /// That a value is kept in this file.
  public static func written(_ path: String) -> String { say("Kept in \(path).") }

  static func refused(_ setting: Setting) -> String {
    guard case .text(let limit) = setting.kind else { return say("Expected \(allowed(setting)).") }
    return say("Expected 1 to \(limit) bytes that can be shown.")
  }

  // MARK: Sounds

  /// The sounds after a key has switched them on or off.
  public static func sound(_ choice: SoundChoice) -> String {
    switch choice {
    case .off: say("Sounds are off. Press F8 to switch them on.")
    case .turn:
      say("The terminal's bell rings when somebody waits for you. Press F8 to switch it off.")
    case .bell: say("Sounds are on: the terminal's bell. Press F8 to switch them off.")
    case .desktop: say("Sounds are on. Press F8 to switch them off.")
    }
  }
}
