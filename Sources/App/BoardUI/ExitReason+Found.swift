import MatchPlay
import MatchProtocol
import Phrases

/// Nobody was found, or somebody else.
extension ExitReason {
  /// The table or the player that was looked for is not there, or several are.
  var unfound: Failure? {
    switch self {
    case .nobodyFound(let asked, let heard): Self.nobody(asked, heard)
    case .noKnownTable(let asked, let broker):
      Failure(
        .notFound,
        asked.map { say("none of your contacts has a table called \($0) at \(broker)") }
          ?? say("none of your contacts has a table at \(broker)"),
        say("ask for a table there, or join one with its code")
      )
    case .foundNowhere(let nearby, let online): Self.nowhere(nearby, online)
    case .nobodyWaits(let errand, let asked, nil): Self.nobodyWaits(errand, asked)
    case .nobodyWaits(let errand, let asked, let broker?):
      Failure(
        .notFound,
        asked.map { say("no contact called \($0) is waiting for this at \(broker)") }
          ?? say("no contact is waiting for this at \(broker)"),
        say("run \(errand.waiting) --on online there first, or use the code it shows")
      )
    case .nobodyThere(let limit, let isNearby):
      Failure(
        .notFound,
        say("the table did not answer for \(limit.components.seconds) seconds"),
        isNearby
          ? say("check that tabletooth host is still running there, and within range")
          : say(
            "check that tabletooth host is still running there; each table has its own code"
          )
      )
    case .severalTables(let tables):
      Failure(
        .notFound,
        say("several match: \(tables.joined(separator: say(", ")))"),
        say("add one of the names or addresses to the command")
      )
    case .otherTable(let there, let here): Self.other(there, here)
    case _: nil
    }
  }

  private static func nobody(_ asked: String?, _ heard: [String]) -> Failure {
    guard let asked else {
      return Failure(
        .notFound,
        say("found no open table"),
        say("run tabletooth host on the other computer, and move the two closer")
      )
    }
    guard heard.isEmpty else {
      return Failure(
        .notFound,
        say("found no table called \(asked), only \(heard.joined(separator: say(", ")))"),
        say("run tabletooth join with one of the names or addresses")
      )
    }
    return Failure(
      .notFound,
      say("found no table called \(asked)"),
      say("run tabletooth scan to list open tables")
    )
  }

  private static func nobodyWaits(_ errand: Errand, _ asked: String?) -> Failure {
    Failure(
      .notFound,
      asked.map { say("nobody called \($0) is waiting for this") }
        ?? say("nobody is waiting for this"),
      errand == .pipe
        ? say("run tabletooth pipe on the other computer first, and move the two closer")
        : say("run tabletooth receive on the other computer first, and move the two closer")
    )
  }

  private static func other(_ there: TableKind, _ here: TableKind) -> Failure {
    let what =
      switch there {
      case .game: say("the other computer hosts a game")
      case .files: say("the other computer expects a file")
      case .pipe: say("the other computer is running a pipe")
      }
    let advice =
      switch (here, there) {
      case (.files, _): say("run tabletooth receive there, then repeat this command")
      case (.pipe, _): say("run tabletooth pipe there, then repeat this command")
      case (.game, .files): say("run tabletooth send with the name of the file")
      case (.game, _): say("run tabletooth pipe here too")
      }
    return Failure(.notFound, what, advice)
  }

  /// There are tables of this name, and none of them is that of the known player.
  public static func otherOfName(_ name: String) -> Self {
    Self(
      .notFound,
      say("the table called \(name) is not that of your contact \(name)"),
      say("ask \(name) to open a table, then repeat this command")
    )
  }
}

// MARK: - Two places

extension ExitReason {
  /// The failure where tables nearby and online were looked for: the advice is about the place that
  /// can be mended, if one can, and the status about the place where a search was possible.
  private static func nowhere(_ nearby: ExitReason, _ online: ExitReason) -> Failure? {
    guard let near = nearby.failure, let far = online.failure else { return nil }
    let happened = say("nearby: \(near.happened), online: \(far.happened)")
    switch (nearby.isNobody, online.isNobody) {
    case (true, true):
      let waiting =
        if case .nobodyWaits(let errand, _, _) = nearby { errand.waiting } else {
          "tabletooth host"
        }
      return Failure(near.status, happened, say("check that \(waiting) runs there"))
    case (false, true): return Failure(far.status, happened, far.advice)
    case (true, false): return Failure(near.status, happened, far.advice)
    case (false, false): return Failure(near.status, happened, near.advice)
    }
  }

  /// True if it was looked for, and nobody was there.
  private var isNobody: Bool {
    switch self {
    case .nobodyFound, .nobodyWaits, .noKnownTable: true
    case _: false
    }
  }
}
