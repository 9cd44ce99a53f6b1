internal import MatchProtocol
internal import MatchStore
internal import Sodium

/// The match of this program as it is kept, message by message.
struct MatchJournal: Sendable {
  private let store: MatchStore
  private let seat: SavedMatch.Seat
  /// The match, once there is one, and how many messages of it are kept.
  private var match: (id: SavedMatch.ID, entries: Int)?

  /// For a match that is still to begin.
  init(_ store: MatchStore, seat: SavedMatch.Seat) {
    self.store = store
    self.seat = seat
  }

  /// For a match that goes on after `entries` messages.
  init(_ store: MatchStore, seat: SavedMatch.Seat, resuming id: SavedMatch.ID, after entries: Int) {
    self.init(store, seat: seat)
    match = (id, entries)
  }

  /// Whether the match was begun by another program.
  var isResuming: Bool { match != nil }

  /// Begins a match with somebody who was found at `table`.
  mutating func begin(
    with other: Introduction,
    at table: HostLocation?
  ) throws(StoreError) {
    let id = try store.begin(
      SavedMatch(
        session: other.session,
        seat: seat,
        opponent: other.key,
        opponentName: other.name,
        table: table,
        startedAt: Timestamp.now.seconds
      )
    )
    match = (id, 0)
  }

  /// Keeps what is said or was heard; before the match there is nothing to keep.
  mutating func append(_ entry: JournalEntry) throws(StoreError) {
    guard let match else { return }
    try store.append(entry, at: match.entries, to: match.id)
    self.match = (match.id, match.entries + 1)
  }

  /// Forgets the match: its seat is free again, and nobody had played.
  mutating func discard() throws(StoreError) {
    guard let match else { return }
    try store.discard(match.id)
    self.match = nil
  }

  /// Notes that somebody left the match on purpose.
  func leave() throws(StoreError) {
    if let match { try store.leave(match.id, at: Timestamp.now.seconds) }
  }

  /// Notes how the match ended.
  func finish(_ result: String) throws(StoreError) {
    if let match { try store.finish(match.id, result: result) }
  }

  /// Remembers that the owner of `key` was met and accepted, under the name it has now.
  func remember(_ key: PublicKey, name: PlayerName) throws(StoreError) {
    var book = try store.trustBook()
    book.accept(key, name: name, at: Timestamp.now.seconds)
    for player in book.players where player.key == key { try store.save(player) }
  }
}

extension SessionEnd {
  /// Whether a match that ends so is not gone on with unless a player asks for it.
  ///
  /// What only failed to come about in time, such as a link, may come about later.
  var leavesMatch: Bool {
    switch self {
    case .closed, .peerLeft, .notAccepted, .refused, .protocolViolation, .outboxFull: true
    case .linkLost, .silent, .handshakeTimeout: false
    }
  }
}
