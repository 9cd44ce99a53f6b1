internal import BoardUI
internal import Dispatch
internal import GameSearch
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// What the loop waits for.
enum RuntimeEvent: Sendable {
  /// Something for the face of the program.
  case face(FaceEvent)
  /// The transport reports.
  case transport(TransportEvent)
  /// The way to the other side cannot be opened.
  case failed(ExitReason)
  /// The time that was asked for has come.
  case timer
  /// Bluetooth has been gone for a moment.
  case settled
}

/// The one loop of the program: it takes events from one inbox, lets the program decide, and hands
/// each order on.
///
/// It never waits for anything but the next event, and the disk: packets go to an ``Outbox``, text
/// to an ``OutputQueue``, what is to be thought about to a ``Thinker``.
@MainActor
final class Runtime<Session: MatchSession> {
  private let events: AsyncStream<RuntimeEvent>
  /// Where events come in, from anywhere.
  nonisolated let inbox: AsyncStream<RuntimeEvent>.Continuation
  /// What of the other side may come in.
  nonisolated let gate = InboxGate()
  /// What is to be sent.
  nonisolated let outbox = Outbox()

  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  private let output: OutputQueue
  private let thinker: Thinker
  private let face: FaceChoice
  private var program: any FaceClient
  private var signals: StopSignals?
  private let sounds: Sounds
  private let announcer: Announcer
  /// The files that go forth and back.
  private let desk: FileDesk
  /// The standard input and output of a pipe's end.
  private let pipe: PipeDesk
  private var log = RuntimeLog()
  /// What is told of Bluetooth that has stopped, unless the bus stops with it.
  private var held: [TransportEvent] = []
  /// What is kept of what is played, if anything is.
  private(set) var journal: Journal?

  /// A loop around `app`.
  ///
  /// - Parameters:
  ///   - app: What goes on.
  ///   - face: What the player sees, and how the player says what to do.
  ///   - journal: What is kept of what is played, if anything is.
  ///   - thinker: The machine that finds moves.
  ///   - settings: What is heard.
  ///   - folder: Where files go that are received; nil for the usual place.
  init(
    _ app: App<Session>,
    face: FaceChoice,
    keeping journal: Journal? = nil,
    thinker: Thinker,
    settings: Settings = Settings(),
    files folder: String? = nil
  ) {
    let (events, inbox) = AsyncStream<RuntimeEvent>.makeStream()
    (self.events, self.inbox) = (events, inbox)
    self.face = face
    program = face.client(app)
    self.journal = journal
    output = OutputQueue(console: face.console) {
      // Who pipes does not need to read what is told besides.
      if !face.isAside { inbox.yield(.face(.outputClosed)) }
    }
    self.thinker = thinker
    let output = output
    let ring: @Sendable () -> Void =
      switch face {
      case .lines(.pipe, _): {}
      case .aside: {}
      case .lines, .edited: { output.write("\u{7}") }
      case .screen(let display, _, _), .behind(_, let display, _): { display.ring() }
      }
    sounds = Sounds(settings, ring: ring)
    announcer = Announcer(face.display)
    desk = FileDesk(into: folder) { inbox.yield(.face(.app($0))) }
    pipe = PipeDesk(output: face.pipeOutput) { inbox.yield(.face(.app($0))) }
    start = clock.now
  }

  private var now: Duration { clock.now - start }

  /// Runs until the program is over.
  ///
  /// - Parameter messages: What was said and heard in a match that goes on.
  /// - Returns: Why it is over.
  func run(resuming messages: [JournalEntry]? = nil) async -> ExitReason {
    let inbox = inbox
    timer.setEventHandler { inbox.yield(.timer) }
    timer.resume()
    if !face.isBehind { catchSignals() }
    face.listen { inbox.yield(.face($0)) }
    let reason: ExitReason
    do throws(StoreError) {
      reason = try await loop(resuming: messages)
    } catch {
      // Nothing more is said to the other side: it goes on waiting, and the match can go on from
      // what is kept.
      reason = ExitReason(error)
    }
    timer.cancel()
    sounds.stop()
    thinker.stop()
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
        inbox.yield(.face(.interrupted(signal)))
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
      if FaceChoice.passesOtherTables, reason.isOfOtherTable {
        await output.finish(.quit)
        throw reason
      }
      await output.finish(reason)
      throw reason.status
    }
    if program.holdsAtEnd { await waitForKey() }
    // Unless the screen goes on, the program says its reason at its end.
    let ends = [reason.line, told?.line]
    Farewell.keep(program.farewell.filter { face.isBorrowed || !ends.contains($0) })
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
      _ = try? perform(orders)
      if orders.contains(where: \.isClose) { return }
    }
  }

  private func loop(resuming messages: [JournalEntry]?) async throws(StoreError) -> ExitReason {
    if let reason = try perform(program.begin(resuming: messages, now: now)) { return reason }
    arm()
    for await event in events {
      if case .transport(let event) = event { gate.note(taken: event) }
      if let reason = try perform(orders(for: event)) { return reason }
      arm()
    }
    return .internalError("the inbox is closed")
  }

  private func orders(for event: RuntimeEvent) -> [FaceOrder] {
    log.note(event)
    defer { log.note(program.sessionState) }
    return update(event)
  }

  private func update(_ event: RuntimeEvent) -> [FaceOrder] {
    if case .face(.lifted) = event { catchSignals() }
    return switch event {
    case .face(let event): program.update(event, now: now)
    case .transport(let event): take(event)
    case .settled: settle()
    case .failed(let reason): program.update(.app(.failed(reason)), now: now)
    case .timer: program.update(.app(.tick), now: now)
    }
  }

  private func update(_ event: TransportEvent) -> [FaceOrder] {
    switch event {
    case .link(let event): program.update(.app(.link(event)), now: now)
    case .progress(let progress): program.update(.app(.progress(progress)), now: now)
    case .wayEnded(let end):
      program.update(
        .app(.wayEnded(end.map(ExitReason.init(ended:)) ?? .transportGone)),
        now: now
      )
    // Nobody here has closed it: the bus has gone, and with it all of Bluetooth, or a broker is not
    // to be tried again.
    case .ended(let end):
      program.update(.app(.failed(end.map(ExitReason.init(ended:)) ?? .transportGone)), now: now)
    }
  }

  /// Waits a moment before it tells what happened: where the bus stops as well, as when a computer
  /// is shut down, nobody waits for anything to come back.
  private func hold(_ event: TransportEvent) -> [FaceOrder] {
    held.append(event)
    if held.count == 1 {
      // It ends by itself.
      Task { [inbox] in
        try? await Task.sleep(for: .seconds(1))
        inbox.yield(.settled)
      }
    }
    return []
  }

  /// Tells what was held back.
  private func settle() -> [FaceOrder] {
    defer { held = [] }
    return held.flatMap(update)
  }

  private func take(_ event: TransportEvent) -> [FaceOrder] {
    if case .ended = event { held = [] }
    let isHeld = event.isLossOfBluetooth || !held.isEmpty && event.isAttempt
    return isHeld ? hold(event) : settle() + update(event)
  }

  /// Arms the one timer; nothing wakes the process while nobody waits for a time.
  private func arm() {
    guard let deadline = program.deadline else {
      timer.schedule(deadline: .distantFuture)
      return
    }
    let nanoseconds = Int(max(deadline - now, .zero) / .nanoseconds(1))
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(20))
  }

  /// A match with `other` is kept from now on.
  private func begin(with other: Introduction) {
    outbox.add(.expect(other))
    guard journal?.isShared == true, let folder = try? PlayerData.folder() else { return }
    inbox.yield(.face(.app(.sharesFolder(folder.path))))
  }

  /// Says what a key has done.
  private func answer(_ text: String) {
    inbox.yield(.face(.answered(text)))
  }

  private func perform(_ orders: [FaceOrder]) throws(StoreError) -> ExitReason? {
    for order in orders {
      log.note(order)
      switch order {
      case .print(let text): output.write(text)
      case .prompt(let text, let words): output.prompt(text, words: words)
      case .show(let canvas): face.display?.show(canvas)
      case .suspend: face.display?.suspend()
      case .redraw: face.display?.redraw()
      case .close: break
      case .cue(let cue): sounds.play(cue)
      case .announce(let text): announcer.announce(text)
      case .switchMusic: answer(SettingsStrings.music(sounds.switchMusic()))
      case .switchSound: answer(SettingsStrings.sound(sounds.switchSound()))
      case .app(.keep(.file(let change))): desk.perform(change)
      case .app(.keep(.pipe(let change))):
        face.stopAnswering()
        pipe.perform(change)
      case .app(.prepareFile(let path)): desk.prepare(path)
      case .app(.discardFile(let offer)): desk.discard(offer)
      case .app(.keep(let change)):
        try journal?.keep(change, level: program.machineLevel)
        if case .begin(let other, _) = change { begin(with: other) }
      case .app(.send(let packet)): outbox.add(.send(packet))
      case .app(.disconnect(let peer)): outbox.add(.disconnect(peer))
      case .app(.setOpen(let isOpen)): outbox.add(.setOpen(isOpen))
      case .app(.announce(let presence)): outbox.add(.announce(presence))
      case .app(.think(let inquiry)):
        thinker.think(inquiry) { [inbox] in inbox.yield(.face(.app(.machine($0)))) }
      case .app(.stopThinking): thinker.stop()
      case .app(.findLog(let player)):
        inbox.yield(.face(.app(.foundLog(journal?.log(player) ?? []))))
      case .app(.end(let reason)): return reason
      case .app(.tell): break  // The face has shown it.
      }
    }
    return nil
  }
}

extension TransportEvent {
  /// Whether it tells that bluetoothd, or the controller, has stopped.
  fileprivate var isLossOfBluetooth: Bool {
    switch self {
    case .link(.down(_, .transportGone)), .progress(.unavailable): true
    case .link, .progress, .wayEnded, .ended: false
    }
  }

  /// Whether it tells of an attempt to make a link again.
  fileprivate var isAttempt: Bool {
    switch self {
    case .progress(.reconnecting), .progress(.searching): true
    case .link, .progress, .wayEnded, .ended: false
    }
  }
}
