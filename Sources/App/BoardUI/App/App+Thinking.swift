public import GameRules
public import GameSearch
import MatchPlay
import MatchProtocol

/// A machine that plays.
public enum Machine: Hashable, Sendable {
  /// This program's own search, at a level.
  case robot(SearchLevel)
  /// Another program that is called so.
  case program(String)
  /// No machine, but somebody at another app that is called so, over a link of its own.
  case app(String)

  /// The level of play, if it has one.
  public var level: SearchLevel? {
    switch self {
    case .robot(let level): level
    case .program, .app: nil
    }
  }
}

/// A question to the robot.
public struct Inquiry: Hashable, Sendable {
  /// The purpose of the answer.
  public enum Purpose: Hashable, Sendable {
    /// A move that is then played.
    case move
    /// A move for the person here to think about.
    case hint
  }

  /// The position in which to find a move.
  public let position: Position
  /// The purpose.
  public let purpose: Purpose
  /// The level of play.
  public let level: SearchLevel
  /// The longest that may be thought about it, where there is a clock.
  public var longest: Duration?
  /// True if the machine at this board is asked, against which another one plays.
  public var isOwnSeat = false

  /// Asks for a move.
  public init(_ position: Position, for purpose: Purpose, level: SearchLevel) {
    self.position = position
    self.purpose = purpose
    self.level = level
  }
}

/// The reason why there is no hint.
public enum HintRefusal: Hashable, Sendable {
  /// The other side is to move.
  case notYourTurn
  /// The one on the other side is a person, and not here.
  case notAlone
  /// One is being looked for.
  case underWay
  /// The searches do not know the rules of this game.
  case unknownRules
}

/// Something that a machine thinks about.
struct Thought: Hashable {
  let inquiry: Inquiry
  /// True if it was told to come to an end.
  var isCut = false
}

// MARK: - Who thinks about what

extension App {
  /// True if a machine has the move, here or on the other side.
  private var isMachineDue: Bool {
    player == .robot && due == .move || table.isMachineDue
  }

  mutating func startThinking(now: Duration) {
    guard thought == nil, isMachineDue, let match = table.phase.match else { return }
    let own = table.isMachineDue ? nil : ownMachine
    let level = (own ?? machine).level ?? .full
    var inquiry = Inquiry(match.position, for: .move, level: level)
    inquiry.isOwnSeat = own != nil
    inquiry.longest = table.timeLeft(now: now).map { Self.share(of: $0, match.clock) }
    think(inquiry)
  }

  /// The share of the remaining time that a robot takes for one move: a thirtieth, and most of what
  /// each turn adds; at least what it takes to answer at all.
  private static func share(of left: Duration, _ clock: GameClock?) -> Duration {
    let more: Duration =
      switch clock?.control {
      case .game(_, let increment): increment * 3 / 4
      case .periods(_, _, let period): period * 3 / 4
      case .turn, nil: .zero
      }
    return max(.milliseconds(20), min(left / 30 + more, left / 4))
  }

  private mutating func think(_ inquiry: Inquiry) {
    thought = Thought(inquiry: inquiry)
    if player == .person { tell(.thinking(inquiry.purpose)) }
    orders.work.append(.think(inquiry))
  }

  /// Ends a thought about a position that does not stand any more.
  ///
  /// Its answer is still waited for: one thought follows the other.
  mutating func dropThought() {
    guard let thought, !thought.isCut, table.phase != .ended else { return }
    if case .playing(let match) = table.phase, match.position == thought.inquiry.position { return }
    cutThought()
  }

  /// True if a signal ends the thought that the person here waits for, and not the program.
  ///
  /// A second one ends the program.
  func mayCutThought(_ signal: StopSignal) -> Bool {
    guard let thought, player == .person, machine.app == nil else { return false }
    return signal == .interrupt && !thought.isCut
  }

  /// Has the best move so far be the answer.
  mutating func cutThought() {
    thought?.isCut = true
    orders.work.append(.stopThinking)
  }
}

// MARK: - What comes of it

extension App {
  mutating func update(_ event: MachineEvent, now: Duration) {
    switch event {
    case .moveFound(let move): play(move, now: now)
    case .hintFound(let move, let reason): showHint(move, reason)
    case .resigns: resignForMachine(now: now)
    case .failed(let what):
      thought = nil
      leave(.machineFailed(what), now: now)
    }
  }

  /// Ends the thought that has come back with an answer for `purpose`, and says what it was about.
  private mutating func takeThought(_ purpose: Inquiry.Purpose) -> Inquiry? {
    guard let inquiry = thought?.inquiry, inquiry.purpose == purpose else { return nil }
    thought = nil
    return inquiry
  }

  /// Plays what the machine has found.
  ///
  /// A move for a position that does not stand any more is forgotten; the machine is then asked
  /// again.
  private mutating func play(_ move: Move, now: Duration) {
    guard let asked = takeThought(.move), case .playing(let match) = table.phase, isMachineDue,
      asked.position == match.position
    else { return }
    var trial = match.position
    guard (try? trial.play(move)) != nil else {
      return leave(.robotErred(move), now: now)
    }
    let orders =
      table.isMachineDue
      ? table.act(.plays(move), now: now) : table.perform(.play(move), now: now)
    carryOut(orders, now: now)
  }

  /// Gives the game up for the machine, which has said so instead of a move.
  private mutating func resignForMachine(now: Duration) {
    guard let asked = takeThought(.move), case .playing(let match) = table.phase, isMachineDue,
      asked.position == match.position
    else { return }
    let orders =
      table.isMachineDue ? table.act(.resigns, now: now) : table.perform(.resign, now: now)
    carryOut(orders, now: now)
  }

  /// Sets how well the robot plays from its next thought on; another program has no level.
  mutating func setLevel(_ level: SearchLevel, now: Duration) {
    guard let present = machine.level else { return }
    if level != present, table.hasMachine, table.phase.match?.record.moves.isEmpty == false {
      carryOut(table.note(.levels, now: now), now: now)
    }
    machine = .robot(level)
    tell(.level(level))
  }

  /// The robot lets moves be taken back and games be begun anew, and does not agree to draws.
  mutating func answerAsRobot(_ notice: TableNotice, now: Duration) {
    if player == .robot, case .met(_, .challenges) = notice {
      return carryOut(table.perform(.accept, now: now), now: now)
    }
    if player == .robot, table.isAskedToGoBack, case .record(.asks) = notice {
      return carryOut(table.perform(.answer(true), now: now), now: now)
    }
    guard player == .robot, notice.mayAsk, case .playing(let match) = table.phase,
      match.isAnswerDue, let question = match.theirs.question
    else { return }
    let agrees =
      switch question.request {
      case .takeBack, .newGame: true
      case .draw, .rematch: false
      }
    carryOut(table.perform(.answer(agrees), now: now), now: now)
  }
}

extension TableNotice {
  /// True if there may be a question now that the robot has to answer.
  fileprivate var mayAsk: Bool {
    switch self {
    case .changed(.asked, _, _), .restored: true
    default: false
    }
  }
}

// MARK: - Hints

extension App {
  /// Looks for a move for the person here, at full strength, whatever the level of the machine.
  mutating func askForHint(now: Duration) {
    guard case .playing(let match) = table.phase else { return }
    guard table.session == nil else { return tell(.hintRefused(.notAlone)) }
    guard match.isLocalTurn else { return tell(.hintRefused(.notYourTurn)) }
    guard thought == nil else { return tell(.hintRefused(.underWay)) }
    guard match.record.game.isSearchable else { return tell(.hintRefused(.unknownRules)) }
    carryOut(table.note(.hints, now: now), now: now)
    think(Inquiry(match.position, for: .hint, level: .full))
  }

  /// True if the person here has asked for a hint and waits for it.
  var isLookingForHint: Bool {
    guard let inquiry = thought?.inquiry, case .playing(let match) = table.phase else {
      return false
    }
    return inquiry.purpose == .hint && inquiry.position == match.position
  }

  /// A hint about a position that does not stand any more is forgotten.
  private mutating func showHint(_ move: Move, _ reason: MoveReason) {
    guard let asked = takeThought(.hint), case .playing(let match) = table.phase,
      asked.position == match.position
    else { return }
    tell(.hint(move, reason, in: match.position))
  }
}
