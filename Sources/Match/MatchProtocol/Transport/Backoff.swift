/// Growing pauses between attempts: each is twice as long as the one before, up to a longest.
///
/// Most links are lost for a moment only. When the other side has gone, each attempt costs both
/// radios and the battery (docs/reference/protocol.md, 6).
package struct Backoff: Hashable, Sendable {
  /// A link that stood for this long was of use: its loss is a new one.
  package static let steady = Duration.seconds(10)

  /// The pause before the first attempt.
  package let first: Duration

  /// The longest pause.
  package let longest: Duration

  /// The number of attempts that were begun since the last that was of use.
  package private(set) var attempts = 0

  private var pause: Duration

  /// No attempt was made yet; unless told otherwise, pauses are 0.5, 1, 2, 4, and then 8 seconds.
  package init(first: Duration = .milliseconds(500), longest: Duration = .seconds(8)) {
    self.first = first
    self.longest = longest
    pause = min(first, longest)
  }

  /// Begins another attempt, and says how long to wait before it.
  package mutating func next() -> Duration {
    attempts += 1
    defer { pause = min(pause * 2, longest) }
    return pause
  }

  /// Begins another attempt, and says how long to wait before it: from half of the pause to one and
  /// a half, and never longer than the longest; `fraction` says where between these, 0 to 1.
  ///
  /// So many that have lost the same thing at once do not come back at once.
  package mutating func next(at fraction: Double) -> Duration {
    let pause = next()
    let (least, most) = (pause / 2, min(pause * 3 / 2, longest))
    return least + (most - least) * fraction
  }

  /// The last attempt was of use: the next one is a first one again.
  package mutating func reset() {
    self = Backoff(first: first, longest: longest)
  }

  /// Records that the connection of the last attempt was lost after `duration`; it counts as useful
  /// if that is ``steady`` or longer.
  package mutating func lost(after duration: Duration) {
    if duration >= Self.steady { reset() }
  }
}
