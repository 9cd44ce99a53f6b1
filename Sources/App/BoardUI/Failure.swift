import Phrases

/// A failure for the person at the terminal and for scripts.
public struct Failure: Hashable, Sendable {
  /// The exit status, for a script.
  public let status: ExitStatus
  /// The event, without its full stop.
  public let happened: String
  /// The advice, without its full stop.
  public let advice: String
  /// The line of a file with a mark under the place that is meant; empty if none is.
  public let source: [String]

  /// A failure in these words, of which no character can steer the terminal.
  public init(
    _ status: ExitStatus,
    _ happened: String,
    _ advice: String,
    source: [String] = []
  ) {
    self.source = source
    self.status = status
    self.happened = PrintableText(happened, limit: 300).text
    self.advice = PrintableText(advice, limit: 300).text
  }
}

extension Failure {
  /// The line for standard error, without its newline.
  public var line: String { say("tabletooth: \(happened). \(Self.capitalized(advice)).") }

  /// The line as a sentence among others, without the name of the program.
  public var sentence: String { Self.capitalized(clause) }

  /// The line behind a colon.
  var clause: String { say("\(happened). \(Self.capitalized(advice)).") }

  /// `text` with a capital first letter, unless it begins with a name such as hci0 or a path.
  private static func capitalized(_ text: String) -> String {
    guard let first = text.first, text.prefix(while: { $0 != " " }).allSatisfy(\.isLetter) else {
      return text
    }
    return first.uppercased() + text.dropFirst()
  }

  /// No tables are heard online because the connection to a broker is lost.
  public static func lost(broker: String) -> Self {
    Self(
      .noConnection,
      say("the broker \(broker) cannot be reached"),
      say("Tabletooth keeps trying")
    )
  }

  /// No tables are heard online because no player is known who could have one.
  public static var nobodyKnown: Self {
    Self(
      .notFound,
      say("online you see only your contacts' tables, and you have no contacts yet"),
      say("play once with somebody nearby or with a code")
    )
  }

  /// The failures nearby and online, in one sentence; nil if there is none.
  public static func text(nearby: Failure?, online: Failure?) -> String? {
    if let nearby, let online {
      return say("Nearby: \(nearby.happened). Online: \(online.happened).")
    }
    guard let nearby else { return online?.sentence }
    return say("Cannot look for tables nearby: \(nearby.clause)")
  }
}

/// The exit statuses of the program other than 0, one for each thing that a script does differently
/// (`docs/reference/exit-codes.md`).
public enum ExitStatus: Hashable, Sendable {
  /// There is a mistake in this program.
  case bug
  /// Bluetooth cannot be used on this computer.
  case noBluetooth
  /// A table or a player was not found, or several fit.
  case notFound
  /// A seat, a match or an address is in use.
  case busy
  /// The other side speaks another version.
  case otherVersion
  /// The other side broke the rules, or its records differ.
  case rulesBroken
  /// No connection could be made, or it was lost.
  case noConnection
  /// The other player left.
  case left
  /// A host, a player or a broker refused.
  case refused
  /// The file of a game is broken.
  case brokenFile
  /// Something cannot be saved or written.
  case notSaved
  /// There is no such game, match or player.
  case noSuchGame
  /// The command line, or what it names, cannot be used.
  case usage
  /// A signal ended the program.
  case interrupted(StopSignal)

  /// The number that the shell sees.
  public var code: Int32 {
    switch self {
    case .bug: 1
    case .noBluetooth: 10
    case .notFound: 20
    case .busy: 22
    case .otherVersion: 23
    case .rulesBroken: 26
    case .noConnection: 27
    case .left: 28
    case .refused: 32
    case .brokenFile: 40
    case .notSaved: 41
    case .noSuchGame: 43
    case .usage: 64
    case .interrupted(let signal): 128 + Int32(signal.rawValue)
    }
  }
}
