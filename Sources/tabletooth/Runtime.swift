internal import BLETransport
internal import BoardUI
internal import Dispatch
internal import GameRules
internal import GameSearch
internal import MatchProtocol

/// The one loop of the program: it takes events from one inbox, lets model and session decide, and does what they say.
@MainActor
final class Runtime {
  /// What the loop waits for.
  enum Event: Sendable {
    /// Something for the model.
    case app(AppEvent)
    /// Something for the session.
    case link(LinkEvent)
    /// The time that was asked for has come.
    case timer
    /// The way to the other side cannot be opened.
    case failed(ExitReason)
  }

  private let events: AsyncStream<Event>
  /// Where events come in, from anywhere.
  nonisolated let inbox: AsyncStream<Event>.Continuation

  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  private var model: LineModel
  /// The session with the other side; two people at one terminal have none.
  private var session: (any MatchSession)?
  private var transport: (any PacketTransport)?
  /// The transport, if it is a host's: a table that is taken need not be found.
  private var table: PeripheralTransport? { transport as? PeripheralTransport }
  private let robot: Robot

  /// A loop around `model` and `session`.
  ///
  /// - Parameters:
  ///   - model: What the player sees and does.
  ///   - session: The session with the other side, if there is one.
  ///   - seed: What the robot rolls its dice with.
  init(_ model: LineModel, _ session: (any MatchSession)?, seed: UInt64) {
    (events, inbox) = AsyncStream.makeStream()
    self.model = model
    self.session = session
    robot = Robot(seed: seed)
    start = clock.now
  }

  private var now: Duration { clock.now - start }

  /// Takes over the way to the other side, whose packets are delivered by whoever opened it.
  func use(_ transport: any PacketTransport) {
    self.transport = transport
  }

  // MARK: The loop

  /// Runs until the model says that it is over; the link is closed then.
  ///
  /// - Returns: Why it is over.
  func run() async -> ExitReason {
    let inbox = inbox
    timer.setEventHandler { inbox.yield(.timer) }
    timer.resume()
    let signals = StopSignals { number in
      if let signal = StopSignal(rawValue: Int(number)) { inbox.yield(.app(.interrupted(signal))) }
    }
    StandardInput.read { event in
      switch event {
      case .line(let text): inbox.yield(.app(.line(text)))
      case .closed: inbox.yield(.app(.inputClosed))
      }
    }
    let reason = await loop()
    timer.cancel()
    // A second signal now ends the process at once, should closing take long.
    signals.cancel()
    await transport?.close()
    return reason
  }

  private func loop() async -> ExitReason {
    if let reason = await perform(model.begin(now: now)) { return reason }
    arm()
    for await event in events {
      if let reason = await handle(event) { return reason }
      arm()
    }
    return .internalError("the inbox is closed")
  }

  private func handle(_ event: Event) async -> ExitReason? {
    switch event {
    case .app(let event):
      return await perform(model.update(event, now: now))
    case .link(let event):
      return await perform(session?.receive(event, now: now) ?? [])
    case .failed(let reason):
      return reason
    case .timer:
      if isDue(session?.deadline),
        let reason = await perform(session?.tick(now: now) ?? [])
      {
        return reason
      }
      return isDue(model.deadline) ? await perform(model.update(.tick, now: now)) : nil
    }
  }

  private func isDue(_ deadline: Duration?) -> Bool {
    deadline.map { $0 <= now } ?? false
  }

  /// Arms the one timer; nothing wakes the process while neither side waits for a time.
  private func arm() {
    let deadline = [session?.deadline, model.deadline].compactMap(\.self).min()
    guard let deadline else {
      timer.schedule(deadline: .distantFuture)
      return
    }
    let nanoseconds = Int(max(deadline - now, .zero) / .nanoseconds(1))
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(20))
  }

  // MARK: What is to be done

  private func perform(_ actions: [SessionAction]) async -> ExitReason? {
    for action in actions {
      switch action {
      case .send(let packet):
        // A link that is down reports so itself, by an event.
        try? await transport?.send(packet)
      case .disconnect(let peer):
        await transport?.disconnect(peer)
      case .event(let event):
        switch event {
        case .joined, .resumed: await table?.setOpen(false)
        case .vacated, .suspended: await table?.setOpen(true)
        case .message, .strangerRejected, .quiet, .heardAgain, .ended: break
        }
        if let reason = await perform(model.update(.session(event), now: now)) { return reason }
      }
    }
    return nil
  }

  private func perform(_ effects: [AppEffect]) async -> ExitReason? {
    for effect in effects {
      switch effect {
      case .print(let text):
        if !StandardOutput.write(text) { inbox.yield(.app(.outputClosed)) }
      case .submit(let message):
        let actions = session?.submit(message, now: now) ?? []
        if let reason = await perform(actions) { return reason }
      case .close(let reason):
        let actions = session?.close(reason, now: now) ?? []
        if let reason = await perform(actions) { return reason }
      case .think(let position):
        think(position)
      case .end(let reason):
        return reason
      }
    }
    return nil
  }

  private func think(_ position: Position) {
    guard let move = robot.move(in: position) else { return }
    inbox.yield(.app(.robotMoved(move)))
  }
}
