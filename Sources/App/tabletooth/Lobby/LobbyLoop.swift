internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// What a lobby is told of its links, and by those who use them.
struct LobbyInbox: Sendable {
  fileprivate let inputs: AsyncStream<Seeker.Input>
  fileprivate let inbox: AsyncStream<Seeker.Input>.Continuation

  /// An inbox of one lobby.
  init() { (inputs, inbox) = AsyncStream.makeStream() }

  /// Takes what a transport of `carrier` reports.
  func take(_ event: TransportEvent, of carrier: Carrier) {
    if let input = Seeker.Input(event, of: carrier) { inbox.yield(input) }
  }

  /// Notes that the own table nearby, or at the broker, has ended by itself.
  func noteEnd(ofTableNearby isNearby: Bool) {
    inbox.yield(.happened(.offerEnded(isNearby: isNearby)))
  }

  /// Notes a name that the host may go by.
  func note(_ name: String) { inbox.yield(.happened(.named(name))) }
}

/// Carries out the orders of a lobby, and tells it what its carriers hear.
@MainActor
final class LobbyLoop: LobbyRun {
  /// Listens for so long, or until the task is cancelled, and reports what is heard; throws what
  /// is wrong.
  typealias Scan =
    @Sendable (_ limit: Duration?, _ report: @escaping @Sendable (Seeker.Report) -> Void)
    async throws ->
    Void

  /// Tries once to make a link to a table, which is reported where links are; returns false where
  /// that may help once it is heard again, and throws what is wrong.
  typealias Connection = @Sendable (Listing) async throws -> Bool

  /// A way to hear tables, and to reach one, if one is to be reached.
  struct Way: Sendable {
    let scan: Scan
    var connect: Connection?
    /// Ends the link, or what was begun for one.
    var drop: (@Sendable () async -> Void)?
  }

  private(set) var seeker: Seeker
  private let carriers: [Carrier: Way]
  private let tell: @MainActor (Lobby.News, Seeker) -> Void
  private let clock: any Clock<Duration>
  private let inputs: AsyncStream<Seeker.Input>
  private let inbox: AsyncStream<Seeker.Input>.Continuation
  private var scans: [Carrier: Task<Void, Never>] = [:]
  private var connections: [Carrier: Task<Void, Never>] = [:]
  private var timer: (deadline: Duration, task: Task<Void, Never>)?

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - lobby: What decides.
  ///   - carriers: How each of its carriers listens and connects.
  ///   - inbox: What its links are reported to.
  ///   - clock: What measures the time.
  ///   - tell: Is told what comes of it, and how things are.
  init(
    _ lobby: Lobby,
    over carriers: [Carrier: Way],
    inbox: LobbyInbox = LobbyInbox(),
    clock: any Clock<Duration> = ContinuousClock(),
    tell: @escaping @MainActor (Lobby.News, Seeker) -> Void
  ) {
    (seeker, self.carriers) = (Seeker(lobby, over: Set(carriers.keys)), carriers)
    (self.clock, self.tell) = (clock, tell)
    (inputs, self.inbox) = (inbox.inputs, inbox.inbox)
  }

  @discardableResult
  func run() async throws(ExitReason) -> Lobby.End? {
    let uptime = clock.stopwatch()
    var end = take(.happened(.tick), now: uptime())
    if end == nil {
      for await input in inputs {
        end = take(input, now: uptime())
        if end != nil { break }
      }
    }
    await stop()
    if end == .deaf, let reason = ExitReason.nowhere(seeker.reasons) { throw reason }
    return end
  }

  private func stop() async {
    timer?.task.cancel()
    for connection in connections.values { connection.cancel() }
    for scan in scans.values { scan.cancel() }
    for scan in scans.values { await scan.value }
  }

  private func take(_ input: Seeker.Input, now: Duration) -> Lobby.End? {
    if case .happened(.tick) = input { timer = nil }
    let orders = seeker.take(input, now: now)
    for carrier in orders.stops { scans[carrier]?.cancel() }
    for carrier in orders.drops { drop(carrier) }
    for scan in orders.scans { begin(scan) }
    for link in orders.connects { begin(link) }
    for news in orders.news { tell(news, seeker) }
    arm(now)
    return orders.end
  }

  private func begin(_ order: Lobby.Scan) {
    guard let scan = carriers[order.carrier]?.scan else { return }
    let (carrier, limit) = (order.carrier, order.limit)
    let dropping = connections[carrier]
    // ``run()`` waits for it.
    scans[carrier] = Task { [inbox] in
      await dropping?.value
      var reason: ExitReason?
      do {
        try await scan(limit) { inbox.yield(.report($0, of: carrier)) }
      } catch {
        reason = ExitReason(error)
      }
      if !Task.isCancelled { inbox.yield(.ended(carrier, reason)) }
    }
  }

  private func begin(_ link: Lobby.Link) {
    guard let connect = carriers[link.carrier]?.connect else { return }
    let scan = scans[link.carrier]
    // It ends with its transport.
    connections[link.carrier] = Task { [inbox] in
      // A scan and an attempt to connect at once is more than some controllers can do.
      await scan?.value
      let result: Result<Bool, ExitReason>
      do {
        result = .success(try await connect(link.table))
      } catch {
        result = .failure(ExitReason(error))
      }
      if !Task.isCancelled { inbox.yield(.attempted(link.carrier, result)) }
    }
  }

  private func drop(_ carrier: Carrier) {
    let connection = connections.removeValue(forKey: carrier)
    connection?.cancel()
    guard let drop = carriers[carrier]?.drop else { return }
    // It ends with the transport. A scan waits for it.
    connections[carrier] = Task { await drop() }
  }

  private func arm(_ now: Duration) {
    guard let deadline = seeker.deadline else {
      timer?.task.cancel()
      timer = nil
      return
    }
    if deadline == timer?.deadline { return }
    timer?.task.cancel()
    // It ends by itself.
    let task = Task { [clock, inbox] in
      do {
        try await clock.sleep(for: max(deadline - now, .zero))
        inbox.yield(.happened(.tick))
      } catch {
        // Something else happened before.
      }
    }
    timer = (deadline, task)
  }
}
