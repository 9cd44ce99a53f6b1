import MatchPlay
import MatchProtocol
import Phrases

/// What is wrong with the other side, or with the way to it.
extension Complaint {
  static func nobodyFound(asked: String?, heard: [String]) -> Self {
    if let asked, !heard.isEmpty {
      .init(
        say("found no table called \(asked), only \(heard.joined(separator: say(", ")))"),
        say("type tabletooth join with the name or the address of one")
      )
    } else if let asked {
      .init(
        say("found no table called \(asked)"),
        say("type tabletooth scan to see which tables are open")
      )
    } else {
      .init(
        say("found no open table"),
        say("type tabletooth host on the other computer, and bring the two closer")
      )
    }
  }

  static func otherOfName(_ name: String) -> Self {
    .init(
      say("the table called \(name) is not that of the \(name) you know"),
      say("ask \(name) to open a table, then type the same again")
    )
  }

  /// Nobody is there for what two programs have to meet for.
  static func nobodyWaits(_ errand: Errand, asked: String?) -> Self {
    let happened =
      asked.map { say("found nobody called \($0) who waits for that") }
      ?? say("found nobody who waits for that")
    return switch errand {
    case .pipe:
      .init(
        happened,
        say("type tabletooth pipe on the other computer first, and bring the two closer")
      )
    case .send, .receive:
      .init(
        happened,
        say("type tabletooth receive on the other computer first, and bring the two closer")
      )
    }
  }

  /// Nobody who is known here is there at a broker for what two programs have to meet for.
  static func nobodyWaits(_ errand: Errand, asked: String?, at broker: String) -> Self {
    .init(
      asked.map { say("nobody you know called \($0) waits for that at \(broker)") }
        ?? say("nobody you know waits for that at \(broker)"),
      say(
        "type \(errand.waiting) --online there first, or use the code that it shows"
      )
    )
  }

  static func couldNotConnect(
    to name: String,
    because failure: ExitReason.ConnectFailure
  ) -> Self {
    switch failure {
    case .bluetooth(let words):
      .init(
        say("could not connect to \(name) (\(shortened(words)))"),
        say("bring the two computers closer and try again")
      )
    case .discoverable:
      .init(
        say("could not connect to \(name), whose computer is discoverable"),
        say("type bluetoothctl discoverable off there, or close its Bluetooth settings")
      )
    case .tableClosed:
      .init(
        say(
          "could not connect to \(name), which is not open any more: somebody else may have sat down"
        ),
        say("type tabletooth scan to see which tables are open")
      )
    case .linkBroke:
      .init(
        say("could not connect to \(name): the link broke before a seat was given"),
        say("see that tabletooth runs there, and try again (over Bluetooth, closer together)")
      )
    case .noAnswer(let limit):
      .init(
        say(
          "could not connect to \(name): nobody answered for \(limit.components.seconds) seconds"
        ),
        say("see whether tabletooth host still runs there, and try again")
      )
    }
  }

  /// What another program says, whole or up to the end of a word.
  private static func shortened(_ words: String, limit: Int = 64) -> String {
    let text = PrintableText(words, limit: 300).text
    guard text.count > limit else { return text }
    let whole = text.prefix(limit).split(separator: " ").dropLast()
    return whole.joined(separator: " ") + " …"
  }

  static func severalTables(_ tables: [String]) -> Self {
    .init(
      say("several fit: \(tables.joined(separator: say(", ")))"),
      say("type the same with the name of one, or its address")
    )
  }

  static func otherVersion(_ what: String) -> Self {
    .init(what, installSameVersion)
  }

  static var installSameVersion: String {
    say("install the same version of tabletooth on both computers")
  }

  static func garbage(_ what: String) -> Self {
    .init(
      say("the other side sent something that is not Tabletooth (\(what))"),
      sameVersion
    )
  }

  static var messageTooLarge: Self {
    Self(
      say("the other side announced a message that is far too long"),
      sameVersion
    )
  }

  static func illegalMove(_ what: String) -> Self {
    .init(
      say("the other side broke the rules (\(what))"),
      sameVersion
    )
  }

  static func linkLost(name: String, cause: ExitReason.LostCause) -> Self {
    let again = say("type tabletooth resume on both computers (over Bluetooth, closer together)")
    return
      switch cause
    {
    case .disconnected: .init(say("the connection to \(name) was lost"), again)
    case .packetLost: .init(say("the connection to \(name) lost a message"), again)
    case .bluetoothGone:
      .init(say("Bluetooth on this computer stopped"), say("type tabletooth doctor to see why"))
    case .busGone:
      .init(
        say("the bus that bluetoothd is on has stopped"),
        say("start it (sudo systemctl start dbus bluetooth), then type the same command to go on")
      )
    case .silent(let duration):
      .init(say("nothing was heard from \(name) for \(duration.components.seconds) seconds"), again)
    }
  }

  static func otherSideLeftEarly(name: String) -> Self {
    .init(
      say("\(name) left before a game had begun"),
      say("no game is kept; begin a new one")
    )
  }

  static func otherSideLeft(name: String, why: GoodbyeReason) -> Self {
    switch why {
    case .left, .gameOver, .unknownMatch, .recordsDiffer, .notInvited, .kicked,
      .challengeDeclined, .challengeExpired, .noPlace, .takenOver:
      .init(
        say("\(name) left before the game was over"),
        say("type tabletooth resume on both computers to go on")
      )
    case .illegalMove:
      .init(say("the computer of \(name) refused a move of this one"), sameVersion)
    case .protocolViolation:
      .init(say("the computer of \(name) did not understand this one"), sameVersion)
    case .notAccepted:
      .init(
        say("\(name) did not accept you"),
        say("start again, and compare the digits on both screens")
      )
    case .failed:
      .init(say("the program of \(name) could not go on"), sameVersion)
    }
  }

  static func notAccepted(name: String, why: ExitReason.Refusal) -> Self {
    let again = say("start again, and compare the digits on both screens")
    switch why {
    case .here: return .init(say("you did not accept \(name)"), again)
    case .there:
      // A host does not say more to a stranger whose place a known player takes.
      return .init(
        say("\(name) did not accept you, or plays with somebody whom \(name) knows"),
        again
      )
    case .declined:
      return .init(
        say("\(name) did not let you in"),
        say("try again later, or choose another table")
      )
    case .keyChanged:
      return .init(
        say("\(name) did not prove to be the player you know by that name"),
        say(
          "ask \(name), and if the computer is a new one, type tabletooth players forget and the name"
        )
      )
    case .noAnswer(let limit):
      let seconds = limit.components.seconds
      return .init(
        say("you and \(name) did not accept each other within \(seconds) seconds"),
        again
      )
    case .linkBroke:
      return .init(
        say("the link broke while you and \(name) compared digits, and somebody may be in between"),
        again
      )
    }
  }

  private static var sameVersion: String {
    say("start a new game, with the same version on both computers")
  }
}

extension ExitReason.Closure {
  /// What is said to who may not play at the table of `name`.
  func complaint(of name: String) -> Complaint {
    switch self {
    case .taken: taken(name, say("try again when the game there is over"))
    case .takenPerhaps(let command):
      taken(
        name,
        say("if you sit there, type \(command); if not, try again when the game there is over")
      )
    case .kept:
      .init(
        say("the seat at the table of \(name) is kept for a player whose link was lost"),
        say("try again in ten minutes, or choose another table")
      )
    case .keptPerhaps(let command):
      .init(
        say("the seat at the table of \(name) is kept for a player whose link was lost"),
        say("if that is you, type \(command); if not, try again in ten minutes")
      )
    case .closed:
      .init(
        say("the table of \(name) is closed to others at the moment"),
        say("ask its host to type open")
      )
    case .notInvited:
      .init(
        say("\(name) plays with known players only, and does not know you"),
        say("ask \(name) to begin once without --invite-only or --unknown refuse")
      )
    case .kicked:
      .init(say("\(name) sent you away"), say("choose another table with tabletooth scan"))
    case .watchable, .watchersFull, .notShown, .challengeDeclined, .challengeExpired, .takenOver:
      complaintOfOthers(name)
    case .tooManyTries(let seconds):
      .init(
        say("this computer has asked for the seat at the table of \(name) too often"),
        say("try again in \(seconds) seconds")
      )
    }
  }

  private func taken(_ name: String, _ advice: String) -> Complaint {
    .init(say("the seat at the table of \(name) is taken"), advice)
  }

  /// What is said of tables that are watched, or are not, of challenges, and of another computer.
  private func complaintOfOthers(_ name: String) -> Complaint {
    switch self {
    case .watchable:
      .init(
        say("a game is played at the table of \(name)"),
        say("watch it with tabletooth join \(name) --watch")
      )
    case .watchersFull:
      .init(
        say("nobody more may watch at the table of \(name)"),
        say("ask its host to let more watch, or try again later")
      )
    case .notShown:
      .init(
        say("nobody may watch at the table of \(name)"),
        say("ask its host to open it with --watchers")
      )
    case .challengeDeclined:
      .init(
        say("\(name) does not want to play that now"),
        say("ask for another game, or try again later")
      )
    case .challengeExpired:
      .init(
        say("\(name) has not answered the challenge"),
        say("try again when \(name) is at the terminal")
      )
    case .takenOver:
      .init(
        say("your match with \(name) goes on from another computer, where you have resumed it"),
        say("play there, or type tabletooth resume to go on here again")
      )
    case .taken, .takenPerhaps, .kept, .keptPerhaps, .closed, .notInvited, .kicked, .tooManyTries:
      complaint(of: name)
    }
  }
}
