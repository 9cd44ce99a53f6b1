import MatchPlay
import MatchProtocol
import Phrases

/// The other side, or the way to it, ended a match.
extension ExitReason {
  fileprivate static var sameVersion: String {
    say("start a new game, with the same version on both computers")
  }

  /// Bytes or messages that no Tabletooth sends.
  static func garbage(_ what: String) -> Self {
    Self(
      .rulesBroken,
      say("the other side sent something that is not Tabletooth (\(what))"),
      sameVersion
    )
  }

  /// The other side broke the rules of the game.
  static func illegalMove(_ what: String) -> Self {
    Self(.rulesBroken, say("the other side broke the rules (\(what))"), sameVersion)
  }

  /// The two sides keep different records of their match.
  static func recordsDiffer(name: String) -> Self {
    Self(
      .rulesBroken,
      say("what is kept of the match here, and at \(PrintableText(name).text), is not the same"),
      say(
        """
        see yours with tabletooth games; to be asked once more, type the same again on both \
        computers, or begin another match with --new
        """
      )
    )
  }

  /// The other player sat down, and left before a game had begun.
  static func otherSideLeftEarly(name: String) -> Self {
    Self(
      .left,
      say("\(name) left before a game had begun"),
      say("no game is kept; begin a new one")
    )
  }

  static func keptShut(by name: String) -> Failure {
    let minutes = SessionTimes.turn.components.seconds / 60
    return Failure(
      .busy,
      say(
        "others asked for the seat at the table of \(PrintableText(name).text) for \(minutes) minutes"
      ),
      say("try again later (over Bluetooth, closer together)")
    )
  }
}

extension GoodbyeReason {
  /// The player called `name` left for this reason.
  func failure(with name: String) -> Failure {
    let again = ExitReason.sameVersion
    return switch self {
    case .illegalMove:
      Failure(.left, say("the computer of \(name) refused a move of this one"), again)
    case .protocolViolation:
      Failure(.left, say("the computer of \(name) did not understand this one"), again)
    case .failed:
      Failure(.left, say("the program of \(name) could not go on"), again)
    case _:
      Failure(
        .left,
        say("\(name) left before the game was over"),
        say("type tabletooth resume on both computers to go on")
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
      case .busGone: say("the bus that bluetoothd is on has stopped")
      case .silent(let duration):
        say("nothing was heard from \(name) for \(duration.components.seconds) seconds")
      }
    let advice =
      switch self {
      case .disconnected, .packetLost, .silent:
        say("type tabletooth resume on both computers (over Bluetooth, closer together)")
      case .bluetoothGone: say("type tabletooth doctor to see why")
      case .busGone:
        say("start it (sudo systemctl start dbus bluetooth), then type the same command to go on")
      }
    return Failure(.noConnection, happened, advice)
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
        say("bring the two computers closer and try again")
      )
    case .discoverable:
      Failure(
        .noConnection,
        say("could not connect to \(name), whose computer is discoverable"),
        say("type bluetoothctl discoverable off there, or close its Bluetooth settings")
      )
    case .tableClosed:
      Failure(
        .noConnection,
        say(
          "could not connect to \(name), which is not open any more: somebody else may have sat down"
        ),
        say("type tabletooth scan to see which tables are open")
      )
    case .linkBroke:
      Failure(
        .noConnection,
        say("could not connect to \(name): the link broke before a seat was given"),
        say("see that tabletooth runs there, and try again (over Bluetooth, closer together)")
      )
    case .noAnswer(let limit):
      Failure(
        .noConnection,
        say(
          "could not connect to \(name): nobody answered for \(limit.components.seconds) seconds"
        ),
        say("see whether tabletooth host still runs there, and try again")
      )
    }
  }

  /// The text of another program, whole or up to the end of a word.
  private static func shortened(_ words: String, limit: Int = 64) -> String {
    let text = PrintableText(words, limit: 300).text
    guard text.count > limit else { return text }
    let whole = text.prefix(limit).split(separator: " ").dropLast()
    return whole.joined(separator: " ") + " …"
  }
}
