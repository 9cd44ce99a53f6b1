import GameRules
import MatchPlay
import MatchProtocol
import Sodium

/// One side of a simulated match: a real session, a real board, a disk, and a player who acts at random.
struct SimulatedBoard {
  /// What the player does next.
  enum PlayerAction: Hashable {
    case accept
    case decline
    case move
    case answer
    case resign
    case askForDraw
    case askToTakeBack
    case pause(Bool)
  }

  /// What a board wants its session to do.
  private enum Utterance {
    case say(MatchMessage)
    case leave
  }

  /// What is on disk: enough for another program to go on.
  struct Disk {
    var match: (session: SessionID, opponent: PublicKey)?
    var journal: [JournalEntry] = []
  }

  let role: Role
  let credentials: Credentials
  private let terms: MatchMessage.Start
  private(set) var disk = Disk()
  /// Nil while the program does not run.
  private var session: (any MatchSession)?
  /// When the program began.
  private var birth = Duration.zero
  private(set) var match: Match?
  private(set) var end: SessionEnd?
  private(set) var hasJoined = false
  private var isSuspended = false
  /// Whether the match that is on disk has begun.
  private var isSeated = false
  private var candidate: Introduction?
  /// What waits until all that was heard at once is on disk, as its packets would acknowledge that; nil if nothing has to.
  private var heldBack: [Utterance]?
  /// Whether the program ended before it had a seat, and is to be started again.
  var wantsToStart = false
  /// The first thing that went wrong here.
  private(set) var fault: String?

  init(_ role: Role, _ credentials: Credentials, _ terms: MatchMessage.Start) {
    self.role = role
    self.credentials = credentials
    self.terms = terms
  }

  var isRunning: Bool { session != nil }

  var deadline: Duration? { session?.deadline.map { $0 + birth } }

  /// What this side has said, in order.
  var said: [MatchMessage] { disk.journal.filter(\.isMine).map(\.message) }

  /// What this side has heard, in order.
  var heard: [MatchMessage] { disk.journal.filter { !$0.isMine }.map(\.message) }

  // MARK: The program

  /// Starts the program, which goes on with what is on disk.
  mutating func start(using random: inout SeededGenerator, now: Duration) {
    birth = now
    let past = disk.match.map {
      SavedSession(session: $0.session, opponent: $0.opponent, journal: disk.journal)
    }
    isSuspended = past != nil
    isSeated = disk.journal.isEmpty == false
    wantsToStart = false
    switch role {
    case .host:
      let name = PlayerName(cleaning: "Hana")
      session =
        past.map { HostSession(resuming: $0, name: name, credentials: credentials) }
        ?? HostSession(
          name: name,
          credentials: credentials,
          session: SessionID.random(using: &random)
        )
    case .guest:
      let name = PlayerName(cleaning: "Gus")
      let nonce = Nonce.random(using: &random)
      session =
        past.map {
          GuestSession(
            resuming: $0,
            name: name,
            program: "soak/1",
            credentials: credentials,
            nonce: nonce
          )
        }
        ?? GuestSession(name: name, program: "soak/1", credentials: credentials, nonce: nonce)
    }
    do {
      match = try Match.restored(from: disk.journal, as: role)?.match
    } catch {
      blame("the journal cannot be played again: \(error)")
    }
  }

  /// Ends the program at once; the disk stays.
  mutating func kill() {
    session = nil
    heldBack = nil
    match = nil
  }

  /// Gives the session an input, if the program runs.
  mutating func converse(
    now: Duration,
    _ input: (inout any MatchSession, Duration) -> [SessionAction]
  ) -> [SessionAction] {
    guard var session else { return [] }
    let actions = input(&session, now - birth)
    self.session = session
    return actions
  }

  // MARK: What the session tells

  /// Takes note of what the session tells, and says what the session is to do about it.
  mutating func take(_ event: SessionEvent, now: Duration) -> [SessionAction] {
    guard end == nil else {
      blame("\(event) after the end")
      return []
    }
    switch event {
    case .introduced(let introduction):
      candidate = introduction
    case .joined:
      hasJoined = true
      isSeated = true
      return role == .host ? begin(now: now) : []
    case .message(let message):
      disk.journal.append(JournalEntry(isMine: false, message))
      return take(message, now: now)
    case .suspended:
      if isSuspended { blame("suspended twice") }
      isSuspended = true
    case .resumed:
      if !isSuspended { blame("resumed without being suspended") }
      isSuspended = false
      isSeated = true
      return beginAfterAll(now: now) + leaveIfOver(now: now)
    case .ended where !isSeated && role == .guest:
      // The person tries again. Who has accepted the host may have the seat and not know it.
      kill()
      wantsToStart = true
    case .ended(let end):
      self.end = end
      match?.settle()
    case .vacated:
      if disk.journal.contains(where: { $0.message != .start(terms) }) {
        blame("the seat was given away in the middle of a game")
      }
      disk = Disk()
      match = nil
      isSeated = false
      isSuspended = false
    case .quiet, .heardAgain, .strangerRejected:
      break
    }
    return []
  }

  private mutating func begin(now: Duration) -> [SessionAction] {
    match = try? Match(terms, as: .host)
    return say(.start(terms), now: now)
  }

  /// The host's program was killed after it had a guest and before it said what is played.
  private mutating func beginAfterAll(now: Duration) -> [SessionAction] {
    role == .host && match == nil ? begin(now: now) : []
  }

  /// Who heard what ended the game says goodbye; who said it waits for that, unless its program was killed meanwhile.
  private mutating func leaveIfOver(now: Duration) -> [SessionAction] {
    guard match?.outcome != nil else { return [] }
    if heldBack != nil {
      heldBack?.append(.leave)
      return []
    }
    return converse(now: now) { $0.close(.gameOver, now: $1) }
  }

  private mutating func take(_ message: MatchMessage, now: Duration) -> [SessionAction] {
    do {
      guard var match else {
        guard case .start(let terms) = message else {
          blame("\(message) before the start")
          return []
        }
        match = try Match(terms, as: .guest)
        return []
      }
      let reply = try match.receive(message).reply
      let wasOver = self.match?.outcome != nil
      self.match = match
      return (reply.map { say($0, now: now) } ?? []) + (wasOver ? [] : leaveIfOver(now: now))
    } catch {
      blame("a message out of place: \(error)")
      return []
    }
  }

  private mutating func say(_ message: MatchMessage, now: Duration) -> [SessionAction] {
    disk.journal.append(JournalEntry(isMine: true, message))
    if heldBack != nil {
      heldBack?.append(.say(message))
      return []
    }
    return converse(now: now) { $0.submit(message, now: $1) }
  }

  /// Keeps what is to be said until ``release(now:)``.
  mutating func holdBack() {
    heldBack = heldBack ?? []
  }

  /// Says what was kept.
  mutating func release(now: Duration) -> [SessionAction] {
    defer { heldBack = nil }
    return (heldBack ?? []).flatMap { utterance in
      converse(now: now) { session, now in
        switch utterance {
        case .say(let message): session.submit(message, now: now)
        case .leave: session.close(.gameOver, now: now)
        }
      }
    }
  }

  mutating func blame(_ what: String) {
    fault = fault ?? "\(role): \(what)"
  }
}

// MARK: - The player

extension SimulatedBoard {
  /// What the player has to do now, if anything.
  var duty: PlayerAction? {
    guard isRunning, end == nil, let match, match.outcome == nil else { return nil }
    if match.isAnswerDue { return .answer }
    if match.mine.isPausing { return .pause(false) }
    return match.isLocalTurn ? .move : nil
  }

  /// Does what the player has thought of, if it still makes sense.
  mutating func act(
    _ action: PlayerAction,
    using random: inout SeededGenerator,
    now: Duration
  ) -> [SessionAction] {
    guard isRunning, end == nil else { return [] }
    if action == .accept {
      disk.match = candidate.map { ($0.session, $0.key) }
      candidate = nil
      return converse(now: now) { $0.accept(now: $1) }
    }
    if action == .decline { return converse(now: now) { $0.decline(now: $1) } }
    guard var match, match.outcome == nil else { return [] }
    do {
      guard let message = try Self.message(for: action, in: &match, role, using: &random) else {
        return []
      }
      self.match = match
      return say(message, now: now)
    } catch {
      // The player wanted something that is not possible at the moment.
      return []
    }
  }

  private static func message(
    for action: PlayerAction,
    in match: inout Match,
    _ role: Role,
    using random: inout SeededGenerator
  ) throws -> MatchMessage? {
    switch action {
    case .accept, .decline:
      return nil
    case .move:
      guard match.isLocalTurn, let move = choose(in: match.position, role, using: &random) else {
        return nil
      }
      return try match.play(move)
    case .answer:
      return match.isAnswerDue ? try match.answer(random.chance(60)) : nil
    case .resign:
      return try match.resign()
    case .askForDraw:
      return try match.ask(.draw)
    case .askToTakeBack:
      let ply = match.record.moves.count
      return ply > 0 ? try match.ask(.takeBack(remaining: max(0, ply - 2))) : nil
    case .pause(let isOn):
      return match.mine.isPausing == isOn ? nil : try match.pause(isOn)
    }
  }

  /// Any legal move; in Gomoku mostly one in a row of one's own, so that games end.
  private static func choose(
    in position: Position,
    _ role: Role,
    using random: inout SeededGenerator
  ) -> GameRules.Move? {
    let moves = position.legalMoves
    guard position.game.kind == .gomoku, random.chance(85) else {
      return moves.randomElement(using: &random)
    }
    let row = role == .host ? 7 : 8
    return moves.filter { $0.placedPoint?.row == row }.randomElement(using: &random)
      ?? moves.randomElement(using: &random)
  }
}
