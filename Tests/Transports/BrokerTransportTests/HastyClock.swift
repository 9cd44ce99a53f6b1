/// A clock whose pauses are short, and long enough for a broker to answer meanwhile.
struct HastyClock: Clock {
  private let clock = ContinuousClock()

  var now: ContinuousClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(for: clock.now.duration(to: deadline) / 4)
  }
}
