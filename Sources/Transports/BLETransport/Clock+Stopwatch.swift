extension Clock where Duration == Swift.Duration {
  /// Starts a stopwatch, which returns the time since.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: self.now) }
  }
}
