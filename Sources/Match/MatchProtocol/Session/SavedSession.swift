package import Sodium

/// One message of a match, in the order in which this side said and heard them.
public struct JournalEntry: Hashable, Sendable {
  /// True if this side said it; otherwise it heard it.
  package var isMine: Bool

  /// The message.
  package var message: MatchMessage

  /// `message`, said or heard.
  package init(isMine: Bool, _ message: MatchMessage) {
    self.isMine = isMine
    self.message = message
  }
}

/// The record of a match whose program has ended: enough to resume it.
public struct SavedSession: Hashable, Sendable {
  /// The host's id of the match.
  package var session: SessionID

  /// The key that names the other player here, who alone may go on.
  package var opponent: PublicKey

  /// All that was said and heard, in order; what was said was kept before it was sent, and what was
  /// heard before it was acknowledged.
  package var journal: [JournalEntry]

  /// The chat of the players.
  package var talk: SavedTalk

  /// The last letter of the other side; nil for none.
  package var letter: HeardLetter?

  /// The match `session` with the owner of `opponent`, after `journal` and `talk`.
  package init(
    session: SessionID,
    opponent: PublicKey,
    journal: [JournalEntry],
    talk: SavedTalk = SavedTalk(),
    letter: HeardLetter? = nil
  ) {
    self.letter = letter
    self.talk = talk
    self.session = session
    self.opponent = opponent
    self.journal = journal
  }
}
