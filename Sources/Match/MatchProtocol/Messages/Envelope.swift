import SwiftProtobuf

/// One message as the framing layer carries it: the session's own, or one of the match.
public enum Envelope: Hashable, Sendable {
  /// From a guest who wants to play.
  case hello(Hello)

  /// To the guest who may.
  case welcome(Welcome)

  /// To a guest who may not.
  case refuse(Refuse)

  /// From a side that leaves.
  case goodbye(GoodbyeReason)

  /// From a guest whose link was lost.
  case resume(Resume)

  /// To the guest who goes on.
  case resumed(Resumed)

  /// From both, the first sealed words on a link: the other player is accepted, and this many
  /// messages of this match were received, 0...4,294,967,295. Of one that goes on, it is said what
  /// the sender has of it.
  /// A program that takes words says how many it has.
  case confirm(received: UInt32, SessionID, history: MatchHistory? = nil, talk: TalkState? = nil)

  /// From a side that has more of the match.
  case recall(Recall)

  /// From a side whose record of the match differs: a game of it.
  case gameLine(GameLine)

  /// From a side that has heard all games of the other one: from where it goes on, or that it does
  /// not.
  case goBack(GoBack)

  /// From a player.
  case match(MatchMessage)

  /// Words of a player, which are no part of the match.
  case say(Say)

  /// From a side whose player has seen something.
  case seen(Seen)

  /// About a file, or a part of one.
  case file(FileMessage)

  /// From a guest who wants to play by its own terms.
  case challenge(Challenge)

  /// From a side whose player does something at this moment.
  case glimpse(Glimpse)

  /// About a stream of bytes, or a piece of one.
  case pipe(PipeMessage)

  /// To a watcher who is let in.
  case watching(Watching)

  /// From a watcher who lacks something.
  case want(Want)

  /// To a watcher: an entry of the record.
  case shown(Shown)

  /// To the guest who plays.
  case watchers(Watchers)

  /// To watchers, as an entry of the record.
  case room(RoomState)

  /// From a watcher, or from a host who hands that on.
  case remark(Remark)

  /// The message in `bytes`.
  ///
  /// Nothing is allocated for a length that `bytes` does not have.
  public init(decoding bytes: [UInt8]) throws(ProtocolError) {
    try WireScan.check(bytes)
    let wire: WireEnvelope
    do {
      wire = try WireEnvelope(serializedBytes: bytes)
    } catch {
      throw .undecodable
    }
    try self.init(wire.content)
    if wire.hasShown { self = .shown(try Shown(wire.shown, self)) }
  }

  private init(_ content: WireEnvelope.OneOf_Content?) throws(ProtocolError) {
    switch content {
    case .hello(let wire): self = .hello(try Hello(wire))
    case .welcome(let wire): self = .welcome(try Welcome(wire))
    case .refuse(let wire): self = .refuse(try Refuse(wire))
    case .goodbye(let wire): self = .goodbye(GoodbyeReason(wire))
    case .resume(let wire): self = .resume(Resume(wire))
    case .resumed(let wire): self = .resumed(try Resumed(wire))
    case .confirm(let wire): self.init(wire)
    case .recall(let wire): self = .recall(Recall(wire))
    case .gameLine(let wire): self = .gameLine(try GameLine(wire))
    case .goBack(let wire): self = .goBack(GoBack(wire))
    case .start(let wire): self = .match(.start(try MatchMessage.Start(wire)))
    case .coin(let wire): self = .match(.coin(try Coin(wire)))
    case .move(let wire): self = .match(try MatchMessage(wire))
    case .resign: self = .match(.resign)
    case .ask(let wire): self = .match(try MatchMessage(wire))
    case .answer(let wire): self = .match(try MatchMessage(wire))
    case .pause(let wire): self = .match(try MatchMessage(wire))
    case .flag(let wire): self = .match(try MatchMessage(wire))
    case .differ(let wire): self = .match(try MatchMessage(wire))
    case .say(let wire): self = .say(try Say(wire))
    case .seen(let wire): self = .seen(Seen(wire))
    case .offer(let wire): self = .file(.offer(try FileOffer(wire)))
    case .response(let wire): self = .file(.response(try FileResponse(wire)))
    case .part(let wire): self = .file(.part(try FilePart(wire)))
    case .challenge(let wire): self = .challenge(try Challenge(wire))
    case .sign(let wire): self = .match(try MatchMessage(wire))
    case .glimpse(let wire): self = .glimpse(Glimpse(wire))
    case .piece(let wire): self = .pipe(.piece(try PipePiece(wire)))
    case .taken(let wire): self = .pipe(.taken(try PipeTaken(wire)))
    case .watching(let wire): self = .watching(try Watching(wire))
    case .want(let wire): self = .want(try Want(wire))
    case .watchers(let wire): self = .watchers(try Watchers(wire))
    case .room(let wire): self = .room(try RoomState(wire))
    case .remark(let wire): self = .remark(try Remark(wire))
    case nil: throw .unknownMessage
    }
  }

  private init(_ wire: WireConfirm) {
    let session = SessionID(high: wire.sessionHigh, low: wire.sessionLow)
    let history = wire.hasHistory ? MatchHistory(wire.history) : nil
    let talk = wire.hasTalk ? TalkState(wire.talk) : nil
    self = .confirm(received: wire.received, session, history: history, talk: talk)
  }

  /// The bytes of the message.
  ///
  /// It is a mistake of the program, and traps, if a field holds what it may not.
  public var encoded: [UInt8] {
    var wire = WireEnvelope()
    do {
      try check()
      wire.content = content
      if case .shown(let shown) = self { wire.shown = shown.wire }
      return try wire.serializedBytes()
    } catch {
      preconditionFailure("\(self) breaks the rules of its own fields: \(error)")
    }
  }

  private var content: WireEnvelope.OneOf_Content {
    switch self {
    case .hello(let hello): .hello(hello.wire)
    case .welcome(let welcome): .welcome(welcome.wire)
    case .refuse(let refuse): .refuse(refuse.wire)
    case .goodbye(let reason): .goodbye(reason.wire)
    case .resume(let resume): .resume(resume.wire)
    case .resumed(let resumed): .resumed(resumed.wire)
    case .confirm(let received, let session, let history, let talk):
      .confirm(
        .with {
          $0.received = received
          $0.sessionHigh = session.high
          $0.sessionLow = session.low
          if let history { $0.history = history.wire }
          if let talk { $0.talk = talk.wire }
        }
      )
    case .recall(let recall): .recall(recall.wire)
    case .gameLine(let line): .gameLine(line.wire)
    case .goBack(let goBack): .goBack(goBack.wire)
    case .match(let message): message.wire
    case .say(let say): .say(say.wire)
    case .seen(let seen): .seen(seen.wire)
    case .file(let message): message.wire
    case .challenge(let challenge): .challenge(challenge.wire)
    case .glimpse(let glimpse): .glimpse(glimpse.wire)
    case .pipe(let message): message.wire
    case .watching(let watching): .watching(watching.wire)
    case .want(let want): .want(want.wire)
    case .shown(let shown): shown.entry.envelope.content
    case .watchers(let watchers): .watchers(watchers.wire)
    case .room(let state): .room(state.wire)
    case .remark(let remark): .remark(remark.wire)
    }
  }

  private func check() throws(ProtocolError) {
    switch self {
    case .hello(let hello): try hello.check()
    case .welcome(let welcome): try welcome.check()
    case .resumed(let resumed): try resumed.check()
    case .refuse, .goodbye, .resume, .confirm, .recall, .goBack, .seen, .glimpse, .watchers, .room:
      break
    case .gameLine(let line): try line.check()
    case .watching(let watching): try watching.check()
    case .want(let want): try want.check()
    case .shown(let shown): try shown.entry.envelope.check()
    case .say(let say): try say.check()
    case .remark(let remark): try remark.check()
    case .file(let message): try message.check()
    case .challenge(let challenge): try challenge.check()
    case .pipe(let message): try message.check()
    case .match(let message): try message.check()
    }
  }
}
