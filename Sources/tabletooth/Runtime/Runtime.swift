internal import BoardUI
internal import Dispatch
internal import GameSearch
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// What the loop waits for.
enum RuntimeEvent: Sendable {
  /// Something for the program.
  case line(LineEvent)
  /// The transport reports.
  case transport(TransportEvent)
  /// The way to the other side cannot be opened.
  case failed(ExitReason)
  /// The time that was asked for has come.
  case timer
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
  /// What is to be sent.
  nonisolated let outbox = Outbox()

  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  private let output: OutputQueue
  private let thinker: Thinker
  private var program: LineClient<Session>
  /// What is kept of what is played, if anything is.
  private(set) var journal: Journal?

  /// A loop around `program`.
  ///
  /// - Parameters:
  ///   - program: What goes on, and what the player sees and does.
  ///   - journal: What is kept of what is played, if anything is.
  ///   - thinker: The machine that finds moves.
  init(
    _ program: LineClient<Session>,
    keeping journal: Journal? = nil,
    thinker: Thinker
  ) {
    let (events, inbox) = AsyncStream<RuntimeEvent>.makeStream()
    (self.events, self.inbox) = (events, inbox)
    self.program = program
    self.journal = journal
    output = OutputQueue { inbox.yield(.line(.outputClosed)) }
    self.thinker = thinker
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
    let signals = StopSignals { number in
      if let signal = StopSignal(rawValue: Int(number)) {
        inbox.yield(.line(.interrupted(signal)))
      }
    }
    StandardInput.read { event in
      switch event {
      case .line(let text): inbox.yield(.line(.line(text)))
      case .closed: inbox.yield(.line(.inputClosed))
      }
    }
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
    // A second signal now ends the process at once, should closing take long.
    signals.cancel()
    return reason
  }

  /// Prints a line after all that was printed before.
  func print(_ line: String) {
    output.write(line + "\n")
  }

  /// Says why the program ends, waits until what it has printed is out, and ends it with that code.
  func exit(_ reason: ExitReason) async throws {
    await output.finish(reason)
    throw reason.status
  }

  private func loop(resuming messages: [JournalEntry]?) async throws(StoreError) -> ExitReason {
    if let reason = try perform(program.begin(resuming: messages, now: now)) { return reason }
    arm()
    for await event in events {
      if let reason = try perform(orders(for: event)) { return reason }
      arm()
    }
    return .internalError("the inbox is closed")
  }

  private func orders(for event: RuntimeEvent) -> [LineOrder] {
    switch event {
    case .line(let event): program.update(event, now: now)
    case .transport(.link(let event)): program.update(.app(.link(event)), now: now)
    case .transport(.progress(let progress)): program.update(.app(.progress(progress)), now: now)
    // Nobody here has closed it: the bus has gone, and with it all of Bluetooth.
    case .transport(.ended): program.update(.app(.failed(.transportGone)), now: now)
    case .failed(let reason): program.update(.app(.failed(reason)), now: now)
    case .timer: program.update(.app(.tick), now: now)
    }
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

  private func perform(_ orders: [LineOrder]) throws(StoreError) -> ExitReason? {
    for order in orders {
      switch order {
      case .print(let text): output.write(text)
      case .app(.keep(let change)):
        try journal?.keep(change, level: program.app.machine.level?.number)
      case .app(.send(let packet)): outbox.add(.send(packet))
      case .app(.disconnect(let peer)): outbox.add(.disconnect(peer))
      case .app(.setOpen(let isOpen)): outbox.add(.setOpen(isOpen))
      case .app(.think(let inquiry)):
        thinker.think(inquiry) { [inbox] in inbox.yield(.line(.app(.machine($0)))) }
      case .app(.stopThinking): thinker.stop()
      case .app(.end(let reason)): return reason
      case .app(.tell): break  // The face has shown it.
      }
    }
    return nil
  }
}
