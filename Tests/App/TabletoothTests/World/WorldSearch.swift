import BLETransport
import BlueZ
import BoardUI
import MatchPlay
import MatchProtocol

@testable import tabletooth

/// A search for others, whose scans and attempts to connect the world performs.
@MainActor
final class WorldSearch {
  private let aim: TableSearch.Aim
  private unowned let performance: WorldPerformance
  private var seeker: Seeker
  private var teller: Teller
  /// The numbers of the scan and of the attempt that go on.
  private var scan: Int?
  private var attempt: Int?
  private var begun = 0
  private var isOver = false

  init(_ aim: TableSearch.Aim, of performance: WorldPerformance) {
    (self.aim, self.performance) = (aim, performance)
    let scan = Lobby.Scan(.bluetooth, for: BluetoothService.searchLimit)
    seeker = Seeker(Lobby(aim.goal, by: [scan]), over: [.bluetooth])
    teller = Teller { [unowned performance] _, event in
      MainActor.assumeIsolated { performance.take(.transport(event, of: 0)) }
    } joined: { _ in
    }
    if case .host = aim { teller.isHeld = true }
  }

  private var world: World { performance.world }

  /// When it wants to be told the time.
  var deadline: Duration? { isOver ? nil : seeker.deadline }

  func take(_ input: Seeker.Input, now: Duration) {
    guard !isOver else { return }
    let orders = seeker.take(input, now: now)
    if !orders.stops.isEmpty { scan = nil }
    if !orders.drops.isEmpty { drop() }
    if let order = orders.scans.first { begin(order) }
    if let link = orders.connects.first { connect(link.table) }
    for news in orders.news { teller.tell(news) }
    guard let end = orders.end else { return }
    isOver = true
    if end == .failed, !teller.isHeld, case .table(let search) = aim {
      performance.take(.program(.route(.failed(seeker.reason(search, at: nil)))))
    }
  }

  private func begin(_ order: Lobby.Scan) {
    begun += 1
    let number = begun
    scan = number
    world.plan(in: .milliseconds(20)) { self.report(.up, of: number) }
    for delay in stride(from: 100, through: 1_000, by: 300) {
      world.plan(in: .milliseconds(delay)) { self.listen(number) }
    }
    if let limit = order.limit {
      world.plan(in: limit) { self.end(number) }
    }
  }

  private func end(_ number: Int) {
    guard scan == number else { return }
    scan = nil
    performance.take(.ended(.bluetooth, nil))
  }

  private func report(_ report: Seeker.Report, of number: Int) {
    if scan == number { performance.take(.report(report, of: .bluetooth)) }
  }

  /// Hears all that can be heard now, and once more after a while.
  private func listen(_ number: Int) {
    guard scan == number else { return }
    for table in world.tables(heardBy: performance) { report(.heard(table), of: number) }
    world.plan(in: .milliseconds(1_280)) { self.listen(number) }
  }

  private func connect(_ table: Listing) {
    begun += 1
    let number = begun
    attempt = number
    world.plan(in: .milliseconds(300)) {
      guard self.attempt == number else { return }
      let isUp = self.world.connect(self.performance, to: table)
      self.performance.take(.attempted(.bluetooth, .success(isUp)))
    }
  }

  private func drop() {
    attempt = nil
    world.hangUp(nil, performance)
  }
}
