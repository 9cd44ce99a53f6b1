/// How long a guest waits before each attempt to get its link back: 0.5, 1, 2, 4, and then 8
/// seconds.
///
/// Most links are lost for a moment only. When the host has gone, each attempt costs both radios
/// and the guest's battery (docs/protocol.md, 6).
struct ReconnectDelays: Hashable {
  /// The longest of them.
  static let longest = Duration.seconds(8)

  /// A link that stood for so long was of use, and the next loss is a new one.
  static let steady = Duration.seconds(10)

  /// How many attempts were begun since a link was of use.
  private(set) var attempts = 0

  /// Begins another attempt, and says how long to wait before it.
  mutating func next() -> Duration {
    attempts += 1
    return min(.milliseconds(500) * (1 << min(attempts - 1, 4)), Self.longest)
  }

  /// A link was lost that had stood for `duration`.
  mutating func linkLost(after duration: Duration) {
    if duration >= Self.steady { attempts = 0 }
  }
}

extension Clock where Duration == Swift.Duration {
  /// What tells how much time has passed since this was called.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: self.now) }
  }
}
