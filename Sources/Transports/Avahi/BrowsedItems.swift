internal import DBus

/// The announcements that a search has found, and how far each is on its way to an address.
struct BrowsedItems: Sendable {
  private enum Stage: Hashable {
    /// It waits for its turn.
    case waiting
    /// A resolver is being made.
    case opening(Int)
    /// A resolver has not answered yet.
    case asked(ObjectPath, until: Duration)
    /// A resolver has answered, and follows what changes.
    case resolved(ObjectPath, Resolution)
    /// It did not answer, and waits to be asked again.
    case silent(until: Duration)

    var path: ObjectPath? {
      switch self {
      case .asked(let path, _), .resolved(let path, _): path
      case .waiting, .opening, .silent: nil
      }
    }
  }

  private struct Item {
    let flags: Int
    var stage = Stage.waiting
    /// The number of times that it did not answer.
    var failures = 0
  }

  private let limits: BrowseLimits
  private var items: [BrowsedItem: Item] = [:]
  /// Those that wait for their turn, and perhaps some that do so no more.
  private var queue: [BrowsedItem] = []
  private var resolvers: [ObjectPath: BrowsedItem] = [:]
  /// The resolvers that are being made, or have not answered.
  private var asked: Set<BrowsedItem> = []
  private var silent: Set<BrowsedItem> = []
  private var opened = 0
  private var shown: [FoundService.ID: FoundService] = [:]
  private var events: [ServiceEvent] = []

  init(_ limits: BrowseLimits) {
    self.limits = limits
  }

  /// The objects that avahi-daemon holds.
  var paths: [ObjectPath] { resolvers.keys.sorted() }

  func has(_ path: ObjectPath) -> Bool { resolvers[path] != nil }

  /// When something does not answer in time, or is to be asked again.
  var deadline: Duration? {
    asked.union(silent).compactMap { item in
      switch items[item]?.stage {
      case .asked(_, let until), .silent(let until): until
      case .waiting, .opening, .resolved, nil: nil
      }
    }.min()
  }

  /// What has changed for those who look, since the last time.
  mutating func takeEvents() -> [ServiceEvent] {
    defer { events = [] }
    return events
  }

  /// Forgets everything, and reports nothing.
  mutating func removeAll() {
    self = BrowsedItems(limits)
  }

  /// Forgets everything, and reports that it is gone.
  mutating func lose() {
    let gone = shown.keys.sorted { ($0.name, $0.interface) < ($1.name, $1.interface) }
    removeAll()
    events = gone.map { .vanished($0) }
  }

  // MARK: Announcements

  mutating func add(_ item: BrowsedItem, flags: Int) {
    guard items[item] == nil, items.count < limits.announcements else { return }
    items[item] = Item(flags: flags)
    queue.append(item)
  }

  /// Removes an announcement, and returns its resolver.
  mutating func remove(_ item: BrowsedItem) -> ObjectPath? {
    guard let removed = items.removeValue(forKey: item) else { return nil }
    asked.remove(item)
    silent.remove(item)
    queue.removeAll { $0 == item }
    if let path = removed.stage.path { resolvers[path] = nil }
    show(item)
    return removed.stage.path
  }

  // MARK: Resolvers

  /// The next announcement that a resolver is to be made for, with a number for that resolver.
  mutating func takeNext(now: Duration) -> (Int, BrowsedItem)? {
    guard !queue.isEmpty, asked.count < limits.asked,
      resolvers.count + openingCount < limits.followed
    else { return nil }
    let item = queue.removeFirst()
    opened += 1
    items[item]?.stage = .opening(opened)
    asked.insert(item)
    return (opened, item)
  }

  private var openingCount: Int {
    asked.count { items[$0].map { $0.stage.path == nil } ?? false }
  }

  /// Takes note of a resolver; false if nobody needs it any more.
  mutating func open(_ item: BrowsedItem, number: Int, _ path: ObjectPath, now: Duration) -> Bool {
    guard items[item]?.stage == .opening(number) else { return false }
    items[item]?.stage = .asked(path, until: now + limits.answer)
    resolvers[path] = item
    return true
  }

  /// Takes note that no resolver could be made.
  mutating func fail(_ item: BrowsedItem, number: Int, now: Duration) {
    guard items[item]?.stage == .opening(number) else { return }
    silence(item, now: now)
  }

  mutating func resolve(_ path: ObjectPath, _ resolution: Resolution) {
    guard let item = resolvers[path] else { return }
    asked.remove(item)
    items[item]?.stage = .resolved(path, resolution)
    items[item]?.failures = 0
    show(item)
  }

  /// Takes note that a resolver has given up.
  mutating func fail(_ path: ObjectPath, now: Duration) {
    guard let item = resolvers.removeValue(forKey: path) else { return }
    silence(item, now: now)
  }

  /// Gives up resolvers that do not answer in time, which are returned, and lets others have
  /// another turn.
  mutating func expire(now: Duration) -> [ObjectPath] {
    var late: [ObjectPath] = []
    for item in Array(asked) {
      guard case .asked(let path, let until)? = items[item]?.stage, until <= now else { continue }
      late.append(path)
      fail(path, now: now)
    }
    for item in Array(silent) {
      guard case .silent(let until)? = items[item]?.stage, until <= now else { continue }
      silent.remove(item)
      items[item]?.stage = .waiting
      queue.append(item)
    }
    return late.sorted()
  }

  private mutating func silence(_ item: BrowsedItem, now: Duration) {
    guard let failures = items[item]?.failures else { return }
    asked.remove(item)
    silent.insert(item)
    items[item]?.failures = min(failures + 1, 6)
    items[item]?.stage = .silent(until: now + limits.pause * (1 << min(failures, 5)))
    show(item)
  }

  // MARK: Services

  /// Reports what an announcement has changed for the service it belongs to.
  private mutating func show(_ item: BrowsedItem) {
    let before = shown[item.id]
    let after = service(of: item)
    shown[item.id] = after
    switch (before, after) {
    case (nil, nil): break
    case (nil, let after?): events.append(.appeared(after))
    case (let before?, let after?):
      if before != after { events.append(.changed(after)) }
    case (_?, nil): events.append(.vanished(item.id))
    }
  }

  /// The service that the announcements by IPv4 and IPv6 make up; nil without an address.
  private func service(of item: BrowsedItem) -> FoundService? {
    let both = [0, 1].map { number in
      BrowsedItem(
        interface: item.interface,
        networkProtocol: number,
        name: item.name,
        type: item.type,
        domain: item.domain
      )
    }
    var endpoints: [FoundService.Endpoint] = []
    var first: Resolution?
    var flags = 0
    for item in both {
      guard let found = items[item], case .resolved(_, let resolution) = found.stage else {
        continue
      }
      flags |= found.flags
      let isLocal = found.flags & AvahiName.isLocal != 0
      let host = NetworkAddress.host(resolution.address, on: item.interface, isLocal: isLocal)
      guard let host else { continue }
      first = first ?? resolution
      endpoints.append(FoundService.Endpoint(host: host, port: resolution.port))
    }
    guard let first else { return nil }
    return FoundService(
      id: item.id,
      endpoints: endpoints,
      hostName: first.hostName,
      text: first.text,
      isOnThisComputer: flags & AvahiName.isLocal != 0,
      isOurOwn: flags & AvahiName.isOurOwn != 0
    )
  }
}
