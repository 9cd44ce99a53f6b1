/// The words of the settings.
public enum SettingsStrings {
  /// The title of the screen.
  static let title = "Settings"
  /// What stands where nothing is set.
  static let usual = "as usual"
  /// The keys of the screen.
  static let keys = "arrows choose and change  Enter type a text  Delete as usual  q back"
  /// The keys while a text is typed.
  static let typing = "Enter keeps the text, Escape does not."

  /// What a setting is, for a person.
  static func title(_ setting: Setting) -> String {
    switch setting {
    case .name: "your name"
    case .game: "game"
    case .level: "level of the robot"
    case .pieces: "pieces of Xiangqi"
    case .theme: "colours"
    case .language: "language"
    case .adapter: "Bluetooth adapter"
    case .sound: "sound"
    case .volume: "volume of sounds"
    case .music: "file of music"
    case .playsMusic: "play the music"
    case .musicVolume: "volume of the music"
    case .notify: "notify the desktop"
    case .still: "nothing moves"
    }
  }

  /// What a setting does, for the line at the bottom.
  static func explanation(_ setting: Setting) -> String {
    switch setting {
    case .name:
      "What others see you called, at most 29 bytes. As usual: the name you had last time."
    case .game: "What is played where nothing else is said. As usual: gomoku."
    case .level: "How well the robot plays, from 1 to 10. As usual: 5."
    case .pieces:
      "Xiangqi as characters (han) or letters (latin). As usual: what the terminal can show."
    case .theme: "The colours of the screen. As usual: wood."
    case .language: "The language of the program, which is English so far."
    case .adapter: "The Bluetooth controller, such as hci1. As usual: the first one."
    case .sound:
      """
      The terminal's bell, or tones by the desktop's player, at your turn, a capture, check, a \
      guest and the end. As usual: off.
      """
    case .volume: "How loud the tones are, from 0 to 100. As usual: 50."
    case .music: "A sound file that is played again and again during a game, if you like."
    case .playsMusic: "Whether that file is played. As usual: false. In a game, F9 switches it."
    case .musicVolume: "How loud the music is, from 0 to 100. As usual: 30."
    case .notify: "Tell the desktop what happens while another window is in front. As usual: false."
    case .still: "Whether the short mark of a move that arrives is left out. As usual: false."
    }
  }

  /// What a value may be.
  public static func allowed(_ setting: Setting) -> String {
    switch setting.kind {
    case .word(let words): choices(words.map { "\"\($0)\"" })
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .text(let limit): "a text in quotes of 1 to \(limit) bytes that can be shown"
    }
  }

  private static func choices(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// What stands in a file under a name that no setting has.
  public static func unknown(_ key: String) -> String { "there is no setting \(key)" }

  /// The names of all settings.
  public static var all: String {
    "one of \(Setting.allCases.map(\.rawValue).joined(separator: ", "))"
  }

  /// What stands in a file as the value of a setting.
  public static func found(_ setting: Setting) -> String {
    "another value of \(setting.rawValue)"
  }

  /// What does not stand in a file of settings.
  public static let lines = "lines like theme = \"wood\""

  /// That the file could not be written, in the words of the system.
  public static func notWritten(_ path: String, _ words: String) -> String {
    "\(path) could not be written: \(words)."
  }

  /// That a value is kept in this file.
  public static func written(_ path: String) -> String { "Kept in \(path)." }

  static func refused(_ setting: Setting) -> String { "Expected \(allowed(setting))." }
}
