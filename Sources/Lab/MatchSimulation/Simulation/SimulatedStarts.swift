internal import MatchPlay
internal import MatchProtocol
internal import TestSupport

/// Two to four programs that are started without a word in the same seconds, on one air that loses
/// advertisements, until each is in a room.
///
/// Radio, kernel and bluetoothd are what docs/dev/bluez-notes.md says of them: a room is advertised
/// every 1.28 seconds, an advertisement that changes is away for a moment, a scan begins anew every
/// 3 seconds, and a table counts as gone when it was silent for 8.
public struct SimulatedStarts: Sendable {
  /// The report of the starts of one seed.
  public struct Report: Hashable, Sendable {
    /// The seed.
    public let seed: UInt64
    /// The number of programs that were started.
    public let starters: Int
    /// When all were in one room, since the last of them began; nil if they never were.
    public let settled: Duration?
    /// The number of rooms that were opened.
    public let opened: Int
    /// The number of tables opened when all had been at one: a program that hears nothing of a
    /// table for 8 seconds, and then nothing of it again while it looks, opens one.
    public let openedLater: Int
    /// The failure in the end, if any.
    public let failure: String?
  }

  /// The time after the last start at which there has to be one room.
  public static let limit = Duration.seconds(30)
  /// The simulated time.
  private static let end = Duration.seconds(60)

  private enum Event: Hashable {
    case begin(Int)
    case due(Int)
    case advertise(Int, opening: Int)
    case hear(Int, of: Int, RoomRank)
    case look(Int)
    case on(Int, opening: Int)
  }

  private struct Program {
    var election: RoomElection?
    var rank: RoomRank?
    /// Which of its openings this is: what was planned for another one is void.
    var opening = 0
    var isOnAir = false
    var heardAt: [Int: Duration] = [:]
    /// When the scan began last, and whom it has told of.
    var scanAt = Duration.zero
    var reported: Set<Int> = []
  }

  private let seed: UInt64
  private var random: SeededGenerator
  private var programs: [Program]
  private var queue: [(at: Duration, order: Int, event: Event)] = []
  private var planned = 0
  private var opened = 0
  private var openedLater = 0
  private var settledAt: Duration?
  private let loss: Int
  /// True if the controllers tell of each advertiser once a scan, as some do.
  private let tellsOnce: Bool

  /// Plays the starts of `seed`.
  public static func play(seed: UInt64) -> Report {
    var starts = SimulatedStarts(seed: seed)
    return starts.play()
  }

  private init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    programs = Array(repeating: Program(), count: Int.random(in: 2...4, using: &random))
    loss = Int.random(in: 0...10, using: &random)
    tellsOnce = random.chance(30)
  }

  private mutating func play() -> Report {
    var last = Duration.zero
    for index in programs.indices {
      let offset = Duration.milliseconds(Int.random(in: 0...5_000, using: &random))
      last = max(last, offset)
      plan(.begin(index), at: offset)
    }
    while let next = popNext(), next.at < Self.end { handle(next.event, now: next.at) }
    let settled = settledAt.map { max($0 - last, .zero) }
    return Report(
      seed: seed,
      starters: programs.count,
      settled: settled,
      opened: opened,
      openedLater: openedLater,
      failure: failure(settled)
    )
  }

  private func failure(_ settled: Duration?) -> String? {
    guard let settled else { return "never in one room" }
    let rooms = programs.count { $0.rank != nil }
    guard rooms == 1 else { return "\(rooms) rooms at the end" }
    return settled < Self.limit ? nil : "one room only after \(settled)"
  }

  /// True if there is one room, and everybody else is on the way to it.
  private var isTogether: Bool {
    let rooms = programs.indices.filter { programs[$0].rank != nil }
    guard let room = rooms.first, rooms.count == 1 else { return false }
    return programs.indices.allSatisfy { index in
      guard index != room, let election = programs[index].election else { return index == room }
      return election.state == .following && election.highest == Self.address(room)
    }
  }

  private static func address(_ index: Int) -> String { "\(index)" }

  // MARK: Time

  private mutating func plan(_ event: Event, at time: Duration) {
    planned += 1
    queue.append((time, planned, event))
  }

  private mutating func popNext() -> (at: Duration, order: Int, event: Event)? {
    let first = queue.indices.min { left, right in
      (queue[left].at, queue[left].order) < (queue[right].at, queue[right].order)
    }
    return first.map { queue.swapRemove($0) }
  }

  private mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &random))
  }

  // MARK: What happens

  private mutating func handle(_ event: Event, now: Duration) {
    switch event {
    case .begin(let index):
      programs[index].election = RoomElection(now: now, seed: random.next())
      programs[index].scanAt = now
      plan(.look(index), at: now + .seconds(1))
      wake(index)
    case .due(let index): tick(index, now: now)
    case .on(let index, let opening): goOnAir(index, opening, now: now)
    case .advertise(let index, let opening): advertise(index, opening, now: now)
    case .hear(let index, let other, let rank): hear(index, other, rank, now: now)
    case .look(let index): look(index, now: now)
    }
  }

  /// Once a second it is seen which tables have been silent for too long; each third time the scan
  /// begins anew.
  private mutating func look(_ index: Int, now: Duration) {
    plan(.look(index), at: now + .seconds(1))
    if now - programs[index].scanAt >= .seconds(3) {
      (programs[index].scanAt, programs[index].reported) = (now, [])
    }
    for (other, heardAt) in programs[index].heardAt.sorted(by: { $0.key < $1.key })
    where now - heardAt >= .seconds(8) {
      programs[index].heardAt[other] = nil
      decide(index, now: now) { $0.forget(Self.address(other), now: now) }
    }
  }

  private mutating func tick(_ index: Int, now: Duration) {
    decide(index, now: now) { $0.tick(now: now) }
  }

  private mutating func hear(_ index: Int, _ other: Int, _ rank: RoomRank, now: Duration) {
    guard programs[index].election != nil else { return }
    programs[index].heardAt[other] = now
    decide(index, now: now) {
      $0.hear(Self.address(other), rank: rank, isFree: true, now: now)
    }
  }

  private mutating func decide(
    _ index: Int,
    now: Duration,
    _ input: (inout RoomElection) -> RoomElection.Decision
  ) {
    guard var election = programs[index].election else { return }
    let decision = input(&election)
    programs[index].election = election
    switch decision {
    case .nothing: break
    case .open(let rank):
      opened += 1
      if settledAt != nil { openedLater += 1 }
      begin(index, rank, now: now)
    case .announce(let rank): begin(index, rank, now: now)
    case .follow:
      programs[index].rank = nil
      programs[index].isOnAir = false
      programs[index].opening += 1
    }
    if settledAt == nil, isTogether { settledAt = now }
    wake(index)
  }

  private mutating func wake(_ index: Int) {
    if let deadline = programs[index].election?.deadline { plan(.due(index), at: deadline) }
  }

  // MARK: The air

  /// bluetoothd needs a moment to register an advertisement, and to change it.
  private mutating func begin(_ index: Int, _ rank: RoomRank, now: Duration) {
    programs[index].rank = rank
    programs[index].isOnAir = false
    programs[index].opening += 1
    plan(.on(index, opening: programs[index].opening), at: now + milliseconds(50...600))
  }

  private mutating func goOnAir(_ index: Int, _ opening: Int, now: Duration) {
    guard programs[index].opening == opening else { return }
    programs[index].isOnAir = true
    plan(.advertise(index, opening: opening), at: now + milliseconds(0...1_280))
  }

  private mutating func advertise(_ index: Int, _ opening: Int, now: Duration) {
    guard programs[index].opening == opening, let rank = programs[index].rank else { return }
    plan(.advertise(index, opening: opening), at: now + .milliseconds(1_280) + milliseconds(0...10))
    for other in programs.indices where other != index && programs[other].election != nil {
      // Nothing is heard while a scan begins, and some controllers tell of each only once.
      let isDeaf = now - programs[other].scanAt < .milliseconds(150)
      let isTold = tellsOnce && programs[other].reported.contains(index)
      guard !isDeaf, !isTold, !random.chance(loss) else { continue }
      programs[other].reported.insert(index)
      plan(.hear(other, of: index, rank), at: now + milliseconds(1...300))
    }
  }
}

extension Array {
  /// Takes one out; the last one comes to its place.
  fileprivate mutating func swapRemove(_ index: Int) -> Element {
    swapAt(index, count - 1)
    return removeLast()
  }
}
