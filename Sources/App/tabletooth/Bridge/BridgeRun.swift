internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import Phrases

/// A bridge at work: it hands what happens on both sides to a ``Bridge``, and does what that says.
@MainActor final class BridgeRun {
  /// An event, in one order.
  enum Event: Sendable {
    case guests(TransportEvent)
    case table(TableSideEvent)
    case taken(Bridge.Direction)
    case due
    case report
    case stop(StopSignal)
  }

  /// Something to do at one side, in its order.
  private typealias Act = @Sendable () async -> Void

  /// The time to wait for a table that is gone.
  nonisolated static let patience = Duration.seconds(120)
  /// After this time a table that is gone is told so: a broker that stops may say that its hosts
  /// are gone first.
  private static let tellingPause = Duration.seconds(1)
  /// The interval of the reports of traffic, if there is any.
  private static let reportPause = Duration.seconds(60)

  private let events: AsyncStream<Event>
  nonisolated let inbox: AsyncStream<Event>.Continuation
  private let guests: any PacketTransport
  private let table: any TableSide
  private let clock: any Clock<Duration>
  /// Prints what is told; false if nobody reads it.
  var write: (String) -> Bool = StandardOutput.tell
  private let toTable = AsyncStream.makeStream(of: Act.self)
  private let toGuests = AsyncStream.makeStream(of: Act.self)
  private var bridge: Bridge
  private let start = ContinuousClock.now
  private var timer: (due: Duration, task: Task<Void, Never>)?
  /// True if the table is there, as far as is known.
  private var isTableThere = true
  /// True if it was told that the table is gone.
  private var hasToldOfLoss = false
  /// Since when it is waited for, and whether that was told.
  private var wait: (since: Duration, isTold: Bool)?
  private var sign: TableSign?
  private var reported: Bridge.Traffic?
  private var isBrokerLost = false

  /// A bridge whose events come by `events`.
  ///
  /// `clock` says when it is told again what is carried.
  init(
    _ events: (AsyncStream<Event>, AsyncStream<Event>.Continuation),
    from guests: any PacketTransport,
    to table: any TableSide,
    offering sign: TableSign?,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.events, inbox) = events
    self.clock = clock
    (self.guests, self.table, self.sign) = (guests, table, sign)
    bridge = Bridge(sharesLink: table is NearbySide, now: .zero)
  }

  private var now: Duration { .now - start }

  // MARK: The loop

  /// Carries packets until something ends it, and says what.
  func run() async -> ExitReason {
    Self.serve(toTable.stream)
    Self.serve(toGuests.stream)
    let reports = reports()
    var reason: ExitReason?
    for await event in events {
      reason = take(event)
      if reason != nil { break }
    }
    timer?.task.cancel()
    reports.cancel()
    toTable.continuation.finish()
    toGuests.continuation.finish()
    tell(BridgeStrings.carried(bridge.traffic))
    return reason ?? .internalError("a bridge ended by itself")
  }

  private nonisolated static func serve(_ acts: AsyncStream<Act>) {
    // It ends with the stream.
    Task { for await act in acts { await act() } }
  }

  private func reports() -> Task<Void, Never> {
    Task { [inbox, clock] in
      while !Task.isCancelled {
        // Cancelled, it ends at once.
        try? await clock.sleep(for: Self.reportPause)
        inbox.yield(.report)
      }
    }
  }

  /// Does what follows from `event`; the reason to end, if it is one.
  private func take(_ event: Event) -> ExitReason? {
    switch event {
    case .guests(let event): return takeOfGuests(event)
    case .table(let event): return takeOfTable(event)
    case .taken(let direction): carry(out: bridge.taken(direction, now: now))
    case .due:
      carry(out: bridge.tick(now: now))
      return waitOn()
    case .report:
      guard bridge.traffic != reported else { return nil }
      reported = bridge.traffic
      tell(BridgeStrings.carried(bridge.traffic, guests: bridge.guestCount))
    case .stop(let signal): return .interrupted(signal)
    }
    return nil
  }

  private func takeOfGuests(_ event: TransportEvent) -> ExitReason? {
    switch event {
    case .link(.packet(let packet, let peer, let size)):
      carry(out: bridge.receive(packet, from: peer, maximumPacketSize: size, now: now))
    case .link(.down(let peer, _)): carry(out: bridge.lose(peer))
    case .link(.up), .link(.letter), .wayEnded: break  // There is one way to each side.
    case .progress(let progress): tell(of: progress)
    case .waits(let failure): tell(BridgeStrings.waits(ExitReason(failure)))
    case .ended(let failure): return ExitReason(ended: failure)
    }
    return nil
  }

  private func takeOfTable(_ event: TableSideEvent) -> ExitReason? {
    switch event {
    case .up(let size):
      welcomeTable()
      tellGuests { await ($0 as? BrokerHostTransport)?.renew(packetSize: size) }
    case .offered(let sign): show(sign)
    case .packet(let packet): carry(out: bridge.receive(packet, now: now))
    case .dismissed(let peer): carry(out: bridge.dismiss(peer, now: now))
    case .down: loseTable()
    case .progress(let progress): tell(of: progress)
    case .waits(let failure): tell(BridgeStrings.waits(ExitReason(failure)))
    case .ended(let failure): return ExitReason(ended: failure)
    }
    return nil
  }

  // MARK: The table

  private func show(_ sign: TableSign) {
    welcomeTable()
    let old = self.sign
    self.sign = sign
    guard sign != old else { return }
    tellGuests { guests in
      await guests.announce(sign.presence)
      await guests.setOpen(sign.isOpen)
    }
    if let old, old.isOpen != sign.isOpen { tell(BridgeStrings.table(isOpen: sign.isOpen)) }
  }

  private var isTableNearby: Bool { table is NearbySide }

  private func loseTable() {
    guard isTableThere else { return }
    isTableThere = false
    sign?.isOpen = false
    carry(out: bridge.dismiss(now: now))
    tellGuests { guests in
      if let broker = guests as? BrokerHostTransport {
        await broker.suspend()
      } else {
        await guests.setOpen(false)
      }
    }
    waitForTable()
  }

  /// Waits for the table that is gone, unless nothing can be heard of it.
  private func waitForTable() {
    guard !isTableThere, isTableNearby || !isBrokerLost, wait == nil else { return }
    wait = (now, false)
    arm()
  }

  /// Says that the table is gone, or ends where that was waited for in vain.
  private func waitOn() -> ExitReason? {
    guard let wait else { return nil }
    if now >= wait.since + Self.patience {
      return .nobodyThere(after: Self.patience, isNearby: isTableNearby)
    }
    if !wait.isTold, now >= wait.since + Self.tellingPause {
      self.wait?.isTold = true
      hasToldOfLoss = true
      tell(BridgeStrings.tableGone(waiting: Self.patience))
      arm()
    }
    return nil
  }

  private func welcomeTable() {
    guard !isTableThere else { return }
    isTableThere = true
    wait = nil
    if hasToldOfLoss { tell(say("The table is back.")) }
    hasToldOfLoss = false
  }

  private func tell(of progress: TransportProgress) {
    if case .brokerFound = progress {
      // It is found once without having been lost.
      guard isBrokerLost else { return }
      isBrokerLost = false
      waitForTable()
    }
    if case .brokerLost = progress {
      isBrokerLost = true
      if !isTableNearby { wait = nil }
    }
    if let line = BridgeStrings.line(progress) { tell(line) }
  }

  private func tell(_ line: String) {
    if !write(line + "\n") { inbox.yield(.stop(.hangUp)) }
  }

  // MARK: What is to be done

  private func carry(out orders: [Bridge.Order]) {
    for order in orders {
      switch order {
      case .toHost(let packet, let guest, let size):
        tellTable { [inbox] table in
          await table.send(packet, of: guest, answers: size)
          inbox.yield(.taken(.up))
        }
      case .toGuests(let packet):
        tellGuests { [inbox] guests in
          // A link that is down reports so itself, by an event.
          try? await guests.send(packet)
          inbox.yield(.taken(.down))
        }
      case .leave(let guest): tellTable { await $0.leave(guest) }
      case .disconnect(let guest): tellGuests { await $0.disconnect(guest) }
      case .listen(let peers):
        tellGuests { await ($0 as? BrokerHostTransport)?.listen(onlyTo: peers) }
      case .tell(let news): tell(BridgeStrings.line(news, count: bridge.guestCount))
      }
    }
    arm()
  }

  private func arm() {
    let waits = wait.map { $0.since + ($0.isTold ? Self.patience : Self.tellingPause) }
    let deadlines = [bridge.deadline, waits]
    guard let due = deadlines.compactMap(\.self).min(), due != timer?.due else { return }
    timer?.task.cancel()
    let pause = due - now
    // It ends when its time has come, or when there is another one.
    let task = Task { [inbox] in
      if pause > .zero, (try? await Task.sleep(for: pause)) == nil { return }
      inbox.yield(.due)
    }
    timer = (due, task)
  }

  private func tellTable(_ act: @escaping @Sendable (any TableSide) async -> Void) {
    toTable.continuation.yield { [table] in await act(table) }
  }

  private func tellGuests(_ act: @escaping @Sendable (any PacketTransport) async -> Void) {
    toGuests.continuation.yield { [guests] in await act(guests) }
  }
}
