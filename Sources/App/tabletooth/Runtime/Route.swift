internal import BoardUI
internal import MatchProtocol

/// A transport, and what makes it look for the other side.
struct Route: Sendable {
  let transport: any PacketTransport
  let open: @Sendable () async throws -> Void

  /// Makes a transport that reports to the given sink.
  typealias Preparation =
    @Sendable (_ deliver: @escaping @Sendable (TransportEvent) -> Void) async throws -> Route
}

extension Runtime {
  /// Plays over the route that `prepare` makes, and exits with the reason's code.
  ///
  /// The loop runs from the start, so that a player who waits can type `quit`. A match that goes on
  /// waits for Bluetooth, which may be
  /// starting just now, as the computer is.
  ///
  /// - Parameters:
  ///   - messages: What was said and heard in a match that goes on; nil for a new one.
  ///   - prepare: Makes the route.
  /// - Throws: the exit code, always.
  func play(
    resuming messages: [JournalEntry]?,
    over prepare: @escaping Route.Preparation
  ) async throws {
    let (inbox, outbox, gate) = (inbox, outbox, gate)
    let reason = await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          let route = try await Self.open(isResuming: messages != nil, prepare, inbox, gate)
          await Self.carry(route, outbox, inbox)
        } catch {
          inbox.yield(.program(.route(.failed(ExitReason(error)))))
        }
      }
      let reason = await run(resuming: messages)
      outbox.finish()
      // Who has not opened a transport by now needs none.
      group.cancelAll()
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
        let route = try await prepare { if gate.letsIn($0) { inbox.yield(.transport($0)) } }
        if backoff.attempts > 0 { inbox.yield(.transport(.progress(.available))) }
        return route
      } catch let error as any TransportFailure where isResuming && error.mayPass {
        if backoff.attempts == 0 { inbox.yield(.program(.route(.waits(ExitReason(error))))) }
        try await Task.sleep(for: backoff.next())
      }
    }
  }

  /// Looks for the other side and sends what is to be sent, until all of it is sent and the loop
  /// has ended; then closes the transport.
  private nonisolated static func carry(
    _ route: Route,
    _ outbox: Outbox,
    _ inbox: AsyncStream<LoopEvent>.Continuation
  ) async {
    // Not a child: it is the cancellation of this task that tells the end of the loop, and then
    // there is still something to send.
    let sending = Task(executorPreference: route.transport.executor) {
      await outbox.drain(into: route.transport)
    }
    let opening = Task {
      do {
        try await route.open()
      } catch {
        if !Task.isCancelled { inbox.yield(.program(.route(.failed(ExitReason(error))))) }
      }
    }
    await withTaskCancellationHandler {
      await sending.value
    } onCancel: {
      opening.cancel()
    }
    await Closing.run { await route.transport.close() }
  }
}
