/// One message as the framing layer carries it: the session's own, or one of the match.
package enum Envelope: Hashable, Sendable {
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
  package init(decoding bytes: [UInt8]) throws(ProtocolError) {
    let fields = try WireReader(bytes)
    let content = try fields.oneof(Self.isContent)
    let shown = try fields.message(82)
    guard let content else { throw .unknownMessage }
    try self.init(content.number, content.fields)
    if let shown { self = .shown(try Shown(shown, self)) }
  }

  /// True for the fields of an envelope that hold its content.
  private static func isContent(_ number: UInt64) -> Bool {
    switch number {
    case 1...15, 40, 50, 70...74, 76, 77, 80, 81, 83...85, 90, 94, 95: true
    default: false
    }
  }

  private init(_ number: UInt64, _ fields: WireReader) throws(ProtocolError) {
    switch number {
    case 1: self = .hello(try Hello(fields))
    case 2: self = .welcome(try Welcome(fields))
    case 3: self = .refuse(try Refuse(fields))
    case 4: self = .goodbye(GoodbyeReason(fields))
    case 5: self = .resume(Resume(fields))
    case 6: self = .resumed(try Resumed(fields))
    case 7: try self.init(confirm: fields)
    case 40: self = .recall(Recall(fields))
    case 70: self = .say(try Say(fields))
    case 71: self = .seen(Seen(fields))
    case 72: self = .file(.offer(try FileOffer(fields)))
    case 73: self = .file(.response(try FileResponse(fields)))
    case 74: self = .file(.part(try FilePart(fields)))
    case 76: self = .pipe(.piece(try PipePiece(fields)))
    case 77: self = .pipe(.taken(try PipeTaken(fields)))
    case 80: self = .watching(try Watching(fields))
    case 81: self = .want(Want(fields))
    case 83: self = .watchers(try Watchers(fields))
    case 84: self = .room(try RoomState(fields))
    case 85: self = .challenge(try Challenge(fields))
    case 90: self = .remark(try Remark(fields))
    case 94: self = .gameLine(try GameLine(fields))
    case 95: self = .goBack(GoBack(fields))
    default: self = .match(try MatchMessage(number, fields))
    }
  }

  private init(confirm fields: WireReader) throws(ProtocolError) {
    let history = try fields.message(20)
    let talk = try fields.message(70)
    var state: TalkState?
    if let talk { state = try TalkState(talk) }
    self = .confirm(
      received: fields.uint32(1),
      SessionID(high: fields.fixed64(2), low: fields.fixed64(3)),
      history: history.map { MatchHistory($0) },
      talk: state
    )
  }

  /// The bytes of the message.
  ///
  /// It is a mistake of the program, and traps, if a field holds what it may not.
  package var encoded: [UInt8] {
    do {
      try check()
    } catch {
      preconditionFailure("\(self) breaks the rules of its own fields: \(error)")
    }
    var fields = WireWriter()
    write(to: &fields)
    return fields.bytes
  }

  private func write(to fields: inout WireWriter) {
    switch self {
    case .hello(let hello): fields.message(1, hello.write)
    case .welcome(let welcome): fields.message(2, welcome.write)
    case .refuse(let refuse): fields.message(3, refuse.write)
    case .goodbye(let reason): fields.message(4, reason.write)
    case .resume(let resume): fields.message(5, resume.write)
    case .resumed(let resumed): fields.message(6, resumed.write)
    case .confirm(let received, let session, let history, let talk):
      fields.message(7) {
        $0.varint(1, received)
        $0.fixed64(2, session.high)
        $0.fixed64(3, session.low)
        if let history { $0.message(20, history.write) }
        if let talk { $0.message(70, talk.write) }
      }
    case .match(let message): message.write(to: &fields)
    case .recall(let recall): fields.message(40, recall.write)
    case .say(let say): fields.message(70, say.write)
    case .seen(let seen): fields.message(71, seen.write)
    case .file(let message): message.write(to: &fields)
    case .pipe(let message): message.write(to: &fields)
    case .watching(let watching): fields.message(80, watching.write)
    case .want(let want): fields.message(81, want.write)
    case .shown(let shown): shown.writeEnvelope(to: &fields)
    case .watchers(let watchers): fields.message(83, watchers.write)
    case .room(let state): fields.message(84, state.write)
    case .challenge(let challenge): fields.message(85, challenge.write)
    case .remark(let remark): fields.message(90, remark.write)
    case .gameLine(let line): fields.message(94, line.write)
    case .goBack(let goBack): fields.message(95, goBack.write)
    }
  }

  private func check() throws(ProtocolError) {
    switch self {
    case .hello(let hello): try hello.check()
    case .welcome(let welcome): try welcome.check()
    case .resumed(let resumed): try resumed.check()
    case .refuse, .goodbye, .resume, .confirm, .recall, .goBack, .seen, .watchers, .want,
      .room:
      break
    case .gameLine(let line): try line.check()
    case .watching(let watching): try watching.check()
    case .shown(let shown): try shown.entry.check()
    case .say(let say): try say.check()
    case .remark(let remark): try remark.check()
    case .file(let message): try message.check()
    case .challenge(let challenge): try challenge.check()
    case .pipe(let message): try message.check()
    case .match(let message): try message.check()
    }
  }
}
