import BLETransport
import BlueZ
import BoardUI
import BrokerTransport
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
  /// The broker, and the contacts whose tables are looked for there.
  var online: (broker: BrokerList, tables: OnlineTables)?
  /// The codes of the tables that were found there.
  private var found: Set<String> = []
  /// The carriers over which nothing is done any more.
  private var closed: Set<Carrier> = []
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
    guard !closed.contains(carrier) else { return }
    scans[carrier] = number
    if performance == nil, let environment = owner.environment {
      known = KnownTables(in: environment)
    }
    if let obstacle = obstacle(to: carrier) {
      world.plan(in: .milliseconds(20)) { self.end(number, over: carrier, obstacle) }
      return
    }
    if carrier != .broker || order.limit == nil {
      world.plan(in: .milliseconds(20)) { self.report(.up, of: number, over: carrier) }
    }
    if carrier == .broker, order.limit == nil, online?.tables.players.isEmpty != false {
      world.plan(in: .milliseconds(20)) {
        self.report(.interrupted(.nobodyKnown), of: number, over: carrier)
      }
    }
    world.plan(in: .milliseconds(100)) { self.listen(number, over: carrier) }
    if let limit = order.limit {
      world.plan(in: limit) { self.end(number, over: carrier) }
    }
  }

  /// The reason why nothing can be heard over `carrier`.
  private func obstacle(to carrier: Carrier) -> ExitReason? {
    if carrier == .bluetooth { return owner.bluetoothFailure.map { ExitReason($0) } }
    guard carrier == .broker, let broker = online?.broker else { return nil }
    return isSilent(broker) ? ExitReason(broker.silence) : nil
  }

  private func isSilent(_ broker: BrokerList) -> Bool {
    world.silent.contains(.broker(broker.description))
  }

  private func end(_ number: Int, over carrier: Carrier, _ reason: ExitReason? = nil) {
    guard scans[carrier] == number else { return }
    scans[carrier] = nil
    take(.ended(carrier, reason))
  }

  private func report(_ report: Seeker.Report, of number: Int, over carrier: Carrier) {
    if scans[carrier] == number { take(.report(report, of: carrier)) }
  }

  /// Hears all that can be heard now, and once more after a while.
  private func listen(_ number: Int, over carrier: Carrier) {
    guard scans[carrier] == number else { return }
    for table in tables(heardOver: carrier) {
      report(.heard(table), of: number, over: carrier)
    }
    for code in goneCodes(carrier) { report(.gone(code), of: number, over: carrier) }
    world.plan(in: .milliseconds(640)) { self.listen(number, over: carrier) }
  }

  private func tables(heardOver carrier: Carrier) -> [Listing] {
    guard carrier == .broker else {
      return world.tables(heardOver: carrier, by: owner, knowing: known)
    }
    return online.map { world.tables(at: $0.broker, for: $0.tables, of: owner) } ?? []
  }

  /// The codes of the tables at the broker that have gone, of all that were found.
  private func goneCodes(_ carrier: Carrier) -> Set<String> {
    guard carrier == .broker else { return [] }
    let now = Set(tables(heardOver: carrier).compactMap(\.code))
    defer { found = now }
    return found.subtracting(now)
  }

  /// The broker is silent from now on, or no longer; who looks there on and on is told so.
  func note(isSilent: Bool, at place: TablePlace) {
    guard let broker = online?.broker, place == .broker(broker.description) else { return }
    guard let number = scans[.broker] else { return }
    let name = broker.description
    report(isSilent ? .interrupted(.lost(broker: name)) : .up, of: number, over: .broker)
  }

  /// Bluetooth has ended.
  func loseBluetooth() {
    guard let number = scans[.bluetooth] else { return }
    end(number, over: .bluetooth, owner.bluetoothFailure.map { ExitReason($0) })
  }

  // MARK: Links

  /// Does nothing more over a way.
  func giveUp(_ way: Int) {
    for (carrier, number) in carriers where number == way {
      closed.insert(carrier)
      (scans[carrier], attempts[carrier]) = (nil, nil)
    }
  }

  private func connect(_ link: Lobby.Link) {
    begun += 1
    let number = begun
    attempts[link.carrier] = number
    world.plan(in: .milliseconds(300)) {
      guard self.attempts[link.carrier] == number, let performance = self.performance else {
        return
      }
      let way = self.carriers[link.carrier] ?? 0
      self.take(.attempted(link.carrier, self.connect(performance, to: link.table, over: way)))
    }
  }

  private func connect(
    _ performance: WorldPerformance,
    to table: Listing,
    over way: Int
  ) -> Result<Bool, ExitReason> {
    guard table.carrier == .broker else {
      return .success(world.connect(performance, to: table, over: way))
    }
    guard let code = table.code.flatMap({ try? TableCode($0, at: nil) }) else {
      return .success(false)
    }
    return Result { () throws(ExitReason) in
      try performance.enter(tableOf: code, over: way)
      return true
    }
  }

  private func drop(_ carrier: Carrier) {
    attempts[carrier] = nil
    guard carrier != .broker else { return }
    guard let performance, let way = carriers[carrier] else { return }
    world.hangUp(performance, over: way) { _ in true }
  }
}
