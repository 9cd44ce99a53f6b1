internal import DBus

/// The state of one service that is to be published: no task, no clock, no bus.
///
/// Each input notes what is known. Then ``nextCall`` compares what is wanted with what avahi-daemon
/// holds; at most one call is under way, and its answer comes back as an input.
struct Publishing: Machine {
  typealias Event = PublicationEvent

  /// A call to avahi-daemon.
  enum Call: Hashable, Sendable {
    case makeGroup
    case add(ObjectPath, Entry)
    case commit(ObjectPath)
    case update(ObjectPath, Entry)
    /// Asks for a name in place of one that is taken.
    case propose(String)
    case reset(ObjectPath)
    case free(ObjectPath)
  }

  /// The service on one interface, or on all of them.
  struct Entry: Hashable, Sendable {
    let interface: Int32
    let name: String
    let type: String
    let port: UInt16
    let text: ServiceText
  }

  /// The answer to a call.
  enum Answer: Hashable, Sendable {
    case done
    case group(ObjectPath)
    case name(String)
    case failure(AvahiError)
  }

  /// The group of entries that avahi-daemon holds.
  private struct Group: Hashable {
    let path: ObjectPath
    /// The texts of the entries so far, in the order of the interfaces.
    var texts: [ServiceText] = []
    var isCommitted = false
    var state = GroupState.uncommitted
  }

  /// The number of names that are tried, before the publication fails.
  static let mostNames = 100
  /// The most names that are passed over at a time, once a second one was taken.
  static let mostSteps: UInt64 = 8
  /// The time after which a publication that failed is tried again.
  static let pause = Duration.seconds(10)

  private let wantedName: String
  private let type: String
  private let port: UInt16
  private let interfaces: [Int32]
  private var text: ServiceText

  /// The name that is published, or tried.
  private(set) var name: String
  private var namesTried = 1
  private var isNameTaken = false
  /// The number of further names to ask for, of which the last one is tried.
  private var stepsLeft = 0
  /// What decides how many: two computers that begin at once find each other's names taken one
  /// after another, without end.
  private var luck: UInt64
  private var isServerReady = false
  private var isEnding = false
  private var group: Group?
  /// True if the group has to be emptied and filled again.
  private var isGroupStale = false
  private var isPublished = false
  private var retryAt: Duration?
  /// The number of times that avahi-daemon has gone; answers from before are of no use.
  private var era = 0
  private var underWay: Request<Call>?

  /// True if nothing is left to do, and no input changes that.
  private(set) var isFinished = false

  /// A service that is wanted on at most 32 interfaces, by their indices, or ``AvahiName/all``.
  init(
    name: String,
    type: String,
    port: UInt16,
    text: ServiceText,
    interfaces: [Int32],
    luck: UInt64 = .random(in: 0...UInt64.max)
  ) {
    self.luck = luck
    wantedName = InstanceName.fitting(name)
    self.name = wantedName
    (self.type, self.port, self.text, self.interfaces) = (type, port, text, interfaces)
  }

  /// When ``tick(now:into:)`` is due.
  var deadline: Duration? { isEnding || !isServerReady ? nil : retryAt }

  // MARK: Inputs

  mutating func setServer(
    _ state: ServerState?,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    if state == nil { forget(into: &orders) }
    let wasReady = isServerReady
    isServerReady = state == .running
    if isServerReady, !wasReady {
      retryAt = nil
      // The entries may name a host that is called otherwise now.
      if group != nil { isGroupStale = true }
    }
    proceed(into: &orders)
  }

  mutating func finish(
    _ request: Request<Call>,
    _ answer: Answer,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    guard underWay == request else { return }
    underWay = nil
    if case .failure(let error) = answer {
      fail(request.call, error, now: now, into: &orders)
    } else {
      succeed(request.call, answer)
    }
    settle(now: now, into: &orders)
    proceed(into: &orders)
  }

  mutating func receive(
    _ signal: GroupSignal,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    guard group?.path == signal.path, !isGroupStale else { return }
    group?.state = signal.state
    settle(now: now, into: &orders)
    proceed(into: &orders)
  }

  mutating func setText(_ text: ServiceText, into orders: inout Orders<Self>) {
    self.text = text
    proceed(into: &orders)
  }

  mutating func tick(now: Duration, into orders: inout Orders<Self>) {
    guard let time = retryAt, time <= now else { return }
    retryAt = nil
    proceed(into: &orders)
  }

  mutating func end(into orders: inout Orders<Self>) {
    isEnding = true
    proceed(into: &orders)
  }

  mutating func close() {
    (isEnding, isFinished) = (true, true)
    (group, underWay) = (nil, nil)
  }

  // MARK: What follows

  /// Forgets what the avahi-daemon before had.
  private mutating func forget(into orders: inout Orders<Self>) {
    era += 1
    (group, underWay, retryAt) = (nil, nil, nil)
    (isGroupStale, isNameTaken) = (false, false)
    (name, namesTried) = (wantedName, 1)
    interrupt(into: &orders)
  }

  private mutating func interrupt(into orders: inout Orders<Self>) {
    if isPublished { orders.events.append(.interrupted) }
    isPublished = false
  }

  private mutating func proceed(into orders: inout Orders<Self>) {
    guard underWay == nil, !isFinished else { return }
    if let call = nextCall {
      let request = Request(era: era, call: call)
      underWay = request
      orders.calls.append(request)
    } else if isEnding {
      isFinished = true
    }
  }

  /// The call that brings what avahi-daemon holds closer to what is wanted.
  private var nextCall: Call? {
    if isEnding { return group.map { .free($0.path) } }
    guard isServerReady, retryAt == nil else { return nil }
    guard let group else { return .makeGroup }
    if isGroupStale { return .reset(group.path) }
    if isNameTaken { return .propose(name) }
    if group.texts.count < interfaces.count {
      return .add(group.path, entry(group.texts.count))
    }
    if !group.isCommitted { return .commit(group.path) }
    guard group.state == .established else { return nil }
    return group.texts.firstIndex { $0 != text }.map { .update(group.path, entry($0)) }
  }

  private func entry(_ index: Int) -> Entry {
    Entry(interface: interfaces[index], name: name, type: type, port: port, text: text)
  }

  private mutating func succeed(_ call: Call, _ answer: Answer) {
    switch (call, answer) {
    case (.makeGroup, .group(let path)): group = Group(path: path)
    case (.add(_, let entry), _): group?.texts.append(entry.text)
    case (.commit, _): group?.isCommitted = true
    case (.update(_, let entry), _):
      if let index = interfaces.firstIndex(of: entry.interface) { group?.texts[index] = entry.text }
    case (.propose, .name(let proposed)):
      take(proposed)
    case (.reset(let path), _):
      group = Group(path: path)
      isGroupStale = false
    case (.free, _): group = nil
    case (.makeGroup, _), (.propose, _): break
    }
  }

  /// Takes another name, which is tried if no further one is to be asked for.
  private mutating func take(_ proposed: String) {
    name = InstanceName.fitting(proposed)
    stepsLeft -= 1
    isNameTaken = stepsLeft > 0
    if !isNameTaken { namesTried += 1 }
  }

  private mutating func fail(
    _ call: Call,
    _ error: AvahiError,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    if case .free = call {
      // The connection goes with it, sooner or later.
      group = nil
    } else if case .refused(AvahiName.collision, _) = error {
      takeOtherName(isOnNetwork: false, now: now, into: &orders)
    } else {
      pause(error, now: now, into: &orders)
    }
  }

  /// Draws the conclusions from the state of the group.
  private mutating func settle(now: Duration, into orders: inout Orders<Self>) {
    guard let group, group.isCommitted, !isGroupStale else { return }
    switch group.state {
    case .established:
      guard !isPublished else { return }
      isPublished = true
      namesTried = 1
      orders.events.append(.published(name: name))
    case .collision:
      takeOtherName(isOnNetwork: true, now: now, into: &orders)
    case .failure:
      pause(.refused(name: "", words: "the service was withdrawn"), now: now, into: &orders)
    case .uncommitted, .registering: break
    }
  }

  /// Gives up a name that is taken, on another computer or on this one.
  private mutating func takeOtherName(
    isOnNetwork: Bool,
    now: Duration,
    into orders: inout Orders<Self>
  ) {
    guard namesTried < Self.mostNames else {
      (name, namesTried) = (wantedName, 1)
      pause(.nameTaken(wantedName), now: now, into: &orders)
      return
    }
    interrupt(into: &orders)
    (isNameTaken, isGroupStale, stepsLeft) = (true, true, 1)
    guard isOnNetwork, namesTried > 1 else { return }
    luck = luck &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    stepsLeft = 1 + Int((luck >> 33) % Self.mostSteps)
  }

  /// Begins again after a while.
  private mutating func pause(_ error: AvahiError, now: Duration, into orders: inout Orders<Self>) {
    interrupt(into: &orders)
    isGroupStale = group != nil
    retryAt = now + Self.pause
    orders.events.append(.failed(error))
  }
}
