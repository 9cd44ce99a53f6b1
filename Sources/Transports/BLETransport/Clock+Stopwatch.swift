extension Clock where Duration == Swift.Duration {
  /// What tells how much time has passed since this was called.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: self.now) }
  }
}
