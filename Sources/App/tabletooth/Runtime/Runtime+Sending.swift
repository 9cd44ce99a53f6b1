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
    if isOnlyOne { await sending.value } else { await sending.end(within: Self.farewell) }
    await Closing.run { [transport] in await transport.close() }
  }
}

/// The route, and what goes out over it.
extension Runtime {
  /// Has the other side looked for.
  func begin(_ route: Route) {
    senders = route.transports.map(WaySender.init)
    expect = route.expect
    inbox.yield(.opened(senders.count))
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

  /// Has `item` done over a way, or over all of them.
  func add(_ item: Outbox.Item, over way: Int?) {
    for (number, sender) in senders.enumerated() where way ?? number == number {
      sender.outbox.add(item)
    }
  }
}
