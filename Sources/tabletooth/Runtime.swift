internal import BoardUI
internal import Dispatch
internal import GameRules
internal import GameSearch
internal import MatchProtocol
internal import MatchStore

/// The one loop of the program: it takes events from one inbox, lets model and session decide, and does what they say.
@MainActor
final class Runtime {
  /// What the loop waits for.
  enum Event: Sendable {
    /// Something for the model.
    case app(AppEvent)
    /// Something that the transport tells.
    case transport(TransportEvent)
    /// The time that was asked for has come.
    case timer
    /// The route to the other side cannot be opened, or has gone for good.
    case failed(ProgramExit)
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
  /// What came before there was a transport to answer by: a guest can be quick.
  private var early: [TransportEvent] = []
  private var report = RouteReport()
  /// The host of the last link, for a guest.
  private var host: HostLocation?
  private let robot: Robot
  /// What waits to be said; nil if nothing has to wait.
  private var heldBack: [AppEffect]?
  /// Who was introduced and is not accepted yet.
  private var candidate: Introduction?
  /// What is kept of the match; two people at one terminal keep nothing.
  private var journal: MatchJournal?

  /// A loop around `model` and `session`.
  ///
  /// - Parameters:
  ///   - model: What the player sees and does.
  ///   - session: The session with the other side, if there is one.
  ///   - journal: What is kept of the match, if anything is.
  ///   - seed: What the robot rolls its dice with.
  init(
    _ model: LineModel,
    _ session: (any MatchSession)?,
    keeping journal: MatchJournal? = nil,
    seed: UInt64
  ) {
    (events, inbox) = AsyncStream.makeStream()
    self.model = model
    self.session = session
    self.journal = journal
    robot = Robot(seed: seed)
    start = clock.now
  }

  private var now: Duration { clock.now - start }

  /// Takes over the route to the other side, whose packets are delivered by whoever opened it.
  func use(_ transport: any PacketTransport) {
    self.transport = transport
    for event in early { inbox.yield(.transport(event)) }
    early = []
  }

  // MARK: The loop

  /// Runs until the model says that it is over; the link is closed then.
  ///
  /// - Returns: Why it is over.
  func run() async -> ProgramExit {
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
    let stop: ProgramExit
    do throws(StoreError) {
      stop = try await loop()
    } catch {
      // Nothing more is said to the other side: it goes on waiting, and the match can go on from what is kept.
      stop = ProgramExit(error)
    }
    timer.cancel()
    // A second signal now ends the process at once, should closing take long.
    signals.cancel()
    await transport?.close()
    return stop
  }

  private func loop() async throws(StoreError) -> ProgramExit {
    if let stop = try await perform(model.begin(now: now)) { return stop }
    arm()
    for await event in events {
      if let stop = try await handle(event) { return stop }
      arm()
    }
    return ProgramExit(reason: .internalError("the inbox is closed"))
  }

  private func handle(_ event: Event) async throws(StoreError) -> ProgramExit? {
    switch event {
    case .app(let event):
      return try await perform(model.update(event, now: now))
    case .transport(let event):
      return try await handle(event)
    case .failed(let stop):
      return stop
    case .timer:
      if isDue(session?.deadline),
        let stop = try await perform(session?.tick(now: now) ?? [])
      {
        return stop
      }
      return isDue(model.deadline) ? try await perform(model.update(.tick, now: now)) : nil
    }
  }

  private func handle(_ event: TransportEvent) async throws(StoreError) -> ProgramExit? {
    guard transport != nil else {
      early.append(event)
      return nil
    }
    switch event {
    case .link(let event):
      return try await perform(session?.receive(event, now: now) ?? [])
    case .progress(let progress):
      if case .connected(let host) = progress { self.host = host }
      guard let progress = report.tell(progress) else { return nil }
      return try await perform(model.update(.progress(progress), now: now))
    case .ended:
      // The bus has gone, and with it all of Bluetooth.
      return ProgramExit(reason: .linkLost(name: "the other side", cause: .bluetoothGone))
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

  private func perform(_ actions: [SessionAction]) async throws(StoreError) -> ProgramExit? {
    let lastMessage = actions.lastIndex { if case .event(.message) = $0 { true } else { false } }
    for (index, action) in actions.enumerated() {
      switch action {
      case .send(let packet):
        // A link that is down reports so itself, by an event.
        try? await transport?.send(packet)
      case .disconnect(let peer):
        await transport?.disconnect(peer)
      case .event(let event):
        // What was heard is on disk before a later action acknowledges it.
        try await keep(event)
        switch event {
        case .joined, .resumed: await transport?.setOpen(false)
        case .vacated, .suspended: await transport?.setOpen(true)
        case .introduced, .message, .strangerRejected, .quiet, .heardAgain, .ended: break
        }
        if let lastMessage, index < lastMessage { heldBack = heldBack ?? [] }
        if let stop = try await perform(model.update(.session(event), now: now)) { return stop }
        if index == lastMessage, let stop = try await release() { return stop }
      }
    }
    return nil
  }

  /// Says what was held back while there was more to keep.
  private func release() async throws(StoreError) -> ProgramExit? {
    let effects = heldBack ?? []
    heldBack = nil
    for effect in effects {
      if let stop = try await say(effect) { return stop }
    }
    return nil
  }

  /// Hands `effect` to the session, or keeps it until all that was heard at once is on disk: its packets would acknowledge that.
  private func say(_ effect: AppEffect) async throws(StoreError) -> ProgramExit? {
    guard heldBack == nil else {
      heldBack?.append(effect)
      return nil
    }
    let actions =
      switch effect {
      case .submit(let message): session?.submit(message, now: now)
      case .close(let reason): session?.close(reason, now: now)
      default: nil as [SessionAction]?
      }
    return try await perform(actions ?? [])
  }

  private func keep(_ event: SessionEvent) async throws(StoreError) {
    switch event {
    case .introduced(let other):
      candidate = other
    case .joined:
      candidate = nil
    case .vacated:
      try journal?.discard()
    case .strangerRejected(let peer, _) where candidate?.peer == peer:
      candidate = nil
      try journal?.discard()
    case .ended(let end) where candidate != nil && end.leavesMatch:
      try journal?.discard()
    case .message(let message):
      try journal?.append(JournalEntry(isMine: false, message))
    case .ended(let end) where end.leavesMatch:
      try journal?.leave()
    case .strangerRejected, .quiet, .heardAgain, .suspended, .resumed, .ended:
      break
    }
  }

  private func perform(_ effects: [AppEffect]) async throws(StoreError) -> ProgramExit? {
    for effect in effects {
      if let stop = try await perform(effect) { return stop }
    }
    return nil
  }

  private func perform(_ effect: AppEffect) async throws(StoreError) -> ProgramExit? {
    switch effect {
    case .print(let text):
      if !StandardOutput.write(text) { inbox.yield(.app(.outputClosed)) }
    case .submit(let message):
      // It is on disk before it is on the air.
      try journal?.append(JournalEntry(isMine: true, message))
      return try await say(effect)
    case .accept:
      // From now on the other side may believe that the match has begun.
      if let candidate {
        try journal?.begin(with: candidate, at: host)
      }
      return try await perform(session?.accept(now: now) ?? [])
    case .decline:
      return try await perform(session?.decline(now: now) ?? [])
    case .remember(let key, let name):
      try journal?.remember(key, name: name)
    case .finish(let result):
      try journal?.finish(result)
    case .close:
      return try await say(effect)
    case .think(let position):
      think(position)
    case .end(let reason):
      return ProgramExit(reason: reason)
    }
    return nil
  }

  private func think(_ position: Position) {
    guard let move = robot.move(in: position) else { return }
    inbox.yield(.app(.robotMoved(move)))
  }
}
