public import GameRules
import MatchProtocol

/// The clocks: who thinks, when the time is up, and what of it is on disk.
extension Table {
  /// The time of one side as a board shows it.
  public struct ClockFace: Hashable, Sendable {
    /// Whose it is.
    public let side: Side
    /// The time until something is used up.
    public let time: Duration
    /// The number of byo-yomi periods left, the current one included; 0 if none runs.
    public let periods: Int
    /// True if this side thinks now.
    public let isRunning: Bool
  }

  /// The two clocks at `now`, the first player's first; empty without clocks.
  public func clockFaces(now: Duration) -> [ClockFace] {
    guard let match = phase.match, let clock = match.clock else { return [] }
    return Side.allCases.map { side in
      let isToMove = side == match.position.toMove
      let face = clock.face(of: side, after: isToMove ? timer.elapsed(now) : .zero)
      return ClockFace(
        side: side,
        time: face.time,
        periods: face.periods,
        isRunning: isToMove && thinks(match)
      )
    }
  }

  /// The time that the side to move may still think; nil without clocks.
  public func timeLeft(now: Duration) -> Duration? {
    guard let match = phase.match, let clock = match.clock else { return nil }
    return clock.left(to: match.position.toMove, after: timer.elapsed(now))
  }

  /// When something of the clocks is due.
  var clockDeadline: Duration? {
    guard case .playing(let match) = phase, let clock = match.clock else { return nil }
    let flag =
      isMoverHere(match) && match.mayFlag
      ? timer.moment(of: clock.left(to: match.position.toMove)) : nil
    return [flag, timer.savingMoment].compactMap { $0 }.min()
  }

  /// True if the time of the side to move runs: not in a pause or, but by the calendar, while the
  /// link is away.
  private func thinks(_ match: Match) -> Bool {
    guard case .playing = phase, let clock = match.clock, match.isTimeRunning else { return false }
    return !isSuspended || clock.control.isByCalendar
  }

  /// True if the side to move is played at this board, by a person or a machine.
  private func isMoverHere(_ match: Match) -> Bool {
    !hasSession || match.isOwnTurn
  }

  /// Ends the game if the time of the side to move, which is played here, is up.
  mutating func flagIfDue(now: Duration) {
    guard case .playing(let match) = phase, let clock = match.clock, thinks(match),
      match.mayFlag, isMoverHere(match),
      clock.left(to: match.position.toMove, after: timer.elapsed(now)) <= .zero
    else { return }
    guard match.isOwnTurn else {
      return deliver(.flag(ply: match.record.moves.count), in: match, now: now)
    }
    flag(match, now: now)
  }

  /// Tells of a move that took longer here than its player says, if the link cannot explain that.
  mutating func checkTime(of message: MatchMessage, in match: Match, now: Duration) {
    guard case .move(let move) = message, match.clock != nil, match.isTimeRunning else { return }
    let observed = timer.elapsed(now)
    if !timer.explains(move.spent, now: now) {
      tell(.clockDoubted(said: move.spent, seen: observed))
    }
  }

  /// Lets the clock run or stand from `now` on, and writes it to disk when that is due.
  mutating func updateClock(now: Duration) {
    guard let match = phase.match, let clock = match.clock else { return }
    if timer.ply != match.ply {
      timer.begin(ply: match.ply)
      if clock.control.isByCalendar { saveClock(now: now) }
    }
    timer.run(thinks(match), now: now)
    if let moment = timer.savingMoment, moment <= now { saveClock(now: now) }
  }

  /// Tells the session how long was thought, for those who watch.
  mutating func noteTurn(now: Duration) {
    guard rules.watchers > 0, let match = phase.match, match.clock != nil else { return }
    let (thought, isRunning) = (timer.elapsed(now).milliseconds, thinks(match))
    session?.noteTurn(thought, isRunning: isRunning, now: now)
  }

  /// Writes to disk how long was thought in the turn that goes on.
  mutating func saveClock(now: Duration) {
    guard !isWatching, case .playing(let match) = phase, let clock = match.clock else { return }
    let thought = timer.elapsed(now)
    timer.noteSaved(thought)
    let turn = KeptTurn(ply: timer.ply, thought: thought, isByCalendar: clock.control.isByCalendar)
    if hasSession || localGame.isKept { keep(.clock(turn)) }
  }

  /// Goes on with the turn that was kept, if it is the one that goes on.
  mutating func restoreClock() {
    guard let match = phase.match, match.clock != nil else { return }
    guard let turn = keptTurn, turn.ply == match.ply else { return timer.begin(ply: match.ply) }
    timer.begin(ply: match.ply, thought: turn.thought, isByCalendar: turn.isByCalendar)
  }
}

/// The time spent on an unfinished turn, as it is on disk.
public struct KeptTurn: Hashable, Sendable {
  /// The number of moves before it.
  public let ply: Int
  /// The time.
  public var thought: Duration
  /// True if the time goes on while no program runs.
  public let isByCalendar: Bool

  /// States how long was thought after `ply` moves.
  public init(ply: Int, thought: Duration, isByCalendar: Bool) {
    self.ply = ply
    self.thought = thought
    self.isByCalendar = isByCalendar
  }
}

extension Duration {
  /// The same without parts of a millisecond.
  var milliseconds: Duration {
    let (seconds, attoseconds) = components
    return .seconds(seconds) + .milliseconds(attoseconds / 1_000_000_000_000_000)
  }
}
