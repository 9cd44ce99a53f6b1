/// The round-trip time, and the retransmission timeout that follows from it: RFC 6298.
struct RoundTrip: Sendable {
  /// The minimum timeout: the RFC's value, and far more than a connection interval.
  static let minimum = Duration.seconds(1)

  /// The maximum timeout, so that a link that is good again is soon used again.
  static let maximum = Duration.seconds(8)

  private(set) var smoothed: Duration?
  private var latest = Duration.zero
  private var variation = Duration.zero
  private var doublings = 0

  /// The time to wait for an acknowledgement.
  var timeout: Duration {
    let measured = smoothed.map { $0 + variation.eighths(32) } ?? Self.minimum
    return min(max(measured, Self.minimum) * (1 << doublings), Self.maximum)
  }

  /// After which time a packet that others have overtaken counts as lost: RFC 9002, section 6.1.2.
  ///
  /// Nil as long as nothing was measured.
  var overtaking: Duration? { smoothed.map { max($0, latest).eighths(9) } }

  /// A packet that was sent once was acknowledged after `duration`; of others nobody knows which
  /// copy was (Karn).
  mutating func measure(_ duration: Duration) {
    doublings = 0
    latest = duration
    guard let before = smoothed else {
      smoothed = duration
      variation = duration / 2
      return
    }
    let deviation = duration > before ? duration - before : before - duration
    variation = variation.eighths(6) + deviation.eighths(2)
    smoothed = before.eighths(7) + duration.eighths(1)
  }

  /// No acknowledgement came in time: the next one may take twice as long.
  mutating func backOff() {
    doublings = min(doublings + 1, 3)
  }
}

extension Duration {
  /// So many eighths of it; the operators of `Duration`, which take integers of any type, take
  /// longer than all the rest that is done for a packet here.
  func eighths(_ count: Int128) -> Duration {
    Duration(attoseconds: attoseconds * count / 8)
  }
}
