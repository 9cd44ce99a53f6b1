package import MatchProtocol

/// Which tables are looked for, over which carriers, when to give up, and what is told of it.
///
/// A value without clock, task or I/O: events come in, orders come out, and ``deadline`` says when
/// the next ``Event/tick`` is due. Each event changes what is known; then what the carriers are
/// wanted to do is compared with what they do, and the difference is ordered. So nobody has to end
/// a scan: it ends when it is not wanted. docs/dev/decisions/0041-lobby.md has the plan.
package struct Lobby: Hashable, Sendable {
  /// The purpose of a program that looks for tables.
  package enum Goal: Hashable, Sendable {
    /// To hear each carrier once.
    case look
    /// To tell of all tables that come, change and go, up to a time; for ever, if nil. Who is
    /// patient goes on where nothing can be heard.
    case list(until: Duration? = nil, isPatient: Bool = false)
    /// The same, and to open a table where there is none.
    case meet(Meeting)
    /// To find the tables among which a person chooses; where nobody fits, up to a time.
    case choose(Search, until: Duration? = nil)
    /// To find the tables at which a known player may be asked for a game.
    case ask(ContactSearch)
    /// To have a link to a table, and then to hold it.
    case join(Search)
    /// To have a link to the host of a match that goes on, as often as there is none.
    case hold(KnownHost)

    /// The table that is looked for; nil if all of them are.
    package var search: Search? {
      switch self {
      case .choose(let search, _), .join(let search): search
      case .look, .list, .meet, .ask, .hold: nil
      }
    }

    /// True if all tables are told of.
    var isForAll: Bool {
      switch self {
      case .look, .list, .meet: true
      case .choose, .ask, .join, .hold: false
      }
    }
    /// True if a link to a table is wanted.
    var isForLink: Bool { if case .join = self { true } else { false } }
    /// True if a link to a known host is wanted.
    package var isForHost: Bool { if case .hold = self { true } else { false } }
    /// True if tables come and go, and carriers are asked again.
    var isList: Bool {
      switch self {
      case .list, .meet: true
      case .look, .choose, .ask, .join, .hold: false
      }
    }
  }

  /// A way to listen, and for how long; for ever, if nil.
  package struct Scan: Hashable, Sendable {
    package let carrier: Carrier
    package let limit: Duration?

    /// Listens on a carrier for so long.
    package init(_ carrier: Carrier, for limit: Duration? = nil) {
      (self.carrier, self.limit) = (carrier, limit)
    }
  }

  /// What happens to a lobby.
  package enum Event: Hashable, Sendable {
    /// Tables are heard over this carrier from now on.
    case up(Carrier)
    /// Nothing is heard over it, which mends itself.
    case interrupted(Carrier)
    /// A scan has ended after its time.
    case finished(Carrier)
    /// A scan could not be made, or has failed.
    case down(Carrier)
    /// A link stands.
    case connected(Carrier)
    /// It is lost, or cut by the session.
    case lost(Carrier, isCut: Bool)
    /// Nothing more comes of this carrier.
    case over(Carrier)
    /// The host may say this name too.
    case named(String)
    /// The own table nearby, or at the broker, has ended by itself.
    case offerEnded(isNearby: Bool)
    /// It does not; the table is tried again where it may answer once it is heard again.
    case failed(Carrier, isTriedAgain: Bool)
    case heard(Listing)
    /// The table of this identity has gone.
    case gone(String)
    case tick
  }

  /// What is told.
  package enum News: Hashable, Sendable {
    case listening(Carrier)
    /// Nothing is heard over this carrier; it is tried again.
    case trouble(Carrier)
    case appeared(Listing)
    case changed(Listing)
    case vanished(Listing)
    /// The table of this identity has been gone for so long that another may take its number.
    case forgotten(String)
    /// This is the only table with a free seat; told once.
    case only(Listing)
    /// This is not the table that is looked for.
    case passed(Listing)
    /// A link is to be made to this table.
    case trying(Listing)
    /// The first link stands.
    case joined(Carrier)
    /// A lost link is to be made again after a pause.
    case retrying(Carrier, attempt: Int, after: Duration)
    /// The host that is looked for has taken no link for long.
    case taken(Listing)
    /// An own table is to be open here and nowhere else; none is, if nil.
    case offer(Meeting.Offer?)
    /// The room of the own table has this rank now.
    case rank(RoomRank)
    /// This table and this program have both just begun.
    case follow(String)
    /// What a person sees of the choice.
    case meeting(Meeting.Phase)
  }

  /// How a lobby ends.
  package enum End: Hashable, Sendable {
    /// All scans have had their time.
    case looked
    /// There is no carrier that hears anything.
    case deaf
    /// A person chooses one of these.
    case found([Listing])
    /// No table was found, or none of them has a place; or nothing comes of any carrier any more.
    case failed
  }

  /// What came of a carrier.
  package struct Failure: Hashable, Sendable {
    package let carrier: Carrier
    package let reason: SearchFailure
  }

  /// A link to make.
  package struct Link: Hashable, Sendable {
    package let carrier: Carrier
    package let table: Listing
  }

  /// What the loop is to do, in the order of the fields.
  package struct Orders: Hashable, Sendable {
    package var stops: [Carrier] = []
    /// Links that are of no use, or what was begun for one.
    package var drops: [Carrier] = []
    package var scans: [Scan] = []
    /// A scan that was stopped has to end before.
    package var connects: [Link] = []
    package var news: [News] = []
    package var end: End?

    /// Nothing is to be done.
    package init() {}
  }

  /// A table that has gone, whose number is kept for a while.
  private struct Gone: Hashable {
    let id: String
    let until: Duration
  }

  /// The time after which a carrier that hears nothing is asked again.
  package static let retryTime = Duration.seconds(3)
  /// The time for which a number stays free when its table is gone.
  package static let goneTime = Duration.seconds(10)
  /// The time to wait for a second table after one with a free seat was heard: two of the
  /// advertisements that come every 1.28 seconds.
  package static let rivalTime = Duration.milliseconds(2_600)

  var goal: Goal
  var ears: [Ear]
  var listings = Listings()
  /// The tables that were told of though nobody looks for them.
  var passed: [String] = []
  private var gone: [Gone] = []
  /// When it is seen whether there is only one free table; `.zero` until one was heard.
  private var settlesAt = Duration.zero
  private var isSettled = false
  /// Since when the player who is looked for has had no seat.
  var takenSince: Duration?
  /// Since when nobody nearby can be heard.
  var deafSince: Duration?

  /// A lobby that listens by `scans`, of which there is one at least.
  package init(_ goal: Goal, by scans: [Scan]) {
    (self.goal, ears) = (goal, scans.map { Ear(scan: $0) })
    for index in ears.indices { ears[index].isAlwaysHeld = goal.isForHost }
  }

  /// The tables that were told of and are there, in the order of their identities.
  package var tables: [Listing] { listings.told }

  /// When something is due, if nothing happens before.
  package var deadline: Duration? {
    var times = ears.map { $0.deadline }
    switch goal {
    case .list(let until, _): times += [until, listings.deadline, gone.first?.until]
    case .meet(let meeting):
      times += [meeting.deadline, listings.deadline, gone.first?.until]
    case .choose(_, let until): times = [choiceTime ?? until]
    case .ask(let contact): times = askDeadlines(contact)
    case .look: times.append(listings.holdEnd)
    case .join, .hold: break
    }
    if !isSettled, settlesAt > .zero { times.append(settlesAt) }
    return times.compactMap { $0 }.min()
  }

  /// Takes `event`, which happened at `now`, and appends what to do to `orders`.
  package mutating func update(_ event: Event, now: Duration, into orders: inout Orders) {
    note(event, now: now, &orders)
    expire(now: now, &orders)
    settle(now: now, &orders)
    seek(now: now, &orders)
    seekHost(now: now, &orders)
    rest(now: now)
    for index in ears.indices {
      if case .waiting(let until) = ears[index].state, until <= now { listen(index) }
    }
    choose(now: now, &orders)
    ask(now: now, &orders)
    meet(event, now: now, &orders)
    finish(now: now, &orders)
    order(&orders)
  }

  // MARK: What is known

  private mutating func note(_ event: Event, now: Duration, _ orders: inout Orders) {
    switch event {
    case .up(let carrier):
      change(carrier) { $0.isDown = false }
      orders.news.append(.listening(carrier))
    case .interrupted(let carrier): orders.news.append(.trouble(carrier))
    case .finished(let carrier): finishScan(carrier, now: now, &orders)
    case .down(let carrier): lose(carrier, now: now, &orders)
    case .connected(let carrier): join(carrier, now: now, &orders)
    case .lost(let carrier, let isCut): loseLink(carrier, isCut: isCut, now: now, &orders)
    case .over(let carrier): change(carrier) { $0.state = .over(nil) }
    case .named(let name): add(name)
    case .failed(let carrier, let again): fail(carrier, again: again, now: now, &orders)
    case .heard(let listing):
      tell(listings.hear(listing, now: now, holdTime: holdTime(listing)), now: now, &orders)
    case .gone(let id): tell(listings.forget { $0.id == id }, now: now, &orders)
    case .tick, .offerEnded: break
    }
  }

  /// Has a carrier listen, where a host is looked for to what is there now.
  private mutating func listen(_ index: Int) {
    ears[index].state = .listening
    guard goal.isForHost else { return }
    (ears[index].openSince, ears[index].closedSince) = (nil, nil)
    let carrier = ears[index].carrier
    _ = listings.forget { $0.carrier == carrier }
  }

  private mutating func add(_ name: String) {
    guard case .hold(var host) = goal else { return }
    host.add(name)
    goal = .hold(host)
  }

  mutating func change(_ carrier: Carrier, _ change: (inout Ear) -> Void) {
    for index in ears.indices where ears[index].carrier == carrier { change(&ears[index]) }
  }

  /// Nothing is heard over a carrier, so nothing is known of its tables.
  private mutating func lose(_ carrier: Carrier, now: Duration, _ orders: inout Orders) {
    let isTriedAgain = goal.isList
    let failure: SearchFailure? = goal.isForAll ? nil : .down
    for index in ears.indices where goal.isForHost && ears[index].carrier == carrier {
      ears[index].isScanning = false
      if ears[index].wantsScan { pause(index, now: now, &orders) }
    }
    if goal.isForHost { return }
    change(carrier) { ear in
      (ear.isDown, ear.isScanning) = (true, false)
      ear.state = isTriedAgain ? .waiting(until: now + Self.retryTime) : .over(failure)
    }
    // Whoever looks once keeps what was heard.
    guard isTriedAgain else { return }
    tell(listings.forget { $0.carrier == carrier }, now: now, &orders)
    if !isDeaf { orders.news.append(.trouble(carrier)) }
  }

  /// True if nothing is heard anywhere, and that is not waited for.
  private var isDeaf: Bool {
    if case .list(_, isPatient: false) = goal { ears.allSatisfy { $0.isDown } } else { false }
  }

  /// The time in which who looks once, and is told of each table once, may hear the same one over
  /// the other carrier nearby.
  private func holdTime(_ listing: Listing) -> Duration? {
    guard goal == .look, !listing.isOnline, listing.presence?.number != nil else { return nil }
    let mayBeElsewhere = ears.contains {
      $0.carrier != listing.carrier && $0.carrier != .broker && !$0.isOver
    }
    return mayBeElsewhere ? Self.rivalTime : nil
  }

  private mutating func tell(_ news: [News], now: Duration, _ orders: inout Orders) {
    orders.news += news
    for case .vanished(let listing) in news {
      gone.append(Gone(id: listing.id, until: now + Self.goneTime))
    }
  }

  private mutating func expire(now: Duration, _ orders: inout Orders) {
    orders.news += listings.held(now: now)
    guard goal.isList else { return }
    tell(listings.expire(now: now), now: now, &orders)
    orders.news += listings.nameless(since: now - Listings.nameTime)
    while let first = gone.first, first.until <= now {
      orders.news.append(.forgotten(first.id))
      gone.removeFirst()
    }
  }

  /// Decides about the own table.
  private mutating func meet(_ event: Event, now: Duration, _ orders: inout Orders) {
    guard case .meet(var meeting) = goal else { return }
    for news in orders.news { meeting.take(news, now: now) }
    if case .offerEnded(let isNearby) = event { meeting.end(isNearby: isNearby) }
    meeting.settle(now: now, telling: &orders.news)
    goal = .meet(meeting)
  }

  // MARK: What is decided

  /// Says which table is the only one, once a second one has had its time.
  private mutating func settle(now: Duration, _ orders: inout Orders) {
    guard goal.isForAll, !isSettled else { return }
    let free = tables.filter { $0.isFree }
    if settlesAt == .zero, !free.isEmpty { settlesAt = now + Self.rivalTime }
    guard settlesAt > .zero, now >= settlesAt else { return }
    isSettled = true
    // Many tables are open in several places.
    let different = free.filter { !$0.isDouble(among: free) }
    if different.count == 1 { orders.news.append(.only(different[0])) }
  }

  private mutating func finish(now: Duration, _ orders: inout Orders) {
    if isDeaf { orders.end = .deaf }
    if case .list(let until?, _) = goal, now >= until { orders.end = .looked }
    if orders.end == nil, ears.allSatisfy({ $0.isOver }) {
      orders.end = goal.isForAll ? .looked : .failed
    }
    // Of those that are told of once a name would have been better.
    if orders.end != nil, goal.isForAll { orders.news += listings.nameless(since: now) }
  }

  /// Orders the difference between what the carriers do and what they are wanted to do.
  private mutating func order(_ orders: inout Orders) {
    for index in ears.indices {
      let isWanted = orders.end == nil && ears[index].wantsScan
      if ears[index].isConnecting, ears[index].wantedLink == nil {
        ears[index].isConnecting = false
        orders.drops.append(ears[index].carrier)
      }
      if ears[index].isScanning, !isWanted { orders.stops.append(ears[index].carrier) }
      if !ears[index].isScanning, isWanted { orders.scans.append(ears[index].order) }
      ears[index].isScanning = isWanted
      if orders.end == nil, !ears[index].isConnecting, let table = ears[index].wantedLink {
        ears[index].isConnecting = true
        orders.connects.append(Link(carrier: ears[index].carrier, table: table))
      }
    }
  }
}
