import MatchProtocol

/// The clock of a side that tells only a part of the time that it thinks: its computer's clock goes
/// slower while it has the move.
///
/// Both boards count the same time then, as with any wrong clock; only the one that waits sees how
/// long it took.
struct LyingClock {
  /// The share of the time that is told, in thousandths.
  let share: Int
  /// The time since the program began, and what of it the program has seen.
  private var real = Duration.zero
  private var seen = Duration.zero
  /// The turn, by the number of moves before it, and what has been left out of it.
  private var ply = 0
  private(set) var hidden = Duration.zero

  /// A clock that tells this many thousandths.
  init(share: Int) {
    self.share = share
  }

  /// Begins with a program that has just been started.
  mutating func restart() {
    self = LyingClock(share: share)
  }

  /// The clock at `real`, in a stretch of the turn after `ply` moves in which this side thought or
  /// did not.
  mutating func advance(to real: Duration, isThinking: Bool, ply: Int) -> Duration {
    if ply != self.ply { (self.ply, hidden) = (ply, .zero) }
    let step = max(.zero, real - self.real)
    let told = isThinking ? step * share / 1_000 : step
    self.real += step
    seen += told
    hidden += step - told
    return seen
  }

  /// When the clock will show `time`, or a little more.
  func moment(of time: Duration, isThinking: Bool) -> Duration {
    let left = max(.zero, time - seen)
    return real + (isThinking ? left * 1_000 / share : left) + .milliseconds(1)
  }
}

/// The moves of a side that tells less than it has thought, and what the other side was told of
/// that.
struct LieCount {
  /// One delay of a link that stands, and the second that each move may take
  /// (docs/dev/decisions/0016-clocks.md); a second more for clocks that drift.
  private static let credit = Duration.seconds(40)
  /// The time for which a lost link may stand for one of both sides only.
  private static let lossDelay = Duration.seconds(30)

  /// The side that lies, if any.
  var liar: Role?
  /// The omissions of moves that are on their way, by the time that they tell.
  private var sent: [Duration: Duration] = [:]
  /// The times told by moves that left out more than the link explains.
  private var lies: [Duration] = []
  /// A possible cause of a late move: the number of losses of the link since the last one.
  private var losses = 0
  /// True if the one who waits has forgotten how long that was.
  private var isForgotten = false

  /// The number of moves that left out more than the link explains.
  var count: Int { lies.count }

  /// Notes that the liar has made a move.
  mutating func send(_ move: MatchMessage.Move, hiding hidden: Duration) {
    sent[move.spent] = hidden
  }

  /// Notes that a move of the liar has come.
  mutating func receive(_ move: MatchMessage.Move) {
    defer { (losses, isForgotten) = (0, false) }
    guard let hidden = sent.removeValue(forKey: move.spent), !isForgotten else { return }
    if hidden > Self.credit + Self.lossDelay * losses { lies.append(move.spent) }
  }

  /// Notes that the one who waits has lost the link, or was killed.
  mutating func excuse(isForgotten: Bool) {
    losses += 1
    self.isForgotten = self.isForgotten || isForgotten
  }

  /// The lies of which the other player was not told, where `doubted` are those moves that the
  /// player was told of.
  func untold(_ doubted: [Duration]) -> [Duration] {
    lies.filter { !doubted.contains($0) }
  }
}
