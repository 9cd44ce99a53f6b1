internal import BoardUI
internal import MatchProtocol
internal import MatchStore

/// The chat, in lines for a person.
enum TalkLog {
  /// The number of lines that are shown during a game.
  private static let longest = 100

  /// The last lines with a player, who is `usual` where no name is given; in place of an error,
  /// what it says.
  static func lines(in store: MatchStore, _ player: String, or usual: PlayerID?) -> [String] {
    do {
      if player.isEmpty, usual == nil { return [] }
      return try lines(in: store, player.isEmpty ? nil : player, or: usual, limit: longest)
    } catch {
      return [ExitReason(error).line].compactMap(\.self)
    }
  }

  /// The last lines with the player called `player`, or else with `usual`, or else with all.
  ///
  /// - Throws: `ExitReason` or a `StoreError`.
  static func lines(
    in store: MatchStore,
    _ player: String?,
    or usual: PlayerID? = nil,
    limit: Int = .max
  ) throws -> [String] {
    let players = try store.trustBook().players
    let key = try player.map { try Self.player($0, among: players, store) } ?? usual
    return try store.words(with: key, limit: limit).map { words in
      let known = players.first { $0.key == words.opponent }?.displayName ?? words.name
      let name = known.description
      let time = Timestamp(seconds: words.saidAt).local
      if key != nil || !words.isMine {
        return TalkStrings.line(words.isMine ? nil : name, words.words, at: time)
      }
      return TalkStrings.line(to: name, words.words, at: time)
    }
  }

  private static func player(
    _ query: String,
    among players: [KnownPlayer],
    _ store: MatchStore
  ) throws -> PlayerID {
    if let known = try KnownPlayers.one(query, of: players) { return known.key }
    // Whom nobody has accepted, but who has said something.
    var others: [PlayerID: KnownPlayer] = [:]
    for words in try store.words() where !players.contains(where: { $0.key == words.opponent }) {
      others[words.opponent] = KnownPlayer(
        key: words.opponent,
        name: words.name,
        firstSeen: words.saidAt,
        lastSeen: words.saidAt
      )
    }
    let strangers = others.values.sorted { $0.lastSeen < $1.lastSeen }
    guard let found = try KnownPlayers.one(query, of: strangers) else {
      throw ExitReason.noSuchPlayer(query)
    }
    return found.key
  }
}
