/// Decides when to register and to take back which advertisement.
struct Advertiser: Hashable {
  /// Which advertisement.
  enum Kind: Hashable {
    /// There is room for another central.
    case open
    /// There is none: only to be told from one who is not there.
    case full
  }

  /// One call to make.
  enum Step: Hashable {
    case register(Kind)
    case unregister(Kind)
  }

  /// What is to be advertised, if anything.
  var wanted: Kind?
  private var registered: Kind?
  /// Whether the controller has refused to tell that there is no room; it is not asked again before
  /// something changes.
  private var isFullRefused = false
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
    if registered != nil { failures = 0 }
    if let kind = registered, isStale || wanted != kind {
      registered = nil
      return .unregister(kind)
    }
    guard let kind = wanted, registered == nil, kind == .open || !isFullRefused else { return nil }
    registered = kind
    isStale = false
    return .register(kind)
  }

  /// What the advertisements say has changed.
  mutating func contentChanged() {
    isStale = registered != nil
    isFullRefused = false
  }

  /// A link came or went.
  mutating func linksChanged() {
    isStale = true
    isFullRefused = false
  }

  /// The call to tell that there is no room did not work, as with controllers that cannot advertise
  /// while a link stands.
  mutating func fullRefused() {
    registered = nil
    isFullRefused = true
  }

  /// The call did not work.
  ///
  /// - Returns: How long to leave the controller alone before the next attempt: 0.5, 1, 2, 4, then
  ///   8 seconds.
  mutating func failed() -> Duration {
    registered = nil
    failures += 1
    return min(.milliseconds(500) * (1 << min(failures - 1, 4)), .seconds(8))
  }

  /// The steps are made, or given up.
  mutating func end() {
    isBusy = false
  }

  /// bluetoothd has lost the registration.
  mutating func forget() {
    registered = nil
    isStale = false
    isFullRefused = false
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
