internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import Terminal

/// The program while people play: it takes what happens, lets its page decide, and says what is to
/// be done.
///
/// It has no task, no clock and no I/O: a loop performs its actions in their order, and says when a
/// time has come.
struct Program: Sendable {
  /// Something for the loop to do.
  enum Action: Sendable {
    /// Stop the process for a while, draw all anew, or close the screen.
    case obey(TerminalOrder)
    /// Show this on the screen, if there is one.
    case show(Canvas)
    /// Take signals from now on.
    case catchSignals
    /// Write these changes, and say when they are on disk.
    case write([JournalChange], level: Int?)
    /// Do what these changes ask for, which are on disk if they are for the journal.
    case begin([JournalChange])
    /// Hand this to the transport of a way, or of each.
    case add(Outbox.Item, over: Int?)
    /// Tell the player.
    case tell(Orders)
    /// Begin this.
    case work(Work)
    /// Run no more.
    case end(ExitReason)
  }

  /// The time for which the loss of Bluetooth is held back, in case the bus stops with it: where a
  /// computer is shut down, nobody waits for anything to come back.
  private static let settlingTime = Duration.seconds(2)

  private(set) var page: any MatchPage
  private var ways: Ways
  /// The number of ways; none before they are open.
  private(set) var wayCount = 0
  /// What is to be sent once there are ways.
  private var early: [Outbox.Item] = []
  /// The ends of ways before it was known how many there are.
  private var earlyEnds: [(end: TransportEvent, way: Int)] = []
  /// The events about Bluetooth that has stopped, and until when they are held back.
  private var held: (events: [TransportEvent], until: Duration)?
  private var pace = DrawingPace()
  /// True if changes are written.
  private let isKept: Bool
  /// Orders that wait until those before are on disk, or they themselves; a screen shows already
  /// what they led to.
  private var waiting: [Orders] = []
  /// True while the disk is waited for.
  private var isWriting = false
  /// The letter that lies for the other player, as far as this program has posted it.
  private var posted: Letter??

  /// A program with this page.
  ///
  /// - Parameters:
  ///   - page: What goes on, and what the player sees of it.
  ///   - role: Whose ways are used.
  ///   - isKept: Whether there is a journal.
  init(_ page: any MatchPage, as role: Role, isKept: Bool) {
    (self.page, self.isKept) = (page, isKept)
    ways = Ways(as: role)
  }

  /// When the program wants ``Event/tick``, if at all.
  var deadline: Duration? {
    [page.deadline, pace.deadline, held?.until].compactMap(\.self).min()
  }

  /// The first thing to do; `messages` are what was said and heard in a match that goes on.
  mutating func begin(
    resuming messages: [JournalEntry]?,
    now: Duration,
    into actions: inout [Action]
  ) {
    let first = page.begin(resuming: messages, now: now)
    if let canvas = page.view(now: now) { actions.append(.show(canvas)) }
    perform([first], into: &actions)
  }

  /// Takes `event`, which happened at `now`.
  mutating func take(_ event: LoopEvent, now: Duration, into actions: inout [Action]) {
    let orders: [Orders] =
      switch event {
      case .program(.tick): settle(ifDue: now, &actions) + [update(.tick, now, &actions)]
      case .program(let event): [update(event, now, &actions)]
      case .transport(let event, let way): take(event, of: way, now, &actions)
      case .opened(let count): open(count, now, &actions)
      case .joined(let joined): end(allBut: joined, &actions)
      case .kept: carryOutKept(&actions)
      }
    perform(orders, into: &actions)
  }

  /// Hands `event` to the page, and draws it where that is due.
  private mutating func update(_ event: Event, _ now: Duration, _ actions: inout [Action]) -> Orders
  {
    if event == .shown { actions.append(.catchSignals) }
    let orders = page.update(event, now: now)
    if pace.isDue(after: event, orders, now: now), let canvas = page.view(now: now) {
      actions.append(.show(canvas))
    }
    return orders
  }
}

// MARK: - Orders

extension Program {
  /// Carries out what follows from one event as far as it need not wait for the disk.
  private mutating func perform(_ list: [Orders], into actions: inout [Action]) {
    actions += list.compactMap { $0.terminal.map(Action.obey) }
    waiting += list
    carryOutWaiting(&actions)
  }

  /// Carries out what waits, up to what has to be on disk first, which is written now.
  private mutating func carryOutWaiting(_ actions: inout [Action]) {
    while !isWriting, let orders = waiting.first {
      let changes = orders.table.keeps.filter(\.isForJournal)
      if isKept, !changes.isEmpty {
        isWriting = true
        actions.append(.write(changes, level: page.machineLevel))
      } else {
        waiting.removeFirst()
        carryOut(orders, &actions)
      }
    }
  }

  /// Leaves a letter where the other player finds it, or takes back one that says nothing new;
  /// nothing stands in it that is not on disk.
  private mutating func post(_ actions: inout [Action]) {
    let letter = page.letter
    // Who has left says nothing more, and takes nothing back.
    let mayTakeBack = page.sessionState == .talking || page.sessionState == .suspended
    guard posted != .some(letter), letter != nil || mayTakeBack else { return }
    posted = .some(letter)
    add(.post(letter), &actions)
  }

  /// Carries out the orders whose changes are on disk.
  private mutating func carryOutKept(_ actions: inout [Action]) -> [Orders] {
    isWriting = false
    carryOut(waiting.removeFirst(), &actions)
    return []
  }

  /// Does what is ordered but for the journal, in the order of the fields.
  private mutating func carryOut(_ orders: Orders, _ actions: inout [Action]) {
    for case .begin(let other, _) in orders.table.keeps { add(.expect(other), &actions) }
    for case .letter(let letter) in orders.table.keeps {
      add(.remove(letter), &actions)
      // What is said next may begin elsewhere, also where it has the same words.
      posted = nil
    }
    if !orders.table.keeps.isEmpty { actions.append(.begin(orders.table.keeps)) }
    send(orders.table, &actions)
    actions.append(.tell(orders))
    actions += orders.work.map(Action.work)
    if waiting.isEmpty { post(&actions) }
    if let reason = orders.end { actions.append(.end(reason)) }
  }
}

// MARK: - Ways

extension Program {
  /// Sends what has waited for the ways, and takes the ends that came before.
  private mutating func open(
    _ count: Int,
    _ now: Duration,
    _ actions: inout [Action]
  ) -> [Orders] {
    wayCount = count
    ways.open(count)
    for item in early { add(item, &actions) }
    early = []
    defer { earlyEnds = [] }
    return earlyEnds.flatMap { take($0.end, of: $0.way, now, &actions) }
  }

  /// Takes what the transport of a way reports.
  private mutating func take(
    _ event: TransportEvent,
    of way: Int,
    _ now: Duration,
    _ actions: inout [Action]
  ) -> [Orders] {
    switch event {
    case .link(let event):
      var news: [Ways.News] = []
      ways.take(event, of: way, telling: &news)
      return news.flatMap { take(TransportEvent($0), now, &actions) }
    case .progress(let progress):
      return ways.isNews(progress, of: way) ? take(event, now, &actions) : []
    case .waits, .wayEnded: return take(event, now, &actions)
    case .ended(let failure): return takeEnd(of: way, because: failure, now, &actions)
    }
  }

  private mutating func takeEnd(
    of way: Int,
    because failure: (any TransportFailure)?,
    _ now: Duration,
    _ actions: inout [Action]
  ) -> [Orders] {
    guard wayCount > 0 else {
      earlyEnds.append((.ended(because: failure), way))
      return []
    }
    return switch ways.end(way) {
    case .all: take(.ended(because: failure), now, &actions)
    case .one: take(.wayEnded(because: failure), now, &actions)
    case .none: []
    }
  }

  /// Takes an event that is told, or holds it back.
  private mutating func take(
    _ event: TransportEvent,
    _ now: Duration,
    _ actions: inout [Action]
  ) -> [Orders] {
    if case .ended = event { held = nil }
    if event.isLossOfBluetooth || held != nil && event.isAttempt {
      held = ((held?.events ?? []) + [event], held?.until ?? now + Self.settlingTime)
      return []
    }
    return settle(now, &actions) + [tell(event, now, &actions)]
  }

  /// Tells what was held back for long enough.
  private mutating func settle(ifDue now: Duration, _ actions: inout [Action]) -> [Orders] {
    guard let held, held.until <= now else { return [] }
    return settle(now, &actions)
  }

  private mutating func settle(_ now: Duration, _ actions: inout [Action]) -> [Orders] {
    guard let events = held?.events else { return [] }
    held = nil
    return events.map { tell($0, now, &actions) }
  }

  private mutating func tell(
    _ event: TransportEvent,
    _ now: Duration,
    _ actions: inout [Action]
  ) -> Orders {
    let event: Event =
      switch event {
      case .link(let event): .link(event)
      case .progress(let progress): .progress(progress)
      case .waits(let failure): .route(.waits(ExitReason(failure)))
      case .wayEnded(let failure): .route(.oneEnded(ExitReason(ended: failure)))
      // Nobody here has closed it: the bus has gone, and with it all of Bluetooth, or a broker is
      // not to be tried again.
      case .ended(let failure): .route(.failed(ExitReason(ended: failure)))
      }
    return update(event, now, &actions)
  }

  /// Ends the ways that are of no use, as one has led to the other side.
  private mutating func end(allBut joined: Route.Joined, _ actions: inout [Action]) -> [Orders] {
    for other in ways.giveUp(allBut: joined.way, near: joined.near) {
      actions.append(.add(.giveUp, over: other))
    }
    return []
  }

  /// Has `item` done over a way, or over all of them.
  private mutating func add(_ item: Outbox.Item, over way: Int? = nil, _ actions: inout [Action]) {
    if wayCount > 0 {
      actions.append(.add(item, over: way))
    } else if early.count < Outbox.limit {
      early.append(item)
    }
  }

  /// Hands on what is to be sent; what is said where there is no link is lost, as on a radio.
  private mutating func send(_ orders: TableOrders, _ actions: inout [Action]) {
    if !ways.isSilent {
      for packet in orders.packets { add(.send(packet), over: ways.wayOut, &actions) }
    }
    for peer in orders.hangUps { add(.disconnect(peer), &actions) }
    if let presence = orders.presence { add(.announce(presence), &actions) }
    if let isOpen = orders.isOpen { add(.setOpen(isOpen), &actions) }
  }
}

extension TransportEvent {
  /// Makes the event that is told.
  fileprivate init(_ news: Ways.News) {
    switch news {
    case .link(let event): self = .link(event)
    case .progress(let progress): self = .progress(progress)
    }
  }

  /// True if it tells that bluetoothd, or the controller, has stopped.
  fileprivate var isLossOfBluetooth: Bool {
    switch self {
    case .link(.down(_, .transportGone)), .progress(.unavailable): true
    default: false
    }
  }

  /// True if it tells of an attempt to make a link again.
  fileprivate var isAttempt: Bool {
    switch self {
    case .progress(.reconnecting), .progress(.searching): true
    default: false
    }
  }
}

extension JournalChange {
  /// True if the journal keeps it; files and pipes have a place of their own.
  fileprivate var isForJournal: Bool {
    switch self {
    case .file, .pipe: false
    case .begin, .append, .discard, .leave, .clock, .finish, .goBack, .game, .say, .remember,
      .letter:
      true
    }
  }
}
