import MatchPlay
import MatchProtocol
import Phrases

/// The other side, or the way to it, ended a match.
extension ExitReason {
  fileprivate static var sameVersion: String {
    say("start a new game with the same version on both computers")
  }

  /// Bytes or messages that no Tabletooth sends.
  static func garbage(_ what: String) -> Self {
    Self(
      .rulesBroken,
      say("the other computer sent data that is not Tabletooth's (\(what))"),
      sameVersion
    )
  }

  /// The other side broke the rules of the game.
  static func illegalMove(_ what: String) -> Self {
    Self(.rulesBroken, say("the other computer broke the rules (\(what))"), sameVersion)
  }

  /// The two sides keep different records of their match.
  static func recordsDiffer(name: String) -> Self {
    Self(
      .rulesBroken,
      say("your record of the match differs from the one \(PrintableText(name).text) has"),
      say(
        """
        see yours with tabletooth games; to be asked again, repeat the command on both computers, \
        or start a new match with --new
        """
      )
    )
  }

  /// The other player sat down, and left before a game had begun.
  static func otherSideLeftEarly(name: String) -> Self {
    Self(
      .left,
      say("\(name) left before the game began"),
      say("no game was saved; start a new one")
    )
  }

  static func keptShut(by name: String) -> Failure {
    let minutes = SessionTimes.turn.components.seconds / 60
    return Failure(
      .busy,
      say(
        """
        others kept asking for the seat at \(PrintableText(name).text)'s table for \(minutes) \
        minutes
        """
      ),
      say("try again later (over Bluetooth, move closer)")
    )
  }
}

extension GoodbyeReason {
  /// The player called `name` left for this reason.
  func failure(with name: String) -> Failure {
    let again = ExitReason.sameVersion
    return switch self {
    case .illegalMove:
      Failure(.left, say("\(name)'s computer refused a move from this one"), again)
    case .protocolViolation:
      Failure(.left, say("\(name)'s computer did not understand this one"), again)
    case .failed:
      Failure(.left, say("\(name)'s program could not continue"), again)
    case _:
      Failure(
        .left,
        say("\(name) left before the game was over"),
        say("run tabletooth resume on both computers to continue")
      )
    }
  }
}

extension ExitReason.LostCause {
  /// The link to the player called `name` was lost by it.
  func failure(with name: String) -> Failure {
    let happened =
      switch self {
      case .disconnected: say("the connection to \(name) was lost")
      case .packetLost: say("the connection to \(name) lost a message")
      case .bluetoothGone: say("Bluetooth on this computer stopped")
      case .busGone: say("the D-Bus bus of bluetoothd has stopped")
      case .airEnded: Self.airHasEnded
      case .silent(let duration):
        say("nothing received from \(name) for \(duration.components.seconds) seconds")
      }
    return Failure(.noConnection, happened, advice)
  }

  private var advice: String {
    switch self {
    case .disconnected, .packetLost, .silent:
      say("run tabletooth resume on both computers (over Bluetooth, move closer)")
    case .bluetoothGone: say("run tabletooth doctor to see why")
    case .busGone:
      say("start it (sudo systemctl start dbus bluetooth), then run the same command to continue")
    case .airEnded: Self.leaveAir
    }
  }

  /// What happened in a terminal of `tabletooth air` that has ended.
  public static var airHasEnded: String {
    say("this terminal's virtual Bluetooth has ended, and its player's folder is deleted")
  }

  /// What to do in such a terminal.
  public static var leaveAir: String {
    say("open a new terminal, or run unset TABLETOOTH_BUS TABLETOOTH_ADAPTER XDG_DATA_HOME")
  }
}

extension ExitReason.ConnectFailure {
  /// The table of the player called `name` could not be connected to.
  func failure(with name: String) -> Failure {
    switch self {
    case .bluetooth(let words):
      Failure(
        .noConnection,
        say("could not connect to \(name) (\(Self.shortened(words)))"),
        say("move the computers closer together and try again")
      )
    case .discoverable:
      Failure(
        .noConnection,
        say("could not connect to \(name), whose computer is discoverable"),
        say("run bluetoothctl discoverable off there, or close its Bluetooth settings")
      )
    case .network: Self.notReached(name)
    case .tableClosed:
      Failure(
        .noConnection,
        say("could not connect to \(name), which closed, perhaps as somebody else joined"),
        say("run tabletooth scan to list open tables")
      )
    case .linkBroke:
      Failure(
        .noConnection,
        say("could not connect to \(name): connection lost before you got a seat"),
        say("check that tabletooth is running there and retry (over Bluetooth, move closer)")
      )
    case .noAnswer(let limit):
      Failure(
        .noConnection,
        say(
          "could not connect to \(name): no answer for \(limit.components.seconds) seconds"
        ),
        say("check that tabletooth host is still running there, and try again")
      )
    case .hungUp(let limit): Self.hungUp(by: name, limit)
    }
  }

  private static func notReached(_ name: String) -> Failure {
    Failure(
      .noConnection,
      say("could not connect to \(name), which is on this network and does not answer"),
      say("a network for guests may keep computers apart: use another one, or Bluetooth")
    )
  }

  private static func hungUp(by name: String, _ limit: Duration) -> Failure {
    Failure(
      .noConnection,
      say(
        """
        could not connect to \(name): it ended each connection at once for \
        \(limit.components.seconds) seconds
        """
      ),
      say("the table may be crowded: try again later, and check that tabletooth is running there")
    )
  }

  /// The text of another program, whole or up to the end of a word.
  private static func shortened(_ words: String, limit: Int = 64) -> String {
    let text = PrintableText(words, limit: 300).text
    guard text.count > limit else { return text }
    let whole = text.prefix(limit).split(separator: " ").dropLast()
    return whole.joined(separator: " ") + " …"
  }
}
