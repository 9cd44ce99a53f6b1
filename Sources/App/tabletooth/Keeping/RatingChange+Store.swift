internal import BoardUI
internal import GameRecords
internal import MatchStore

extension RatingChange {
  /// The change by the game of this number; nil if that has no result, or cannot be read.
  init?(by number: Int64, in store: MatchStore) {
    guard let listed = try? store.games() else { return nil }
    let games = listed.compactMap { listed in
      listed.game.map { (number: listed.number, game: $0) }
    }
    guard let last = games.first(where: { $0.number == number })?.game, last.result != nil,
      last.opponent != nil, last.assistance.isEmpty, let kind = last.terms?.kind,
      let after = Standings(games).ratings[kind]
    else { return nil }
    let before = Standings(games.filter { $0.number != number }).ratings[kind] ?? Rating()
    self.init(
      kind,
      rating: Int(after.value.rounded()),
      error: 2 * Int(after.deviation.rounded()),
      change: Int(after.value.rounded()) - Int(before.value.rounded())
    )
  }
}
