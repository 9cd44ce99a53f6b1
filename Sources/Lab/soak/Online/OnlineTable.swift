import BrokerTransport
import GameRules
import MatchPlay
import MatchProtocol
import QueueExecutor
import TestSupport

/// Two players at one table at a broker, each with a connection of their own: the real sessions,
/// tables and transports, without a disk and a face.
///
/// One of them may be in another process; then all that is told is of the one who is here.
actor OnlineTable {
  /// An event of a table for its owner, on its queue.
  enum Event: Sendable {
    /// Both players sit, and nobody has moved.
    case seated
    /// A move came to the other side after this time; where both are here.
    case moved(Duration)
    /// The player here begins to make a move, or has heard one; where the other one is elsewhere.
    case moving(at: ContinuousClock.Instant)
    case heard(at: ContinuousClock.Instant)
    /// Both sides know how the game ended.
    case decided
    /// Both sides are done.
    case ended
  }

  private let queueExecutor: QueueExecutor
  private let guestBrokers: BrokerList
  private let tell: @Sendable (Event) -> Void
  /// The code of the table.
  nonisolated let code: TableCode
  /// The players who are here.
  private let host: OnlinePlayer?
  private let guest: OnlinePlayer?
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now
  private var random: SeededGenerator
  /// The average time that a player thinks; nil before they may move.
  private var thought: Duration?
  private var isSeated = false
  private var isDecided = false
  private var hasEnded = false
  /// The player who has begun to make a move that is not reported yet, and the time of that.
  private var move: (by: Role, at: ContinuousClock.Instant)?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// A table at `brokers`, all of which is on `executor`; what is played follows from `seed`.
  ///
  /// The guest may be at another broker, to which somebody carries what is said, or in another
  /// process, so that only the host is here.
  init(
    at brokers: BrokerList,
    guestAt guestBrokers: BrokerList? = nil,
    hasGuest: Bool = true,
    on executor: QueueExecutor,
    seed: UInt64,
    tell: @escaping @Sendable (Event) -> Void
  ) {
    let secrets = TableSecrets()
    self.tell = tell
    self.guestBrokers = guestBrokers ?? brokers
    queueExecutor = executor
    random = SeededGenerator(seed: seed)
    code = TableCode(brokers, secrets.digest)
    host = OnlinePlayer(hostWith: secrets)
    guest = hasGuest ? OnlinePlayer(guestOf: secrets.digest) : nil
  }

  /// A guest's place at the table of `code`, whose host, known by `digest`, is in another process.
  init(
    joining code: TableCode,
    of digest: TableDigest,
    on executor: QueueExecutor,
    seed: UInt64,
    tell: @escaping @Sendable (Event) -> Void
  ) {
    (self.code, self.tell) = (code, tell)
    guestBrokers = code.broker
    queueExecutor = executor
    random = SeededGenerator(seed: seed)
    host = nil
    guest = OnlinePlayer(guestOf: digest)
  }

  private var now: Duration { .now - start }

  private var players: [OnlinePlayer] { [host, guest].compactMap(\.self) }

  private func player(_ role: Role) -> OnlinePlayer? { role == .host ? host : guest }

  // MARK: The table

  /// Opens the table, and sends the guest there; ``Event/seated`` follows.
  func open() async throws(BrokerError) {
    var access = BrokerAccess()
    access.executor = queueExecutor
    for player in players { give(player, .begin) }
    if let host {
      host.transport = try await BrokerHostTransport.open(
        BrokerTable([Door(code)]),
        at: code.broker,
        access,
        deliver: sink(.host)
      )
    }
    guard let guest else { return }
    let transport = BrokerGuestTransport(
      to: [Door(code)],
      at: guestBrokers,
      known: HostLocation(address: code.text, name: nil),
      access,
      deliver: sink(.guest)
    )
    guest.transport = transport
    try await transport.connect()
  }

  private nonisolated func sink(_ role: Role) -> @Sendable (TransportEvent) -> Void {
    { [weak self] event in
      guard case .link(let event) = event else { return }
      self?.assumeIsolated { table in
        guard let player = table.player(role) else { return }
        table.give(player, .link(event))
      }
    }
  }

  /// Lets the players move, each after up to twice `thought`.
  func play(thinking thought: Duration) {
    self.thought = thought
    for player in players { considerMove(player) }
  }

  /// Makes the move that is due, at once; for who plays by hand.
  func moveNow() {
    for player in players { makeMove(player) }
  }

  /// Ends both connections.
  func close() async {
    hasEnded = true
    for player in players {
      await player.transport?.close()
      player.transport = nil
    }
  }

  // MARK: Players

  private func considerMove(_ player: OnlinePlayer) {
    guard let thought, player.match?.isLocalTurn == true else { return }
    let role = player.role
    let pause = thought > .zero ? thought * Double.random(in: 0...2, using: &random) : .zero
    later { table in
      if pause > .zero { try? await table.clock.sleep(for: pause) }
      if let player = table.player(role) { table.makeMove(player) }
    }
  }

  private func makeMove(_ player: OnlinePlayer) {
    guard let chosen = player.choose(using: &random) else { return }
    move = (player.role, .now)
    give(player, .action(.play(chosen)))
  }

  /// Does `work` after what is being done.
  private func later(_ work: @escaping @Sendable (isolated OnlineTable) async -> Void) {
    // It ends by itself, after a pause at most.
    Task { await work(self) }
  }

  // MARK: What the tables order

  private func give(_ player: OnlinePlayer, _ input: OnlinePlayer.Input) {
    guard player.end == nil, !hasEnded else { return }
    let orders = player.give(input, now: now)
    player.perform(orders)
    drain(player)
    for notice in orders.notices { hear(notice, player) }
    arm(player)
    tellSeated()
    tellDecided()
  }

  private func hear(_ notice: TableNotice, _ player: OnlinePlayer) {
    switch notice {
    case .moved:
      noteMove(heardBy: player)
      considerMove(player)
    case .began: considerMove(player)
    default: break
    }
  }

  private func noteMove(heardBy player: OnlinePlayer) {
    let moment = ContinuousClock.now
    if let move, players.count == 1 {
      tell(.moving(at: move.at))
    } else if let move, move.by != player.role {
      tell(.moved(moment - move.at))
    } else if players.count == 1 {
      tell(.heard(at: moment))
    } else {
      return
    }
    move = nil
  }

  private func tellSeated() {
    guard !isSeated, players.allSatisfy(\.hasBegun) else { return }
    isSeated = true
    tell(.seated)
  }

  private func tellDecided() {
    guard !isDecided, players.allSatisfy({ $0.match?.outcome != nil }) else { return }
    isDecided = true
    tell(.decided)
  }

  // MARK: The transports

  private func drain(_ player: OnlinePlayer) {
    guard !player.isSending, !player.outbox.isEmpty || player.end != nil else { return }
    player.isSending = true
    let role = player.role
    // Begins at once, and ends when the transport has taken all that waits.
    Task.immediate { await self.handOver(of: role) }
  }

  private func handOver(of role: Role) async {
    guard let player = player(role) else { return }
    while !player.outbox.isEmpty {
      switch player.outbox.removeFirst() {
      // A link that is down reports so itself, by an event.
      case .send(let packet): try? await player.transport?.send(packet)
      case .disconnect(let peer): await player.transport?.disconnect(peer)
      case .expect(let other): await player.transport?.expect(other)
      }
    }
    player.isSending = false
    guard player.end != nil, let transport = player.transport.take() else { return }
    await transport.close()
    if players.allSatisfy({ $0.transport == nil }) { tell(.ended) }
  }

  private func arm(_ player: OnlinePlayer) {
    guard let deadline = player.deadline, player.end == nil else { return }
    guard deadline < player.armed ?? .seconds(1 << 40) else { return }
    player.armed = deadline
    let role = player.role
    later { table in
      try? await table.clock.sleep(until: table.start + deadline)
      table.wake(role, at: deadline)
    }
  }

  private func wake(_ role: Role, at moment: Duration) {
    guard let player = player(role), player.armed == moment else { return }
    player.armed = nil
    guard let deadline = player.deadline, deadline <= now else { return arm(player) }
    give(player, .tick)
  }

  // MARK: The verdict

  /// The failure of the game of two who are here, or nil if both sides have the same record of it
  /// to its end.
  var fault: String? {
    guard players.allSatisfy({ $0.end == .gameOver }) else {
      let ends = players.map { "the \($0.role) ended \($0.end.map { "\($0)" } ?? "not at all")" }
      let count = players.first?.match?.record.moves.count ?? 0
      return "after \(count) moves \(ends.joined(separator: ", "))"
    }
    return recordFault
  }

  /// The difference between the two records to the end of the game; nil if they are equal.
  var recordFault: String? {
    guard let host, let guest, let mine = host.match, let theirs = guest.match else {
      return "nobody played"
    }
    guard mine.outcome != nil, mine.outcome == theirs.outcome, mine.record == theirs.record else {
      return "the records differ: \(mine.record), \(theirs.record)"
    }
    guard host.said.starts(with: guest.heard), guest.said.starts(with: host.heard) else {
      return "messages were lost, repeated or swapped"
    }
    return nil
  }

  /// True if the game is over for one side at least.
  var isOver: Bool { players.contains { $0.match?.outcome != nil } }
}
