internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import Sodium
internal import TestSupport

/// A match of two players whose programs are never there together, over letters that are lost,
/// doubled, late or read again, with kills and copies of a disk that are put back.
public struct SimulatedLetters {
  /// What came of one match.
  public struct Report: Sendable {
    /// The seed.
    public let seed: UInt64
    /// The number of programs that were started, killed, and put back to an older copy.
    public internal(set) var runs = 0, kills = 0, copies = 0
    /// The number of letters that were written, and lost.
    public internal(set) var written = 0, lost = 0
    /// The number of moves at the end.
    public internal(set) var moves = 0
    /// What happened, line by line.
    public internal(set) var trace: [String] = []
    /// What went wrong; nil if nothing did.
    public internal(set) var failure: String?
  }

  /// A game that has not ended after so many programs never does.
  private static let mostRuns = 3_000
  /// The number of letters of each side that may come once more.
  private static let mostOld = 8

  private var random: SeededGenerator
  private var boards: [Role: SimulatedBoard] = [:]
  private let boxes: [Role: Mailbox]
  /// The letter of each side that lies at the broker, and those before it.
  private var lying: [Role: [UInt8]] = [:]
  private var old: [Role: [[UInt8]]] = [:]
  private var time: UInt64 = 1
  private var report: Report
  private let isTraced: Bool

  /// Plays the match of this seed, and notes what happens if `isTraced`.
  public static func play(seed: UInt64, isTraced: Bool = false) -> Report {
    var letters = Self(seed, isTraced)
    letters.run()
    return letters.report
  }

  private init(_ seed: UInt64, _ isTraced: Bool) {
    self.isTraced = isTraced
    random = SeededGenerator(seed: seed)
    report = Report(seed: seed)
    let session = SessionID.random(using: &random)
    let secret = [UInt8](repeating: 7, count: Acquaintance.secretSize)
    let terms = MatchMessage.Start(.gomoku(), first: .host)
    var boxes: [Role: Mailbox] = [:]
    for role in [Role.host, .guest] {
      let other = Acquaintance(
        KeyPair.generate().publicKey,
        secret: SecretBytes(copying: secret)
      )
      var board = SimulatedBoard(role, SeededSecrets(seed: seed), terms)
      board.disk.match = (session, other.key)
      board.disk.known = [other]
      board.disk.journal = [JournalEntry(isMine: role == .host, .start(terms))]
      boards[role] = board
      boxes[role] = Mailbox(session, with: other, as: role)
    }
    self.boxes = boxes
  }

  private mutating func run() {
    while report.failure == nil, report.runs < Self.mostRuns, !isOver {
      report.runs += 1
      let role: Role = random.chance(50) ? .host : .guest
      if random.chance(2), mayLose(role) { lose(role) }
      note(role, "starts")
      start(role)
      for _ in 0..<Int.random(in: 0...2, using: &random) { read(role) }
      if random.chance(5) { replay(to: role) }
      for _ in 0..<Int.random(in: 0...3, using: &random) { act(role) }
      write(role)
      if random.chance(20) { read(role) }
      boards[role]?.kill()
      report.failure = report.failure ?? boards[role]?.fault
    }
    judge()
  }

  /// True if both have the end of the game on disk.
  private var isOver: Bool {
    boards.values.allSatisfy { $0.match?.outcome != nil && !$0.isBehind }
  }

  private mutating func judge() {
    guard report.failure == nil, let host = boards[.host], let guest = boards[.guest] else {
      return
    }
    report.moves = host.match?.record.moves.count ?? 0
    if !isOver {
      report.failure = "no end after \(report.runs) programs"
    } else if host.match?.record.moves != guest.match?.record.moves
      || host.match?.outcome != guest.match?.outcome
    {
      report.failure = "the two have different games"
    }
  }

  /// True if the other side has all of the match, and will write again.
  private func mayLose(_ role: Role) -> Bool {
    boards[role.opposite].map { !$0.isBehind && !$0.disk.isLeft } ?? false
  }

  /// Puts a disk back to an older copy.
  ///
  /// Its letters are gone with it: who says something else now than in one that is read later has
  /// made two matches of the one, which the two settle on a link.
  private mutating func lose(_ role: Role) {
    note(role, "is put back")
    report.copies += 1
    boards[role]?.putBack(to: Int.random(in: 30...99, using: &random))
    boards[role]?.disk.letter = nil
    (lying[role], old[role]) = (nil, nil)
  }

  private mutating func start(_ role: Role) {
    guard var board = boards[role] else { return }
    let orders = board.start(using: &random, now: .zero)
    boards[role] = board
    carryOut(orders, role)
  }

  /// Reads what lies there; it may lie there still afterwards, as if the program was killed before
  /// it had removed it.
  private mutating func read(_ role: Role) {
    guard let sealed = lying[role.opposite] else { return }
    give(sealed, to: role)
    if random.chance(80) { lying[role.opposite] = nil }
  }

  /// Has an old letter come once more, or one that somebody has changed.
  private mutating func replay(to role: Role) {
    guard var sealed = old[role.opposite]?.randomElement(using: &random) else { return }
    if random.chance(20) { sealed[Int.random(in: 0..<sealed.count, using: &random)] ^= 1 }
    give(sealed, to: role)
  }

  private mutating func give(_ sealed: [UInt8], to role: Role) {
    guard let letter = boxes[role]?.open(sealed), var board = boards[role] else { return }
    let orders = board.give(now: .zero) { $0.receive(.letter(letter), now: $1) }
    boards[role] = board
    carryOut(orders, role)
  }

  private mutating func act(_ role: Role) {
    guard var board = boards[role], let other = boards[role.opposite] else { return }
    board.isBehind = board.said.count < other.heard.count
    var move = board.duty
    if random.chance(10) { move = random.chance(90) ? .say : .askForDraw }
    if random.chance(3) { move = .askToTakeBack }
    let orders = move.map { board.act($0, using: &random, now: .zero) }
    boards[role] = board
    if let orders { carryOut(orders, role) }
  }

  /// Keeps what is ordered; the program may be killed at any of it.
  private mutating func carryOut(_ orders: TableOrders, _ role: Role) {
    for change in orders.keeps {
      if random.chance(1) {
        report.kills += 1
        note(role, "is killed before \(change)")
        boards[role]?.kill()
        return
      }
      boards[role]?.keep(change)
      note(role, "keeps \(change)")
    }
    for notice in orders.notices { boards[role]?.hear(notice) }
    guard let board = boards[role], let other = boards[role.opposite] else { return }
    boards[role]?.isBehind = board.said.count < other.heard.count
    if let end = orders.end { boards[role]?.finish(end) }
  }

  private mutating func note(_ role: Role, _ what: @autoclosure () -> String) {
    if isTraced { report.trace.append("\(role) \(what())") }
  }

  /// Leaves the letter of a side, or loses it.
  private mutating func write(_ role: Role) {
    guard let board = boards[role], board.isRunning, let letter = board.letter,
      let box = boxes[role]
    else { return }
    time += 1
    note(role, "writes \(letter)")
    let nonce = (0..<12).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let sealed = box.seal(letter, at: time, nonce: nonce)
    old[role] = (old[role] ?? []).suffix(Self.mostOld) + [sealed]
    report.written += 1
    if random.chance(10) { report.lost += 1 } else { lying[role] = sealed }
  }
}

extension Role {
  fileprivate var opposite: Role { self == .host ? .guest : .host }
}
