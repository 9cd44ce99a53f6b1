import BrokerTransport
import GameRules
import MatchPlay
import MatchProtocol
import MatchSimulation
import QueueExecutor

/// Two players at one table at a broker, each with a connection of their own: the real sessions,
/// tables and transports, without a disk and a face.
actor OnlineTable {
  /// What a table tells its owner, on its queue.
  enum Event: Sendable {
    /// Both players sit, and nobody has moved.
    case seated
    /// A move came to the other side after this time.
    case moved(Duration)
    /// Both sides know how the game ended.
    case decided
    /// Both sides are done.
    case ended
  }

  private let queueExecutor: QueueExecutor
  private let brokers: BrokerList
  private let guestBrokers: BrokerList
  private let tell: @Sendable (Event) -> Void
  private let secrets = TableSecrets()
  private let host: OnlinePlayer
  private let guest: OnlinePlayer
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now
  private var random: SeededGenerator
  /// How long a player thinks on average; nil before they may move.
  private var thought: Duration?
  private var isSeated = false
  private var isDecided = false
  private var hasEnded = false
  /// Who moved last, and when.
  private var move: (by: Role, at: ContinuousClock.Instant)?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// A table at `brokers`, all of which is on `executor`; what is played follows from `seed`.
  ///
  /// The guest may be at another broker, to which somebody carries what is said.
  init(
    at brokers: BrokerList,
    guestAt guestBrokers: BrokerList? = nil,
    on executor: QueueExecutor,
    seed: UInt64,
    tell: @escaping @Sendable (Event) -> Void
  ) {
    (self.brokers, self.tell) = (brokers, tell)
    self.guestBrokers = guestBrokers ?? brokers
    queueExecutor = executor
    random = SeededGenerator(seed: seed)
    host = OnlinePlayer(.host, secrets)
    guest = OnlinePlayer(.guest, secrets)
  }

  private var now: Duration { .now - start }

  /// Where the table is found.
  nonisolated var code: TableCode { TableCode(brokers, secrets.digest) }

  private func player(_ role: Role) -> OnlinePlayer { role == .host ? host : guest }

  // MARK: The table

  /// Opens the table, and sends the guest there; ``Event/seated`` follows.
  func open() async throws(BrokerError) {
    var access = BrokerAccess()
    access.executor = queueExecutor
    give(.host) { $0.begin(now: $1) }
    give(.guest) { $0.begin(now: $1) }
    host.transport = try await BrokerHostTransport.open(
      BrokerTable([Door(code)]),
      at: brokers,
      access,
      deliver: sink(.host)
    )
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
      self?.assumeIsolated { table in table.give(role) { $0.receive(event, now: $1) } }
    }
  }

  /// Lets the players move, each after up to twice `thought`.
  func play(thinking thought: Duration) {
    self.thought = thought
    for role in [Role.host, .guest] { considerMove(role) }
  }

  /// Makes the move that is due, at once; for who plays by hand.
  func moveNow() {
    for role in [Role.host, .guest] { makeMove(role) }
  }

  /// Ends both connections.
  func close() async {
    hasEnded = true
    for player in [host, guest] {
      await player.transport?.close()
      player.transport = nil
    }
  }

  // MARK: Players

  private func considerMove(_ role: Role) {
    guard let thought, player(role).match?.isLocalTurn == true else { return }
    guard thought > .zero else { return later { $0.makeMove(role) } }
    let pause = thought * Double.random(in: 0...2, using: &random)
    later { table in
      try? await table.clock.sleep(for: pause)
      table.makeMove(role)
    }
  }

  private func makeMove(_ role: Role) {
    guard let chosen = player(role).choose(using: &random) else { return }
    move = (role, .now)
    give(role) { $0.perform(.play(chosen), now: $1) }
  }

  /// Does `work` after what is being done.
  private func later(_ work: @escaping @Sendable (isolated OnlineTable) async -> Void) {
    // It ends by itself, after a pause at most.
    Task { await work(self) }
  }

  // MARK: What the tables order

  private func give(
    _ role: Role,
    _ input: (inout Table<SimulatedSession>, Duration) -> [TableOrder]
  ) {
    let player = player(role)
    guard player.end == nil, !hasEnded else { return }
    let orders = input(&player.table, now)
    player.perform(orders)
    drain(player)
    for case .tell(let notice) in orders { hear(notice, role) }
    arm(player)
    tellSeated()
    tellDecided()
  }

  private func hear(_ notice: TableNotice, _ role: Role) {
    switch notice {
    case .moved:
      if let move, move.by != role {
        tell(.moved(.now - move.at))
        self.move = nil
      }
      considerMove(role)
    case .began: considerMove(role)
    default: break
    }
  }

  private func tellSeated() {
    guard !isSeated, host.hasBegun, guest.hasBegun else { return }
    isSeated = true
    tell(.seated)
  }

  private func tellDecided() {
    guard !isDecided, host.match?.outcome != nil, guest.match?.outcome != nil else { return }
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
    let player = player(role)
    while !player.outbox.isEmpty {
      switch player.outbox.removeFirst() {
      // A link that is down reports so itself, by an event.
      case .send(let packet): try? await player.transport?.send(packet)
      case .disconnect(let peer): await player.transport?.disconnect(peer)
      case .expect(let other, let session): await player.transport?.expect(other, in: session)
      }
    }
    player.isSending = false
    guard player.end != nil, let transport = player.transport.take() else { return }
    await transport.close()
    if host.transport == nil, guest.transport == nil { tell(.ended) }
  }

  private func arm(_ player: OnlinePlayer) {
    guard let deadline = player.table.deadline, player.end == nil else { return }
    guard deadline < player.armed ?? .seconds(1 << 40) else { return }
    player.armed = deadline
    let role = player.role
    later { table in
      try? await table.clock.sleep(until: table.start + deadline)
      table.wake(role, at: deadline)
    }
  }

  private func wake(_ role: Role, at moment: Duration) {
    let player = player(role)
    guard player.armed == moment else { return }
    player.armed = nil
    guard let deadline = player.table.deadline, deadline <= now else { return arm(player) }
    give(role) { $0.tick(now: $1) }
  }

  // MARK: The verdict

  /// What went wrong with the game, or nil if both sides have the same record of it to its end.
  var fault: String? {
    guard host.end == .gameOver, guest.end == .gameOver else {
      let ends = [host, guest].map { $0.end.map { "\($0)" } ?? "not at all" }
      let count = host.match?.record.moves.count ?? 0
      return "after \(count) moves the host ended \(ends[0]), the guest \(ends[1])"
    }
    return recordFault
  }

  /// What differs between what the two know of the game to its end; nil if nothing does.
  var recordFault: String? {
    guard let mine = host.match, let theirs = guest.match else { return "nobody played" }
    guard mine.outcome != nil, mine.outcome == theirs.outcome, mine.record == theirs.record else {
      return "the records differ: \(mine.record), \(theirs.record)"
    }
    guard host.said.starts(with: guest.heard), guest.said.starts(with: host.heard) else {
      return "messages were lost, repeated or swapped"
    }
    return nil
  }

  /// Whether both have the result with both signatures.
  var isSigned: Bool {
    guard let mine = host.signed, let theirs = guest.signed else { return false }
    return mine.isTrue && theirs.isTrue && mine.result.record == theirs.result.record
  }

  /// Whether the game is over for one side at least.
  var isOver: Bool { [host, guest].contains { $0.match?.outcome != nil } }
}
