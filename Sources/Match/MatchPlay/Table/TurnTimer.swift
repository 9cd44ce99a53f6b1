/// The time that the side to move has thought in the current turn, as this board sees it.
struct TurnTimer: Hashable {
  /// The interval at which the running time is written to disk, so that a program that is killed
  /// has not forgotten more.
  static let savingInterval = Duration.seconds(10)

  /// The time of those stretches that are over.
  private var thought = Duration.zero
  /// Since when it runs, if it does.
  private var since: Duration?
  /// The time on disk.
  private(set) var saved = Duration.zero
  /// The move that is being thought about, by the number of moves before it.
  private(set) var ply = 0
  /// True if a part of the time is only what this computer's calendar says, which may have been set
  /// while no program ran: then it tells nothing about the other side's clock.
  private var isByCalendar = false
  /// The number of times the connection was lost in this turn.
  private var losses = 0
  /// The delay of the link that the other side's moves may still not account for.
  private var credit = Self.mostCredit

  /// The maximum of one delay of a link that stands: up to 15 s of silence, once when the move
  /// before goes there and once when the answer comes, and a timer of repetition of at most 8 s
  /// (docs/reference/protocol.md, section 3).
  private static let mostCredit = Duration.seconds(38)
  /// The time that each move may take on the way without question: one retransmission.
  private static let usualDelay = Duration.seconds(1)
  /// The time for which the two sides may disagree about whether they are connected: 15 s of
  /// silence, and as long again to come back.
  private static let lossDelay = Duration.seconds(30)

  /// The time that has been thought by `now`.
  func elapsed(_ now: Duration) -> Duration {
    thought + (since.map { max(.zero, now - $0) } ?? .zero)
  }

  /// When `duration` will have been thought; nil while it does not run.
  func moment(of duration: Duration) -> Duration? {
    since.map { $0 + duration - thought }
  }

  /// When the time is to be written to disk again.
  var savingMoment: Duration? { moment(of: saved + Self.savingInterval) }

  /// Runs or stands from `now` on.
  mutating func run(_ isRunning: Bool, now: Duration) {
    if isRunning {
      since = since ?? now
    } else {
      thought = elapsed(now)
      since = nil
    }
  }

  /// Begins with the move number `ply`, of which `thought` has been thought already, if need be by
  /// this computer's calendar.
  mutating func begin(ply: Int, thought: Duration = .zero, isByCalendar: Bool = false) {
    self.ply = ply
    self.isByCalendar = isByCalendar
    self.thought = thought
    saved = thought
    since = nil
    losses = 0
  }

  mutating func noteLoss() { losses += 1 }

  mutating func noteSaved(_ thought: Duration) { saved = thought }

  /// True if the link can explain that a move took this long here and its player says `claimed`.
  mutating func explains(_ claimed: Duration, now: Duration) -> Bool {
    guard !isByCalendar else { return true }
    let late = elapsed(now) - claimed - Self.lossDelay * losses
    credit = min(Self.mostCredit, credit + Self.usualDelay - max(late, .zero))
    guard credit < .zero else { return true }
    // It is told now, and what comes next is counted anew.
    credit = Self.mostCredit
    return false
  }
}
