public import GameRules
public import MatchProtocol

/// What is to be done for a table, in the order of the array.
///
/// Every ``keep(_:)`` stands before the packets that acknowledge what is kept, or say it to the
/// other side: whoever carries the orders out one by one never promises what is not on disk.
public enum TableOrder: Hashable, Sendable {
  /// Write this to disk, and go on when it is there.
  case keep(JournalChange)
  /// Put this packet on the air; a link that is down reports so itself.
  case send([UInt8])
  /// End the link to this peer once all packets before are on the air.
  case disconnect(PeerID)
  /// Let the table be found, or do not.
  case setOpen(Bool)
  /// Tell those who pass by this of the table.
  case announce(Presence)
  /// Tell the player.
  case tell(TableNotice)
  /// The table is no more; nothing follows.
  case end(TableEnd)
}

/// What changes in the record of a match.
public indirect enum JournalChange: Hashable, Sendable {
  /// A match with this player, a guest's with a host that was found there, may begin; it is the one
  /// that the other changes are about.
  case begin(Introduction, at: HostLocation?)
  /// This was said or heard.
  case append(JournalEntry)
  /// The match never began, or nobody had played: forget it.
  case discard
  /// This side left the match on purpose, or one that is not known did: nobody goes on with it who
  /// does not ask for it.
  case leave(by: Role?)
  /// So long was thought in the turn that goes on.
  case clock(KeptTurn)
  /// The game ended in this position.
  case finish(MatchOutcome, Position)
  /// Both players have gone back to this journal, and these games are kept as they are, the last of
  /// which stands at this position.
  case goBack([JournalEntry], from: Position?)
  /// Both players have signed the result of the game that ended last.
  case sign(SignedResult)
  /// A game that has no other board stands like this; a new one is not the one before.
  case game(Match, isNew: Bool)
  /// These words were said or heard, besides the match.
  case say(SpokenWords)
  /// This is to be done with a file.
  case file(FileChange)
  /// This is to be done with standard input or output.
  case pipe(PipeChange)
  /// This player was met, and is known by digits that were compared, now or before.
  case remember(Introduction)
}

/// Why a table is no more.
public enum TableEnd: Hashable, Sendable {
  /// How far the two players were with each other.
  public enum Stage: Hashable, Sendable {
    /// Nobody had been introduced.
    case open
    /// They were introduced, and had not both accepted each other.
    case introduced
    /// Both had.
    case seated
  }

  /// A game was played to its end, and the boards took leave.
  case gameOver
  /// The player here left.
  case left
  /// The player here, or what is known of the other one, did not accept the other one.
  case notAccepted(isKeyChanged: Bool)
  /// The table is not that of the player whom this guest wants to ask.
  case otherPlayer
  /// The session ended by itself, or the other side ended it.
  case session(SessionEnd, Stage)
  /// The other side did what it must not.
  case violation(MatchViolation)
  /// What was kept of the match cannot be played again.
  case damagedJournal
  /// The other end of a pipe has left before all had come.
  case pipeBroken
}
