internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// The ways to the other side, of which there is one at least, and what makes them look for it.
struct Route: Sendable {
  /// The receiver of what the transport of a way reports, by its number.
  typealias Sink = @Sendable (_ way: Int, TransportEvent) -> Void

  /// Makes transports that report to the given sink.
  typealias Preparation = @Sendable (_ deliver: @escaping Sink) async throws -> Route

  /// The way on which a link stands, where one of several is enough.
  struct Joined: Sendable {
    /// The number of the way.
    let way: Int
    /// The numbers of those that lead to somebody nearby.
    let near: Set<Int>
  }

  /// The transport of each way.
  let transports: [any PacketTransport]
  /// Looks for the other side; returns where a link stands, if the other ways are of no use then.
  let open: @Sendable () async throws -> Joined?

  /// Several ways of which one is enough.
  init(
    _ transports: [any PacketTransport],
    open: @escaping @Sendable () async throws -> Joined?
  ) {
    (self.transports, self.open) = (transports, open)
  }

  /// One way.
  init(transport: any PacketTransport, open: @escaping @Sendable () async throws -> Void) {
    self.init([transport]) {
      try await open()
      return nil
    }
  }

  /// All of `routes`, one way each.
  init(_ routes: [Route]) {
    self.init(routes.flatMap(\.transports)) {
      for route in routes { _ = try await route.open() }
      return nil
    }
  }
}

extension Runtime {
  /// Plays over the route that `prepare` makes, and exits with the reason's code.
  ///
  /// The loop runs from the start, so that a player who waits can type `quit`. A match that goes on
  /// waits for Bluetooth, which may be starting just now, as the computer is.
  ///
  /// - Parameters:
  ///   - messages: What was said and heard in a match that goes on; nil for a new one.
  ///   - prepare: Makes the route.
  /// - Throws: the exit code, always.
  func play(
    resuming messages: [JournalEntry]?,
    over prepare: @escaping Route.Preparation
  ) async throws {
    let (inbox, gate) = (inbox, gate)
    let reason = await withTaskGroup(of: Route?.self) { group in
      group.addTask {
        do {
          let route = try await Self.open(isResuming: messages != nil, prepare, inbox, gate)
          inbox.yield(.opened(route))
          return route
        } catch {
          inbox.yield(.program(.route(.failed(ExitReason(error)))))
          return nil
        }
      }
      let reason = await run(resuming: messages)
      // Who has not opened a transport by now needs none.
      group.cancelAll()
      if let route = await group.next() ?? nil { await close(route) }
      return reason
    }
    try await exit(reason)
  }

  private nonisolated static func open(
    isResuming: Bool,
    _ prepare: Route.Preparation,
    _ inbox: AsyncStream<LoopEvent>.Continuation,
    _ gate: InboxGate
  ) async throws -> Route {
    var backoff = Backoff()
    while true {
      do {
        let route = try await prepare { way, event in
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
