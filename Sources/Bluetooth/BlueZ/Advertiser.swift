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

    var kind: Kind {
      switch self {
      case .register(let kind), .unregister(let kind): kind
      }
    }
  }

  /// The wanted advertisement, if any.
  var wanted: Kind?
  /// The advertisement that bluetoothd has, as far as can be known: after a call without an answer
  /// it may have it.
  private var registered: Kind?
  /// True if the controller has refused to tell that there is no room; it is not asked again before
  /// something changes.
  private var isFullRefused = false
  /// True if links came or went, or the controller was off, since the last registration: it may
  /// have stopped advertising then.
  private var isStale = false
  /// True if somebody makes the calls already.
  private(set) var isBusy = false
  /// The number of calls that failed in a row.
  private var failures = 0

  /// True if the caller is to make the steps now; nobody else does until ``end()``.
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// The next call; `nil` when all is as wanted.
  mutating func next() -> Step? {
    if let kind = registered, isStale || wanted != kind {
      registered = nil
      return .unregister(kind)
    }
    guard let kind = wanted, registered == nil, kind == .open || !isFullRefused else { return nil }
    registered = kind
    isStale = false
    return .register(kind)
  }

  /// The call for `step` worked.
  mutating func succeeded(_ step: Step) {
    if case .register = step { failures = 0 }
  }

  /// Notes that the content of the advertisements has changed.
  mutating func contentChanged() {
    isStale = registered != nil
    isFullRefused = false
  }

  /// A link came or went.
  mutating func linksChanged() {
    isStale = true
    isFullRefused = false
  }

  /// The controller is off, or bluetoothd is gone.
  ///
  /// bluetoothd keeps what is registered while a controller is off, and refuses to take it twice.
  mutating func lost() {
    linksChanged()
    failures = 0
  }

  /// The call for `step` did not work.
  ///
  /// What bluetoothd may have all the same is taken back before anything else.
  ///
  /// - Returns: How long to leave the controller alone before the next attempt: 0.5, 1, 2, 4, then
  ///   8 seconds; `nil` when it is not to tell that there is no room, as controllers refuse that
  ///   cannot advertise while a link stands.
  mutating func failed(_ step: Step, _ error: BlueZError) -> Duration? {
    let isLeft = error.leavesAdvertisement(after: step)
    registered = isLeft ? step.kind : nil
    isStale = isStale || isLeft
    if step == .register(.full), !error.isAlreadyExists {
      isFullRefused = true
      return nil
    }
    failures += 1
    return min(.milliseconds(500) * (1 << min(failures - 1, 4)), .seconds(8))
  }

  /// The steps are made, or given up.
  mutating func end() {
    isBusy = false
  }
}

extension BlueZError {
  fileprivate var isAlreadyExists: Bool {
    if case .alreadyExists = self { true } else { false }
  }

  /// True if bluetoothd may have an advertisement although the call for `step` did not work.
  ///
  /// A controller that goes off at that moment leaves a registration half done, and without an
  /// answer for ever.
  fileprivate func leavesAdvertisement(after step: Advertiser.Step) -> Bool {
    switch (step, self) {
    case (.unregister, _), (.register, .timedOut), (.register, .alreadyExists),
      (.register, .cancelled):
      true
    case (.register, _): false
    }
  }

  /// True if a moment later the same call to advertise may work.
  ///
  /// `NotPermitted` is what bluetoothd says when others use all its advertisements, and
  /// `AlreadyExists` when it has this one.
  var mayAdvertiseLater: Bool {
    switch self {
    case .failed, .inProgress, .busy, .timedOut, .notPermitted, .alreadyExists, .other: true
    default: false
    }
  }
}
