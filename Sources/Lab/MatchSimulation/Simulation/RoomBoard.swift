import GameRules
import MatchPlay
import MatchProtocol
import TestSupport

/// One board of a simulated room: of a player, or of one who watches.
enum RoomBoard {
  case host(Table<HostSession>)
  case guest(Table<GuestSession>)
  case watcher(Table<WatchSession>)

  private static var rules: TableRules {
    TableRules(unknown: .accept, asksAgain: true, tellsSeen: false)
  }

  /// The host of a game of this seed, with so many places to watch.
  static func host(_ seed: UInt64, _ game: Game, places: Int) -> RoomBoard {
    var session = HostSession(
      name: PlayerName(cleaning: "Hana"),
      credentials: Credentials(secrets: SeededSecrets(seed: seed &* 100 &+ 1)),
      session: SessionID(rawValue: UInt128(seed) + 1)
    )
    session.letWatch(places)
    var rules = rules
    rules.watchers = places
    return .host(
      Table(session, as: .host, terms: MatchMessage.Start(game, first: .host), rules: rules)
    )
  }

  /// The guest.
  static func guest(_ seed: UInt64) -> RoomBoard {
    let session = GuestSession(
      name: PlayerName(cleaning: "Gil"),
      program: "soak/1",
      credentials: Credentials(secrets: SeededSecrets(seed: seed &* 100 &+ 2)),
      nonce: Nonce(rawValue: seed &* 1_000)
    )
    return .guest(Table(session, as: .guest, rules: rules))
  }

  /// The watcher of this number.
  static func watcher(_ seed: UInt64, _ number: Int) -> RoomBoard {
    let session = WatchSession(
      name: PlayerName(cleaning: "Watcher \(number)"),
      program: "soak/1",
      credentials: Credentials(secrets: SeededSecrets(seed: seed &* 100 &+ 2 &+ UInt64(number))),
      nonce: Nonce(rawValue: (seed &* 100 &+ UInt64(number)) &* 1_000)
    )
    var table = Table(session, as: .guest)
    table.watching = WatchedRoom()
    return .watcher(table)
  }

  // MARK: What it shows

  var deadline: Duration? {
    switch self {
    case .host(let table): table.deadline
    case .guest(let table): table.deadline
    case .watcher(let table): table.deadline
    }
  }

  /// The game that it shows.
  var match: Match? {
    switch self {
    case .host(let table): table.phase.match
    case .guest(let table): table.phase.match
    case .watcher(let table): table.phase.match
    }
  }

  /// True if the game is over for it.
  var isOver: Bool { match?.outcome != nil }

  // MARK: What it does

  mutating func begin(now: Duration) -> TableOrders { give { $0.begin(now: now) } }

  mutating func receive(_ event: LinkEvent, now: Duration) -> TableOrders {
    give { $0.receive(event, now: now) }
  }

  mutating func tick(now: Duration) -> TableOrders { give { $0.tick(now: now) } }

  mutating func quit(now: Duration) -> TableOrders { give { $0.perform(.quit, now: now) } }

  /// A player moves, asks or answers; after so many moves the game is given up.
  mutating func act(
    _ longest: Int,
    using random: inout SeededGenerator,
    now: Duration
  ) -> TableOrders {
    guard let match, match.outcome == nil else { return TableOrders() }
    if match.isAnswerDue {
      let agrees = match.record.moves.count % 3 == 0
      return give { $0.perform(.answer(agrees), now: now) }
    }
    if match.mine.isPausing { return give { $0.perform(.pause(false), now: now) } }
    let chance = Int.random(in: 0..<100, using: &random)
    if chance < 2 { return give { $0.perform(.takeBack, now: now) } }
    if chance < 3 { return give { $0.perform(.pause(true), now: now) } }
    if chance < 4 { return give { $0.perform(.draw, now: now) } }
    guard match.isLocalTurn else { return TableOrders() }
    if match.record.moves.count >= longest { return give { $0.perform(.resign, now: now) } }
    guard let move = match.position.legalMoves.randomElement(using: &random) else {
      return TableOrders()
    }
    return give { $0.perform(.play(move), now: now) }
  }

  private mutating func give(_ input: (inout any RoomTable) -> TableOrders) -> TableOrders {
    var table: any RoomTable =
      switch self {
      case .host(let table): table
      case .guest(let table): table
      case .watcher(let table): table
      }
    let orders = input(&table)
    switch (self, table) {
    case (.host, let table as Table<HostSession>): self = .host(table)
    case (.guest, let table as Table<GuestSession>): self = .guest(table)
    case (.watcher, let table as Table<WatchSession>): self = .watcher(table)
    case (_, _): preconditionFailure("a board changed its kind")
    }
    return orders
  }
}

/// The requirements of a simulated room on a table, whatever its session is.
private protocol RoomTable {
  mutating func begin(now: Duration) -> TableOrders
  mutating func receive(_ event: LinkEvent, now: Duration) -> TableOrders
  mutating func perform(_ action: PlayerAction, now: Duration) -> TableOrders
  mutating func tick(now: Duration) -> TableOrders
}

extension Table: RoomTable {
  fileprivate mutating func begin(now: Duration) -> TableOrders { begin(resuming: nil, now: now) }
}
