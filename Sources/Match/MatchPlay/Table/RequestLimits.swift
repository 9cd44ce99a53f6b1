package import MatchProtocol

/// Limits on the requests of the other player: requests and pauses without end must fill neither
/// the screen nor the disk.
package struct RequestLimits: Hashable, Sendable {
  /// The treatment of a message.
  package enum Verdict: Hashable, Sendable {
    /// The player is told of it.
    case told
    /// The player is told, for the last time for a while, that there are too many.
    case muting
    /// The player is not told.
    case muted
    /// The other side leaves no choice but to end the match.
    case tooMany
  }

  /// The maximum number of requests at once.
  package static let burst = 12
  /// After this time one more may come.
  package static let interval = Duration.seconds(5)
  /// The maximum number of requests between two moves.
  package static let maximum = 300

  private var used = 0
  private var paidAt = Duration.zero
  private var isMuted = false
  private var sinceMove = 0

  /// Nothing has come.
  package init() {}

  /// Counts `message` of the other player, which comes at `now`, and returns its treatment.
  package mutating func note(_ message: MatchMessage, now: Duration) -> Verdict {
    switch message {
    case .start, .move:
      sinceMove = 0
      return .told
    case .resign, .flag, .differ, .coin:
      return .told
    case .ask, .answer, .pause:
      break
    }
    sinceMove += 1
    guard sinceMove <= Self.maximum else { return .tooMany }
    let paid = Int((now - paidAt) / Self.interval)
    used = max(0, used - paid)
    paidAt += Self.interval * paid
    if used == 0 { isMuted = false }
    guard used >= Self.burst else {
      used += 1
      return isMuted ? .muted : .told
    }
    defer { isMuted = true }
    return isMuted ? .muted : .muting
  }
}
