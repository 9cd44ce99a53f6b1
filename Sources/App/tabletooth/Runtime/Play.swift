internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// A program that is set up, and everything that it needs to run.
struct Play: Sendable {
  let program: Program
  /// What the player sees, and how the player says what to do.
  let face: FaceChoice
  /// What is kept of what is played, if anything is.
  let journal: (any Journal)?
  /// The machine that finds moves.
  let thinker: Thinker
  /// The player here, with the settings.
  let seat: LocalSeat
  let environment: Environment
  /// How links come about, where there is another side.
  var opening: Opening?
  /// What was said and heard in a match that goes on; nil for a new one.
  var messages: [JournalEntry]?
  /// True if nothing is said of a table that was not the one that is looked for.
  var passesOtherTables = false
  /// Is called when somebody is at a table behind a menu.
  var onGuest: @MainActor @Sendable () -> Void = {}

  /// A program around `app`.
  init<Session: MatchSession>(
    _ app: App<Session>,
    face: FaceChoice,
    keeping journal: (any Journal)? = nil,
    thinker: Thinker,
    seat: LocalSeat,
    in environment: Environment
  ) {
    program = Program(face.page(app), as: app.table.role, isKept: journal != nil)
    (self.face, self.journal, self.thinker) = (face, journal, thinker)
    (self.seat, self.environment) = (seat, environment)
  }
}

/// How a program comes to its links.
struct Opening: Sendable {
  enum Aim: Sendable {
    /// A table is opened; a match that goes on is.
    case table(PlayerName, Presence, again: TransportChoice.Past?)
    /// A table behind the start menu is.
    case offer(PlayerName, Presence)
    /// A table is looked for.
    case join(Search)
    /// The host of a match that goes on is.
    case resume(KnownHost, TransportChoice.Past)
  }

  let aim: Aim
  let ways: TransportChoice

  /// Makes the route, whose transports report to `deliver`; it still has to be opened.
  ///
  /// - Throws: A `TransportFailure`, or `ExitReason`.
  func route(_ deliver: @escaping Route.Sink) async throws -> Route {
    switch aim {
    case .table(let name, let presence, let past):
      try await ways.openTable(of: name, saying: presence, again: past, deliver: deliver)
    case .offer(let name, let presence):
      try await ways.openTable(of: name, saying: presence, isBehindMenu: true, deliver: deliver)
    case .join(let search): try await ways.join(search, deliver: deliver)
    case .resume(let host, let past):
      try await ways.go(back: past, .hold(host), deliver: deliver)
    }
  }
}

/// What carries programs out: the loops of this process, or a simulated world.
protocol Stage: Sendable {
  /// The time since some moment.
  @MainActor var now: Duration { get }

  /// Sets `play` up.
  @MainActor func begin(_ play: Play) -> any Performance

  /// Sets the search of `lobby` up.
  ///
  /// - Parameters:
  ///   - lobby: What decides.
  ///   - carriers: How each of its carriers listens and connects.
  ///   - ways: What the carriers listen to.
  ///   - inbox: What its links are reported to.
  ///   - tell: Is told what comes of it, and how things are.
  /// - Returns: The search.
  @MainActor
  func look(
    _ lobby: Lobby,
    over carriers: [Carrier: LobbyLoop.Way],
    of ways: TransportChoice,
    inbox: LobbyInbox,
    tell: @escaping @MainActor (Lobby.News, Seeker) -> Void
  ) -> any LobbyRun
}

/// A search that runs.
@MainActor
protocol LobbyRun: AnyObject, Sendable {
  /// What is known.
  var seeker: Seeker { get }

  /// Runs until the lobby has ended, or the task is cancelled; nothing is scanned any more then.
  ///
  /// - Returns: How it has ended; nil where the task was cancelled.
  /// - Throws: What is wrong, where nothing is heard over any carrier.
  @discardableResult func run() async throws(ExitReason) -> Lobby.End?
}

/// A program that runs.
@MainActor
protocol Performance: AnyObject, Sendable {
  /// Runs until the program is over, and returns why it is.
  func run() async -> ExitReason

  /// Tells the program of `event`.
  nonisolated func tell(_ event: Event)

  /// The last message, where a table goes down behind a menu.
  var lastNews: String? { get }

  /// The number of a game at this terminal that did not end.
  var unfinishedGame: Int64? { get async }

  /// Says why the program ends, waits until what it has printed is out, and ends it with that code.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - told: The reason that was told already, where it is another one.
  ///   - line: What is printed before that, after all else; not on a screen that goes on.
  /// - Throws: `reason`, or the status that it stands for, always.
  func exit(_ reason: ExitReason, inPlaceOf told: ExitReason?, saying line: String?) async throws
}

/// The loops of this process.
struct ProcessStage: Stage {
  private let begun = ContinuousClock.now

  var now: Duration { ContinuousClock.now - begun }

  func begin(_ play: Play) -> any Performance { Runtime(play) }

  func look(
    _ lobby: Lobby,
    over carriers: [Carrier: LobbyLoop.Way],
    of ways: TransportChoice,
    inbox: LobbyInbox,
    tell: @escaping @MainActor (Lobby.News, Seeker) -> Void
  ) -> any LobbyRun {
    LobbyLoop(lobby, over: carriers, inbox: inbox, tell: tell)
  }
}

extension Runtime: Performance {
  nonisolated func tell(_ event: Event) { inbox.yield(.program(event)) }

  var lastNews: String? { program.page.lastNews }

  var unfinishedGame: Int64? { get async { await journal?.use(\.unfinishedGame) ?? nil } }
}
