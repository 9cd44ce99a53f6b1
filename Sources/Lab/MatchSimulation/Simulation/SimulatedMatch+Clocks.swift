import MatchPlay
import MatchProtocol
import TestSupport

/// Matches with clocks: how long players think, and one who tells less of it.
extension SimulatedMatch {
  /// The clocks that are drawn from, most of them short enough for flags to fall.
  private static let clocks = [
    "3s", "6s", "12s", "4s+1s", "8s+1s", "3s/2sx3", "0/4sx2", "5m+3s", "1d",
  ]

  /// The clocks of games in which one side lies, so long that a lie may be worth it.
  private static let longClocks = ["30m+10s", "20m/2mx3", "1d"]

  /// The possible shares of its time that a lying side tells, in thousandths.
  private static let shares = [450, 600, 950]

  /// True if one of the players of the match of `seed` lies, if it has clocks.
  private static func hasLiar(_ seed: UInt64) -> Bool { seed % 4 == 3 }

  /// The clock of the match of `seed`, if it has one.
  static func clock(of seed: UInt64, using luck: inout SeededGenerator) -> TimeControl? {
    (hasLiar(seed) ? longClocks : clocks).randomElement(using: &luck).flatMap(TimeControl.init)
  }

  /// Lets the computers' clocks go wrong, and one of the players lie.
  mutating func setClocks(of seed: UInt64, using luck: inout SeededGenerator) {
    // Quartz is wrong by a ten-thousandth at most; this is ten times that.
    host.drift = .random(in: -1_000...1_000, using: &luck)
    guest.drift = .random(in: -1_000...1_000, using: &luck)
    guard Self.hasLiar(seed) else { return }
    let role: Role = luck.chance(50) ? .host : .guest
    let clock = Self.shares.randomElement(using: &luck).map(LyingClock.init)
    change(role) { $0.lyingClock = clock }
    lies.liar = role
  }

  /// Until when a player thinks at least, where there are clocks, or a match changes its way yet:
  /// each input lets a player think of something anew, and the first thought would be all that ever
  /// counts.
  mutating func thinkingEnd(of action: SimulatedMove, _ role: Role) -> Duration {
    let isToLast = ways?.isLeft == true
    guard action == .move, terms.clock != nil || isToLast else { return .zero }
    let ply = (role == .host ? host : guest).match?.record.moves.count ?? 0
    if let (known, until) = thoughts[role], known == ply { return until }
    // Who lies about it has reason to.
    let limit =
      role == lies.liar && random.chance(40) ? 200_000 : random.chance(5) ? 30_000 : 1_500
    let until = now + pause(upTo: isToLast ? WayChanges.thinkingTime : limit)
    thoughts[role] = (ply, until)
    return until
  }

  /// Notes what a move of the side that lies has left out.
  mutating func countLie(in entry: JournalEntry, _ role: Role) {
    guard let liar = lies.liar, case .move(let move) = entry.message else { return }
    if role == liar, entry.isMine {
      lies.send(move, hiding: (role == .host ? host : guest).lyingClock?.hidden ?? .zero)
    } else if role != liar, !entry.isMine, let match = (role == .host ? host : guest).match,
      match.outcome == nil, !match.isResigning
    {
      // Who has resigned is not told what a move left out that came after that.
      lies.receive(move)
    }
  }

  /// The number of doubts that players were told about the liar, or about honest players.
  func doubts(of liar: Bool) -> Int {
    [(Role.host, guest), (.guest, host)].filter { ($0.0 == lies.liar) == liar }
      .map { $0.1.doubted.count }.reduce(0, +)
  }

  /// The lies of which nobody was told, though the link does not explain them.
  var lieFailure: String? {
    // Who has lost a part of the match hears moves again whose time says nothing.
    guard let liar = lies.liar, recalls == 0 else { return nil }
    let untold = lies.untold((liar == .host ? guest : host).doubted)
    return untold.first.map { "a move of \($0) was not doubted, which took far longer" }
  }
}
