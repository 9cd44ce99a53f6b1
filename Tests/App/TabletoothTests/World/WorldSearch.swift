import BLETransport
import BlueZ
import BoardUI
import MatchPlay
import MatchProtocol

@testable import tabletooth

/// A search for others, whose scans and attempts to connect the world performs.
@MainActor
final class WorldSearch: LobbyRun {
  private let owner: WorldProgram
  /// The game whose links are looked for; none where tables are only heard.
  private weak var performance: WorldPerformance?
  private(set) var seeker: Seeker
  /// The carriers, and the number of the way over which each connects.
  let carriers: [Carrier: Int]
  private let ended: @MainActor (Lobby.End, Seeker) -> Void
  private let tell: @MainActor (Lobby.News, Seeker) -> Void
  private let start: Duration
  /// The number of the scan that goes on over each carrier, and of the attempt to connect.
  private var scans: [Carrier: Int] = [:]
  private var attempts: [Carrier: Int] = [:]
  private var begun = 0
  private var known = KnownTables()
  private var end: Lobby.End?
  private(set) var isOver = false
  private var continuation: CheckedContinuation<Void, Never>?

  init(
    _ lobby: Lobby,
    over carriers: [Carrier: Int],
    of owner: WorldProgram,
    for performance: WorldPerformance? = nil,
    tell: @escaping @MainActor (Lobby.News, Seeker) -> Void,
    ended: @escaping @MainActor (Lobby.End, Seeker) -> Void = { _, _ in }
  ) {
    (self.owner, self.performance) = (owner, performance)
    (self.carriers, self.tell, self.ended) = (carriers, tell, ended)
    seeker = Seeker(lobby, over: Set(carriers.keys))
    start = owner.world.now
  }

  private var world: World { owner.world }

  /// When it wants to be told the time.
  var wakeTime: Duration? { isOver ? nil : seeker.deadline.map { start + $0 } }

  // MARK: The run

  func begin() { take(.happened(.tick)) }

  func run() async throws(ExitReason) -> Lobby.End? {
    begin()
    if !isOver {
      owner.look(self)
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation = $0 }
      } onCancel: {
        Task { @MainActor in self.stop() }
      }
    }
    if end == .deaf, let reason = ExitReason.nowhere(seeker.reasons) { throw reason }
    return end
  }

  /// Ends it.
  func stop() {
    (isOver, scans, attempts) = (true, [:], [:])
    owner.stopLooking(self)
    continuation?.resume()
    continuation = nil
  }

  func take(_ input: Seeker.Input) {
    guard !isOver else { return }
    let orders = seeker.take(input, now: world.now - start)
    for carrier in orders.stops { scans[carrier] = nil }
    for carrier in orders.drops { drop(carrier) }
    for scan in orders.scans { begin(scan) }
    for link in orders.connects { connect(link) }
    owner.perform { for news in orders.news { tell(news, seeker) } }
    guard let end = orders.end else { return }
    self.end = end
    stop()
    ended(end, seeker)
  }

  // MARK: Scans

  private func begin(_ order: Lobby.Scan) {
    begun += 1
    let (number, carrier) = (begun, order.carrier)
    scans[carrier] = number
    if performance == nil, let environment = owner.environment {
      known = KnownTables(in: environment)
    }
    world.plan(in: .milliseconds(20)) { self.report(.up, of: number, over: carrier) }
    world.plan(in: .milliseconds(100)) { self.listen(number, over: carrier) }
    if let limit = order.limit {
      world.plan(in: limit) { self.end(number, over: carrier) }
    }
  }

  private func end(_ number: Int, over carrier: Carrier) {
    guard scans[carrier] == number else { return }
    scans[carrier] = nil
    take(.ended(carrier, nil))
  }

  private func report(_ report: Seeker.Report, of number: Int, over carrier: Carrier) {
    if scans[carrier] == number { take(.report(report, of: carrier)) }
  }

  /// Hears all that can be heard now, and once more after a while.
  private func listen(_ number: Int, over carrier: Carrier) {
    guard scans[carrier] == number else { return }
    for table in world.tables(heardOver: carrier, by: owner, knowing: known) {
      report(.heard(table), of: number, over: carrier)
    }
    world.plan(in: .milliseconds(640)) { self.listen(number, over: carrier) }
  }

  // MARK: Links

  private func connect(_ link: Lobby.Link) {
    begun += 1
    let number = begun
    attempts[link.carrier] = number
    world.plan(in: .milliseconds(300)) {
      guard self.attempts[link.carrier] == number, let performance = self.performance else {
        return
      }
      let way = self.carriers[link.carrier] ?? 0
      let isUp = self.world.connect(performance, to: link.table, over: way)
      self.take(.attempted(link.carrier, .success(isUp)))
    }
  }

  private func drop(_ carrier: Carrier) {
    attempts[carrier] = nil
    guard let performance, let way = carriers[carrier] else { return }
    world.hangUp(performance, over: way) { _ in true }
  }
}
