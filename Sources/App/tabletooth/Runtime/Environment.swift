internal import BoardUI
internal import BrokerTransport
internal import Glibc
internal import MatchStore
internal import Phrases
internal import Terminal

/// The environment of the program: `main` makes it, and passes it to everything that needs it.
struct Environment: Sendable {
  /// The fewest rows and columns of a screen that a board has room on.
  private static let smallest = Size(rows: 20, columns: 40)

  /// The settings; none for a command that ignores them.
  var settings = Settings()
  /// The settings that options of this run have set, which are part of ``settings``.
  var typed = Settings()
  /// True if boards are shown in lines of text, on a terminal too.
  var isPlain = false
  /// The bus that bluetoothd is on, if it was typed.
  var bus: String?
  /// True if a bus or a Bluetooth controller was typed.
  var namesBluetooth = false
  /// The screen of the start menu, for what is begun from there.
  var display: (any Display)?
  /// The file of settings; nil if nothing names a folder.
  let settingsPath: String?
  /// The folder of the player; nil if nothing names one.
  let dataPath: String?
  /// The log of the program.
  let log: ProgramLog
  /// The lines of standard input.
  let input = StandardInput()
  /// The named Bluetooth controllers that were used.
  let usedAdapters = UsedAdapters()
  /// The tables of this process on the local network.
  let ownTables = OwnTables()
  /// What carries out the programs of people who play.
  var stage: any Stage = ProcessStage()

  /// The environment of this process, with nothing set yet.
  init(log: ProgramLog) {
    self.log = log
    settingsPath = SettingsFile.path
    dataPath = DataFolder.standardPath(environment: Self.variable)
  }

  /// An environment of a test, with nothing set yet, whose programs `stage` carries out.
  init(log: ProgramLog, settings: String, data: String, stage: any Stage) {
    (self.log, settingsPath, dataPath, self.stage) = (log, settings, data, stage)
  }

  /// Takes the settings, and what `options` change of them, for the command in `arguments`.
  mutating func take(
    _ options: GlobalOptions,
    _ language: Language?,
    for arguments: [String]
  ) throws(ExitReason) {
    try UsageError.checkCommand(arguments)
    if SettingsFile.matters(to: arguments) {
      settings = try SettingsFile.settings(at: settingsPath)
    } else {
      // A command that does not keep to the settings has no fault to find with them.
      settings = (try? SettingsFile.settings(at: settingsPath)) ?? Settings()
    }
    typed = try options.settings(over: Settings())
    typed[.language] = language?.rawValue ?? typed[.language]
    settings = settings.overridden(by: typed)
    isPlain = options.plain
    bus = options.bus
    namesBluetooth = options.adapter != nil || options.bus != nil
  }

  /// The value of an environment variable; nil if it is not set.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The same environment for what is begun on `display`, which goes on afterwards.
  func lending(_ display: any Display) -> Environment {
    var environment = self
    environment.display = display
    return environment
  }

  /// Reports `line`: in the start menu while that has the screen, on standard error otherwise.
  func report(_ line: String) {
    if let display { display.addNotice(line) } else { StandardOutput.complain(line) }
  }

  /// A screen that is large enough, if the terminal can show one.
  func openDisplay() -> (any Display)? {
    guard !log.isVerbose, !isPlain else { return nil }
    if let files = TestFiles.current { return files.openDisplay() }
    let hasColours = (Self.variable("NO_COLOR") ?? "").isEmpty
    let display = TerminalDisplay(hasColours: hasColours, reportsFocus: settings.notifies)
    guard let display else { return nil }
    let size = display.facts.size
    guard size.rows >= Self.smallest.rows, size.columns >= Self.smallest.columns else {
      display.close()
      return nil
    }
    return display
  }

  // MARK: The broker of the settings

  /// The broker of the settings.
  var broker: BrokerList? { settings[.broker].flatMap { BrokerList($0) } }

  /// The broker of the settings, if they say that it is always used.
  var brokerForAll: BrokerList? { settings[.online] == "always" ? broker : nil }

  /// The fault of settings that want a broker always, and name none; nil if there is none.
  var missingBroker: NoBrokerSet? {
    guard settings[.online] == "always", settings[.broker] == nil else { return nil }
    return NoBrokerSet(path: settingsPath ?? "")
  }
}
