public import GameRules
public import MatchProtocol

/// An event at a table, for a view that shows it to a player.
///
/// Where a match is given as it was and as it is, the difference is what happened.
public indirect enum TableNotice: Hashable, Sendable {
  /// The knowledge about a person who was introduced, and its consequence.
  public enum Verdict: Hashable, Sendable {
    /// A known player, who is accepted.
    case known(KnownPlayer)
    /// A known player, of whom the host wants to be asked.
    case asked(KnownPlayer)
    /// Somebody new: the player here compares the digits and decides.
    case new
    /// Somebody new, who is accepted unseen.
    case accepted
    /// Somebody new, and nobody new is accepted.
    case refused
    /// Somebody new, who has proven to be the host whose code this guest has.
    case vouched
    /// Somebody new, who is not the host whose code this guest has, and is refused.
    case impostor
    /// A known player, who wants to play like this.
    case challenges(KnownPlayer, Challenge)
    /// A known player, who is asked to play like this.
    case challenged(KnownPlayer, Challenge)
    /// Another key than the one known by that name, which is refused.
    case keyChanged(KnownPlayer)
  }

  // MARK: Who is there

  /// Somebody was introduced.
  case met(Introduction, Verdict)
  /// The player here has accepted the other one, and waits for the other one to say the same.
  case accepted
  /// The host waits for another guest.
  case waiting
  /// Both players have accepted each other.
  case joined(Introduction)
  /// Nobody had played, and the match begins anew: somebody will be introduced again.
  case vacated
  /// The person who was introduced takes no seat.
  case candidateLeft(PlayerName, CandidateLoss)
  /// Somebody else was turned away while the host waits; or, in a match, stood in for the other
  /// side, which is told once for each link.
  case turnedAway(StrangerRejection)
  /// Others try for the seat: it may be the turn of the player here after this time.
  case delayed(Duration)
  /// The host hangs up without an answer, as too many others come; it is tried again for this time.
  case crowded(Duration)

  /// An action of a host at its table.
  case room(RoomNotice)
  /// A notice for a spectator.
  case watch(WatchNotice)

  // MARK: The link

  /// The other side has not been heard for this long, though it should have sent something.
  case quiet(Duration)
  /// The other side is heard again.
  case heardAgain
  /// The link is lost, and the match waits for another one.
  case suspended
  /// The link is lost while the other side may not know yet how the game ended.
  case suspendedInLeaving
  /// The other side is back.
  case resumed
  /// The other side has lost part of the match, and is told so many messages again.
  case recalled(Int)
  /// This side had, and was told so many messages again.
  case remembered(Int)
  /// The two sides keep different records of the match.
  case record(RecordNotice)

  // MARK: Who moves first

  /// The host has to say who moves first.
  case asksFirst
  /// The coin that both sides have tossed lets this one move first.
  case tossed(Role)

  // MARK: The game

  /// A game begins.
  case began(Match)
  /// A match that was kept goes on.
  case restored(Match)
  /// A player at this board, or the other one, moved.
  case moved(Move, from: Match, to: Match)
  /// The other side did something that is no move.
  case changed(Match.Change, from: Match, to: Match)
  /// The other side says that a move took this long, and it took longer here than the link can
  /// explain.
  case clockDoubted(said: Duration, seen: Duration)
  /// The player here asked for something.
  case asked(MatchMessage.Ask.Request, Match)
  /// The player here answered what the other one had asked.
  case answered(Bool, MatchMessage.Ask.Request, Match)
  /// Players at one terminal agreed on something.
  case agreed(MatchMessage.Ask.Request, Match)
  /// The player here needs a pause, or not any more.
  case paused(Bool, Match)
  /// The player here resigned, which is final only when the other side has heard it.
  case resigning
  /// The other side asks and pauses so often that it is not told any more for a while.
  case muted
  /// The player's action will be sent when the connection is back.
  case postponed
  /// The player's wish is impossible.
  case refused(MatchRefusal, Move?, Match)
  /// The game is over.
  case finished(Match)
  /// The game is left before its end.
  case unfinished(Match, WayOn)
  /// The other player wants another game.
  case wantsAgain
  /// The player here wants another game, and the other one has not said so.
  case waitingForAgain
  /// The other side left after the game.
  case gone

  /// A notice about chat.
  case talk(TalkNotice)
  /// A notice about files.
  case file(FileNotice)
}

/// The resolution of a match of which the two sides keep different records.
public enum RecordNotice: Hashable, Sendable {
  /// The player here is asked whether to go back to this position, the last that both have; `here`
  /// moves are kept here, and `there` at the other side.
  case asks(Match, here: Int, there: Int)
  /// The player here has said yes, and the other one has to say the same.
  case waits
  /// Both have said yes, and go on from there.
  case wentBack
  /// The other player has said no.
  case declined
  /// There is no position that both have.
  case nothingCommon
}

/// The reason why a host's player is asked no more about somebody who was introduced.
public enum CandidateLoss: Hashable, Sendable {
  /// They have gone, or did not accept this player.
  case left
  /// They give way, as one came whom this player knows.
  case displaced
  /// The player here has not answered within `SessionTimes.introduction`.
  case unanswered
}

/// The continuation of a match whose game is not over.
public enum WayOn: Hashable, Sendable {
  /// By itself when both programs are started again.
  case byItself
  /// Only when both players ask for it, as somebody has left it.
  case whenAsked
  /// Not at all: the two sides keep different records of it, or the host has sent the guest away.
  case none
}

extension TableNotice {
  /// A notice of the change that the other player made.
  init(_ change: Match.Change, from before: Match, to match: Match) {
    if case .moved(let move, _) = change {
      self = .moved(move, from: before, to: match)
    } else {
      self = .changed(change, from: before, to: match)
    }
  }
}

/// An event at a host's table.
public enum RoomNotice: Hashable, Sendable {
  /// From now on others are let in, or nobody new.
  case door(isOpen: Bool)
  /// The people there, in the order of their numbers.
  case guests([RoomGuest])
  /// Nobody has this number.
  case nobody(Int)
  /// This one had asked to play, and nobody has answered in time.
  case challengeExpired(PlayerName)
  /// The host sends this one away.
  case kicked(PlayerName?)
  /// The other player is sent away from a table that was for nobody else, and is closed.
  case kickedForGood
  /// This one watches from now on.
  case watches(PlayerName)
  /// This one does not watch any more.
  case watchesNoMore(PlayerName)
  /// So many notices of spectators who came or went were left out, and this many watch now.
  case othersWatch(leftOut: Int, count: Int)
  /// This one, who watches, says something.
  case remark(Words, by: PlayerName)
  /// Those who watch say so much that no more of it is told for a while.
  case remarksMuted
  /// Only a host has a room.
  case onlyHost
}

/// Somebody in a host's room.
public struct RoomGuest: Hashable, Sendable {
  /// The activity of a person there.
  public enum Activity: Hashable, Sendable {
    /// Waits for the host to say yes or no.
    case asks
    /// Has been let in, and has to say yes.
    case decides
    /// Plays.
    case plays
    /// Plays, and is waited for, as the link is lost.
    case isAway
    /// Watches.
    case watches
  }

  /// The name that the person uses; nil for the other player of the match, who has a name here.
  public let name: PlayerName?
  /// The activity of the person.
  public let activity: Activity
}

/// A wish of a player.
public enum PlayerAction: Hashable, Sendable {
  /// Take the one who was introduced for the right player.
  case accept
  /// Do not play with the one who was introduced.
  case decline
  /// Make a move.
  case play(Move)
  /// Give the game up.
  case resign
  /// Offer a draw, or agree to one.
  case draw
  /// Claim a draw that this move would bring about.
  case claim(Move)
  /// Take the last turn back.
  case takeBack
  /// Answer what the other side has asked.
  case answer(Bool)
  /// Begin a pause, or end it.
  case pause(Bool)
  /// Play another game after this one.
  case again
  /// Begin another game in the middle of this one, where there is no other board.
  case startOver
  /// As a host who is asked for it, say who moves first, or have a coin tossed.
  case begin(FirstChoice)
  /// As a host, let others in from now on, or nobody new.
  case open(Bool)
  /// As a host, send away who has this number.
  case kick(Int)
  /// As a host, see who is there.
  case listGuests
  /// Leave: the game is left unfinished, a resignation is final, and after the end nobody is waited
  /// for.
  case quit
  /// End the program and not the match: it goes on when the program is started again.
  case stepAway
  /// Something besides the game.
  case talk(TalkAction)
  /// Something about files.
  case file(FileWish)
  /// Something with the pipe.
  case pipe(PipeAction)
  /// Leave in the middle of things with this goodbye, whatever the state of the game.
  case leave(GoodbyeReason)
}

extension PlayerAction {
  /// True if the player has decided on it, and not the program seen it by itself.
  public var isDeliberate: Bool {
    switch self {
    case .talk(.see), .talk(.typing), .pipe: false
    case .accept, .decline, .play, .resign, .draw, .claim, .takeBack, .answer, .pause, .again,
      .startOver,
      .begin, .open, .kick, .listGuests, .quit, .stepAway, .talk, .file, .leave:
      true
    }
  }
}
