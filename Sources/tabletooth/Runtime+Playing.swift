internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import MatchProtocol
internal import MatchStore

/// A route to the other side, and how to open it.
struct Route: Sendable {
  let transport: any PacketTransport
  let open: @Sendable () async throws -> Void

  init(_ transport: any PacketTransport, open: @escaping @Sendable () async throws -> Void) {
    self.transport = transport
    self.open = open
  }
}

/// What a person is told of the route.
struct RouteReport {
  /// Whether a link is being made again; only the attempts are told of then.
  private var isReconnecting = false

  /// What to say because of `progress`, if anything.
  mutating func tell(_ progress: TransportProgress) -> Progress? {
    switch progress {
    case .unavailable: return .bluetoothGone
    case .available: return .bluetoothBack
    case .searching: return isReconnecting ? nil : .scanning
    case .connecting(let host): return isReconnecting ? nil : .connecting(name: host.title)
    case .connected(let host): return isReconnecting ? nil : .connected(name: host.title)
    case .reconnecting(let attempt, let pause):
      isReconnecting = true
      return .reconnecting(attempt: attempt, after: pause)
    case .advertising: return nil
    }
  }
}

extension Runtime {
  /// Makes a route, and reports how far it is, and then what its transport tells.
  typealias Preparation =
    @Sendable (
      _ report: @escaping @Sendable (Progress) -> Void,
      _ deliver: @escaping @Sendable (TransportEvent) -> Void
    ) async throws -> Route

  /// Plays over the route that `prepare` makes, and exits with the reason's code.
  ///
  /// The loop runs from the start, so that a player who waits can type `quit`. A match that goes on waits for Bluetooth, which may be
  /// starting just now, as the computer is.
  func play(isResuming: Bool, over prepare: @escaping Preparation) async throws {
    let inbox = inbox
    let stop = await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          let route = try await Self.open(isResuming: isResuming, prepare, inbox)
          await self.use(route.transport)
          try await route.open()
        } catch {
          inbox.yield(.failed(ProgramExit(error)))
        }
      }
      let stop = await run()
      group.cancelAll()
      return stop
    }
    try stop.exit()
  }

  private nonisolated static func open(
    isResuming: Bool,
    _ prepare: Preparation,
    _ inbox: AsyncStream<Event>.Continuation
  ) async throws -> Route {
    var backoff = Backoff(first: .seconds(1))
    while true {
      do {
        let route = try await prepare {
          inbox.yield(.app(.progress($0)))
        } _: {
          inbox.yield(.transport($0))
        }
        if backoff.attempts > 0 { inbox.yield(.app(.progress(.bluetoothBack))) }
        return route
      } catch {
        guard isResuming, (error as? any TransportFailure)?.mayPass == true else { throw error }
        if backoff.attempts == 0 { inbox.yield(.app(.progress(.bluetoothGone))) }
        try await Task.sleep(for: backoff.next())
      }
    }
  }
}

extension ProgramExit {
  /// The end because of what stands between the player and the other side.
  init(_ error: any Error) {
    switch error {
    case let stop as ProgramExit: self = stop
    case let error as StoreError: self.init(error)
    default: self.init(reason: ExitReason(error))
    }
  }
}
