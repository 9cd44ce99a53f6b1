public import Sodium

/// One message of a match, in the order in which this side said and heard them.
public struct JournalEntry: Hashable, Sendable {
  /// True if this side said it; otherwise it heard it.
  public var isMine: Bool

  /// The message.
  public var message: MatchMessage

  /// `message`, said or heard.
  public init(isMine: Bool, _ message: MatchMessage) {
    self.isMine = isMine
    self.message = message
  }
}

/// The record of a match whose program has ended: enough to resume it.
public struct SavedSession: Hashable, Sendable {
  /// The host's id of the match.
  public var session: SessionID

  /// The key that names the other player here, who alone may go on.
  public var opponent: PublicKey

  /// All that was said and heard, in order; what was said was kept before it was sent, and what was
  /// heard before it was acknowledged.
  public var journal: [JournalEntry]

  /// The chat of the players.
  public var talk: SavedTalk

  /// The match `session` with the owner of `opponent`, after `journal` and `talk`.
  public init(
    session: SessionID,
    opponent: PublicKey,
    journal: [JournalEntry],
    talk: SavedTalk = SavedTalk()
  ) {
    self.talk = talk
    self.session = session
    self.opponent = opponent
    self.journal = journal
  }
}
