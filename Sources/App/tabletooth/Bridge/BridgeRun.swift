internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol

/// A bridge at work: it hands what happens on both sides to a ``Bridge``, and does what that says.
@MainActor final class BridgeRun {
  /// An event, in one order.
  enum Event: Sendable {
    case guests(TransportEvent)
    case table(TableSideEvent)
    case taken(Bridge.Direction)
    case due
    case report
    case missed
    case patienceOver
    case stop(StopSignal)
  }

  /// An item for one side, in its order.
  private enum Item: Sendable {
    case packet([UInt8], of: PeerID?, answers: Int)
    case leave(PeerID)
    case disconnect(PeerID)
    case listen(onlyTo: [PeerID]?)
    case setOpen(Bool)
    case announce(Presence)
    case suspend
    case renew(packetSize: Int)
  }

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
  private let toTable = AsyncStream.makeStream(of: Item.self)
  private let toGuests = AsyncStream.makeStream(of: Item.self)
  private var bridge: Bridge
  private let start = ContinuousClock.now
  private var timer: (due: Duration, task: Task<Void, Never>)?
  /// True if the table is there, as far as is known.
  private var isTableThere = true
  /// True if it was told that the table is gone.
  private var hasToldOfLoss = false
  private var waiting: Task<Void, Never>?
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
    let tasks = [Task { await self.serveTable() }, Task { await self.serveGuests() }, reports()]
    var reason: ExitReason?
    for await event in events {
      reason = take(event)
      if reason != nil { break }
    }
    timer?.task.cancel()
    waiting?.cancel()
    tasks[2].cancel()
    toTable.continuation.finish()
    toGuests.continuation.finish()
    tell(BridgeStrings.carried(bridge.traffic))
    return reason ?? .internalError("a bridge ended by itself")
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
    case .due: carry(out: bridge.tick(now: now))
    case .report:
      guard bridge.traffic != reported else { return nil }
      reported = bridge.traffic
      tell(BridgeStrings.carried(bridge.traffic, guests: bridge.guestCount))
    case .missed: tellOfLoss()
    case .patienceOver: return reasonToStopWaiting
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
      toGuests.continuation.yield(.renew(packetSize: size))
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
    toGuests.continuation.yield(.announce(sign.presence))
    toGuests.continuation.yield(.setOpen(sign.isOpen))
    if let old, old.isOpen != sign.isOpen { tell(BridgeStrings.table(isOpen: sign.isOpen)) }
  }

  private var isTableNearby: Bool { table is NearbySide }

  private func loseTable() {
    guard isTableThere else { return }
    isTableThere = false
    sign?.isOpen = false
    carry(out: bridge.dismiss(now: now))
    toGuests.continuation.yield(.suspend)
    waitForTable()
  }

  /// Waits for the table that is gone, unless nothing can be heard of it.
  private func waitForTable() {
    guard !isTableThere, isTableNearby || !isBrokerLost, waiting == nil else { return }
    waiting = Task { [inbox] in
      do {
        try await Task.sleep(for: Self.tellingPause)
        inbox.yield(.missed)
        try await Task.sleep(for: Self.patience - Self.tellingPause)
        inbox.yield(.patienceOver)
      } catch {
        // The table is there again, or the broker is lost.
      }
    }
  }

  private func tellOfLoss() {
    guard waiting != nil else { return }
    hasToldOfLoss = true
    tell(BridgeStrings.tableGone(waiting: Self.patience))
  }

  private var reasonToStopWaiting: ExitReason? {
    guard waiting != nil else { return nil }
    return .nobodyThere(after: Self.patience, isNearby: isTableNearby)
  }

  private func stopWaiting() {
    waiting?.cancel()
    waiting = nil
  }

  private func welcomeTable() {
    guard !isTableThere else { return }
    isTableThere = true
    stopWaiting()
    if hasToldOfLoss { tell(BridgeStrings.tableBack) }
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
      if !isTableNearby { stopWaiting() }
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
        toTable.continuation.yield(.packet(packet, of: guest, answers: size))
      case .toGuests(let packet):
        toGuests.continuation.yield(.packet(packet, of: nil, answers: 0))
      case .leave(let guest): toTable.continuation.yield(.leave(guest))
      case .disconnect(let guest): toGuests.continuation.yield(.disconnect(guest))
      case .listen(let peers): toGuests.continuation.yield(.listen(onlyTo: peers))
      case .tell(let news): tell(BridgeStrings.line(news, count: bridge.guestCount))
      }
    }
    arm()
  }

  private func arm() {
    guard let due = bridge.deadline, due != timer?.due else { return }
    timer?.task.cancel()
    let pause = due - now
    // It ends when its time has come, or when there is another one.
    let task = Task { [inbox] in
      if pause > .zero, (try? await Task.sleep(for: pause)) == nil { return }
      inbox.yield(.due)
    }
    timer = (due, task)
  }

  private func serveTable() async {
    for await item in toTable.stream {
      switch item {
      case .packet(let packet, let guest?, let size):
        await table.send(packet, of: guest, answers: size)
        inbox.yield(.taken(.up))
      case .leave(let guest): await table.leave(guest)
      default: break
      }
    }
  }

  private func suspendGuests() async {
    if let broker = guests as? BrokerHostTransport {
      await broker.suspend()
    } else {
      await guests.setOpen(false)
    }
  }

  private func serveGuests() async {
    let broker = guests as? BrokerHostTransport
    for await item in toGuests.stream {
      switch item {
      case .packet(let packet, _, _):
        // A link that is down reports so itself, by an event.
        try? await guests.send(packet)
        inbox.yield(.taken(.down))
      case .disconnect(let guest): await guests.disconnect(guest)
      case .listen(let peers): await broker?.listen(onlyTo: peers)
      case .setOpen(let isOpen): await guests.setOpen(isOpen)
      case .announce(let presence): await guests.announce(presence)
      case .suspend: await suspendGuests()
      case .renew(let size): await broker?.renew(packetSize: size)
      case .leave: break
      }
    }
  }
}
