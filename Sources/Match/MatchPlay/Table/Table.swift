public import MatchProtocol

/// A match on a session, as one side has it: who sits there, whom to trust, what is kept, how one
/// leaves.
///
/// It decides and nothing else: each input returns orders, time comes in as `now`, and ``deadline``
/// says when ``tick(now:)`` is due. One table serves the host, the guest, two people at one
/// terminal, and one who plays against a machine; the last two have no session.
///
/// The end of a game is agreed upon before a board goes: the side that receives the last move says
/// goodbye, the side that made it waits for that goodbye. Who is asked for another game answers
/// first.
public struct Table<Session: MatchSession>: Sendable {
  /// The maximum time to wait for the other side's goodbye after the game.
  package static var goodbyeTime: Duration { .seconds(5) }

  /// Which side of the link this is; two people at one terminal are hosts.
  public let role: Role
  /// The host's terms: the game and who begins.
  let terms: MatchMessage.Start?
  /// The rules of the table.
  public let rules: TableRules
  /// True if a machine sits on the other side, without a link.
  public let hasMachine: Bool
  /// The players who are known.
  public internal(set) var book: TrustBook
  /// The phase of the two players.
  public internal(set) var phase = TablePhase.open
  /// True if the link of the match is lost, and another one is waited for.
  public internal(set) var isSuspended = false
  /// True if the player here is asked for another game before the boards take leave.
  public var asksAgain: Bool
  /// The location of the host, for a guest.
  public var location: HostLocation?
  /// The time spent on the current turn, if a game with a clock is resumed; set before
  /// ``begin(resuming:now:)``.
  public var keptTurn: KeptTurn?
  /// The session of the match, once both have accepted each other; set before
  /// ``begin(resuming:now:)`` for a match that continues.
  public var matchID: SessionID?
  /// The host's rule for who moves first; set before ``begin(resuming:now:)``.
  public var firstRule = FirstRule.decided
  /// The secret from which the numbers of coins are made; set before ``begin(resuming:now:)``.
  public var coinSecret: [UInt8] = []
  /// The number in the advertisement of a host's table.
  public var number: TableNumber?
  /// The rank of a room behind a menu, which is said for as long as a seat is free.
  public var rank: RoomRank?
  /// The state of the coin toss.
  var toss = Toss()
  package var session: Session?
  /// True if there is another board, at the other end of a session.
  let hasSession: Bool
  /// The host's offer, for a guest that has received it.
  package internal(set) var offer: Offer?
  /// The guest's challenge that the player here has accepted.
  var agreed: Challenge?
  /// True if the table goes on with a match, for whose guest alone it is.
  var isForItsPlayer = false
  /// True if a host lets somebody new in.
  public internal(set) var isOpen = true
  /// Of which strangers the player has heard.
  var strangers = StrangersTold()
  /// The recent requests of the other player.
  var requests = RequestLimits()
  var record = TableRecord.none
  /// The games on disk without another board.
  public internal(set) var localGame = LocalGameRecord()
  /// True if a player has done anything in the match, so that there is something to go on with.
  package internal(set) var isUnderWay = false
  /// When something is due that is not the session's.
  var wakeAt: Duration?
  /// When this side leaves after a game, whatever the other side knows.
  var leaveAt: Duration?
  /// The number of match messages sent when the game was over.
  var endNumber: Int?
  /// The last advertisement.
  var announced: Presence?
  var orders = TableOrders()
  /// The chat of the players.
  public internal(set) var talk = TableTalk()
  /// True if files may be open that were offered with the player on the other side.
  var hasFiles = false
  /// The bytes that go forth and back, where the two have met for that.
  public internal(set) var pipe = TablePipe()
  /// The time that the side to move has thought.
  var timer = TurnTimer()
  /// The view of the host's table, if the player here is a spectator; set before
  /// ``begin(resuming:now:)``.
  public var watching: WatchedRoom?
  /// Those who watch.
  var watchers = RoomWatchers()
  /// The comparison of the two records, if the other side keeps a different one.
  var comparison: RecordComparison?
  /// To which record the player here has agreed to go back, in this program.
  var agreedRecord: MatchMessage.GoneBack?

  /// A table at its beginning; `terms` say what is played and who begins, for a host.
  public init(
    _ session: Session,
    as role: Role,
    terms: MatchMessage.Start? = nil,
    rules: TableRules = TableRules(),
    book: TrustBook = TrustBook()
  ) {
    self.session = session
    hasSession = true
    self.role = role
    self.terms = terms
    self.rules = rules
    hasMachine = false
    self.book = book
    asksAgain = rules.asksAgain
    talk.tellsSeen = rules.tellsSeen
  }

  /// A table for two people at one terminal, or, where `match` has a seat for one, for this player
  /// and a machine; `record` says what is on disk.
  public init(local match: Match, asksAgain: Bool = false, record: LocalGameRecord = .init()) {
    localGame = record
    hasSession = false
    role = .host
    terms = nil
    rules = TableRules(asksAgain: asksAgain)
    hasMachine = match.seats != .both
    book = TrustBook()
    self.asksAgain = asksAgain
    phase = .playing(match)
  }

  /// True if the match is on disk, and goes on in another program.
  public var isKept: Bool { record != .none }

  /// The letter that the other player should find as long as there is no link; nil for none.
  public var letter: Letter? {
    guard rules.errand == nil, let letter = session?.letter else { return nil }
    // Of a game that is over nothing stays but what the other player has to know.
    switch phase {
    case .over, .leaving, .ended: return letter.isDue ? letter : nil
    case .open, .comparing, .accepted, .seated, .playing: return letter
    }
  }

  /// When to call ``tick(now:)``, or nil if nothing is due until something else comes.
  public var deadline: Duration? {
    [wakeAt, leaveAt, session?.deadline, clockDeadline, watchers.deadline]
      .compactMap { $0 }.min()
  }
}

/// The part of the match at a table that is on disk.
enum TableRecord: Hashable {
  /// Nothing.
  case none
  /// A match that this side has accepted, and the other side perhaps not.
  case tentative(PeerID)
  /// A match that both have accepted.
  case kept
}

/// The rules of a table.
public struct TableRules: Hashable, Sendable {
  /// The treatment of new players.
  public enum UnknownPlayers: Hashable, Sendable {
    /// The player here compares digits and decides.
    case ask
    /// Play with anybody, as the robot does.
    case accept
    /// Play with nobody new.
    case refuse
  }

  /// The treatment of new players.
  public var unknown: UnknownPlayers
  /// True if the player here is asked for another game before the boards take leave.
  public var asksAgain: Bool
  /// True if the other side is told what the player here has seen.
  public var tellsSeen: Bool
  /// Up to how many bytes a file is taken unasked; nil for none.
  public var filesUpTo: UInt64?
  /// The purpose of a table at which nobody plays.
  public var errand: Errand?
  /// Whom a guest wants to ask to play what.
  public var challenge: ChallengeErrand?
  /// The host's digest, if a guest was given one: no digits are needed then.
  public var host: TableDigest?
  /// True if nothing is told of what the players do at this moment.
  public var isQuiet = false
  /// True if a host is asked for each guest, also for one who is known.
  public var asksForKnown: Bool
  /// The longest time that this side stays after a game; nil for a person, who decides.
  public var farewellLimit: Duration?
  /// The maximum number of spectators at a host's table.
  public var watchers = 0
  /// True if those who watch may talk.
  public var watchersTalk = false

  /// States how a table is kept.
  public init(
    unknown: UnknownPlayers = .ask,
    asksAgain: Bool = false,
    asksForKnown: Bool = false,
    tellsSeen: Bool = true
  ) {
    self.unknown = unknown
    self.asksAgain = asksAgain
    self.tellsSeen = tellsSeen
    self.asksForKnown = asksForKnown
  }
}

/// The phase of the players of a table.
public enum TablePhase: Hashable, Sendable {
  /// Nobody sits on the other side yet.
  case open
  /// Somebody does, and the player here has to say whether that is the right one.
  case comparing(Introduction)
  /// The player here has accepted the other one, known or not, and the other one has to say the
  /// same.
  case accepted(Introduction, isKnown: Bool)
  /// The guest has its seat and waits for the host's terms.
  case seated
  /// A game is played.
  case playing(Match)
  /// The game is over, and the boards take leave or begin another one.
  case over(Match, Farewell)
  /// The session is being closed, and then the table ends with this.
  case leaving(TableEnd)
  /// The table has ended.
  case ended

  /// The event for which the boards wait after a game.
  public enum Farewell: Hashable, Sendable {
    /// The player here, who may want another game; or the other side's goodbye where nobody is
    /// asked.
    case undecided
    /// A link, to say goodbye on: nobody here wants another game.
    case awaitingLink
  }

  /// True if only a link is missing to say goodbye on.
  public var isTakingLeave: Bool {
    if case .over(_, .awaitingLink) = self { true } else { false }
  }

  /// True if somebody may be introduced still.
  public var isBeforeSeat: Bool {
    switch self {
    case .open, .comparing, .accepted: true
    case .seated, .playing, .over, .leaving, .ended: false
    }
  }

  /// True if there is somebody who may not know of it.
  var mayBeVacated: Bool {
    switch self {
    case .playing, .seated, .comparing, .accepted: true
    case .open, .over, .leaving, .ended: false
    }
  }

  /// The match that is played, or was played last.
  public var match: Match? {
    switch self {
    case .playing(let match), .over(let match, _): match
    case .open, .comparing, .accepted, .seated, .leaving, .ended: nil
    }
  }
}

/// Of which strangers a player has heard: they may come by again and again.
struct StrangersTold: Hashable, Sendable {
  /// Of how many a player hears while the table is open.
  private static let limit = 10

  /// The reasons for which they were refused since the last connection.
  private var inMatch: Set<StrangerRejection> = []
  /// The number of peers that have closed their link since then before either side had proved
  /// anything: one link may be lost at any moment.
  private var hangUps = 0
  private var whileOpen = 0

  /// True if to tell of one who came while the table was open.
  mutating func tellsWhileOpen(_ why: StrangerRejection) -> Bool {
    whileOpen += 1
    return [.tooManyTries, .brokenExchanges].contains(why) || whileOpen <= Self.limit
  }

  /// True if to tell of one who came during a match.
  mutating func tellsInMatch(_ why: StrangerRejection) -> Bool {
    if why == .hungUp {
      hangUps += 1
      guard hangUps > 1 else { return false }
    }
    return inMatch.insert(why).inserted
  }

  /// The link stands again.
  mutating func forgetMatch() {
    (inMatch, hangUps) = ([], 0)
  }
}
