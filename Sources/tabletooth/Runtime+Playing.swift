internal import ArgumentParser
internal import BLETransport
internal import BoardUI
internal import MatchProtocol
internal import MatchStore

/// A route to the other side, and how to open it.
struct Route: Sendable {
  let transport: any PacketTransport
  let notices: AsyncStream<TransportNotice>
  let open: @Sendable () async throws -> Void

  init(
    _ transport: any PacketTransport,
    _ notices: AsyncStream<TransportNotice>,
    open: @escaping @Sendable () async throws -> Void
  ) {
    self.transport = transport
    self.notices = notices
    self.open = open
  }
}

/// What a person is told of the route.
struct RouteReport {
  /// Whether a link is being made again; only the attempts are told of then.
  private var isReconnecting = false

  /// What to say because of `notice`, if anything.
  mutating func progress(_ notice: TransportNotice) -> Progress? {
    switch notice {
    case .bluetoothLost: return .bluetoothGone
    case .bluetoothReturned: return .bluetoothBack
    case .scanning: return isReconnecting ? nil : .scanning
    case .connecting(let host): return isReconnecting ? nil : .connecting(name: host.title)
    case .ready(let host, _): return isReconnecting ? nil : .connected(name: host.title)
    case .reconnecting(let attempt, let pause):
      isReconnecting = true
      return .reconnecting(attempt: attempt, after: pause)
    case .advertising, .linkUp, .linkDown, .retrying: return nil
    }
  }
}

extension Runtime {
  /// Makes a route, and reports how far it is.
  typealias Preparation =
    @Sendable (_ report: @escaping @Sendable (Progress) -> Void) async throws -> Route

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
          try await Self.carry(route, to: inbox)
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
    var failures = 0
    while true {
      do {
        let route = try await prepare { inbox.yield(.app(.progress($0))) }
        if failures > 0 { inbox.yield(.app(.progress(.bluetoothBack))) }
        return route
      } catch {
        guard isResuming, ProgramExit(error).mayPass else { throw error }
        if failures == 0 { inbox.yield(.app(.progress(.bluetoothGone))) }
        failures += 1
        try await Task.sleep(for: min(.milliseconds(500) * (1 << min(failures, 4)), .seconds(8)))
      }
    }
  }

  /// Brings all that the route reports to `inbox`, until the route is closed.
  private nonisolated static func carry(
    _ route: Route,
    to inbox: AsyncStream<Event>.Continuation
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in route.transport.events { inbox.yield(.link(event)) }
        // Nobody has closed it here: the bus has gone, and with it all of Bluetooth.
        guard !Task.isCancelled else { return }
        inbox.yield(
          .failed(ProgramExit(reason: .linkLost(name: "the other side", cause: .bluetoothGone)))
        )
      }
      group.addTask {
        var report = RouteReport()
        for await notice in route.notices {
          if let progress = report.progress(notice) { inbox.yield(.app(.progress(progress))) }
        }
      }
      try await route.open()
      try await group.waitForAll()
    }
  }
}

extension ProgramExit {
  /// Whether it is for want of Bluetooth on this computer, which may be there soon.
  fileprivate var mayPass: Bool {
    // Mistakes of BlueZ's own, no controller, one that is off or blocked, no daemon, one that does not advertise yet, no link.
    [1, 10, 11, 12, 13, 15, 21].contains(code)
  }

  /// The end because of what stands between the player and the other side.
  init(_ error: any Error) {
    switch error {
    case let stop as ProgramExit: self = stop
    case let error as StoreError: self.init(error)
    default: self.init(reason: ExitReason(error))
    }
  }
}
