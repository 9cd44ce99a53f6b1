public import ArgumentParser
public import BoardUI
internal import Phrases

/// Options that every command takes, wherever they stand before `--`.
struct GlobalOptions: ParsableArguments {
  @Option(help: "The language, en or zh (default: from the settings or the terminal).")
  var lang: String?

  @Option(help: "The colours of the screen (default: from the settings, or wood).")
  var theme: Theme?

  @Option(
    help: """
      Xiangqi and chess as characters (han) or letters (latin). Default in a UTF-8 locale: han.
      """
  )
  var pieces: PieceStyle?

  @Flag(help: "Play in text mode, even at a terminal.")
  var plain = false

  @Flag(help: "Ring the terminal's bell at your turn, a capture, check, a guest and the end.")
  var bell = false

  @Option(
    help: ArgumentHelp(
      "Override a setting, such as still=true. `tabletooth settings` lists them.",
      valueName: "key=value"
    )
  )
  var set: [String] = []

  @Option(
    help: """
      The Bluetooth adapter to use, such as hci1 (default: from TABLETOOTH_ADAPTER or the \
      settings, or the first suitable one).
      """
  )
  var adapter: String?

  @Option(
    help: ArgumentHelp(
      """
      The address of the D-Bus bus of bluetoothd (default: from TABLETOOTH_BUS, or the system \
      bus).
      """,
      valueName: "address"
    )
  )
  var bus: String?

  @Option(help: ArgumentHelp("Write a log to this file.", valueName: "file"))
  var log: String?

  @Flag(help: "Write the log to standard error.")
  var verbose = false

  /// The names of the options here that have a value.
  private static let valued = [
    "--lang", "--theme", "--pieces", "--set", "--adapter", "--bus", "--log",
  ]
  private static let flags = ["--plain", "--bell", "--verbose"]

  /// Takes these options out of `arguments`.
  ///
  /// - Returns: The options that were typed, as they were typed.
  static func take(from arguments: inout [String]) -> [String] {
    var (taken, rest): ([String], [String]) = ([], [])
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var words = arguments[..<end]
    while let word = words.popFirst() {
      if flags.contains(word) || valued.contains(where: { word.hasPrefix("\($0)=") }) {
        taken.append(word)
      } else if valued.contains(word) {
        // A value may begin with a dash, such as that of a wrong option.
        taken.append("\(word)=\(words.popFirst() ?? "")")
      } else {
        rest.append(word)
      }
    }
    arguments = rest + arguments[end...]
    return taken
  }

  /// The settings of the player, with the options in their place.
  ///
  /// - Throws: `ExitReason`, where one of them has no such value.
  func settings(over settings: Settings) throws(ExitReason) -> Settings {
    var settings = settings
    for text in set {
      let words = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard let word = words.first, words.count == 2 else {
        throw .usage(say("--set takes a setting and its value, such as still=true"))
      }
      guard let setting = Setting(rawValue: word) else {
        throw .usage(say("there is no setting \(word)") + UsageError.suggestion(forSetting: word))
      }
      settings[setting] = try setting.checked(words[1])
    }
    let ofEnvironment = Environment.variable("TABLETOOTH_ADAPTER").flatMap { $0.isEmpty ? nil : $0 }
    if let adapter = adapter ?? ofEnvironment {
      settings[.adapter] = try Setting.adapter.checked(adapter)
    }
    if bell { settings[.sound] = SoundChoice.bell.rawValue }
    if let theme { settings[.theme] = theme.rawValue }
    if let pieces { settings[.pieces] = pieces.rawValue }
    return settings
  }
}

extension Setting {
  /// The value that was typed, if the setting may have it.
  ///
  /// - Throws: `ExitReason`, with what is allowed.
  func checked(_ value: String) throws(ExitReason) -> String {
    guard allows(self.value(of: value)) else {
      let allowed = SettingsStrings.allowed(self)
      throw .usage(say("\(rawValue) cannot be \(value); expected \(allowed)"))
    }
    return self.value(of: value)
  }
}

extension PieceStyle: ExpressibleByArgument {
  /// The style of the pieces of Xiangqi and chess if the terminal's environment decides.
  static var ofTerminal: PieceStyle {
    PieceStyle(
      locale: ["LC_ALL", "LC_CTYPE", "LANG"].map(Environment.variable),
      terminal: Environment.variable("TERM")
    )
  }
}
extension Theme: ExpressibleByArgument {}
