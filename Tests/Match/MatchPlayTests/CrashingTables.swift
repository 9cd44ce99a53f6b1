import GameRules
import MatchPlay
import MatchProtocol
import TestSupport

@testable import MatchSimulation

/// Two players at tables that write down what they are ordered to, and whose programs may be killed
/// between any two orders.
struct CrashingTables {
  private static let hostPeer = PeerID(rawValue: "host")
  private static let guestPeer = PeerID(rawValue: "guest")

  private var boards: [Role: SimulatedBoard]
  private var killedAfter: [Role: Int]
  /// Whether a side learns at once that the other's program was killed.
  private let isTold: Bool
  private var random = SeededGenerator(seed: 1)
  private var now = Duration.zero
  private var isUp = false
  private var packets: [Role: [[UInt8]]] = [:]
  /// What each player says who is asked to go back to the last common position.
  var answers: [Role: Bool] = [.host: true, .guest: true]
  /// After how many moves that position is, each time when a player was asked.
  private(set) var asked: [Role: [Int]] = [.host: [], .guest: []]
  /// Whether the players make five in a row.
  private let isToEnd: Bool
  /// After how many packets that arrive behind the end of the game the link is lost.
  private let cutAfter: Int?
  /// For how long there is no link then; nil for ever.
  private let cutFor: Duration?
  private var arrived = 0
  private var isCutUntil: Duration?
  /// How many orders each side has carried out.
  private(set) var steps: [Role: Int] = [.host: 0, .guest: 0]

  init(
    hostKilledAfter host: Int? = nil,
    guestKilledAfter guest: Int? = nil,
    isTold: Bool = true,
    tosses: Bool = false,
    rules: TableRules = TableRules(),
    cutAfterEnd cut: (packets: Int, time: Duration?)? = nil
  ) {
    let terms = MatchMessage.Start(.gomoku(), first: .host)
    boards = [
      .host: SimulatedBoard(.host, SeededSecrets(seed: 1), terms),
      .guest: SimulatedBoard(.guest, SeededSecrets(seed: 2), terms),
    ]
    if tosses { boards[.host]?.firstRule = .tossed }
    boards[.host]?.rules = rules
    boards[.guest]?.rules = rules
    isToEnd = cut != nil
    (cutAfter, cutFor) = (cut?.packets, cut?.time)
    killedAfter = [:]
    killedAfter[.host] = host
    killedAfter[.guest] = guest
    self.isTold = isTold
    start(.host)
    start(.guest)
  }

  /// Plays until both have all of `count` moves; returns what went wrong.
  mutating func play(_ count: Int) -> String? {
    for _ in 0..<400 {
      // Long enough for a report between two moves.
      now += .milliseconds(150)
      connect()
      settle()
      for role in [Role.host, .guest] { give(role) { $0.tick(now: $1) } }
      settle()
      for role in [Role.host, .guest] { move(role, of: count) }
      settle()
      if let failure { return failure }
      if moves(.host) == count, moves(.guest) == count { return nil }
    }
    return "it never ends: \(moves(.host)) and \(moves(.guest)) of \(count)"
  }

  /// Plays a game to its end, after which each player in `leaving`, in this order, says no to
  /// another one; returns how long after the last move both programs have ended, or nil if one of
  /// them has not after an hour.
  mutating func finish(leaving: [Role] = []) -> Duration? {
    var leaving = leaving
    var lastMove: Duration?
    while now < .seconds(3_600) {
      now += .milliseconds(150)
      connect()
      settle()
      for role in [Role.host, .guest] { give(role) { $0.tick(now: $1) } }
      settle()
      for role in [Role.host, .guest] { move(role, of: 9) }
      settle()
      if lastMove == nil, isOver { lastMove = now }
      // Nobody answers before a report may have come.
      if let lastMove, lastMove < now, !leaving.isEmpty {
        give(leaving.removeFirst()) { $0.perform(.answer(false), now: $1) }
        settle()
      }
      if let lastMove, ends.allSatisfy({ $0 != nil }) { return now - lastMove }
    }
    return nil
  }

  /// How many moves and which result each player has seen, the host's first.
  var results: [MatchOutcome?] { [boards[.host]?.match?.outcome, boards[.guest]?.match?.outcome] }

  private var isOver: Bool { isEither { $0.match?.outcome != nil } }

  /// Puts the disk of `role` back to when `count` moves had been made, and lets its player make
  /// another move than before while there is no link.
  mutating func putBack(_ role: Role, to count: Int) {
    boards[role]?.kill()
    let journal = boards[role]?.disk.journal ?? []
    let end = journal.firstIndex { entry in
      if case .move(let move) = entry.message { move.ply == count } else { false }
    }
    boards[role]?.disk.journal = Array(journal.prefix(end ?? journal.count))
    start(role)
    bringDown(telling: [.host, .guest])
    guard let point = Point(column: 14, row: role == .host ? 4 : 10) else { return }
    give(role) { $0.perform(.play(.place(point)), now: $1) }
  }

  /// Kills the program of `role` after `count` more orders.
  mutating func kill(_ role: Role, after count: Int) {
    killedAfter[role] = steps[role, default: 0] + count
  }

  /// Lets the two find out that their records differ, and settle it; returns what went wrong.
  mutating func settleDifference() -> String? {
    for _ in 0..<400 {
      now += .milliseconds(150)
      connect()
      settle()
      for role in [Role.host, .guest] { give(role) { $0.tick(now: $1) } }
      settle()
      if failure == nil, moves(.host) == moves(.guest), !isEither(\.isSuspended) { return nil }
      if ends.contains(where: { $0 != nil }) { return nil }
    }
    return "it never ends: \(moves(.host)) and \(moves(.guest))"
  }

  /// How the tables have ended, the host's first.
  var ends: [TableEnd?] { [boards[.host]?.end, boards[.guest]?.end] }

  private func isEither(_ claim: (SimulatedBoard) -> Bool) -> Bool {
    boards.values.contains(where: claim)
  }

  func moves(_ role: Role) -> Int { boards[role]?.match?.record.moves.count ?? 0 }

  /// What a table has done wrong, or has heard and the other side has not said in this order.
  private var failure: String? {
    guard let host = boards[.host], let guest = boards[.guest] else { return "no boards" }
    if let fault = host.fault ?? guest.fault { return fault }
    guard guest.said.starts(with: host.heard), host.said.starts(with: guest.heard) else {
      return "host heard \(host.heard), guest heard \(guest.heard)"
    }
    return nil
  }

  // MARK: What happens

  private mutating func start(_ role: Role) {
    carryOut(boards[role]?.start(using: &random, now: now) ?? TableOrders(), role)
  }

  private mutating func connect() {
    if boards[.guest]?.wantsToStart == true {
      bringDown(telling: [.host])
      start(.guest)
    }
    guard !isUp, !isEither({ $0.end != nil }), isCutUntil.map({ $0 <= now }) ?? true else {
      return
    }
    isUp = true
    give(.guest) { $0.receive(.up(Self.hostPeer, maximumPacketSize: 180), now: $1) }
  }

  /// Whose turn it is moves on every other point of its own row.
  private mutating func move(_ role: Role, of count: Int) {
    guard moves(role) < count, let match = boards[role]?.match, match.isLocalTurn,
      let point = Point(
        column: isToEnd ? moves(role) / 2 : moves(role) / 2 * 2 % 15,
        row: role == .host ? 3 : 9
      )
    else { return }
    give(role) { $0.perform(.play(.place(point)), now: $1) }
  }

  private mutating func settle() {
    while isUp, let role = [Role.host, .guest].first(where: { packets[$0]?.isEmpty == false }) {
      if isOver, isCutUntil == nil, let cutAfter {
        guard arrived < cutAfter else {
          isCutUntil = cutFor.map { now + $0 } ?? .seconds(1 << 40)
          bringDown(telling: [.host, .guest])
          return
        }
        arrived += 1
      }
      guard let packet = packets[role]?.removeFirst() else { return }
      let peer = role == .host ? Self.guestPeer : Self.hostPeer
      give(role) { $0.receive(.packet(packet, from: peer, maximumPacketSize: 180), now: $1) }
    }
  }

  private mutating func give(
    _ role: Role,
    _ input: (inout Table<SimulatedSession>, Duration) -> TableOrders
  ) {
    carryOut(boards[role]?.give(now: now, input) ?? TableOrders(), role)
  }

  private mutating func carryOut(_ orders: TableOrders, _ role: Role) {
    for change in orders.keeps {
      guard isNext(role) else { return kill(role) }
      boards[role]?.keep(change)
    }
    for packet in orders.packets {
      guard isNext(role) else { return kill(role) }
      packets[role == .host ? .guest : .host, default: []].append(packet.bytes)
    }
    for notice in orders.notices {
      guard isNext(role) else { return kill(role) }
      hear(notice, role)
    }
    if let end = orders.end {
      guard isNext(role) else { return kill(role) }
      boards[role]?.finish(end)
    }
    if !orders.hangUps.isEmpty { bringDown(telling: [.host, .guest]) }
  }

  /// Counts a step of `role`; false if it is killed before it.
  private mutating func isNext(_ role: Role) -> Bool {
    steps[role, default: 0] += 1
    guard let limit = killedAfter[role], steps[role, default: 0] > limit else { return true }
    killedAfter[role] = nil
    return false
  }

  private mutating func hear(_ notice: TableNotice, _ role: Role) {
    boards[role]?.hear(notice)
    if case .met(_, .new) = notice { give(role) { $0.perform(.accept, now: $1) } }
    if case .record(.asks(let match, _, _)) = notice {
      asked[role, default: []].append(match.record.moves.count)
      let answer = answers[role] ?? true
      give(role) { $0.perform(.answer(answer), now: $1) }
    }
  }

  private mutating func kill(_ role: Role) {
    boards[role]?.kill()
    start(role)
    // A guest always sees its host go; a host that is not told has a link that nobody is at the end
    // of.
    bringDown(telling: role == .host ? [.guest] : isTold ? [.host] : [])
  }

  private mutating func bringDown(telling roles: [Role]) {
    guard isUp else { return }
    isUp = false
    packets = [:]
    for role in roles {
      let peer = role == .host ? Self.guestPeer : Self.hostPeer
      give(role) { $0.receive(.down(peer, .disconnected), now: $1) }
    }
  }
}
