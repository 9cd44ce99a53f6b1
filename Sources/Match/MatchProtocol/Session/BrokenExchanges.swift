/// A limit on exchanges of keys that break after this guest has sent its last message.
///
/// Whoever answers gets one try at each to pass for the host.
struct BrokenExchanges: Sendable {
  /// The maximum number within ``window``.
  static let maximum = 3
  /// The time in which they are counted.
  static let window = Duration.seconds(60)

  private var times: [Duration] = []
  private var toldUntil = Duration.zero

  /// The guest has sent its last message of an exchange.
  mutating func begin(now: Duration) {
    times.append(now)
    times.removeFirst(max(0, times.count - Self.maximum))
  }

  /// The exchange that was begun last has shown who the host is.
  mutating func succeed() { _ = times.popLast() }

  /// The step in place of an exchange with `peer` if there were too many: the owner is told, once
  /// for a while.
  mutating func rejection(of peer: PeerID, now: Duration) -> Step? {
    guard times.count(where: { $0 + Self.window > now }) >= Self.maximum else { return nil }
    guard now >= toldUntil else { return Step() }
    toldUntil = now + Self.window
    return .telling(.strangerRejected(peer, .brokenExchanges))
  }
}
