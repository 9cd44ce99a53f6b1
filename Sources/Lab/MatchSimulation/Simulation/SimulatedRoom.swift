import GameRules
import MatchPlay
import MatchProtocol
import TestSupport

/// A simulated table with two players and several who watch, over bad air.
///
/// Packets get lost, arrive twice and overtake each other, links are lost, watchers fall silent,
/// leave and come. At the end every board shows the same game. A seed always gives the same one.
public struct SimulatedRoom {
  /// The report of a simulated room.
  public struct Report: Sendable {
    /// The seed.
    public let seed: UInt64
    /// The failure, if any.
    public var failure: String?
    /// The number of moves that were made, in all games.
    public var moves = 0
    /// The number of packets the host has sent.
    public var packets = 0
    /// The number of links that were lost.
    public var losses = 0
    /// The number of watchers that came anew.
    public var arrivals = 0
  }

  enum Event {
    case toHost([UInt8], from: Int, link: Int)
    case toNode([UInt8], Int, link: Int)
    case linkUp(Int)
    case linkDown(Int, link: Int)
    case tick(Int)
    case act
  }

  /// One of those who come to the host: the guest is the first.
  struct Node {
    var board: RoomBoard
    /// Which link stands, by its number; nil for none.
    var link: Int?
    var links = 0
    var armed: Duration?
    var isSilent = false
  }

  static let hostPeer = PeerID(rawValue: "host")
  private static let size = 181

  private var random: SeededGenerator
  private var schedule = Schedule<Event>()
  private var now = Duration.zero
  private var host: RoomBoard
  private var hostArmed: Duration?
  private var nodes: [Node] = []
  private let faults: LinkFaults
  private let longest: Int
  private var report: Report

  private init(seed: UInt64, watchers: Int) {
    random = SeededGenerator(seed: seed)
    report = Report(seed: seed)
    faults = LinkFaults(
      duplicated: Int.random(in: 0...5, using: &random),
      dropped: Int.random(in: 0...15, using: &random)
    )
    longest = Int.random(in: 5...60, using: &random)
    let game = [Game.gomoku(), .xiangqi, .liuzhou()].randomElement(using: &random) ?? .gomoku()
    host = .host(seed, game, places: watchers)
    nodes = (0...watchers).map { Node(board: $0 == 0 ? .guest(seed) : .watcher(seed, $0)) }
  }

  /// Plays the table of `seed`, with so many watchers.
  public static func play(seed: UInt64, watchers: Int = 7) -> Report {
    var room = SimulatedRoom(seed: seed, watchers: watchers)
    room.run()
    return room.report
  }

  private mutating func run() {
    carryOut(host.begin(now: now), of: nil)
    for index in nodes.indices {
      // Some come when the game is under way.
      let latest = index < 2 ? 500 : 30_000
      let start = Int.random(in: 0...latest, using: &random)
      schedule.add(.linkUp(index), at: .milliseconds(start))
    }
    schedule.add(.act, at: .seconds(2))
    let limit = Duration.seconds(900)
    while let (time, event) = schedule.next(), time < limit, report.failure == nil {
      now = max(now, time)
      handle(event)
      if isSettled { break }
    }
    check()
  }

  /// When the game was over, and nobody had disturbed it since.
  private var overAt: Duration?
  /// The pause for all then: a peer that has begun eight times in a minute has to wait for the
  /// next.
  private static let rest = Duration.seconds(150)
  private var isSettled: Bool { overAt.map { now >= $0 + Self.rest } ?? false }

  // MARK: What happens

  private mutating func handle(_ event: Event) {
    switch event {
    case .toHost(let packet, let index, let link):
      guard nodes[index].link == link else { return }
      give(nil, .packet(packet, from: peer(index), maximumPacketSize: Self.size))
    case .toNode(let packet, let index, let link):
      guard nodes[index].link == link, !nodes[index].isSilent else { return }
      give(index, .packet(packet, from: Self.hostPeer, maximumPacketSize: Self.size))
    case .linkUp(let index): link(index)
    case .linkDown(let index, let link):
      cut(index, link)
    case .tick(let index):
      tick(index < 0 ? nil : index)
    case .act:
      act()
    }
  }

  private mutating func link(_ index: Int) {
    guard nodes[index].link == nil else { return }
    nodes[index].links += 1
    nodes[index].link = nodes[index].links
    nodes[index].isSilent = false
    give(index, .up(Self.hostPeer, maximumPacketSize: Self.size))
  }

  private func peer(_ index: Int) -> PeerID { PeerID(rawValue: "peer\(index)") }

  private mutating func give(_ index: Int?, _ event: LinkEvent) {
    let now = now
    if let index {
      carryOut(nodes[index].board.receive(event, now: now), of: index)
    } else {
      carryOut(host.receive(event, now: now), of: nil)
    }
  }

  private mutating func tick(_ index: Int?) {
    let now = now
    if let index {
      nodes[index].armed = nil
      carryOut(nodes[index].board.tick(now: now), of: index)
    } else {
      hostArmed = nil
      carryOut(host.tick(now: now), of: nil)
    }
  }

  private mutating func cut(_ index: Int, _ link: Int) {
    guard nodes[index].link == link else { return }
    nodes[index].link = nil
    report.losses += 1
    give(nil, .down(peer(index), .disconnected))
    give(index, .down(Self.hostPeer, .disconnected))
    let pause = Duration.milliseconds(Int.random(in: 500...4_000, using: &random))
    schedule.add(.linkUp(index), at: now + pause)
  }

  // MARK: Orders

  private mutating func carryOut(_ orders: TableOrders, of index: Int?) {
    for packet in orders.packets { send(packet.bytes, of: index) }
    for peer in orders.hangUps { hangUp(peer, by: index) }
    if orders.end != nil, let index, index > 0 { replace(index) }
    arm(index)
  }

  private mutating func send(_ packet: [UInt8], of index: Int?) {
    guard let index else {
      report.packets += 1
      for index in nodes.indices {
        guard let link = nodes[index].link else { continue }
        travel(.toNode(packet, index, link: link))
      }
      return
    }
    guard let link = nodes[index].link, !nodes[index].isSilent else { return }
    travel(.toHost(packet, from: index, link: link))
  }

  private mutating func travel(_ event: Event) {
    guard !random.chance(faults.dropped) else { return }
    for _ in 0..<(random.chance(faults.duplicated) ? 2 : 1) {
      let time = Duration.milliseconds(Int.random(in: 5...60, using: &random))
      schedule.add(event, at: now + time)
    }
  }

  private mutating func hangUp(_ peer: PeerID, by index: Int?) {
    let found = index ?? nodes.indices.first { self.peer($0) == peer }
    guard let found, let link = nodes[found].link else { return }
    schedule.add(.linkDown(found, link: link), at: now + .milliseconds(70))
  }

  private mutating func arm(_ index: Int?) {
    let deadline = index.map { nodes[$0].board.deadline } ?? host.deadline
    let armed = index.map { nodes[$0].armed } ?? hostArmed
    guard let deadline, deadline < armed ?? .seconds(1 << 40) else { return }
    if let index { nodes[index].armed = deadline } else { hostArmed = deadline }
    schedule.add(.tick(index ?? -1), at: max(deadline, now))
  }

  // MARK: What people do

  /// The players do something, or something happens to a link.
  private mutating func act() {
    let now = now
    carryOut(host.act(longest, using: &random, now: now), of: nil)
    carryOut(nodes[0].board.act(longest, using: &random, now: now), of: 0)
    if overAt == nil {
      // A guest that has not sat down yet gives up where its link is lost.
      if host.match != nil { disturb() }
      if host.isOver { overAt = now }
    } else {
      for index in nodes.indices { nodes[index].isSilent = false }
    }
    let pause = Duration.milliseconds(Int.random(in: 100...1_500, using: &random))
    schedule.add(.act, at: now + pause)
  }

  private mutating func disturb() {
    let index = Int.random(in: nodes.indices, using: &random)
    switch Int.random(in: 0..<40, using: &random) {
    case 0:
      if let link = nodes[index].link { cut(index, link) }
    case 1 where index > 0:
      nodes[index].isSilent = true
    case 2 where index > 0:
      // Somebody else comes in its place.
      let now = now
      carryOut(nodes[index].board.quit(now: now), of: index)
    default: break
    }
  }

  /// Somebody else watches in the place of one who has left, or did not come in.
  private mutating func replace(_ index: Int) {
    report.arrivals += 1
    nodes[index].board = .watcher(report.seed, nodes.count + report.arrivals)
    nodes[index].armed = nil
    guard let link = nodes[index].link else {
      return schedule.add(.linkUp(index), at: now + .seconds(1))
    }
    schedule.add(.linkDown(index, link: link), at: now + .milliseconds(100))
  }

  // MARK: The end

  private mutating func check() {
    guard let match = host.match, overAt != nil else {
      report.failure = report.failure ?? "the game did not come to its end"
      return
    }
    report.moves = match.record.moves.count
    for (index, node) in nodes.enumerated() {
      guard let seen = node.board.match else {
        report.failure = "board \(index) shows no game"
        return
      }
      guard seen.position == match.position, seen.record == match.record,
        seen.outcome == match.outcome
      else {
        report.failure =
          "board \(index) shows \(seen.record.moves.count) moves and \(String(describing: seen.outcome))"
          + ", the host \(match.record.moves.count) and \(String(describing: match.outcome))"
        return
      }
    }
  }
}
