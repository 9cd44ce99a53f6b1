import GameRules
import MatchPlay
import MatchProtocol
import Sodium
import TestSupport

/// One side of a table at a broker: the table that the program has, what the program would have on
/// disk, and what waits for the transport.
///
/// It belongs to the actor that plays it.
final class OnlinePlayer {
  /// An item that waits for the transport.
  enum Item {
    case send(OutgoingPacket)
    case disconnect(PeerID)
    case expect(Introduction)
  }

  /// An input of a table.
  enum Input {
    case begin
    case link(LinkEvent)
    case action(PlayerAction)
    case tick
  }

  let role: Role
  private var hostTable: Table<HostSession>?
  private var guestTable: Table<GuestSession>?
  var transport: (any PacketTransport)?
  /// The items that wait for the transport, and true while something is being handed over.
  var outbox: [Item] = []
  var isSending = false
  /// When it is to be woken, since the table was laid.
  var armed: Duration?
  private(set) var match: Match?
  private(set) var end: TableEnd?
  private(set) var hasBegun = false
  private var journal: [JournalEntry] = []

  /// A host with `secrets`, who begins.
  init(hostWith secrets: TableSecrets) {
    role = .host
    var random = SystemRandomNumberGenerator()
    let session = HostSession(
      name: PlayerName(cleaning: "Hana"),
      credentials: Credentials(secrets: secrets),
      session: SessionID.random(using: &random)
    )
    let terms = MatchMessage.Start(.gomoku(), first: .host)
    hostTable = Self.table(session, as: .host, terms: terms)
  }

  /// A guest of the host that is known by `digest`.
  init(guestOf digest: TableDigest) {
    role = .guest
    var random = SystemRandomNumberGenerator()
    let session = GuestSession(
      name: PlayerName(cleaning: "Gus"),
      program: "soak/1",
      credentials: Credentials(),
      nonce: Nonce.random(using: &random)
    )
    guestTable = Self.table(session, as: .guest, host: digest)
  }

  private static func table<Session: MatchSession>(
    _ session: Session,
    as role: Role,
    terms: MatchMessage.Start? = nil,
    host: TableDigest? = nil
  ) -> Table<Session> {
    var rules = TableRules(unknown: .accept)
    rules.host = host
    let table = Table(session, as: role, terms: terms, rules: rules)
    return table
  }

  // MARK: The table

  /// When something is due, since the table was laid.
  var deadline: Duration? { hostTable?.deadline ?? guestTable?.deadline }

  private var phase: TablePhase { hostTable?.phase ?? guestTable?.phase ?? .ended }

  /// Gives the table this; what it orders is to be done.
  func give(_ input: Input, now: Duration) -> TableOrders {
    hostTable?.take(input, now: now) ?? guestTable?.take(input, now: now) ?? TableOrders()
  }

  /// The messages that this side has sent, in order.
  var said: [MatchMessage] { journal.filter(\.isMine).map(\.message) }

  /// The messages that this side has received, in order.
  var heard: [MatchMessage] { journal.filter { !$0.isMine }.map(\.message) }

  /// Keeps `change`, in memory.
  private func keep(_ change: JournalChange) {
    switch change {
    case .begin(let other, _): outbox.append(.expect(other))
    case .append(let entry): journal.append(entry)
    default: break
    }
  }

  /// Does what the table orders, as far as that needs no transport, and notes where the match is.
  func perform(_ orders: TableOrders) {
    for change in orders.keeps { keep(change) }
    outbox += orders.packets.map { .send($0) } + orders.hangUps.map { .disconnect($0) }
    for case .finished(let finished) in orders.notices { match = finished }
    end = orders.end ?? end
    guard let current = phase.match else { return }
    match = current
    hasBegun = true
  }

  /// A move in a row of one's own mostly, so that games end.
  func choose(using random: inout SeededGenerator) -> Move? {
    guard let match, match.isLocalTurn, match.outcome == nil else { return nil }
    let moves = match.position.legalMoves
    guard random.chance(85) else { return moves.randomElement(using: &random) }
    let row = role == .host ? 7 : 8
    return moves.filter { $0.placedPoint?.row == row }.randomElement(using: &random)
      ?? moves.randomElement(using: &random)
  }
}

extension Table {
  fileprivate mutating func take(_ input: OnlinePlayer.Input, now: Duration) -> TableOrders {
    switch input {
    case .begin: begin(now: now)
    case .link(let event): receive(event, now: now)
    case .action(let action): perform(action, now: now)
    case .tick: tick(now: now)
    }
  }
}
