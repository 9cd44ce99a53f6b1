public import Sodium

/// The other player, as the exchange of keys has shown.
public struct Introduction: Hashable, Sendable {
  /// The other side's link.
  public let peer: PeerID

  /// The name that the other player claims, checked for display.
  public let name: PlayerName

  /// The other player: one whom this side knows, which is proven, or else a new one.
  public let player: Acquaintance

  /// Six digits, the same on both screens if nobody is in between.
  public let code: ComparisonCode

  /// The host's id of the match.
  public let session: SessionID

  /// The host's offer, if a guest has received one.
  public let offer: Offer?

  /// The guest's challenge, if a host has received one.
  public var challenge: Challenge?

  /// Somebody called `name`, who is `player`.
  public init(
    peer: PeerID,
    name: PlayerName,
    player: Acquaintance,
    code: ComparisonCode,
    session: SessionID,
    offer: Offer? = nil
  ) {
    self.peer = peer
    self.name = name
    self.player = player
    self.code = code
    self.session = session
    self.offer = offer
  }

  /// The key that names the other player here.
  public var key: PlayerID { player.key }
}

/// An event of a session for its owner.
public enum SessionEvent: Hashable, Sendable {
  /// Somebody wants to play: the owner answers with `accept` or `decline`, within
  /// ``SessionTimes/introduction``.
  ///
  /// ``joined(_:)`` follows when both have accepted; before it, on a host,
  /// ``strangerRejected(_:_:)`` takes the question back.
  case introduced(Introduction)

  /// The match can begin: both players have accepted each other.
  case joined(Introduction)

  /// The other side does not know of the match, in which nobody has played: its program was started
  /// anew, or lost its link when it took the seat. ``introduced(_:)`` follows.
  case vacated(PeerID)

  /// The other player, on this link, said something.
  case message(MatchMessage, from: PeerID)

  /// The other player, on this link, said words besides the match; no two have one number.
  case words(Words, number: UInt32, from: PeerID)

  /// Something is heard of a file, on this link, or more of one can be sent.
  case file(FileEvent, from: PeerID)

  /// Something is heard of the pipe, on this link, or more can be sent.
  case pipe(PipeEvent, from: PeerID)

  /// Somebody without a seat was turned away; the session goes on.
  case strangerRejected(PeerID, StrangerRejection)

  /// The host on this link lets others try first: the guest says Hello again by itself, and it may
  /// be its turn after this time.
  case delayed(PeerID, for: Duration)

  /// The host on this link has hung up without an answer, as too many others come: the guest tries
  /// again by itself for this time.
  case crowded(PeerID, for: Duration)

  /// Nothing was heard on this link for this time, although a keep-alive was due in it.
  case quiet(PeerID, for: Duration)

  /// Something is heard again on this link, of which ``quiet(_:for:)`` was told.
  case heardAgain(PeerID)

  /// The player who has the seat has lost the link; the peer is nil if there was none in this
  /// program.
  ///
  /// The session goes on: what is said meanwhile is kept, and ``resumed(_:)`` or the end follows. A
  /// guest's owner looks for the host again, a host's lets itself be found.
  case suspended(PeerID?, LinkBreak)

  /// A new link to the same player stands, and nothing was lost; only after ``suspended(_:_:)``.
  case resumed(PeerID)

  /// The other player, on this link, has lost part of the match, and is told so many messages
  /// again; ``resumed(_:)`` follows.
  case recalled(PeerID, messages: Int)

  /// Somebody of this name, on this link, watches from now on.
  case watcherCame(PeerID, PlayerName)

  /// Somebody of this name, on this link, does not watch any more.
  case watcherWent(PeerID, PlayerName)

  /// The host on this link tells the guest who watches.
  case watchers([PlayerName], from: PeerID)

  /// One who watches, of this name, says something; it is heard on this link, which is the host's
  /// for a guest.
  case remark(Words, by: PlayerName, from: PeerID)

  /// An event for a spectator.
  case watched(WatchEvent)

  /// The other player has told again what this side has lost of the match, in the order of that
  /// side; `after` is what this side has.
  ///
  /// The owner answers with `adopt`, and ``resumed(_:)`` follows.
  case remembered([JournalEntry], after: [JournalEntry])

  /// The record of the match on this side differs from that of the other player, on this link.
  ///
  /// The owner answers with ``RecordAction/show(_:)``, and ``compared(_:_:)`` or the end follows.
  case differs([JournalEntry], PeerID)

  /// The other player, on this link, keeps these games of the match; the owner answers with
  /// ``RecordAction/agree(_:_:)`` or ``RecordAction/refuse``.
  case compared([GameLine], PeerID)

  /// The other player does not want to go back to what both have; the end follows.
  case keepsRecord

  /// A letter of the other player has been read, after all that it brought.
  case letter(HeardLetter)

  /// Both players have gone back to this record of the match; ``resumed(_:)`` follows on another
  /// link.
  case wentBack([JournalEntry])
}

/// An event for a spectator.
public enum WatchEvent: Hashable, Sendable {
  /// The host of this name, perhaps a known player, has let this side in; in the turn that goes on
  /// so long was thought.
  case entered(PlayerName, Acquaintance, thought: Duration)

  /// The record of another room follows, from its beginning; the previous one is over.
  case begins

  /// The next entry of the record, which was there before this side came, or is new.
  case entry(RoomEntry, isNew: Bool)

  /// Those who watch may talk, or may not.
  case mayTalk(Bool)

  /// Another one who watches, of this name, says something; the host does, if there is none.
  case remark(Words, by: PlayerName?)

  /// All has come that was there when this side was let in.
  case caughtUp

  /// The link is lost, and another one is looked for.
  case linkLost
}

/// The reason why somebody is turned away who is not in the match: a guest of a host, or a host
/// that answers a guest whose match goes on.
public enum StrangerRejection: Hashable, Sendable {
  /// The packets are not of this protocol.
  case garbage(ProtocolError)

  /// They asked for a seat and were refused; or they refused this guest, whose match they do not
  /// know.
  case refused(RefusalReason)

  /// They did not finish their greeting in time.
  case handshakeTimeout

  /// Too many others are greeting at the moment.
  case tooManyStrangers

  /// Somebody tries for the seat so often that others have to wait for their turn, but not those
  /// whom the host knows; this is told once for a while.
  case tooManyTries

  /// They wanted to go on with the match, and are not the player whose it is.
  case impostor

  /// They are the other player, and mean another match of the two.
  case otherMatch

  /// They answered a guest whose match goes on, exchanged keys, and ended the link before either
  /// side had proved anything.
  case hungUp

  /// They answered this guest, and the exchange of keys broke after its last message, three times
  /// in a minute: it takes no other answer until that is over.
  case brokenExchanges

  /// They were introduced, and did not accept this player, or went away before the question was
  /// answered.
  case left

  /// They were introduced, and the question was not answered on both sides within
  /// ``SessionTimes/introduction``.
  case unanswered

  /// They were introduced, and give way, as one came whom the host knows.
  case displaced
}

/// The reason why a link is of no use any more.
public enum LinkBreak: Hashable, Sendable {
  /// The transport says so, or the other side has another link.
  case lost(LinkLoss)

  /// The other side has not been heard for this long.
  case silent(after: Duration)

  /// The other side is heard, and this packet never reaches it.
  case stalled(sequence: UInt16)

  /// A packet is not what the other side sent.
  case broken(ProtocolError)
}

extension LinkBreak {
  /// The end of a session that could not be resumed after this.
  var end: SessionEnd {
    switch self {
    case .lost(let loss): .linkLost(loss)
    case .silent(let duration): .silent(after: duration)
    case .stalled(let sequence): .protocolViolation(.lostPacket(sequence: sequence))
    case .broken(let error): .protocolViolation(error)
    }
  }
}

/// The end of a session.
public enum SessionEnd: Hashable, Sendable {
  /// This side closed it.
  case closed(GoodbyeReason)

  /// The other side said goodbye.
  case peerLeft(GoodbyeReason)

  /// The two sides keep different records of the match.
  case recordsDiffer

  /// The players have not accepted each other within this time.
  case notAccepted(after: Duration)

  /// The link broke, and was not made again in time.
  case linkLost(LinkLoss)

  /// The other side has not been heard for this long.
  case silent(after: Duration)

  /// This side said more than it can keep until the other has received it.
  case outboxFull(limit: Int)

  /// The host refused this guest.
  case refused(RefusalReason)

  /// The other side sent what it must not, or the link loses a packet again and again; see
  /// ``ProtocolError/fault``.
  case protocolViolation(ProtocolError)

  /// The host hung up on this guest without an answer, again and again for this time.
  case hungUp(for: Duration)

  /// The host did not answer this guest in time.
  case handshakeTimeout
}
