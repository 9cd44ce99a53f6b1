internal import BoardUI
internal import Dispatch
internal import GameSearch
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import ProcessIO

/// The one loop of the program: it takes events from one inbox, lets the program decide, and hands
/// each order on.
///
/// It never waits for anything but the next event: packets go to an ``Outbox``, text to an
/// ``OutputQueue``, what is kept to a ``JournalQueue``, what is to be thought about to a
/// ``Thinker``.
@MainActor
final class Runtime<Session: MatchSession> {
  private let events: AsyncStream<LoopEvent>
  /// The inbox for events from anywhere.
  nonisolated let inbox: AsyncStream<LoopEvent>.Continuation
  /// The limit on the events of the other side.
  nonisolated let gate = InboxGate()
  /// The ways to the other side, and which of them is used.
  var ways: Ways
  /// The same with what waits to be sent; none before there is a route.
  var senders: [WaySender] = []
  /// What is to be sent once there is a route.
  var early: [Outbox.Item] = []
  /// Looks for the other side.
  var opening: Task<Void, Never>?
  /// Notes with whom a match has begun, for those who look for the other side again.
  var expect: @Sendable (Introduction) -> Void = { _ in }

  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  /// The time for which the timer is armed; nil if it is not.
  private var armedFor: Duration?
  private let output: OutputQueue
  let thinker: Thinker
  private let face: FaceChoice
  private let environment: Environment
  private var page: any MatchPage
  private var pace = DrawingPace()
  private var signals: StopSignals?
  var sounds: Sounds
  private let announcer: Announcer
  /// The analysis of a game that has ended, if the player has asked for it.
  var judge: GameJudge?
  /// The files that are sent and received.
  let files: FileStore
  /// The standard input and output of a pipe's end.
  private let pipe: PipeDesk
  private var log = RuntimeLog()
  /// The events about Bluetooth that has stopped, held back in case the bus stops with it.
  private var held: [TransportEvent] = []
  /// The ends of ways before it was known how many there are.
  var earlyEnds: [(end: TransportEvent, way: Int)] = []
  /// The journal of the game, if it is kept.
  let journal: JournalQueue?
  /// Orders that wait until those before are on disk, or they themselves; a screen shows already
  /// what they led to.
  private var waiting: [Orders] = []
  /// True if nothing is said of a table that was not the one that is looked for.
  private var passesOtherTables = false
  /// True while the disk is waited for.
  private var isWriting = false

  /// A loop around `app`.
  ///
  /// - Parameters:
  ///   - app: What goes on.
  ///   - face: What the player sees, and how the player says what to do.
  ///   - journal: What is kept of what is played, if anything is.
  ///   - thinker: The machine that finds moves.
  ///   - seat: The player here, with the settings.
  ///   - environment: What surrounds the program.
  init(
    _ app: App<Session>,
    face: FaceChoice,
    keeping journal: Journal? = nil,
    thinker: Thinker,
    seat: LocalSeat,
    in environment: Environment
  ) {
    let (events, inbox) = AsyncStream<LoopEvent>.makeStream()
    (self.events, self.inbox) = (events, inbox)
    self.face = face
    self.environment = environment
    page = face.page(app)
    ways = Ways(as: app.table.role)
    self.journal = journal.map(JournalQueue.init)
    output = OutputQueue(console: face.console) {
      // Who pipes does not need to read what is told besides.
      if !face.isAside { inbox.yield(.program(.outputClosed)) }
    }
    self.thinker = thinker
    let output = output
    let ring: @Sendable () -> Void =
      switch face {
      case .lines(let input, _) where input.kind == .pipe: {}
      case .aside: {}
      case .lines, .edited: { output.write("\u{7}") }
      case .screen(let display, _, _), .behind(_, let display, _): { display.ring() }
      }
    sounds = Sounds(seat.settings.sound, ring: ring)
    announcer = Announcer(face.display, seat.settings)
    files = FileStore(into: seat.filesFolder) { inbox.yield(.program(.work($0))) }
    pipe = PipeDesk(output: face.pipeOutput) { inbox.yield(.program(.request($0))) }
    start = clock.now
  }

  private var now: Duration { clock.now - start }

  /// Says nothing of a table that was not the one that is looked for, if `passes` is true.
  func pass(otherTables passes: Bool) { passesOtherTables = passes }

  /// Runs until the program is over.
  ///
  /// - Parameter messages: What was said and heard in a match that goes on.
  /// - Returns: Why it is over.
  func run(resuming messages: [JournalEntry]? = nil) async -> ExitReason {
    let inbox = inbox
    timer.setEventHandler { inbox.yield(.program(.tick)) }
    timer.resume()
    if !face.isBehind { catchSignals() }
    face.listen { inbox.yield(.program($0)) }
    let reason: ExitReason
    do throws(StoreError) {
      reason = try await loop(resuming: messages)
    } catch {
      // Nothing more is said to the other side: it goes on waiting, and the match can go on from
      // what is kept.
      reason = ExitReason(error)
    }
    timer.cancel()
    thinker.stop()
    face.display?.setTitle("Tabletooth")
    // A second signal now ends the process at once, should closing take long; a screen has to be
    // given back first.
    if face.display == nil {
      face.console?.giveBack()
      signals?.cancel()
    }
    return reason
  }

  private func catchSignals() {
    signals = StopSignals { [inbox] number in
      if let signal = StopSignal(rawValue: Int(number)) {
        inbox.yield(.program(.interrupted(signal)))
      }
    }
  }

  /// Says why the program ends, waits until what it has printed is out, and ends it with that code.
  ///
  /// A screen is looked at until a key is pressed, where the end came by itself.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - told: The reason that was told already, where it is another one.
  ///   - line: What is printed before that, after all else; not on a screen that goes on.
  /// - Throws: `reason`, or the status that it stands for, always.
  func exit(
    _ reason: ExitReason,
    inPlaceOf told: ExitReason? = nil,
    saying line: String? = nil
  ) async throws {
    guard let display = face.display else {
      if let line { output.write(line + "\n") }
      if passesOtherTables, reason.isOfOtherTable {
        await output.finish(.quit)
        throw reason
      }
      await output.finish(reason)
      throw reason.status
    }
    if page.holdsAtEnd { await waitForKey() }
    judge?.stop()
    // Unless the screen goes on, the program says its reason at its end.
    let ends = [reason.line, told?.line]
    display.keepFarewell(page.farewell.filter { face.isBorrowed || !ends.contains($0) })
    if !face.isBorrowed {
      display.closeAfterGame()
      if let line { _ = StandardOutput.tell(line + "\n") }
    }
    signals?.cancel()
    throw reason
  }

  private func waitForKey() async {
    for await event in events {
      let orders = orders(for: event)
      _ = perform(orders)
      if orders.contains(where: { $0.terminal == .close }) { return }
    }
  }

  private func loop(resuming messages: [JournalEntry]?) async throws(StoreError) -> ExitReason {
    let first = page.begin(resuming: messages, now: now)
    if let canvas = page.view(now: now) { face.display?.show(canvas) }
    if let reason = perform([first]) { return reason }
    arm()
    for await event in events {
      note(event)
      if case .kept(let result) = event {
        try result.get()
        if let reason = carryOutKept() { return reason }
      }
      if let reason = perform(orders(for: event)) { return reason }
      arm()
    }
    return .internalError("the inbox is closed")
  }

  /// Does what `event` asks of the loop itself.
  private func note(_ event: LoopEvent) {
    switch event {
    case .transport(let event, _): gate.note(taken: event)
    case .opened(let route): begin(route)
    case .program, .joined, .settled, .kept: break
    }
  }

  /// The orders after `event`; more than one set if several events were held back.
  private func orders(for event: LoopEvent) -> [Orders] {
    log.note(event)
    defer { log.note(page.sessionState) }
    return switch event {
    case .program(let event): [update(event)]
    case .transport(let event, let way): take(event, of: way)
    case .opened: takeEarlyEnds()
    case .joined(let joined): end(allBut: joined)
    case .settled: settle()
    case .kept: []
    }
  }

  private func update(_ event: TransportEvent) -> Orders {
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
    return update(event)
  }

  /// Hands `event` to the page, and draws it where that is due.
  private func update(_ event: Event) -> Orders {
    if event == .shown { catchSignals() }
    if event == .tick { armedFor = nil }
    let now = now
    let orders = page.update(event, now: now)
    face.display?.setTitle(page.windowTitle)
    if let display = face.display, pace.isDue(after: event, orders, now: now),
      let canvas = page.view(now: now)
    {
      display.show(canvas)
    }
    return orders
  }

  /// Waits a moment before it tells what happened: where the bus stops as well, as when a computer
  /// is shut down, nobody waits for anything to come back.
  private func hold(_ event: TransportEvent) -> [Orders] {
    held.append(event)
    if held.count == 1 {
      // It ends by itself.
      Task { [inbox] in
        try? await Task.sleep(for: .seconds(2))
        inbox.yield(.settled)
      }
    }
    return []
  }

  /// Tells what was held back.
  private func settle() -> [Orders] {
    defer { held = [] }
    return held.map(update)
  }

  func take(_ event: TransportEvent) -> [Orders] {
    if case .ended = event { held = [] }
    let isHeld = event.isLossOfBluetooth || !held.isEmpty && event.isAttempt
    return isHeld ? hold(event) : settle() + [update(event)]
  }

  /// Arms the one timer; nothing wakes the process while nobody waits for a time.
  ///
  /// One that is armed for an earlier time stays so, and is armed again when it has come: most
  /// packets put a deadline off.
  private func arm() {
    guard let deadline = [page.deadline, pace.deadline].compactMap(\.self).min(),
      armedFor.map({ deadline < $0 }) ?? true
    else { return }
    armedFor = deadline
    let nanoseconds = Int(max(deadline - now, .zero) / .nanoseconds(1))
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(20))
  }

  /// Carries out what follows from one event as far as it need not wait for the disk, and returns
  /// the reason to end, if there is one.
  private func perform(_ list: [Orders]) -> ExitReason? {
    for orders in list { obey(orders.terminal) }
    waiting += list
    return carryOutWaiting()
  }

  /// Carries out what waits, up to what has to be on disk first, which is written now.
  private func carryOutWaiting() -> ExitReason? {
    while !isWriting, let orders = waiting.first {
      let changes = orders.table.keeps.filter(\.isForJournal)
      if let journal, !changes.isEmpty {
        write(changes, to: journal)
      } else {
        waiting.removeFirst()
        if let reason = carryOut(orders) { return reason }
      }
    }
    return nil
  }

  /// Carries out the orders whose changes are on disk, and what waits behind them.
  private func carryOutKept() -> ExitReason? {
    isWriting = false
    return carryOut(waiting.removeFirst()) ?? carryOutWaiting()
  }

  private func write(_ changes: [JournalChange], to journal: JournalQueue) {
    isWriting = true
    // It ends by itself, and nothing else is written meanwhile.
    Task { [inbox, level = page.machineLevel] in
      do throws(StoreError) {
        try await journal.keep(changes, level: level)
        inbox.yield(.kept(.success(())))
      } catch {
        inbox.yield(.kept(.failure(error)))
      }
    }
  }

  /// Does what is ordered but for the journal, in the order of the fields.
  private func carryOut(_ orders: Orders) -> ExitReason? {
    log.note(orders)
    for change in orders.table.keeps { begin(change) }
    send(orders.table)
    show(orders)
    for work in orders.work { begin(work) }
    return orders.end
  }

  private func begin(_ change: JournalChange) {
    switch change {
    case .file(let change): files.perform(change)
    case .pipe(let change):
      face.stopAnswering()
      pipe.perform(change)
    case .begin(let other, _): begin(with: other)
    case .game(let match, _): thinker.partner?.note(match.position)
    default: break
    }
  }

  /// A match with `other` is kept from now on.
  private func begin(with other: Introduction) {
    add(.expect(other))
    expect(other)
    guard let journal, let folder = try? PlayerData.folder(in: environment) else { return }
    // It ends by itself.
    Task { [inbox] in
      guard await journal.isShared else { return }
      inbox.yield(.program(.route(.sharesFolder(folder.path))))
    }
  }

  private func show(_ orders: Orders) {
    if !orders.text.isEmpty { output.write(orders.text) }
    if let prompt = orders.prompt { output.prompt(prompt.text, words: prompt.words) }
    sounds.play(orders)
    if let text = orders.announcement { announcer.announce(text) }
  }

  private func obey(_ order: TerminalOrder?) {
    switch order {
    case .suspend: face.display?.suspend()
    case .redraw: face.display?.redraw()
    case .close, nil: break
    }
  }
}
