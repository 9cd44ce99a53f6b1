internal import GameRules
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
    case (.word, let value?): word(value, of: setting)
    case (_, let value?): value
    }
  }

  /// A word that is a value of `setting`; the file of settings has it in English.
  private static func word(_ value: String, of setting: Setting) -> String {
    switch setting {
    case .game: GameKind(rawValue: value)?.word ?? value
    case .pieces: PieceStyle(rawValue: value).map(shown) ?? value
    case .notation: Notation(rawValue: value).map(shown) ?? value
    case .theme: Theme(rawValue: value).map(shown) ?? value
    case .language: Language(rawValue: value).map(shown) ?? value
    case .nearby: NearbyChoice(rawValue: value).map(shown) ?? value
    case .online: shown(isAlways: value == "always")
    case .sound: SoundChoice(rawValue: value).map(shown) ?? value
    case .name, .level, .adapter, .broker, .notify, .still, .receipts, .typing: value
    }
  }

  private static func shown(isAlways: Bool) -> String { isAlways ? say("always") : say("asked") }

  private static func shown(_ style: PieceStyle) -> String {
    switch style {
    case .han: say("han")
    case .latin: say("latin")
    }
  }

  private static func shown(_ notation: Notation) -> String {
    switch notation {
    case .algebraic: say("algebraic")
    case .wxf: "wxf"
    case .chinese: say("chinese")
    }
  }

  private static func shown(_ theme: Theme) -> String {
    switch theme {
    case .wood: say("wood")
    case .colourBlind: say("colour-blind")
    case .contrast: say("contrast")
    }
  }

  /// A language by its own name.
  private static func shown(_ language: Language) -> String {
    switch language {
    case .english: "English"
    case .chinese: "中文"
    }
  }

  private static func shown(_ choice: NearbyChoice) -> String {
    switch choice {
    case .both: say("Bluetooth and network")
    case .bluetooth: say("Bluetooth")
    case .lan: say("this network")
    }
  }

  private static func shown(_ sound: SoundChoice) -> String {
    switch sound {
    case .off: say("off")
    case .turn: say("turn")
    case .bell: say("bell")
    case .desktop: say("desktop")
    }
  }
  /// The note beside a value that an option has set.
  static func typed(_ explanation: String) -> String {
    say("\(explanation) A command-line option has set it.")
  }
  /// The keys of the screen.
  static var keys: String {
    say("arrows select and change  Enter edit text  Delete default  q back")
  }
  /// The keys while a text is typed.
  static var typing: String { say("Enter saves the text, Escape discards it.") }

  /// The title of a setting, for a person.
  static func title(_ setting: Setting) -> String {
    switch setting {
    case .name: say("your name")
    case .game: say("game")
    case .level: say("robot level")
    case .pieces: say("pieces")
    case .notation: say("Xiangqi moves")
    case .theme: say("colours")
    case .language: say("language")
    case .adapter: say("Bluetooth adapter")
    case .nearby: say("play nearby")
    case .broker: say("broker")
    case .online: say("play online")
    case .sound: say("sound")
    case .notify: say("desktop alerts")
    case .still: say("no animation")
    case .receipts: say("read receipts")
    case .typing: say("show who is typing")
    }
  }

  /// The explanation of a setting, for the line at the bottom.
  static func explanation(_ setting: Setting) -> String {
    switch setting {
    case .name:
      say("The name that others see, at most 64 bytes. Default: last used.")
    case .game: say("The game played if you name none. Default: gomoku.")
    case .level: say("The strength of the robot, from 1 to 10. Default: 5.")
    case .pieces:
      say(
        """
        Pieces of Xiangqi and chess as characters (han) or letters (latin). Default: what the \
        terminal can show.
        """
      )
    case .notation:
      say("Moves as algebraic (h2e2), wxf (C2.5) or chinese (炮二平五). Default: by the language.")
    case .theme: say("The colours of the screen. Default: wood.")
    case .language: say("The language of the program. Default: from the locale.")
    case .adapter: say("The Bluetooth adapter, such as hci1. Default: the first one.")
    case .nearby: say("Tables over Bluetooth, on this network (lan), or both. Default: both.")
    case .online:
      say("Online only when asked for, or always in addition to Bluetooth. Default: asked.")
    case .broker:
      say("The broker for online play, such as mqtts://broker.example.org. Default: none.")
    case .sound:
      say(
        """
        The terminal bell when another person waits for you (turn), or also at each capture, check \
        and end (bell). Or desktop sounds. Default: turn.
        """
      )
    case .notify:
      say("Send desktop notifications while another window is in front. Default: on.")
    case .still: say("Whether to leave out the short highlight of an arriving move. Default: off.")
    case .receipts:
      say("Whether to tell the other player that you saw their moves and messages. Default: on.")
    case .typing:
      say("Whether both players see that the other one is typing. Default: on.")
    }
  }

  /// The values that a setting may have.
  public static func allowed(_ setting: Setting) -> String {
    switch setting.kind {
    case _ where setting == .broker: say("a broker like \"mqtts://broker.example.org\"")
    case .word(let words): choices(words.map { "\"\($0)\"" })
    case .number(let range): say("a number from \(range.lowerBound) to \(range.upperBound)")
    case .flag: say("true or false")
    case .text(let limit): say("quoted text of 1 to \(limit) printable bytes")
    }
  }

  private static func choices(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return say("\(words.dropLast().joined(separator: say(", "))) or \(last)")
  }

  /// The text for a name in the file that no setting has.
  public static func unknown(_ key: String) -> String { say("\(key), which is not a setting") }

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
  public static func written(_ path: String) -> String { say("Saved in \(path).") }

  static func refused(_ setting: Setting) -> String {
    guard case .text(let limit) = setting.kind else { return say("Expected \(allowed(setting)).") }
    return say("Expected 1 to \(limit) printable bytes.")
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
