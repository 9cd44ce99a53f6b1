internal import BoardUI
internal import MatchPlay

/// Carries out the orders of a lobby, and tells it what its carriers hear.
@MainActor
final class LobbyLoop {
  /// What a scan reports; it must not wait.
  enum Report: Sendable {
    /// Tables are heard from now on.
    case up
    /// Nothing is heard for this reason, which mends itself.
    case interrupted(Failure)
    case heard(Listing)
    /// The table of this identity has gone.
    case gone(String)
  }

  /// Listens for so long, or until the task is cancelled, and reports what is heard; throws what
  /// is wrong.
  typealias Scan =
    @Sendable (_ limit: Duration?, _ report: @escaping @Sendable (Report) -> Void) async throws ->
    Void

  private enum Input: Sendable {
    case report(Report, of: Carrier)
    /// A scan has ended by itself, for this reason if it failed.
    case ended(Carrier, ExitReason?)
    case tick
  }

  private var lobby: Lobby
  private let carriers: [Carrier: Scan]
  private let tell: @MainActor (Lobby.News, LobbyLoop) -> Void
  private let clock: any Clock<Duration>
  private let (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
  private var scans: [Carrier: Task<Void, Never>] = [:]
  private var timer: Task<Void, Never>?
  /// The reasons why nothing is heard over a carrier.
  private(set) var reasons: [Carrier: ExitReason] = [:]
  /// The same as it is told while others are heard.
  private var troubles: [Carrier: Failure] = [:]

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - lobby: What decides.
  ///   - carriers: How each of its carriers listens.
  ///   - clock: What measures the time.
  ///   - tell: Is told what comes of it, and by which loop.
  init(
    _ lobby: Lobby,
    over carriers: [Carrier: Scan],
    clock: any Clock<Duration> = ContinuousClock(),
    tell: @escaping @MainActor (Lobby.News, LobbyLoop) -> Void
  ) {
    (self.lobby, self.carriers, self.clock, self.tell) = (lobby, carriers, clock, tell)
  }

  /// The tables that are there.
  var tables: [Listing] { lobby.tables }

  /// The current troubles, in a sentence; nil if there are none.
  var trouble: String? {
    Failure.text(nearby: troubles[.bluetooth], online: troubles[.broker])
  }

  /// The trouble with a carrier.
  func trouble(of carrier: Carrier) -> Failure? { troubles[carrier] }

  /// Runs until the lobby has ended, or the task is cancelled; nothing is scanned any more then.
  ///
  /// - Throws: What is wrong, where nothing is heard over any carrier.
  func run() async throws(ExitReason) {
    let uptime = clock.stopwatch()
    var end = update(.tick, now: uptime())
    if end == nil {
      for await input in inputs {
        end = take(input, now: uptime())
        if end != nil { break }
      }
    }
    timer?.cancel()
    for scan in scans.values { scan.cancel() }
    for scan in scans.values { await scan.value }
    guard end == .deaf else { return }
    switch (reasons[.bluetooth], reasons[.broker]) {
    case (let nearby?, let online?): throw .foundNowhere(nearby: nearby, online: online)
    case (let reason?, nil), (nil, let reason?): throw reason
    case (nil, nil): break
    }
  }

  private func take(_ input: Input, now: Duration) -> Lobby.End? {
    switch input {
    case .report(.up, let carrier):
      (reasons[carrier], troubles[carrier]) = (nil, nil)
      return update(.up(carrier), now: now)
    case .report(.interrupted(let trouble), let carrier):
      troubles[carrier] = trouble
      return update(.interrupted(carrier), now: now)
    case .report(.heard(let listing), _): return update(.heard(listing), now: now)
    case .report(.gone(let id), _): return update(.gone(id), now: now)
    case .ended(let carrier, nil): return update(.finished(carrier), now: now)
    case .ended(let carrier, let reason?):
      (reasons[carrier], troubles[carrier]) = (reason, reason.failure)
      return update(.down(carrier), now: now)
    case .tick: return update(.tick, now: now)
    }
  }

  private func update(_ event: Lobby.Event, now: Duration) -> Lobby.End? {
    var orders = Lobby.Orders()
    lobby.update(event, now: now, into: &orders)
    for carrier in orders.stops { scans[carrier]?.cancel() }
    for scan in orders.scans { begin(scan) }
    for news in orders.news { tell(news, self) }
    arm(now)
    return orders.end
  }

  private func begin(_ order: Lobby.Scan) {
    guard let scan = carriers[order.carrier] else { return }
    let (carrier, limit) = (order.carrier, order.limit)
    // ``run()`` waits for it.
    scans[carrier] = Task { [inbox] in
      do {
        try await scan(limit) { inbox.yield(.report($0, of: carrier)) }
        inbox.yield(.ended(carrier, nil))
      } catch {
        if !Task.isCancelled { inbox.yield(.ended(carrier, ExitReason(error))) }
      }
    }
  }

  private func arm(_ now: Duration) {
    timer?.cancel()
    guard let deadline = lobby.deadline else { return }
    // It ends by itself.
    timer = Task { [clock, inbox] in
      do {
        try await clock.sleep(for: max(deadline - now, .zero))
        inbox.yield(.tick)
      } catch {
        // Something else happened before.
      }
    }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Starts a stopwatch, which returns the time since.
  fileprivate func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: self.now) }
  }
}
