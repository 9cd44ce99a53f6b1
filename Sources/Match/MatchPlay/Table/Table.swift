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
  /// How long the goodbye of the other side may take after the game.
  package static var goodbyeTime: Duration { .seconds(5) }

  /// Which side of the link this is; two people at one terminal are hosts.
  public let role: Role
  /// What is played and who begins, which a host says.
  let terms: MatchMessage.Start?
  /// How the table is kept.
  public let rules: TableRules
  /// True if a machine sits on the other side, without a link.
  public let hasMachine: Bool
  /// The players who are known.
  public internal(set) var book: TrustBook
  /// Where the players are with each other.
  public internal(set) var phase = TablePhase.open
  /// True if the link of the match is lost, and another one is waited for.
  public internal(set) var isSuspended = false
  /// True if the player here is asked for another game before the boards take leave.
  public var asksAgain: Bool
  /// Where the host was found, for a guest.
  public var location: HostLocation?

  /// How long was thought in the turn that goes on, where a game goes on that has a clock; set
  /// before ``begin(resuming:now:)``.
  public var keptTurn: KeptTurn?

  /// The session of the match, once both have accepted each other; set before
  /// ``begin(resuming:now:)`` for a match that continues.
  public var matchID: SessionID?
  /// How it is decided who moves first, for a host; set before ``begin(resuming:now:)``.
  public var firstRule = FirstRule.decided
  /// What the numbers of coins are made of, which nobody else may know; set before
  /// ``begin(resuming:now:)``.
  public var coinSecret: [UInt8] = []
  /// How far the coin has been tossed.
  var toss = Toss()

  package var session: Session?
  /// True if there is another board, at the other end of a session.
  let hasSession: Bool
  /// What the host has said that it is going to begin with, for a guest that has been told.
  package internal(set) var offer: Offer?
  /// What a guest has asked for, and the player here has agreed to.
  var agreed: Challenge?
  /// True if the table goes on with a match, for whose guest alone it is.
  var isForItsPlayer = false
  /// True if a host lets somebody new in.
  public internal(set) var isOpen = true
  /// Of which strangers the player has heard.
  var strangers = StrangersTold()
  /// What the other side has asked lately.
  var requests = RequestLimits()
  var record = TableRecord.none
  /// What is on disk of games without another board.
  public internal(set) var localGame = LocalGameRecord()
  /// True if anything was said or heard in the match.
  package internal(set) var hasWords = false
  /// When something is due that is not the session's.
  var wakeAt: Duration?
  /// When this side leaves after a game, whatever the other side knows.
  var leaveAt: Duration?
  /// How many messages of the match were said when the game was over.
  var endNumber: Int?
  /// What those who pass by were told last.
  var announced: Presence?
  var orders = TableOrders()
  /// What the players say besides.
  public internal(set) var talk = TableTalk()
  /// The files that go forth and back.
  public internal(set) var files = TableFiles()
  /// The bytes that go forth and back, where the two have met for that.
  public internal(set) var pipe = TablePipe()
  /// How long the side to move has thought.
  var timer = TurnTimer()
  /// What is seen of the room, where the player here only watches; set before
  /// ``begin(resuming:now:)``.
  public var watching: WatchedRoom?
  /// Those who watch.
  var watchers = RoomWatchers()
  /// What is known of the record of the match where the other side keeps another one.
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

  /// When to call ``tick(now:)``, or nil if nothing is due until something else comes.
  public var deadline: Duration? {
    [wakeAt, leaveAt, session?.deadline, clockDeadline, watchers.deadline]
      .compactMap(\.self).min()
  }
}

/// What of the match at a table is on disk.
enum TableRecord: Hashable {
  /// Nothing.
  case none
  /// A match that this side has accepted, and the other side perhaps not.
  case tentative(PeerID)
  /// A match that both have accepted.
  case kept
}

/// How a table is kept.
public struct TableRules: Hashable, Sendable {
  /// What to do about a player who is not known.
  public enum UnknownPlayers: Hashable, Sendable {
    /// The player here compares digits and decides.
    case ask
    /// Play with anybody, as the robot does.
    case accept
    /// Play with nobody new.
    case refuse
  }

  /// What to do about a player who is not known.
  public var unknown: UnknownPlayers
  /// True if the player here is asked for another game before the boards take leave.
  public var asksAgain: Bool
  /// True if the other side is told what the player here has seen.
  public var tellsSeen: Bool
  /// Up to how many bytes a file is taken unasked; nil for none.
  public var filesUpTo: UInt64?
  /// What the table is for, where nobody plays there.
  public var errand: Errand?
  /// Whom a guest wants to ask to play what.
  public var challenge: ChallengeErrand?
  /// What the host is known by, if a guest was told: no digits are needed then.
  public var host: TableDigest?
  /// True if nothing is told of what the players do at this moment.
  public var isQuiet = false
  /// True if a host is asked for each guest, also for one who is known.
  public var asksForKnown: Bool
  /// The longest time that this side stays after a game; nil for a person, who decides.
  public var farewellLimit: Duration?
  /// How many may watch at a host's table.
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

/// Where the players of a table are with each other.
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

  /// What the boards wait for after a game.
  public enum Farewell: Hashable, Sendable {
    /// The player here, who may want another game; or the other side's goodbye where nobody is
    /// asked.
    case undecided
    /// A link, to say goodbye on: nobody here wants another game.
    case awaitingLink
  }

  /// True if only a link is missing to say goodbye on.
  var isTakingLeave: Bool {
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

  /// How they were turned away since the link stood last.
  private var inMatch: Set<StrangerRejection> = []
  /// How many have ended their link since then before either side had proved anything: one link
  /// may be lost at any moment.
  private var hangUps = 0
  private var whileOpen = 0

  /// True if to tell of one who came while the table was open.
  mutating func tellsWhileOpen(_ why: StrangerRejection) -> Bool {
    whileOpen += 1
    return why == .tooManyTries || whileOpen <= Self.limit
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
