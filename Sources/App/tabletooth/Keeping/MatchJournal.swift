internal import BoardUI
internal import GameRecords
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Sodium

/// The match of this program as it is kept, message by message.
struct MatchJournal: Journal {
  private let store: MatchStore
  private let key: StoreKey
  private let seat: SavedMatch.Seat
  /// The match, once there is one, and how many messages of it are kept.
  private var match: (id: SavedMatch.ID, entries: Int)?
  /// True if a match is kept; otherwise only whom the player knows.
  var keepsMatch = true
  /// True if the player here says who is the right one, and does not play with just anybody.
  var isChoosy = true
  /// True if nothing was heard in the match yet, which goes on after another program.
  private var awaitsFirstWord = false
  /// True if the other side of the match is kept in the same folder.
  private(set) var isShared = false
  /// With whom it is.
  private(set) var other: (key: PlayerID, name: PlayerName)?

  /// For a match that is still to begin.
  init(_ store: MatchStore, under key: StoreKey, seat: SavedMatch.Seat) {
    self.store = store
    self.key = key
    self.seat = seat
  }

  /// For a match that goes on after what was said and heard of it.
  init(
    _ store: MatchStore,
    under key: StoreKey,
    resuming kept: (id: SavedMatch.ID, match: SavedMatch),
    _ past: SavedSession
  ) {
    self.init(store, under: key, seat: kept.match.seat)
    match = (kept.id, past.journal.count)
    awaitsFirstWord = past.journal.allSatisfy(\.isMine)
    other = (kept.match.opponent, kept.match.opponentName)
  }

  mutating func keep(_ change: JournalChange, level: Int?) throws(StoreError) {
    switch change {
    case .begin(let other, let location): try begin(with: other, at: location)
    case .append(let entry): try append(entry)
    case .discard: try discard()
    case .leave(let leaver):
      if let match { try store.leave(match.id, by: leaver, at: Timestamp.now.seconds) }
    case .finish(let outcome, let played):
      if let match {
        try store.finish(
          match.id,
          result: outcome.summary(of: played.position),
          end: RecordedGame.End(outcome),
          in: played.position,
          with: played.assistance,
          at: Timestamp.now.seconds
        )
      }
    case .remember(let other): try remember(other.key, name: other.name)
    case .clock(let turn): if let match { try store.keep(SavedClock(turn), of: .match(match.id)) }
    case .say(let words): try append(words)
    case .goBack(let journal, let position): try goBack(to: journal, from: position)
    case .letter(let letter): if let match { try store.keep(letter, of: match.id) }
    case .game, .file, .pipe: break
    }
  }

  private mutating func begin(
    with other: Introduction,
    at location: HostLocation?
  ) throws(StoreError) {
    try store.keep(
      other.player,
      under: key,
      acceptedAs: isChoosy ? other.name : nil,
      at: Timestamp.now.seconds
    )
    guard keepsMatch else { return }
    let id = try store.begin(
      SavedMatch(
        session: other.session,
        seat: seat,
        opponent: other.key,
        opponentName: other.name,
        table: location,
        startedAt: Timestamp.now.seconds
      )
    )
    match = (id, 0)
    isShared = try store.matches().contains {
      $0.match.session == other.session && $0.match.seat != seat
    }
    self.other = (other.key, other.name)
  }

  private mutating func append(_ entry: JournalEntry) throws(StoreError) {
    guard let match else { return }
    if awaitsFirstWord, !entry.isMine {
      awaitsFirstWord = false
      try rememberAccepted()
    }
    try store.append(entry, at: match.entries, to: match.id, time: Timestamp.now.seconds)
    self.match = (match.id, match.entries + 1)
  }

  private mutating func goBack(
    to journal: [JournalEntry],
    from position: Position?
  ) throws(StoreError) {
    guard let match else { return }
    try store.goBack(match.id, to: journal, from: position, at: Timestamp.now.seconds)
    self.match = (match.id, journal.count)
  }

  private func append(_ words: SpokenWords) throws(StoreError) {
    guard let match, let other else { return }
    try store.append(words, to: match.id, with: other.name, time: Timestamp.now.seconds)
  }

  /// The change of the player's rating by the last game of the match; nil where it is not known.
  var ratingChange: RatingChange? {
    guard let match, let last = try? store.games(of: match.id).first else { return nil }
    return RatingChange(by: last.number, in: store)
  }

  /// The chat with the player of this name, or with the one of the match, in lines.
  func log(_ player: String) -> [String] {
    TalkLog.lines(in: store, player, or: other?.key)
  }

  private mutating func discard() throws(StoreError) {
    guard let match else { return }
    try store.discard(match.id)
    self.match = nil
  }

  /// Notes that the player here has accepted this player, though the program that received the
  /// answer could not: they are contacts if this player had accepted them.
  private func rememberAccepted() throws(StoreError) {
    guard let other else { return }
    let book = try store.trustBook()
    guard case .known = book.verdict(on: other.key, claiming: other.name),
      !book.players.contains(where: { $0.key == other.key })
    else { return }
    try remember(other.key, name: other.name)
  }

  private func remember(_ key: PublicKey, name: PlayerName) throws(StoreError) {
    var book = try store.trustBook()
    book.accept(key, name: name, at: Timestamp.now.seconds)
    for player in book.players where player.key == key { try store.save(player) }
  }
}
