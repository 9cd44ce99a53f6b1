/// Decides when to register and to take back the advertisement.
struct Advertiser: Hashable {
  /// One call to make.
  enum Step: Hashable {
    case register
    case unregister
  }

  /// Whether there is room for another central.
  var isWanted = false
  private var isRegistered = false
  /// Whether links came or went since the last registration: the controller may have stopped to
  /// advertise then.
  private var isStale = false
  /// Whether somebody makes the calls already.
  private var isBusy = false
  /// How many calls failed in a row.
  private var failures = 0

  /// Whether the caller is to make the steps now; nobody else does until ``end()``.
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// The next call; `nil` when all is as wanted.
  mutating func next() -> Step? {
    if isRegistered { failures = 0 }
    if isRegistered, isStale || !isWanted {
      isRegistered = false
      return .unregister
    }
    if isWanted, !isRegistered {
      isRegistered = true
      isStale = false
      return .register
    }
    return nil
  }

  /// A link came or went.
  mutating func linksChanged() {
    isStale = true
  }

  /// The call did not work.
  ///
  /// - Returns: How long to leave the controller alone before the next attempt: 0.5, 1, 2, 4, then
  ///   8 seconds.
  mutating func failed() -> Duration {
    isRegistered = false
    failures += 1
    return min(.milliseconds(500) * (1 << min(failures - 1, 4)), .seconds(8))
  }

  /// The steps are made, or given up.
  mutating func end() {
    isBusy = false
  }

  /// bluetoothd has lost the registration.
  mutating func forget() {
    isRegistered = false
    isStale = false
    failures = 0
  }
}

extension BlueZError {
  /// Whether a moment later the same call to advertise may work.
  ///
  /// `NotPermitted` is what bluetoothd says when others use all its advertisements.
  var mayAdvertiseLater: Bool {
    switch self {
    case .failed, .inProgress, .busy, .timedOut, .notPermitted, .other: true
    case .rejected, .canceled, .invalidArguments, .alreadyExists, .doesNotExist,
      .alreadyConnected, .notConnected, .notSupported, .notAuthorized, .notAvailable, .notReady,
      .noSuchAdapter, .agentNotAvailable, .invalidOffset, .invalidValueLength, .invalidLength,
      .authenticationCanceled, .authenticationFailed, .authenticationRejected,
      .authenticationTimeout, .connectionAttemptFailed, .blocked, .notRunning, .gone, .accessDenied,
      .objectGone, .cancelled, .bus, .unexpectedReply:
      false
    }
  }
}
