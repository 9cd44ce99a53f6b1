import MatchPlay
import MatchProtocol
import Phrases

/// Messages about networks and brokers during a game.
enum NetworkStrings {
  /// A transport cannot work at the moment, and is tried again.
  static func waits(_ reason: ExitReason) -> String {
    say("Still trying: \(reason.clause) Type quit to leave.")
  }

  /// One of several ways to the other side is closed.
  static func wayEnded(_ reason: ExitReason) -> String {
    if let failure = reason.failure, failure.status == .noBluetooth {
      return say(
        "Playing without Bluetooth: \(failure.happened). To mend that, run tabletooth doctor."
      )
    }
    return say("One transport failed: \(reason.clause) Only the other one is left.")
  }

  /// A table that is found on the local network.
  static var published: String {
    say("Everybody on this network can see your table; --on bluetooth hides it there.")
  }

  /// A table at `place` that guests find by what stands behind `tabletooth join`, one of
  /// `invitations`.
  static func open(
    _ name: String,
    for guest: String?,
    at invitations: [String],
    of place: HostLocation
  ) -> String {
    if let guest {
      return say(
        """
        Your table \(name) is open only for \(guest). There, run:
        \(waysBack(by: invitations, to: place))
        To play with somebody else, type quit, then run tabletooth host --new.
        """
      )
    }
    return open(name, at: invitations)
  }

  /// A table that guests find by what stands behind `tabletooth join`, one of `invitations`.
  static func open(_ name: String, at invitations: [String]) -> String {
    say(
      """
      Your table \(name) is open. On the other computer, run:
      \(commands("tabletooth join", invitations))
      Type quit to stop waiting.
      """
    )
  }

  /// The commands with which a guest resumes a match at `place`, wherever it was played before; a
  /// line for each of `invitations`, but for a code, which names a table and no match.
  private static func waysBack(by invitations: [String], to place: HostLocation) -> String {
    commands(
      "tabletooth resume",
      (place.isAtBroker ? [place.title] : invitations).map { "--on \($0)" }
    )
  }

  /// A table, or who waits for `errand`, can also be found at `place`, by one of `invitations`.
  static func alsoOpen(
    at invitations: [String],
    of place: HostLocation,
    goesOn: Bool,
    for errand: Errand?
  ) -> String {
    let command =
      switch errand {
      case .pipe: "tabletooth pipe"
      case .send, .receive: "tabletooth send \(say("FILE"))"
      case nil: "tabletooth join"
      }
    return say(
      """
      Or run there:
      \(goesOn || invitations.isEmpty
        ? waysBack(by: invitations, to: place) : commands(command, invitations))
      """
    )
  }

  /// The commands for a guest: `command` with each of `invitations`, a line for each.
  static func commands(_ command: String, _ invitations: [String]) -> String {
    invitations.map { "  \(command) \($0)" }.joined(separator: "\n")
  }

  static func brokerLost(_ attempt: Int, after pause: Duration) -> String {
    say("The broker cannot be reached. \(Strings.reconnecting(attempt, after: pause))")
  }
  static var brokerLost: String {
    say("The broker cannot be reached. Tabletooth keeps trying.")
  }
  static func brokerForbids(_ broker: String) -> String {
    say(
      """
      The broker \(broker) forbids the topics for tables, so nobody can be reached there. Ask its \
      operator to allow tabletooth/1/#, or use another broker.
      """
    )
  }
  static var brokerFlooded: String {
    say(
      """
      Somebody floods the broker with messages that are not from this table. They are ignored, but \
      your messages may be delayed.
      """
    )
  }
  static func posted(for name: String) -> String {
    say("\(name) will get it from the broker, even if you quit now.")
  }
  static var goOnAlone: String { say("To see the answer later, run tabletooth resume.") }
  static var brokerFound: String { say("The broker is back.") }
}
