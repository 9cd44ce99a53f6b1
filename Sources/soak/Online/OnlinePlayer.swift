import GameRules
import MatchPlay
import MatchProtocol
import MatchSimulation
import Sodium

/// One side of a table at a broker: the table that the program has, what the program would have on
/// disk, and what waits for the transport.
///
/// It belongs to the actor that plays it.
final class OnlinePlayer {
  /// What waits for the transport.
  enum Item {
    case send([UInt8])
    case disconnect(PeerID)
    case expect(Acquaintance, SessionID)
  }

  let role: Role
  var table: Table<SimulatedSession>
  var transport: (any PacketTransport)?
  /// What waits for the transport, and whether something is being handed over.
  var outbox: [Item] = []
  var isSending = false
  /// When it is to be woken, since the table was laid.
  var armed: Duration?
  private(set) var match: Match?
  private(set) var end: TableEnd?
  private(set) var signed: SignedResult?
  private(set) var hasBegun = false
  private var journal: [JournalEntry] = []

  /// A host with `secrets`, who begins, or a guest who was told `digest`.
  init(_ role: Role, _ secrets: TableSecrets) {
    self.role = role
    var random = SystemRandomNumberGenerator()
    var rules = TableRules(unknown: .accept)
    let session: SimulatedSession
    switch role {
    case .host:
      let credentials = Credentials(secrets: secrets)
      let number = SessionID.random(using: &random)
      let name = PlayerName(cleaning: "Hana")
      session = .host(HostSession(name: name, credentials: credentials, session: number))
    case .guest:
      rules.host = secrets.digest
      session = .guest(
        GuestSession(
          name: PlayerName(cleaning: "Gus"),
          program: "soak/1",
          credentials: Credentials(),
          nonce: Nonce.random(using: &random)
        )
      )
    }
    let terms = MatchMessage.Start(.gomoku(), first: .host)
    table = Table(session, as: role, terms: role == .host ? terms : nil, rules: rules)
    if let key = try? SigningKey(seed: SecretBytes(random: SigningKey.seedSize)) {
      table.signing = ResultSigning(by: ResultSigner(key))
    }
  }

  /// What this side has said, in order.
  var said: [MatchMessage] { journal.filter(\.isMine).map(\.message) }

  /// What this side has heard, in order.
  var heard: [MatchMessage] { journal.filter { !$0.isMine }.map(\.message) }

  /// Keeps `change`, in memory.
  private func keep(_ change: JournalChange) {
    switch change {
    case .begin(let other, _): outbox.append(.expect(other.player, other.session))
    case .append(let entry): journal.append(entry)
    case .sign(let result): signed = result
    case .discard, .leave, .clock, .finish, .goBack, .game, .say, .file, .pipe, .remember: break
    }
  }

  /// Does what the table orders, as far as that needs no transport, and notes where the match is.
  func perform(_ orders: [TableOrder]) {
    for order in orders {
      switch order {
      case .keep(let change): keep(change)
      case .send(let packet): outbox.append(.send(packet))
      case .disconnect(let peer): outbox.append(.disconnect(peer))
      case .tell(.finished(let finished)): match = finished
      case .setOpen, .announce, .tell: break
      case .end(let reason): end = reason
      }
    }
    guard let current = table.phase.match else { return }
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
