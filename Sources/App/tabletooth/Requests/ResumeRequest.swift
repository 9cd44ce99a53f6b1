internal import BoardUI
internal import GameRecords
internal import GameRules
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// A request to resume a game that has no result, or a match that a player has left.
struct ResumeRequest {
  /// The number of the game; nil for the latest.
  let number: Int64?
  /// The name of the player; nil for the last one.
  let name: String?
  let seat: LocalSeat
  let ways: TransportChoice

  /// Resumes the game.
  func run(in environment: Environment) async throws {
    let playerData = try PlayerData.open(in: environment)
    if let number {
      let game = try playerData.game(number)
      if game.isLocal { return try await playOn(game, playerData, in: environment) }
    } else if try latestMatch(in: playerData) == nil, let game = try latestGame(in: playerData) {
      return try await playOn(game, playerData, in: environment)
    }
    let setup = try MatchSetup(name, seat, ways, in: environment, data: playerData)
    try await setup.resumeMatch(try match(in: setup.playerData))
  }

  // MARK: A game at this terminal

  private func latestGame(in playerData: PlayerData) throws -> KeptGame? {
    try playerData.games().first {
      $0.isLocal && $0.state == .unfinished && $0.game?.setting != .blueGame
    }
  }

  private func playOn(
    _ kept: KeptGame,
    _ playerData: PlayerData,
    in environment: Environment
  ) async throws {
    let position = try kept.position(in: playerData.store)
    guard let game = kept.game else { throw ExitReason.damagedMatch(kept.number) }
    if let end = game.end {
      let winner = end.winner.flatMap(game.colour).map(RecordStrings.side)
      let result = RecordStrings.end(winner: winner, reason: end.reason)
      throw ExitReason.matchOver(kept.number, result: result)
    }
    guard game.setting != .blueGame else { throw BlueGamePartner.notKept(kept.number) }
    var against: String?
    if case .machine(let name, let level) = game.setting {
      against = level.map { "\(name):\($0)" } ?? name
    }
    // As long as this game is played, another program does not play it too.
    try playerData.store.takeGame(kept.number)
    defer { withExtendedLifetime(playerData) {} }
    let local = LocalGame(
      environment: environment,
      player: seat,
      against: against,
      side: game.side ?? .first
    )
    try await local.play(.kept(kept.number, game, position))
  }

  // MARK: A match with another computer

  private func latestMatch(
    in playerData: PlayerData
  ) throws -> (id: SavedMatch.ID, match: SavedMatch)? {
    let matches = try playerData.store.matches()
    let open = matches.filter { $0.match.result == nil || $0.match.leftAt == nil }
    // One that hardly began does not stand before a game.
    let played = try open.first { try !playerData.store.savedSession(of: $0.id).journal.isEmpty }
    return played ?? open.first
  }

  private static var notKept: String { say("its match is no longer saved") }

  private func match(in playerData: PlayerData) throws -> (id: SavedMatch.ID, match: SavedMatch) {
    guard let number else {
      guard let latest = try latestMatch(in: playerData) else {
        throw ExitReason.nothingToResume
      }
      return latest
    }
    let kept = try playerData.game(number)
    guard kept.state != .damaged else { throw ExitReason.damagedMatch(number) }
    if kept.game?.setting.isPlayed == false { throw ExitReason.fromFile(number) }
    let match = try playerData.store.matches().first { $0.id == kept.match }
    // Of several games of a match only the last one goes on.
    let last = try kept.match.map { match throws(StoreError) in
      try playerData.store.games(of: match).first?.number
    }
    guard let match, last == number, match.match.result == nil || match.match.leftAt == nil else {
      let result = kept.game?.end.map { end in
        let winner = end.winner.flatMap { kept.game?.colour(of: $0) }.map(RecordStrings.side)
        return RecordStrings.end(winner: winner, reason: end.reason)
      }
      throw ExitReason.matchOver(number, result: result ?? Self.notKept)
    }
    return match
  }
}

extension KeptGame {
  /// True if it was played at this terminal alone.
  var isLocal: Bool {
    switch game?.setting {
    case .terminal, .machine: true
    case .link, .file, nil: false
    }
  }
}
