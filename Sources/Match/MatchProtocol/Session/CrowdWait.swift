/// The wait of a guest for a place at a table whose host hangs up without an answer, as a crowded
/// one does.
struct CrowdWait: Sendable {
  /// Until when the guest tries again; nil if the host has answered, or was not tried.
  private(set) var until: Duration?

  /// The host has hung up on a guest with this patience: until when it tries again, and whether
  /// this was the first time.
  mutating func begin(_ patience: Duration, now: Duration) -> (until: Duration, isFirst: Bool) {
    defer { until = until ?? now + patience }
    return (until ?? now + patience, until == nil)
  }

  /// The host has answered.
  mutating func end() { until = nil }
}
