internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// The ways to the other side, of which there is one at least, and what makes them look for it.
struct Route: Sendable {
  /// The receiver of what the transport of a way reports, by its number.
  typealias Sink = @Sendable (_ way: Int, TransportEvent) -> Void

  /// The way on which a link stands, where one of several is enough.
  struct Joined: Sendable {
    /// The number of the way.
    let way: Int
    /// The numbers of those that lead to somebody nearby.
    let near: Set<Int>
  }

  /// The transport of each way.
  let transports: [any PacketTransport]
  /// Looks for the other side, and may hold the link until it is cancelled; tells where a link
  /// stands, if the other ways are of no use then.
  let open: @Sendable (_ joined: @escaping @Sendable (Joined) -> Void) async throws -> Void
  /// Notes with whom a match has begun.
  private(set) var expect: @Sendable (Introduction) -> Void = { _ in }

  /// Several ways of which one is enough.
  init(
    _ transports: [any PacketTransport],
    open: @escaping @Sendable (@escaping @Sendable (Joined) -> Void) async throws -> Void
  ) {
    (self.transports, self.open) = (transports, open)
  }

  /// Ways by which `search` looks for the other side.
  init(
    _ transports: [any PacketTransport],
    by search: TableSearch,
    open: @escaping @Sendable (@escaping @Sendable (Joined) -> Void) async throws -> Void
  ) {
    self.init(transports, open: open)
    expect = { [inbox = search.inbox] other in inbox.note(other.name.description) }
  }

  /// One way.
  init(transport: any PacketTransport, open: @escaping @Sendable () async throws -> Void) {
    self.init([transport]) { _ in try await open() }
  }

  /// All of `routes`, one way each.
  init(_ routes: [Route]) {
    self.init(routes.flatMap(\.transports)) { joined in
      try await withThrowingTaskGroup { group in
        for route in routes { group.addTask { try await route.open(joined) } }
        try await group.waitForAll()
      }
    }
    expect = { other in for route in routes { route.expect(other) } }
  }
}

extension Route {
  /// The same, with what is thrown in other words.
  func explaining(_ explain: @escaping @Sendable (any Error) -> any Error) -> Route {
    var route = Route(transports) { joined in
      do { try await open(joined) } catch { throw explain(error) }
    }
    route.expect = expect
    return route
  }
}

extension Runtime {
  /// Runs until the program is over, and returns why it is.
  ///
  /// The loop runs from the start, so that a player who waits can type `quit`. A match that goes on
  /// waits for Bluetooth, which may be starting just now, as the computer is.
  func run() async -> ExitReason {
    guard let opening = play.opening else { return await loop() }
    let (inbox, gate, isResuming) = (inbox, gate, play.messages != nil)
    return await withTaskGroup(of: Route?.self) { group in
      group.addTask {
        do {
          let route = try await Self.open(isResuming: isResuming, opening, inbox, gate)
          await self.begin(route)
          return route
        } catch {
          inbox.yield(.program(.route(.failed(ExitReason(error)))))
          return nil
        }
      }
      let reason = await loop()
      // Who has not opened a transport by now needs none.
      group.cancelAll()
      if let route = await group.next() ?? nil { await close(route) }
      return reason
    }
  }

  private nonisolated static func open(
    isResuming: Bool,
    _ opening: Opening,
    _ inbox: AsyncStream<LoopEvent>.Continuation,
    _ gate: InboxGate
  ) async throws -> Route {
    var backoff = Backoff()
    while true {
      do {
        let route = try await opening.route { way, event in
          if gate.letsIn(event) { inbox.yield(.transport(event, of: way)) }
        }
        if backoff.attempts > 0 { inbox.yield(.program(.progress(.available))) }
        return route
      } catch let error as any TransportFailure where isResuming && error.mayPass {
        if backoff.attempts == 0 { inbox.yield(.program(.route(.waits(ExitReason(error))))) }
        try await Task.sleep(for: backoff.next())
      }
    }
  }
}
