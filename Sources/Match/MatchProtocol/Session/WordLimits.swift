/// The number of words that are taken: a flood of them must fill neither the screen nor the disk.
package struct WordLimits: Hashable, Sendable {
  /// The verdict on a chat message.
  package enum Verdict: Hashable, Sendable {
    /// They are taken.
    case taken
    /// They are not, for the first time.
    case muting
    /// They are not.
    case muted
  }

  /// The maximum burst of the player here.
  package static let said = 12
  /// The maximum burst of the other player: messages sent while nothing got through come all
  /// together.
  package static let heard = 32
  /// After this time one more.
  package static let interval = Duration.seconds(5)

  private let burst: Int
  private var left: Int
  private var paidAt = Duration.zero
  private var isMuted = false

  /// Limits of which so many may come at once.
  package init(burst: Int) {
    (self.burst, left) = (burst, burst)
  }

  /// Counts a message at `now`, and returns its verdict.
  package mutating func note(now: Duration) -> Verdict {
    let paid = max(0, Int((now - paidAt) / Self.interval))
    paidAt += Self.interval * paid
    left = max(left, min(left + paid, burst))
    if left >= burst { isMuted = false }
    guard left > 0 else {
      defer { isMuted = true }
      return isMuted ? .muted : .muting
    }
    left -= 1
    return isMuted ? .muted : .taken
  }

  /// Takes so many more as may have been said in a time in which none could come.
  package mutating func excuse(_ absence: Duration) {
    left += Int(min(absence / Self.interval, Double(Channel.mostWaiting)))
  }
}
