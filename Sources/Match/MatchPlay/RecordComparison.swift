import MatchProtocol

/// A game of a match as it stands by the journal: its terms, and the moves that were not taken
/// back.
struct KeptGame: Hashable, Sendable {
  /// Which game of the match it is, from 0.
  let number: UInt32
  /// The terms of the game, and the side that sent them.
  let start: JournalEntry
  /// The moves that stand, as they were said.
  var moves: [JournalEntry] = []

  /// A digest of the start, and one after each move, the same on both sides.
  func digests(as role: Role) -> [UInt64] {
    var terms = start
    if case .start(var start) = terms.message {
      // Who has gone back, and who has not yet, have the same game.
      start.goneBack = nil
      terms.message = .start(start)
    }
    var digest = UInt64(number)
    return ([terms] + moves).map { entry in
      digest = GameLine.digest(
        after: digest,
        of: entry.message,
        byHost: entry.isMine == (role == .host)
      )
      return digest
    }
  }

  /// All games of `journal`.
  ///
  /// - Throws: ``MatchViolation`` if the journal cannot be one of this program.
  static func games(
    of journal: [JournalEntry],
    as role: Role
  ) throws(MatchViolation) -> [KeptGame] {
    var replay = JournalReplay(as: role)
    var games: [KeptGame] = []
    for entry in journal {
      try replay.add(entry)
      if case .start(let start) = entry.message {
        let next = games.last.map { $0.number + 1 } ?? 0
        games.append(KeptGame(number: start.goneBack?.game ?? next, start: entry))
      }
      guard let last = games.indices.last, let match = replay.match else { continue }
      if case .move(let move) = entry.message, move.ply == games[last].moves.count,
        match.record.moves.count > move.ply
      {
        games[last].moves.append(entry)
      }
      let surplus = games[last].moves.count - match.record.moves.count
      if surplus > 0 { games[last].moves.removeLast(surplus) }
    }
    return games
  }
}

/// The two records of a match, if the two sides keep different ones.
struct RecordComparison: Hashable, Sendable {
  /// The last position that both have.
  struct Common: Hashable, Sendable {
    /// The record that both go on with, and the position that follows from it.
    let journal: [JournalEntry]
    let match: Match
    /// The point to which both return.
    let goBack: GoBack
    /// The identity of this return.
    let goneBack: MatchMessage.GoneBack
    /// The number of moves each side has of the game.
    let here: Int
    let there: Int
    /// True if this side has gone back to there already, and nothing has been played since.
    let isHere: Bool
  }

  let role: Role
  /// The games that this side has.
  let games: [KeptGame]
  /// The last position that both have, once it is known.
  var common: Common?
  /// True if the player here wants to go back there.
  var hasAgreed = false

  /// The number of games that are told of, the last ones.
  private static var mostGames: Int { 32 }

  /// The messages that describe this side's games.
  var lines: [GameLine] {
    var lines: [GameLine] = []
    for game in games.suffix(Self.mostGames) {
      let digests = game.digests(as: role)
      for start in stride(from: 0, to: digests.count, by: GameLine.longest) {
        let part = Array(digests[start..<min(start + GameLine.longest, digests.count)])
        lines.append(GameLine(game: game.number, remaining: 0, digests: part))
      }
    }
    lines = Array(lines.suffix(GameLine.most))
    for index in lines.indices { lines[index].remaining = UInt32(lines.count - 1 - index) }
    return lines
  }

  /// The last position that is in this side's games and in the other one's; nil if there is none.
  func common(with lines: [GameLine]) -> Common? {
    var theirs: [UInt32: [UInt64]] = [:]
    for line in lines { theirs[line.game, default: []] += line.digests }
    for game in games.reversed() {
      let mine = game.digests(as: role)
      guard let other = theirs[game.number] else { continue }
      let same = zip(mine, other).prefix { $0 == $1 }.count
      guard same > 0 else { continue }
      let ends = [games.last?.digests(as: role).last ?? 0, lines.last?.digests.last ?? 0]
      return common(in: game, same - 1, of: other.count - 1, ends)
    }
    return nil
  }

  /// The position after so many moves of `game`, of which the other side has `there`; the two
  /// records have these digests at their ends.
  private func common(
    in game: KeptGame,
    _ moves: Int,
    of there: Int,
    _ ends: [UInt64]
  ) -> Common? {
    guard case .start(var start) = game.start.message else { return nil }
    let isHere = start.goneBack != nil && moves == game.moves.count && game == games.last
    let (host, guest) = role == .host ? (ends[0], ends[1]) : (ends[1], ends[0])
    let goneBack = MatchMessage.GoneBack(records: max(1, host &* 31 ^ guest), game: game.number)
    start.goneBack = goneBack
    let entry = JournalEntry(isMine: game.start.isMine, .start(start))
    let journal = [entry] + game.moves.prefix(moves)
    guard let restored = try? Match.restored(from: journal, as: role) else { return nil }
    return Common(
      journal: journal,
      match: restored.match,
      goBack: GoBack(agrees: true, game: game.number, moves: UInt32(moves)),
      goneBack: goneBack,
      here: game.moves.count,
      there: there,
      isHere: isHere
    )
  }
}

// MARK: - At a table

extension Table {
  /// True if the player here is asked to go back to the last position that both sides have.
  public var isAskedToGoBack: Bool {
    comparison.map { $0.common != nil && !$0.hasAgreed } ?? false
  }

  /// True if it is found out what both sides have of the match, and what they want.
  public var isComparing: Bool { comparison != nil }

  /// The last position that both sides have, while the players are asked about it.
  public var commonMatch: Match? { comparison?.common?.match }

  /// Tells the other side what is kept here.
  mutating func showGames(of journal: [JournalEntry], now: Duration) {
    let games = (try? KeptGame.games(of: journal, as: role)) ?? []
    let comparison = RecordComparison(role: role, games: games)
    self.comparison = comparison
    if games.isEmpty { tell(.record(.nothingCommon)) }
    converse(now: now) { $0.perform(.record(.show(comparison.lines)), now: $1) }
  }

  /// Finds what both have, and asks the player.
  mutating func compare(with lines: [GameLine], now: Duration) {
    guard var comparison else { return }
    guard let common = comparison.common(with: lines) else {
      tell(.record(.nothingCommon))
      return converse(now: now) { $0.perform(.record(.refuse), now: $1) }
    }
    comparison.common = common
    self.comparison = comparison
    if common.isHere || common.goneBack == agreedRecord { return agree(now: now) }
    tell(.record(.asks(common.match, here: common.here, there: common.there)))
  }

  /// Does what the player wants who is asked.
  mutating func decide(_ action: PlayerAction, now: Duration) {
    guard isAskedToGoBack else { return tell(.record(.waits)) }
    switch action {
    case .answer(true): agree(now: now)
    case .answer(false): converse(now: now) { $0.perform(.record(.refuse), now: $1) }
    default: break
    }
  }

  private mutating func agree(now: Duration) {
    guard let common = comparison?.common else { return }
    comparison?.hasAgreed = true
    agreedRecord = common.goneBack
    tell(.record(.waits))
    converse(now: now) {
      $0.perform(.record(.agree(common.goBack, common.journal)), now: $1)
    }
  }

  /// Both players have agreed: the match goes on from there when the other side is back.
  mutating func goBack(to journal: [JournalEntry], now: Duration) {
    comparison = nil
    keep(.goBack(journal, from: phase.match?.position))
    talk.move = nil
    tell(.record(.wentBack))
    restore(journal, now: now)
  }
}
