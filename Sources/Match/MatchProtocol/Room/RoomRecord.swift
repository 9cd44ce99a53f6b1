/// The record that a host shows to all spectators, from the beginning on.
struct RoomRecord: Sendable {
  /// Which room it is.
  let room: UInt64
  private(set) var entries: [RoomEntry] = []
  /// The guest's state according to the entries.
  private var state = RoomState(.none)
  /// The match that is followed, and how many of its messages are in the record.
  private var match: (session: SessionID, revision: Int, count: Int)?

  /// Nothing was shown.
  init(room: UInt64) {
    self.room = room
  }

  var count: UInt32 { UInt32(entries.count) }

  /// True if `conversation` is another match than the recorded one, or has returned to an earlier
  /// point.
  func isOutdated(by conversation: Conversation) -> Bool {
    match.map { $0.session != conversation.session || $0.revision != conversation.revision }
      ?? false
  }

  /// Adds what was said and heard in `conversation` since the last time, and where its guest is.
  ///
  /// - Returns: Whether a game has begun.
  mutating func follow(_ conversation: Conversation, guest name: PlayerName?) -> Bool {
    guard conversation.hasJoined else { return false }
    let isAway = conversation.state == .suspended || conversation.state == .confirming
    note(RoomState(isAway ? .isAway : .plays, name: name))
    let outbox = conversation.outbox
    let known = match?.count ?? 0
    match = (conversation.session, conversation.revision, outbox.count)
    guard outbox.count > known else { return false }
    var begins = false
    for entry in outbox.journal(after: known) {
      if case .start = entry.message { begins = true }
      entries.append(.match(entry.message, by: entry.isMine ? .host : .guest))
    }
    return begins
  }

  /// Adds that the guest has been sent away, if there was one.
  mutating func noteNoGuest() {
    note(RoomState(.none))
  }

  private mutating func note(_ state: RoomState) {
    guard state != self.state else { return }
    self.state = state
    entries.append(.room(state))
  }
}
