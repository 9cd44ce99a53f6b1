import GameRules
import GameSearch
import MatchPlay
import MatchProtocol
import MatchSimulation

@testable import BoardUI

/// Two programs in line mode over real sessions, a simulated link and a simulated clock.
struct LinkedBoards {
  typealias Seat = TwoBoards.Seat

  private static let guestPeer = PeerID(rawValue: "guest")
  private static let hostPeer = PeerID(rawValue: "host")

  private var programs: [Seat: LineClient<SimulatedSession>]
  private var wires: [Seat: SimulatedWire]
  private var isUp = false
  private var isHangingUp = false
  private(set) var now = Duration.zero
  private(set) var packetsSent = 0
  private(set) var output: [Seat: String] = [:]
  private(set) var exits: [Seat: ExitReason] = [:]

  init(
    _ input: ScriptedProgram.Input,
    game: Game = .gomoku(),
    faults: LinkFaults = .none,
    seed: UInt64 = 1,
    patience: Duration = .zero,
    unknown: TableRules.UnknownPlayers = .accept
  ) {
    wires = [
      .host: SimulatedWire(faults: faults, seed: seed &* 2),
      .guest: SimulatedWire(faults: faults, seed: seed &* 2 &+ 1),
    ]
    let host = HostSession(
      name: PlayerName(cleaning: "Hana"),
      credentials: LinkPair.hostCredentials,
      session: SessionID(rawValue: 1),
      patience: patience
    )
    let terms = MatchMessage.Start(game, first: .host)
    let rules = TableRules(unknown: unknown, asksAgain: input == .terminal)
    programs = [
      .host: Self.program(Table(.host(host), as: .host, terms: terms, rules: rules), input),
      .guest: Self.program(Self.guest("Gus", seed, patience, rules), input),
    ]
  }

  private static func guest(
    _ name: String,
    _ nonce: UInt64,
    _ patience: Duration,
    _ rules: TableRules
  ) -> Table<SimulatedSession> {
    let session = GuestSession(
      name: PlayerName(cleaning: name),
      program: "test/1",
      credentials: LinkPair.guestCredentials,
      nonce: Nonce(rawValue: nonce),
      patience: patience
    )
    return Table(.guest(session), as: .guest, rules: rules)
  }

  /// Has another guest come in place of the one that has gone.
  mutating func seat(_ name: String) {
    let rules = TableRules(unknown: .accept, asksAgain: true)
    programs[.guest] = Self.program(Self.guest(name, 1_000, .zero, rules), .terminal)
    (output[.guest], exits[.guest]) = (nil, nil)
    connect()
  }

  private static func program(
    _ table: Table<SimulatedSession>,
    _ input: ScriptedProgram.Input
  ) -> LineClient<SimulatedSession> {
    let app = App(table, player: input.player)
    return LineClient(app, input: input == .pipe ? .pipe : .terminal)
  }

  // MARK: The link

  mutating func connect() {
    isUp = true
    give(.link(.up(Self.hostPeer, maximumPacketSize: 180)), to: .guest)
    settle()
  }

  mutating func cut() {
    for seat in [Seat.host, .guest] { wires[seat]?.clear() }
    bringDown()
    settle()
  }

  /// Loses every packet from now on, without a word.
  mutating func deafen() {
    setFaults(LinkFaults(dropped: 100))
  }

  /// Carries every packet from now on.
  mutating func hear() {
    setFaults(.none)
  }

  private mutating func setFaults(_ faults: LinkFaults) {
    for seat in [Seat.host, .guest] { wires[seat]?.faults = faults }
  }

  private mutating func bringDown() {
    isUp = false
    isHangingUp = false
    give(.link(.down(Self.guestPeer, .disconnected)), to: .host)
    give(.link(.down(Self.hostPeer, .disconnected)), to: .guest)
  }

  /// Carries packets until none is on its way, then takes the link down if a side hung up.
  private mutating func settle() {
    while let (seat, packet) = nextPacket() {
      let peer = seat == .host ? Self.guestPeer : Self.hostPeer
      give(.link(.packet(packet, from: peer, maximumPacketSize: 180)), to: seat)
    }
    if isHangingUp { bringDown() }
  }

  /// What arrives next, and where: the wire of a seat carries what it sends.
  private mutating func nextPacket() -> (Seat, [UInt8])? {
    for seat in [Seat.guest, .host] {
      if let packet = wires[seat]?.receive() { return (seat.other, packet) }
    }
    return nil
  }

  // MARK: The players

  mutating func type(_ line: String, at seat: Seat) {
    give(.line(line), to: seat)
    settle()
  }

  /// Moves the clock on second by second, and wakes the programs when they asked for it.
  mutating func advance(seconds: Int) {
    let end = now + .seconds(seconds)
    while let next = programs.values.compactMap(\.deadline).min(), next <= end {
      now = max(now, next)
      for seat in [Seat.host, .guest] { give(.tick, to: seat) }
      settle()
    }
    now = end
  }

  /// Plays a move picked by `choose` from the legal ones until the game is over.
  mutating func playOut(_ choose: ([Move]) -> Move?) {
    while let match = match, let move = choose(match.position.legalMoves) {
      type(move.description, at: match.isLocalTurn ? .host : .guest)
    }
  }

  /// The match that is being played at the host's board.
  private var match: Match? {
    if case .playing(let match)? = programs[.host]?.app.table.phase { match } else { nil }
  }

  func lines(of seat: Seat, last count: Int) -> [Substring] {
    (output[seat] ?? "").split(separator: "\n").suffix(count)
  }

  /// The last `count` lines that a seat has printed before it was asked for another game.
  func finalLines(of seat: Seat, last count: Int) -> [Substring] {
    lines(of: seat, last: .max).prefix { !$0.hasPrefix("Again?") }.suffix(count)
  }

  /// Says no to another game, at the host's board.
  mutating func takeLeave() {
    type("no", at: .host)
  }

  mutating func give(_ event: Event, to seat: Seat) {
    guard let orders = programs[seat]?.update(event, now: now) else { return }
    perform(orders, of: seat)
  }

  private mutating func perform(_ orders: Orders, of seat: Seat) {
    packetsSent += orders.table.packets.count
    if isUp { for packet in orders.table.packets { wires[seat]?.send(packet.bytes) } }
    if !orders.table.hangUps.isEmpty { isHangingUp = isUp }
    output[seat, default: ""] += orders.text
    if let reason = orders.end { exits[seat] = reason }
    for case .think(let inquiry) in orders.work {
      guard let move = inquiry.answer(seed: seat == .host ? 1 : 2) else { return }
      give(.work(.machine(.moveFound(move))), to: seat)
    }
  }
}
