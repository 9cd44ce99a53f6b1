internal import BoardUI
internal import MatchProtocol
internal import MatchStore

extension DamagedPlayer {
  /// The label of the player in a list: the fingerprint, or what is kept in the place of a key.
  var label: String {
    key.map { Fingerprint(of: $0).description } ?? PrintableLine.clean(id)
  }

  /// The name of the player in a list; nil if nothing can be read.
  var name: PlayerName? { names.first }

  /// True if `typed` is a name of the player, or the beginning of the label.
  fileprivate func isMeant(by typed: String) -> Bool {
    names.contains { $0.description.lowercased() == typed.lowercased() }
      || key.map { Fingerprint(of: $0).begins(with: typed) } ?? (label == typed)
  }
}

extension PlayerData {
  /// Makes a stranger of a known player, also of one of whom what is kept is damaged.
  ///
  /// It is the player who is called `query`, or whose fingerprint begins with it; the games stay.
  ///
  /// - Throws: `ExitReason` unless it is one player, or a `StoreError`.
  func forget(_ query: String) throws {
    let damaged = try DamagedPlayer.all(in: store)
    let found = damaged.filter { $0.isMeant(by: query) }
    let known = try store.trustBook().players.filter { player in
      player.isMeant(by: query) && !damaged.contains { $0.key == player.key }
    }
    if found.isEmpty { return try store.forget(try player(query).key) }
    guard let player = found.first, found.count == 1, known.isEmpty else {
      throw ExitReason.severalPlayers(query, found.map(\.label) + KnownPlayers.lines(known))
    }
    try store.forget(player)
  }
}
