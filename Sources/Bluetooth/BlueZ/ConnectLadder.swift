/// The steps after a failed attempt to connect, each harder than the last.
///
/// BlueZ reports every LE failure alike, keeps attempts of its own going, and can get stuck. What
/// helped others is a ladder: try again when the failed link is really down, cancel what is
/// pending, and at last forget the device (bleak #1255, #490 and #631; bleak-retry-connector #226).
public struct ConnectLadder: Hashable, Sendable {
  /// The next step.
  public enum Step: Hashable, Sendable {
    /// Wait until `Connected` is false, for up to two seconds, then try again.
    case retry
    /// End the link or the attempt, then try again.
    case disconnect
    /// Make bluetoothd forget the device, then look for it again.
    case remove
    /// It does not work; the last error says why.
    case giveUp(BlueZError)
  }

  /// The number of attempts in all.
  public let attempts: Int
  private var failures = 0

  /// A ladder of `attempts`; four go once over each rung.
  public init(attempts: Int = 4) {
    self.attempts = attempts
  }

  /// Takes note of a failure and says what to do next.
  public mutating func failed(_ error: BlueZError) -> Step {
    failures += 1
    guard failures < attempts else { return .giveUp(error) }
    switch error {
    case .objectGone, .doesNotExist:
      return .remove
    case .notReady, .notRunning, .gone, .accessDenied, .cancelled, .bus, .notSupported,
      .notPermitted, .noSuchAdapter, .invalidArguments, .agentNotAvailable, .blocked, .tooSlow,
      .malformed:
      return .giveUp(error)
    case .inProgress, .busy, .alreadyExists, .timedOut, .unexpectedReply:
      return failures == 1 ? .disconnect : .remove
    case .failed, .rejected, .canceled, .alreadyConnected, .notConnected, .notAuthorized,
      .notAvailable, .invalidOffset, .invalidValueLength, .invalidLength, .authenticationCanceled,
      .authenticationFailed, .authenticationRejected, .authenticationTimeout,
      .connectionAttemptFailed, .connectionLost, .other:
      return switch failures {
      case 1: .retry
      case 2: .disconnect
      default: .remove
      }
    }
  }
}
