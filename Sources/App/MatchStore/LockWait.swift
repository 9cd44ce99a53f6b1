internal import Glibc

/// The wait for another program that holds the database.
enum LockWait {
  /// The time after which a person who waits is told.
  static let patience = Duration.seconds(1)

  /// Waits a moment and says whether to try again, up to ``MatchStore/lockLimit``; calls `tell`
  /// once in each wait that takes longer than ``patience``.
  static func callback(
    step: Duration = .milliseconds(20),
    telling tell: @escaping @Sendable () -> Void
  ) -> @Sendable (Int) -> Bool {
    { tries in
      let waited = step * tries
      guard waited < MatchStore.lockLimit else { return false }
      if waited >= patience, waited - step < patience { tell() }
      usleep(UInt32(step / .microseconds(1)))
      return true
    }
  }
}
