internal import DBus

/// The state of a search for the services of one type: no task, no clock, no bus.
///
/// Each input adds to the calls that are to be made, and to the events that are to be reported. Of
/// each call the answer comes back as an input.
struct Browsing: Machine {
  typealias Event = ServiceEvent

  /// A call to avahi-daemon.
  enum Call: Hashable, Sendable {
    /// Makes a browser; a prepared one is silent until it is started.
    case makeBrowser(type: String, isPrepared: Bool)
    /// Makes a resolver, with a number of ours.
    case makeResolver(Int, BrowsedItem, isPrepared: Bool)
    case start(RemoteObject)
    case free(RemoteObject)
  }

  private enum Browser: Hashable {
    case none(retryAt: Duration)
    case making
    case made(ObjectPath)
  }

  private let type: String
  private let limits: BrowseLimits
  private var browser = Browser.none(retryAt: .zero)
  private var items: BrowsedItems
  /// Unknown until the first input.
  private var isDaemonThere: Bool?
  private var isEnding = false
  /// The number of times that avahi-daemon has gone; answers from before are of no use.
  private var era = 0
  /// True until this avahi-daemon looks for services again.
  private var hasFailed = false
  /// True unless this avahi-daemon is too old for ``AvahiName/server2``.
  private var canPrepare = true
  private var underWay: Set<Request<Call>> = []
  /// Signals of objects whose paths may be in an answer that has yet to come.
  private var early: [BrowseSignal] = []

  /// True if nothing is left to do, and no input changes that.
  private(set) var isFinished = false

  init(_ type: String, _ limits: BrowseLimits) {
    (self.type, self.limits) = (type, limits)
    items = BrowsedItems(limits)
  }

  /// When ``tick(now:into:)`` is due.
  var deadline: Duration? {
    guard isDaemonThere == true, !isEnding else { return nil }
    if case .none(let retryAt) = browser { return retryAt }
    return items.deadline
  }

  // MARK: Inputs

  mutating func setServer(
    _ state: ServerState?,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    let isThere = state != nil
    guard !isEnding, isDaemonThere != isThere else { return }
    forget()
    isDaemonThere = isThere
    orders.events.append(isThere ? .daemonFound : .daemonLost)
    proceed(now: now, into: &orders)
  }

  mutating func receive(_ signal: BrowseSignal, now: Duration, into orders: inout Orders<Self>) {
    guard isDaemonThere == true, !isEnding else { return }
    apply(signal, mayBeEarly: true, now: now, into: &orders)
    proceed(now: now, into: &orders)
  }

  mutating func finish(
    _ request: Request<Call>,
    _ answer: Result<ObjectPath?, AvahiError>,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    guard underWay.remove(request) != nil else { return }
    switch request.call {
    case .makeBrowser(_, let isPrepared): finishBrowser(isPrepared, answer, now, &orders)
    case .makeResolver(let number, let item, let isPrepared):
      finishResolver(number, item, isPrepared, answer, now, &orders)
    case .start(let object):
      if case .failure = answer { fail(object.path, now, &orders) }
    case .free: break
    }
    replayEarly(now: now, into: &orders)
    proceed(now: now, into: &orders)
  }

  mutating func tick(now: Duration, into orders: inout Orders<Self>) {
    for path in items.expire(now: now) { call(.free(.resolver(path)), into: &orders) }
    proceed(now: now, into: &orders)
  }

  mutating func end(into orders: inout Orders<Self>) {
    guard !isEnding else { return }
    isEnding = true
    if case .made(let path) = browser { call(.free(.browser(path)), into: &orders) }
    for path in items.paths { call(.free(.resolver(path)), into: &orders) }
    items.removeAll()
    isFinished = underWay.isEmpty
  }

  mutating func close() {
    forget()
    (isEnding, isFinished) = (true, true)
  }

  // MARK: What follows

  /// Forgets what the avahi-daemon before had.
  private mutating func forget() {
    era += 1
    browser = .none(retryAt: .zero)
    (canPrepare, hasFailed) = (true, false)
    underWay = []
    early = []
    items.removeAll()
  }

  private mutating func call(_ call: Call, into orders: inout Orders<Self>) {
    let request = Request(era: era, call: call)
    underWay.insert(request)
    orders.calls.append(request)
  }

  /// Begins what can begin, and reports what has changed.
  private mutating func proceed(now: Duration, into orders: inout Orders<Self>) {
    guard !isEnding else {
      isFinished = underWay.isEmpty
      return
    }
    guard isDaemonThere == true else { return }
    if case .none(let retryAt) = browser, retryAt <= now {
      browser = .making
      call(.makeBrowser(type: type, isPrepared: canPrepare), into: &orders)
    }
    while let (number, item) = items.takeNext(now: now) {
      call(.makeResolver(number, item, isPrepared: canPrepare), into: &orders)
    }
    orders.events += items.takeEvents()
  }

  private mutating func apply(
    _ signal: BrowseSignal,
    mayBeEarly: Bool,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    if browser == .made(signal.path) {
      switch signal.content {
      case .itemNew(let item, let flags): items.add(item, flags: flags)
      case .itemRemove(let item):
        if let path = items.remove(item) { call(.free(.resolver(path)), into: &orders) }
      case .failure(let name): fail(signal.path, because: name, now, &orders)
      case .found: break
      }
    } else if items.has(signal.path) {
      applyToResolver(signal, now: now, into: &orders)
    } else if mayBeEarly, isMaking, early.count < limits.announcements {
      early.append(signal)
    }
  }

  private mutating func applyToResolver(
    _ signal: BrowseSignal,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    switch signal.content {
    case .found(let resolution): items.resolve(signal.path, resolution)
    case .failure: fail(signal.path, now, &orders)
    case .itemNew, .itemRemove: break
    }
  }

  /// True if an object may be there whose path is not known yet.
  private var isMaking: Bool {
    underWay.contains { request in
      switch request.call {
      case .makeBrowser, .makeResolver: true
      case .start, .free: false
      }
    }
  }

  /// An answer has named an object: what it said before counts now.
  private mutating func replayEarly(now: Duration, into orders: inout Orders<Self>) {
    guard !isEnding else { return }
    let signals = early
    early = []
    for signal in signals { apply(signal, mayBeEarly: true, now: now, into: &orders) }
  }

  // MARK: Answers

  private mutating func finishBrowser(
    _ isPrepared: Bool,
    _ answer: Result<ObjectPath?, AvahiError>,
    _ now: Duration,
    _ orders: inout Orders<Self>
  ) {
    switch answer {
    case .success(let path?) where isEnding: call(.free(.browser(path)), into: &orders)
    case .success(let path?):
      browser = .made(path)
      if hasFailed { orders.events.append(.daemonFound) }
      hasFailed = false
      if isPrepared { call(.start(.browser(path)), into: &orders) }
    case .failure(let error) where isPrepared && error.isAboutAge:
      canPrepare = false
      browser = .none(retryAt: now)
    case .success(nil): retry(.refused(name: "", words: "no object"), now, &orders)
    case .failure(let error): retry(error, now, &orders)
    }
  }

  private mutating func finishResolver(
    _ number: Int,
    _ item: BrowsedItem,
    _ isPrepared: Bool,
    _ answer: Result<ObjectPath?, AvahiError>,
    _ now: Duration,
    _ orders: inout Orders<Self>
  ) {
    guard case .success(let path?) = answer else {
      items.fail(item, number: number, now: now)
      return
    }
    guard !isEnding, items.open(item, number: number, path, now: now) else {
      // It was withdrawn meanwhile.
      call(.free(.resolver(path)), into: &orders)
      return
    }
    if isPrepared { call(.start(.resolver(path)), into: &orders) }
  }

  /// Gives up a browser or a resolver that does not work.
  private mutating func fail(
    _ path: ObjectPath,
    because name: String = "",
    _ now: Duration,
    _ orders: inout Orders<Self>
  ) {
    guard !isEnding else { return }
    if browser == .made(path) {
      call(.free(.browser(path)), into: &orders)
      retry(.refused(name: name, words: "the search failed"), now, &orders)
    } else if items.has(path) {
      items.fail(path, now: now)
      call(.free(.resolver(path)), into: &orders)
    }
  }

  /// Looks again later, for all that was found until now too.
  private mutating func retry(_ error: AvahiError, _ now: Duration, _ orders: inout Orders<Self>) {
    guard !isEnding else { return }
    for path in items.paths { call(.free(.resolver(path)), into: &orders) }
    items.lose()
    browser = .none(retryAt: now + limits.pause)
    orders.events.append(.failed(error))
    hasFailed = true
  }
}

extension AvahiError {
  /// True if avahi-daemon does not have the method, or the interface, that was called.
  fileprivate var isAboutAge: Bool {
    guard case .refused(let name, _) = self else { return false }
    return [BusError.Name.unknownMethod, BusError.Name.unknownInterface].contains(name)
  }
}
