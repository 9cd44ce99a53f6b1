internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import MatchProtocol

/// A way to the other side, and how to open it.
struct Way: Sendable {
  let transport: any PacketTransport
  let notices: AsyncStream<TransportNotice>
  let progress: @Sendable (TransportNotice) -> Progress?
  let open: @Sendable () async throws -> Void

  init(
    _ transport: any PacketTransport,
    _ notices: AsyncStream<TransportNotice>,
    progress: @escaping @Sendable (TransportNotice) -> Progress?,
    open: @escaping @Sendable () async throws -> Void
  ) {
    self.transport = transport
    self.notices = notices
    self.progress = progress
    self.open = open
  }
}

extension Runtime {
  /// Plays over the way that `prepare` makes, and exits with the reason's code.
  ///
  /// The loop runs from the start, so that a player who waits can type `quit`.
  func play(
    over prepare:
      @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Void) async throws -> Way
  ) async throws {
    let inbox = inbox
    let reason = await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          let way = try await prepare { inbox.yield(.app(.progress($0))) }
          await self.use(way.transport)
          try await Self.carry(way, to: inbox)
        } catch {
          inbox.yield(.failed(ExitReason(error)))
        }
      }
      let reason = await run()
      group.cancelAll()
      return reason
    }
    try reason.exit()
  }

  /// Brings all that the way reports to `inbox`, until the way is closed.
  private nonisolated static func carry(
    _ way: Way,
    to inbox: AsyncStream<Event>.Continuation
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in way.transport.events { inbox.yield(.link(event)) }
      }
      group.addTask {
        for await notice in way.notices {
          if let progress = way.progress(notice) { inbox.yield(.app(.progress(progress))) }
        }
      }
      try await way.open()
      try await group.waitForAll()
    }
  }
}

extension ExitReason {
  /// Says why on standard error, where there is something to say, and ends the program.
  func exit() throws {
    if let line { StandardOutput.complain(line) }
    throw ExitCode(code)
  }
}
