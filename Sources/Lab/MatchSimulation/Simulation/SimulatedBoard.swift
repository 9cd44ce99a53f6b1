import GameRules
import MatchPlay
import MatchProtocol
import Sodium
import TestSupport

/// One side of a simulated match: the table that the program has, a disk, and a player who acts at
/// random.
struct SimulatedBoard {
  /// The data on disk: enough for another program to resume.
  struct Disk {
    var match: (session: SessionID, opponent: PlayerID)?
    var journal: [JournalEntry] = []
    /// The last letter of the other side.
    var letter: HeardLetter?
    /// The words of this side, by number, and those that it has heard.
    var said: [SpokenWords] = []
    var heard: [SpokenWords] = []
    /// The content of files that have come, by hash, and the files that were complete and right.
    var arrivals: [[UInt8]: [UInt8]] = [:]
    var stored: Set<[UInt8]> = []
    /// True if somebody left the match, so that no program goes on with it by itself.
    var isLeft = false
    /// The time spent on the current turn.
    var turn: KeptTurn?
    var book = TrustBook()
    /// All whom the player has accepted, those first that were met last.
    var known: [Acquaintance] = []
  }

  let role: Role
  private let secrets: any SecretSource
  private let terms: MatchMessage.Start
  var disk = Disk()
  /// Nil while the program does not run.
  private var table: Table<SimulatedSession>?
  /// When the program began.
  private var birth = Duration.zero
  /// The match as it was played last.
  private(set) var match: Match?
  private(set) var end: TableEnd?
  private(set) var hasJoined = false
  /// True if what is on disk was put back to an older copy, and the other side was not heard since.
  ///
  /// A player who does something else now than before would make two matches of the one.
  var isBehind = false
  /// True if this side has seen that the match on disk has begun.
  private var isSeated = false
  /// True if the program ended before it had a seat, and is to be started again.
  var wantsToStart = false
  /// The first thing that went wrong here.
  private(set) var fault: String?

  init(_ role: Role, _ secrets: any SecretSource, _ terms: MatchMessage.Start) {
    self.role = role
    self.secrets = secrets
    self.terms = terms
  }

  var isRunning: Bool { table != nil }

  /// The letter that the other side should find.
  var letter: Letter? { table?.letter }

  /// True if the link of the match is lost.
  var isSuspended: Bool { table?.isSuspended ?? true }

  /// The disk's messages about files.
  var wishes: [FileWish] = []
  /// The files that come to this program, by number.
  var offers: [UInt32: FileOffer] = [:]

  /// The number of own chat messages that the other side is known to have.
  var delivered: Int { table?.talk.receipts.words.delivered ?? 0 }

  /// The error of this computer's clock, in millionths; positive if it is fast.
  var drift = 0
  /// True if the player leaves out moves that end the game.
  var isToLast = false
  /// The host's rule for who moves first.
  var firstRule = FirstRule.decided
  /// The rules of the table.
  var rules = TableRules()
  /// The clock of a side that lies about how long it thinks; nil for an honest one.
  var lyingClock: LyingClock?
  /// The times told by those moves of which the player was told that they took longer here.
  private(set) var doubted: [Duration] = []

  /// When the program is to be told that time has passed, in real time.
  private(set) var deadline: Duration?

  /// True if the clock of this side runs in the game.
  private var isThinking: Bool { table.map(isThinking(at:)) ?? false }

  private func isThinking(at table: Table<SimulatedSession>) -> Bool {
    guard case .one(let own) = table.phase.match?.seats else { return false }
    return table.clockFaces(now: .zero).contains { $0.side == own && $0.isRunning }
  }

  /// The messages that this side has sent, in order.
  var said: [MatchMessage] { disk.journal.filter { $0.isMine }.map { $0.message } }

  /// The messages that this side has received, in order.
  var heard: [MatchMessage] { disk.journal.filter { !$0.isMine }.map { $0.message } }

  // MARK: The program

  /// Starts the program, which goes on with what is on disk.
  mutating func start(using random: inout SeededGenerator, now: Duration) -> TableOrders {
    birth = now
    lyingClock?.restart()
    wantsToStart = false
    if disk.isLeft {
      guard disk.journal.isEmpty else {
        // Nobody starts the program again for a match that was left.
        match = try? Match.restored(from: disk.journal, as: role)?.match
        // What the program had taken for final before it left.
        match?.settle()
        end = .gameOver
        return TableOrders()
      }
      disk = Disk(book: disk.book, known: disk.known)
    }
    let past = disk.match.map {
      SavedSession(
        session: $0.session,
        opponent: $0.opponent,
        journal: disk.journal,
        talk: disk.talk,
        letter: disk.letter
      )
    }
    isSeated = !disk.journal.isEmpty
    table = Table(
      session(resuming: past, using: &random),
      as: role,
      terms: role == .host ? terms : nil,
      rules: rules,
      book: disk.book
    )
    let (turn, rule) = (keptTurn(using: &random), firstRule)
    table?.keptTurn = turn
    table?.firstRule = rule
    let secret: UInt8 = role == .host ? 1 : 2
    table?.coinSecret = [secret]
    table?.matchID = past?.session
    return give { table, _ in table.begin(resuming: past?.journal, now: .zero) }
  }

  private func session(
    resuming past: SavedSession?,
    using random: inout SeededGenerator
  ) -> SimulatedSession {
    let credentials = Credentials(disk.known, secrets: secrets)
    switch role {
    case .host:
      let name = PlayerName(cleaning: "Hana")
      let session = SessionID.random(using: &random)
      return .host(
        past.map { HostSession(resuming: $0, name: name, credentials: credentials) }
          ?? HostSession(name: name, credentials: credentials, session: session)
      )
    case .guest:
      let name = PlayerName(cleaning: "Gus")
      let nonce = Nonce.random(using: &random)
      guard let past else {
        return .guest(
          GuestSession(name: name, program: "soak/1", credentials: credentials, nonce: nonce)
        )
      }
      return .guest(
        GuestSession(
          resuming: past,
          name: name,
          program: "soak/1",
          credentials: credentials,
          nonce: nonce
        )
      )
    }
  }

  /// The time of this computer's clock after `time`, in whole microseconds if it drifts.
  private func ownTime(_ time: Duration) -> Duration {
    guard drift != 0 else { return time }
    let microseconds = Int64(time / .microseconds(1))
    return .microseconds(microseconds + microseconds * Int64(drift) / 1_000_000)
  }

  /// After how long this computer's clock says `time`, or a little more.
  private func realTime(_ time: Duration) -> Duration {
    guard drift != 0 else { return time }
    let microseconds = Int64(time / .microseconds(1)) + 1
    return .microseconds(microseconds - microseconds * Int64(drift) / 1_000_000 + 2)
      + .microseconds(microseconds / 100_000)
  }

  /// The turn that is on disk; by the calendar, the computer's clock may have been set since then.
  private func keptTurn(using random: inout SeededGenerator) -> KeptTurn? {
    guard var turn = disk.turn, turn.isByCalendar else { return disk.turn }
    turn.thought += max(.zero, .seconds(Int.random(in: -3_600..<3_600, using: &random)))
    return turn
  }

  /// Puts the disk back to a copy of when this part of the journal was written, of a hundred.
  mutating func putBack(to share: Int) {
    guard disk.match != nil, !disk.isLeft, !disk.journal.isEmpty else { return }
    // With nothing at all, somebody else may have the seat.
    disk.journal = Array(disk.journal.prefix(max(1, disk.journal.count * share / 100)))
    isBehind = true
  }

  /// Ends the program at once; the disk stays.
  mutating func kill() {
    (table, deadline) = (nil, nil)
  }

  /// Gives the table an input at `now`, if the program runs.
  mutating func give(
    now: Duration,
    _ input: (inout Table<SimulatedSession>, Duration) -> TableOrders
  ) -> TableOrders {
    let isThinking = lyingClock != nil && isThinking
    let ply = match?.record.moves.count ?? 0
    let time =
      lyingClock?.advance(to: now - birth, isThinking: isThinking, ply: ply)
      ?? ownTime(now - birth)
    return give { table, _ in input(&table, time) }
  }

  private mutating func give(
    _ input: (inout Table<SimulatedSession>, Duration) -> TableOrders
  ) -> TableOrders {
    guard end == nil, var table = table.take() else { return TableOrders() }
    let orders = input(&table, birth)
    match = table.phase.match ?? match
    deadline = table.deadline.map { moment(of: $0, at: table) + birth }
    self.table = table
    return orders
  }

  /// When it is `deadline` for the program, since it began.
  private func moment(of deadline: Duration, at table: Table<SimulatedSession>) -> Duration {
    lyingClock?.moment(of: deadline, isThinking: isThinking(at: table)) ?? realTime(deadline)
  }

  // MARK: What the table orders

  /// Writes `change` to disk.
  mutating func keep(_ change: JournalChange) {
    switch change {
    case .begin(let introduction, _):
      disk.known.removeAll { $0 == introduction.player }
      disk = Disk(
        match: (introduction.session, introduction.key),
        book: disk.book,
        known: [introduction.player] + disk.known
      )
    case .append(let entry):
      disk.journal.append(entry)
    case .discard:
      discard()
    case .leave:
      disk.isLeft = true
    case .remember(let introduction):
      disk.book.accept(introduction.key, name: introduction.name, at: 0)
    case .clock(let turn):
      disk.turn = turn
    case .say(let words):
      note(words)
    case .file(let change):
      keep(change)
    case .goBack(let journal, _):
      disk.journal = journal
    case .letter(let letter):
      disk.letter = letter
    case .finish, .game, .pipe:
      break
    }
  }

  private mutating func discard() {
    if disk.journal.contains(where: { !$0.isMine }) {
      blame("the match was given up though the other side had spoken")
    }
    disk = Disk(book: disk.book, known: disk.known)
    isSeated = false
  }

  /// Keeps words; each must be the next of its side.
  private mutating func note(_ words: SpokenWords) {
    let count = words.isMine ? disk.said.count : disk.heard.count
    if Int(words.number) != count { blame("words \(words.number) came after \(count)") }
    if words.isMine { disk.said.append(words) } else { disk.heard.append(words) }
  }

  /// Notes what the player is told.
  mutating func hear(_ notice: TableNotice) {
    switch notice {
    case .joined:
      hasJoined = true
      isSeated = true
    case .resumed:
      isSeated = true
      isBehind = false
    case .finished(let match): self.match = match
    case .clockDoubted(let said, _): doubted.append(said)
    default: break
    }
  }

  /// Ends with the table, unless a guest without a seat is to try again, as its player would.
  mutating func finish(_ end: TableEnd) {
    if case .session = end, role == .guest, !isSeated {
      // Who has accepted the host may have the seat and not know it.
      kill()
      wantsToStart = true
      return
    }
    self.end = end
    switch end {
    case .gameOver: break
    case .left, .notAccepted, .otherPlayer, .session, .violation, .damagedJournal, .pipeBroken:
      blame("ended by \(end)")
    }
  }

  mutating func blame(_ what: String) {
    fault = fault ?? "\(role): \(what)"
  }
}

extension SimulatedBoard.Disk {
  /// The chat that the next program needs.
  fileprivate var talk: SavedTalk {
    SavedTalk(
      said: said.map { Say(number: $0.number, text: $0.words.text) },
      received: UInt32(heard.count)
    )
  }
}
