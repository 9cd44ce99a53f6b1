internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// One way, and what waits to be sent there: one that takes nothing holds up no other.
struct WaySender: Sendable {
  private let transport: any PacketTransport
  let outbox = Outbox()
  private let sending: Task<Void, Never>

  /// The time in which what remains must be sent at the end, where there are several ways.
  private static let farewell = Duration.seconds(2)

  /// The way of `transport`.
  init(_ transport: any PacketTransport) {
    self.transport = transport
    let outbox = outbox
    // It ends with ``close(isOnlyOne:)``.
    sending = Task(executorPreference: transport.executor) { await outbox.drain(into: transport) }
  }

  /// Sends what waits, and closes the transport.
  func close(isOnlyOne: Bool) async {
    outbox.finish()
    let limit = Task { [sending] in
      if isOnlyOne { return }
      try await Task.sleep(for: Self.farewell)
      sending.cancel()
    }
    await sending.value
    limit.cancel()
    await Closing.run { [transport] in await transport.close() }
  }
}

/// What goes out, and which way what comes in has come.
extension Runtime {
  /// Takes the ends of ways that came before there was a route.
  func takeEarlyEnds() -> [Orders] {
    defer { earlyEnds = [] }
    return earlyEnds.flatMap { take($0.end, of: $0.way) }
  }

  /// Takes what the transport of a way reports.
  func take(_ event: TransportEvent, of way: Int) -> [Orders] {
    switch event {
    case .link(let event): take(event, of: way)
    case .progress(let progress): ways.isNews(progress, of: way) ? take(event) : []
    case .waits, .wayEnded: take(event)
    case .ended(let failure): takeEnd(of: way, because: failure)
    }
  }

  private func take(_ event: LinkEvent, of way: Int) -> [Orders] {
    var news: [Ways.News] = []
    ways.take(event, of: way, telling: &news)
    return news.flatMap { take(TransportEvent($0)) }
  }

  private func takeEnd(of way: Int, because failure: (any TransportFailure)?) -> [Orders] {
    guard !senders.isEmpty else {
      earlyEnds.append((.ended(because: failure), way))
      return []
    }
    return switch ways.end(way) {
    case .all: take(.ended(because: failure))
    case .one: take(.wayEnded(because: failure))
    case .none: []
    }
  }

  /// Sends what has waited for the route, and has the other side looked for.
  func begin(_ route: Route) {
    senders = route.transports.map(WaySender.init)
    expect = route.expect
    ways.open(senders.count)
    for item in early { add(item) }
    early = []
    // It is cancelled by ``close(_:)``.
    opening = Task { [inbox] in
      do {
        try await route.open { inbox.yield(.joined($0)) }
      } catch {
        if !Task.isCancelled { inbox.yield(.program(.route(.failed(ExitReason(error))))) }
      }
    }
  }

  /// Ends the search, sends what waits, and closes the transports of `route`; the loop may have
  /// ended before there was one.
  func close(_ route: Route) async {
    opening?.cancel()
    let all = senders.isEmpty ? route.transports.map(WaySender.init) : senders
    await withTaskGroup(of: Void.self) { group in
      for sender in all { group.addTask { await sender.close(isOnlyOne: all.count == 1) } }
    }
  }

  /// Ends the ways that are of no use, as one has led to the other side.
  func end(allBut joined: Route.Joined) -> [Orders] {
    for other in ways.giveUp(allBut: joined.way, near: joined.near) { add(.giveUp, over: other) }
    return []
  }

  /// Has `item` done over a way, or over all of them.
  func add(_ item: Outbox.Item, over way: Int? = nil) {
    if senders.isEmpty {
      if early.count < Outbox.limit { early.append(item) }
    } else if let way {
      senders[way].outbox.add(item)
    } else {
      for sender in senders { sender.outbox.add(item) }
    }
  }

  /// Hands on what is to be sent; what is said where no link stands is lost, as on a radio.
  func send(_ orders: TableOrders) {
    if !ways.isSilent {
      for packet in orders.packets { add(.send(packet), over: ways.wayOut) }
    }
    for peer in orders.hangUps { add(.disconnect(peer)) }
    if let presence = orders.presence { add(.announce(presence)) }
    if let isOpen = orders.isOpen { add(.setOpen(isOpen)) }
  }
}

extension TransportEvent {
  /// Makes the event that is told.
  init(_ news: Ways.News) {
    switch news {
    case .link(let event): self = .link(event)
    case .progress(let progress): self = .progress(progress)
    }
  }
}
