public import BlueZ
internal import Phrases

extension BlueZError {
  /// What bluetoothd says, as far as it says anything, for the end of a sentence.
  public var words: String {
    switch self {
    case .failed(let text), .rejected(let text), .canceled(let text), .invalidArguments(let text),
      .alreadyExists(let text), .doesNotExist(let text), .inProgress(let text),
      .alreadyConnected(let text), .notConnected(let text), .notSupported(let text),
      .notAuthorized(let text), .notAvailable(let text), .notReady(let text),
      .notPermitted(let text), .noSuchAdapter(let text), .agentNotAvailable(let text),
      .invalidOffset(let text), .invalidValueLength(let text), .invalidLength(let text),
      .authenticationCanceled(let text), .authenticationFailed(let text),
      .authenticationRejected(let text), .authenticationTimeout(let text),
      .connectionAttemptFailed(let text), .blocked(let text), .busy(let text),
      .other(_, let text), .accessDenied(let text), .unexpectedReply(let text):
      text.isEmpty ? "\(self)" : text
    case .objectGone:
      say("bluetoothd has forgotten it")
    case .notRunning:
      say("not running")
    case .gone:
      say("bluetoothd was running and has stopped")
    case .timedOut(let limit):
      say("no answer for \(limit.components.seconds) seconds")
    case .connectionLost, .tooSlow, .malformed:
      // Nothing that the game does ends with one of these.
      "\(self)"
    case .cancelled:
      say("interrupted")
    case .bus(let error):
      "\(error)"
    }
  }
}
