public import GameRules
public import MatchProtocol

/// Everything that one input to a table leads to, carried out in the order of the fields.
///
/// What is kept stands before the packets that acknowledge it or say it to the other side: whoever
/// keeps that order never promises what is not on disk.
public struct TableOrders: Hashable, Sendable {
  /// Changes to write to disk; the rest follows when they are there.
  public var keeps: [JournalChange] = []
  /// Packets for the air; a link that is down reports so itself.
  public var packets: [OutgoingPacket] = []
  /// Peers whose links end once all packets are on the air.
  public var hangUps: [PeerID] = []
  /// News of the table for those who pass by.
  public var presence: Presence?
  /// True to let the table be found, false not to.
  public var isOpen: Bool?
  /// News for the player.
  public var notices: [TableNotice] = []
  /// The end of the table; nothing follows.
  public var end: TableEnd?

  /// Nothing to do.
  public init() {}

  /// Adds what a later input leads to.
  public static func += (orders: inout Self, next: Self) {
    orders.keeps += next.keeps
    orders.packets += next.packets
    orders.hangUps += next.hangUps
    orders.presence = next.presence ?? orders.presence
    orders.isOpen = next.isOpen ?? orders.isOpen
    orders.notices += next.notices
    orders.end = orders.end ?? next.end
  }
}

/// A change in the record of a match.
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
  /// The game of this match ended.
  case finish(MatchOutcome, Match)
  /// Both players have gone back to this journal, and these games are kept as they are, the last of
  /// which stands at this position.
  case goBack([JournalEntry], from: Position?)
  /// A game that has no other board stands like this; a new one is not the one before.
  case game(Match, isNew: Bool)
  /// These words were said or heard, besides the match.
  case say(SpokenWords)
  /// This letter of the other side has been read.
  case letter(HeardLetter)
  /// This is to be done with a file.
  case file(FileChange)
  /// This is to be done with standard input or output.
  case pipe(PipeChange)
  /// This player was met, and is known by digits that were compared, now or before.
  case remember(Introduction)
}

/// The reason why a table is no more.
public enum TableEnd: Hashable, Sendable {
  /// The stage that the two players had reached.
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
  /// The kept record of the match cannot be replayed.
  case damagedJournal
  /// The other end of a pipe has left before all had come.
  case pipeBroken
}
