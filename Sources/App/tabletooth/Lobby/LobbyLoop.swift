internal import BLETransport
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol

/// What a lobby is told of its links, and by those who use them.
struct LobbyInbox: Sendable {
  fileprivate let inputs: AsyncStream<LobbyLoop.Input>
  fileprivate let inbox: AsyncStream<LobbyLoop.Input>.Continuation

  /// An inbox of one lobby.
  init() { (inputs, inbox) = AsyncStream.makeStream() }

  /// Takes what a transport of `carrier` reports.
  func take(_ event: TransportEvent, of carrier: Carrier) {
    switch event {
    case .link(.up): inbox.yield(.happened(.connected(carrier)))
    case .link(.down(_, let loss)): inbox.yield(.happened(.lost(carrier, isCut: loss == .cut)))
    case .ended: inbox.yield(.happened(.over(carrier)))
    case .link(.packet), .progress, .waits, .wayEnded: break
    }
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

  fileprivate enum Input: Sendable {
    case report(Report, of: Carrier)
    /// A scan has ended by itself, for this reason if it failed.
    case ended(Carrier, ExitReason?)
    /// An attempt to connect has ended, well or not.
    case attempted(Carrier, Result<Bool, ExitReason>)
    case happened(Lobby.Event)
    case tick
  }

  private var lobby: Lobby
  private let carriers: [Carrier: Way]
  private let tell: @MainActor (Lobby.News, LobbyLoop) -> Void
  private let clock: any Clock<Duration>
  private let inputs: AsyncStream<Input>
  private let inbox: AsyncStream<Input>.Continuation
  private var scans: [Carrier: Task<Void, Never>] = [:]
  private var connections: [Carrier: Task<Void, Never>] = [:]
  private var timer: (deadline: Duration, task: Task<Void, Never>)?
  /// The reasons why nothing is heard over a carrier.
  private(set) var reasons: [Carrier: ExitReason] = [:]
  /// The same as it is told while others are heard.
  private var troubles: [Carrier: Failure] = [:]

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - lobby: What decides.
  ///   - carriers: How each of its carriers listens and connects.
  ///   - inbox: What its links are reported to.
  ///   - clock: What measures the time.
  ///   - tell: Is told what comes of it, and by which loop.
  init(
    _ lobby: Lobby,
    over carriers: [Carrier: Way],
    inbox: LobbyInbox = LobbyInbox(),
    clock: any Clock<Duration> = ContinuousClock(),
    tell: @escaping @MainActor (Lobby.News, LobbyLoop) -> Void
  ) {
    (self.lobby, self.carriers, self.clock, self.tell) = (lobby, carriers, clock, tell)
    (inputs, self.inbox) = (inbox.inputs, inbox.inbox)
  }

  /// The table of the player who is looked for, if it has no free seat for a game.
  var contactsTable: Listing? { lobby.contactsTable }

  /// The tables that are there.
  var tables: [Listing] { lobby.tables }

  /// The current troubles, in a sentence; nil if there are none.
  var trouble: String? {
    Failure.text(nearby: troubles[.bluetooth] ?? troubles[.lan], online: troubles[.broker])
  }

  /// The trouble with a carrier.
  func trouble(of carrier: Carrier) -> Failure? { troubles[carrier] }

  /// What came of the search for a table over each carrier.
  var failures: [Lobby.Failure] { lobby.failures }

  /// True if nobody who fits was heard, over any carrier.
  var isUnheard: Bool { lobby.isUnheard }

  /// True if `carrier` is listened to, and nothing is wrong with it.
  func hears(_ carrier: Carrier) -> Bool { carriers[carrier] != nil && reasons[carrier] == nil }

  /// The tables that were heard over `carrier`.
  func heard(over carrier: Carrier) -> [Listing] { lobby.heard(over: carrier) }

  /// Runs until the lobby has ended, or the task is cancelled; nothing is scanned any more then.
  ///
  /// - Returns: How it has ended; nil where the task was cancelled.
  /// - Throws: What is wrong, where nothing is heard over any carrier.
  @discardableResult
  func run() async throws(ExitReason) -> Lobby.End? {
    let uptime = clock.stopwatch()
    var end = update(.tick, now: uptime())
    if end == nil {
      for await input in inputs {
        end = take(input, now: uptime())
        if end != nil { break }
      }
    }
    await stop()
    if end == .deaf, let reason = ExitReason.nowhere(reasons) { throw reason }
    return end
  }

  private func stop() async {
    timer?.task.cancel()
    for connection in connections.values { connection.cancel() }
    for scan in scans.values { scan.cancel() }
    for scan in scans.values { await scan.value }
  }

  private func take(_ input: Input, now: Duration) -> Lobby.End? {
    switch input {
    case .report(let report, let carrier): return update(note(report, of: carrier), now: now)
    case .ended(let carrier, nil): return update(.finished(carrier), now: now)
    case .ended(let carrier, let reason?):
      (reasons[carrier], troubles[carrier]) = (reason, reason.failure)
      return update(.down(carrier), now: now)
    // A link that stands has been reported.
    case .attempted(_, .success(true)): return nil
    case .attempted(let carrier, .success(false)):
      return update(.failed(carrier, isTriedAgain: true), now: now)
    case .attempted(let carrier, .failure(let reason)):
      reasons[carrier] = reason
      return update(.failed(carrier, isTriedAgain: false), now: now)
    case .happened(let event): return update(event, now: now)
    case .tick:
      timer = nil
      return update(.tick, now: now)
    }
  }

  private func note(_ report: Report, of carrier: Carrier) -> Lobby.Event {
    switch report {
    case .up:
      (reasons[carrier], troubles[carrier]) = (nil, nil)
      return .up(carrier)
    case .interrupted(let trouble):
      troubles[carrier] = trouble
      return .interrupted(carrier)
    case .heard(let listing): return .heard(listing)
    case .gone(let id): return .gone(id)
    }
  }

  private func update(_ event: Lobby.Event, now: Duration) -> Lobby.End? {
    var orders = Lobby.Orders()
    lobby.update(event, now: now, into: &orders)
    for carrier in orders.stops { scans[carrier]?.cancel() }
    for carrier in orders.drops { drop(carrier) }
    for scan in orders.scans { begin(scan) }
    for link in orders.connects { begin(link) }
    for news in orders.news { tell(news, self) }
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
    guard let deadline = lobby.deadline else {
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
        inbox.yield(.tick)
      } catch {
        // Something else happened before.
      }
    }
    timer = (deadline, task)
  }
}
