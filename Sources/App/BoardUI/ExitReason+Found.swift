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
        asked.map { say("no player you know has a table called \($0) at \(broker)") }
          ?? say("no player you know has a table at \(broker)"),
        say("ask for a table there, or join one by its code")
      )
    case .foundNowhere(let nearby, let online): Self.nowhere(nearby, online)
    case .nobodyWaits(let errand, let asked, nil): Self.nobodyWaits(errand, asked)
    case .nobodyWaits(let errand, let asked, let broker?):
      Failure(
        .notFound,
        asked.map { say("nobody you know called \($0) waits for that at \(broker)") }
          ?? say("nobody you know waits for that at \(broker)"),
        say("type \(errand.waiting) --on online there first, or use the code that it shows")
      )
    case .nobodyThere(let limit, let isNearby):
      Failure(
        .notFound,
        say("nobody was at the table for \(limit.components.seconds) seconds"),
        isNearby
          ? say("see whether tabletooth host still runs there, and is near enough")
          : say(
            "see whether tabletooth host still runs there; each table has a code of its own"
          )
      )
    case .severalTables(let tables):
      Failure(
        .notFound,
        say("several fit: \(tables.joined(separator: say(", ")))"),
        say("type the same with the name of one, or its address")
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
        say("type tabletooth host on the other computer, and bring the two closer")
      )
    }
    guard heard.isEmpty else {
      return Failure(
        .notFound,
        say("found no table called \(asked), only \(heard.joined(separator: say(", ")))"),
        say("type tabletooth join with the name or the address of one")
      )
    }
    return Failure(
      .notFound,
      say("found no table called \(asked)"),
      say("type tabletooth scan to see which tables are open")
    )
  }

  private static func nobodyWaits(_ errand: Errand, _ asked: String?) -> Failure {
    Failure(
      .notFound,
      asked.map { say("found nobody called \($0) who waits for that") }
        ?? say("found nobody who waits for that"),
      errand == .pipe
        ? say("type tabletooth pipe on the other computer first, and bring the two closer")
        : say("type tabletooth receive on the other computer first, and bring the two closer")
    )
  }

  private static func other(_ there: TableKind, _ here: TableKind) -> Failure {
    let what =
      switch there {
      case .game: say("the other computer has a table for a game")
      case .files: say("the other computer waits for a file")
      case .pipe: say("the other computer is one end of a pipe")
      }
    let advice =
      switch (here, there) {
      case (.files, _): say("type tabletooth receive there, and the same here again")
      case (.pipe, _): say("type tabletooth pipe there, and the same here again")
      case (.game, .files): say("type tabletooth send and the name of the file")
      case (.game, _): say("type tabletooth pipe here, too")
      }
    return Failure(.notFound, what, advice)
  }

  /// There are tables of this name, and none of them is that of the known player.
  public static func otherOfName(_ name: String) -> Self {
    Self(
      .notFound,
      say("the table called \(name) is not that of the \(name) you know"),
      say("ask \(name) to open a table, then type the same again")
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
      return Failure(near.status, happened, say("see whether \(waiting) runs there"))
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
