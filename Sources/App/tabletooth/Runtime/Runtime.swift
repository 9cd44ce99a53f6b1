internal import BoardUI
internal import Dispatch
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import ProcessIO

/// The one loop of the program: it takes events from one inbox, lets the ``Program`` decide, and
/// performs its actions.
///
/// It never waits for anything but the next event: packets go to an ``Outbox``, text to an
/// ``OutputQueue``, what is kept to a ``JournalQueue``, what is to be thought about to a
/// ``Thinker``.
@MainActor
final class Runtime {
  private let events: AsyncStream<LoopEvent>
  /// The inbox for events from anywhere.
  nonisolated let inbox: AsyncStream<LoopEvent>.Continuation
  /// The limit on the events of the other side.
  nonisolated let gate = InboxGate()
  private(set) var program: Program
  let play: Play
  /// The ways with what waits to be sent; none before there is a route.
  var senders: [WaySender] = []
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
  /// The journal of the game, if it is kept.
  let journal: JournalQueue?

  /// A loop that performs `play`.
  init(_ play: Play) {
    self.play = play
    let (events, inbox) = AsyncStream<LoopEvent>.makeStream()
    (self.events, self.inbox) = (events, inbox)
    let face = play.face
    program = play.program
    journal = play.journal.map(JournalQueue.init)
    output = OutputQueue(console: face.console) {
      // Who pipes does not need to read what is told besides.
      if !face.isAside { inbox.yield(.program(.outputClosed)) }
    }
    let output = output
    let ring: @Sendable () -> Void =
      switch face {
      case .lines(let input, _) where input.kind == .pipe: {}
      case .aside: {}
      case .lines, .edited: { output.write("\u{7}") }
      case .screen(let display, _, _), .behind(let display, _): { display.ring() }
      }
    let settings = play.seat.settings
    sounds = Sounds(settings.sound, ring: ring)
    announcer = Announcer(face.display, settings)
    files = FileStore(into: play.seat.filesFolder) { inbox.yield(.program(.work($0))) }
    pipe = PipeDesk(output: face.pipeOutput) { inbox.yield(.program(.request($0))) }
    start = clock.now
  }

  private var face: FaceChoice { play.face }

  private var now: Duration { clock.now - start }

  /// The machine that finds moves.
  var thinker: Thinker { play.thinker }

  /// Runs without a route until the program is over, and returns why it is.
  func loop() async -> ExitReason {
    let inbox = inbox
    timer.setEventHandler { inbox.yield(.program(.tick)) }
    timer.resume()
    if !face.isBehind { catchSignals() }
    face.listen { inbox.yield(.program($0)) }
    let reason: ExitReason
    do throws(StoreError) {
      reason = try await takeAll()
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
      if play.passesOtherTables, reason.isOfOtherTable {
        await output.finish(.quit)
        throw reason
      }
      await output.finish(reason)
      throw reason.status
    }
    if program.page.holdsAtEnd { await waitForKey() }
    judge?.stop()
    // Unless the screen goes on, the program says its reason at its end.
    let ends = [reason.line, told?.line]
    display.keepFarewell(program.page.farewell.filter { face.isBorrowed || !ends.contains($0) })
    if !face.isBorrowed {
      display.closeAfterGame()
      if let line { _ = StandardOutput.tell(line + "\n") }
    }
    signals?.cancel()
    throw reason
  }

  private func waitForKey() async {
    for await event in events {
      let actions = actions(after: event)
      _ = perform(actions)
      if actions.contains(where: \.isClosing) { return }
    }
  }

  private func takeAll() async throws(StoreError) -> ExitReason {
    var actions: [Program.Action] = []
    program.begin(resuming: play.messages, now: now, into: &actions)
    if let reason = perform(actions) { return reason }
    arm()
    for await event in events {
      if case .kept(let result) = event { try result.get() }
      if let reason = perform(self.actions(after: event)) { return reason }
      arm()
    }
    return .internalError("the inbox is closed")
  }

  /// The actions of the program after `event`.
  private func actions(after event: LoopEvent) -> [Program.Action] {
    if case .transport(let event, _) = event { gate.note(taken: event) }
    if case .program(.tick) = event { armedFor = nil }
    log.note(event)
    var actions: [Program.Action] = []
    program.take(event, now: now, into: &actions)
    log.note(program.page.sessionState)
    face.display?.setTitle(program.page.windowTitle)
    return actions
  }

  /// Arms the one timer; nothing wakes the process while nobody waits for a time.
  ///
  /// One that is armed for an earlier time stays so, and is armed again when it has come: most
  /// packets put a deadline off.
  private func arm() {
    guard let deadline = program.deadline, armedFor.map({ deadline < $0 }) ?? true else { return }
    armedFor = deadline
    let nanoseconds = Int(max(deadline - now, .zero) / .nanoseconds(1))
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(20))
  }

  /// Performs `actions`, and returns the reason to end, if there is one.
  private func perform(_ actions: [Program.Action]) -> ExitReason? {
    for action in actions {
      if let reason = perform(action) { return reason }
    }
    return nil
  }

  private func perform(_ action: Program.Action) -> ExitReason? {
    switch action {
    case .obey(let order): obey(order)
    case .show(let canvas): face.display?.show(canvas)
    case .catchSignals: catchSignals()
    case .write(let changes, let level): write(changes, level)
    case .begin(let changes): changes.forEach(begin)
    case .add(let item, let way): add(item, over: way)
    case .tell(let orders): tell(orders)
    case .work(let work): begin(work)
    case .end(let reason): return reason
    }
    return nil
  }

  private func write(_ changes: [JournalChange], _ level: Int?) {
    // Nothing else is written meanwhile.
    ask { journal in
      .kept(
        Result { () throws(StoreError) in
          for change in changes { try journal.keep(change, level: level) }
        }
      )
    }
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
    expect(other)
    guard let folder = try? PlayerData.folder(in: play.environment) else { return }
    ask { $0.isShared ? .program(.route(.sharesFolder(folder.path))) : nil }
  }

  /// Has the journal do what `body` does, and takes the event that it returns; `other`, if nothing
  /// is kept.
  func ask(
    without other: LoopEvent? = nil,
    _ body: @escaping @Sendable (inout any Journal) -> LoopEvent?
  ) {
    // It ends by itself.
    Task { [journal, inbox] in
      let event = if let journal { await journal.use(body) } else { other }
      if let event { inbox.yield(event) }
    }
  }

  private func tell(_ orders: Orders) {
    log.note(orders)
    if !orders.text.isEmpty { output.write(orders.text) }
    if let prompt = orders.prompt { output.prompt(prompt.text, words: prompt.words) }
    sounds.play(orders)
    if let text = orders.announcement { announcer.announce(text) }
  }

  private func obey(_ order: TerminalOrder) {
    switch order {
    case .suspend: face.display?.suspend()
    case .redraw: face.display?.redraw()
    case .giveWay: play.onGuest()
    case .close: break
    }
  }
}

extension Program.Action {
  /// True if it closes the last screen.
  fileprivate var isClosing: Bool {
    if case .obey(.close) = self { true } else { false }
  }
}
