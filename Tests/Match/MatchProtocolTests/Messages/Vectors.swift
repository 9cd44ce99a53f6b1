import MatchProtocol
import Testing

/// A message and its bytes, as `docs/reference/protocol.md` lists them.
struct Vector: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let envelope: Envelope
  let bytes: [UInt8]
}

let vectors = [
  Vector(
    testDescription: "Hello",
    envelope: .hello(
      Hello(
        versions: 4...4,
        nonce: Nonce(rawValue: 0x0102_0304_0506_0708),
        name: PlayerName(cleaning: "Ada"),
        program: "x/1"
      )
    ),
    bytes: [
      0x0a, 23, 0x08, 4, 0x10, 4, 0x19, 8, 7, 6, 5, 4, 3, 2, 1, 0x22, 3, 0x41, 0x64, 0x61,
      0x2a, 3, 0x78, 0x2f, 0x31,
    ]
  ),
  Vector(
    testDescription: "Resume",
    envelope: .resume(
      Resume(nonce: Nonce(rawValue: 1))
    ),
    bytes: [0x2a, 9, 0x09, 1, 0, 0, 0, 0, 0, 0, 0]
  ),
  Vector(
    testDescription: "Resumed",
    envelope: .resumed(
      Resumed(nonce: Nonce(rawValue: 1), linkID: LinkID(rawValue: 2))
    ),
    bytes: [0x32, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 2]
  ),
  Vector(
    testDescription: "Refuse, unknown match",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .unknownMatch)),
    bytes: [0x1a, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 3]
  ),
  Vector(
    testDescription: "Welcome",
    envelope: .welcome(
      Welcome(
        nonce: Nonce(rawValue: 1),
        version: 4,
        linkID: LinkID(rawValue: 2),
        session: SessionID(rawValue: 3 << 64 | 4),
        name: PlayerName(cleaning: "Bo")
      )
    ),
    bytes: [
      0x12, 35, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 4, 0x18, 2, 0x21, 3, 0, 0, 0, 0, 0, 0, 0,
      0x29, 4, 0, 0, 0, 0, 0, 0, 0, 0x32, 2, 0x42, 0x6f,
    ]
  ),
  Vector(
    testDescription: "Refuse, room full",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .roomFull)),
    bytes: [0x1a, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 1]
  ),
  Vector(
    testDescription: "Refuse, version",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .protocolVersion(host: 2...2))),
    bytes: [0x1a, 15, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 2, 0x18, 2, 0x20, 2]
  ),
  Vector(
    testDescription: "Refuse, closed",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .closed)),
    bytes: [0x1a, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 10]
  ),
  Vector(
    testDescription: "Refuse, too many tries",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .tooManyTries(seconds: 60))),
    bytes: [0x1a, 14, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 11, 0xa0, 1, 60]
  ),
  Vector(
    testDescription: "Refuse, not invited",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .notInvited)),
    bytes: [0x1a, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 16]
  ),
  Vector(
    testDescription: "Goodbye, challenge declined",
    envelope: .goodbye(.challengeDeclined),
    bytes: [0x22, 2, 0x08, 16]
  ),
  Vector(
    testDescription: "Goodbye, challenge expired",
    envelope: .goodbye(.challengeExpired),
    bytes: [0x22, 2, 0x08, 17]
  ),
  Vector(
    testDescription: "Challenge",
    envelope: .challenge(
      Challenge(.init(game: "xiangqi", rule: "freestyle", first: .host), text: "well?")
    ),
    bytes: [0xaa, 0x05, 31, 0x0a, 22, 0x0a, 7] + Array("xiangqi".utf8) + [0x12, 9]
      + Array("freestyle".utf8) + [0x18, 1, 0x12, 5] + Array("well?".utf8)
  ),
  Vector(
    testDescription: "Goodbye, not invited",
    envelope: .goodbye(.notInvited),
    bytes: [0x22, 2, 0x08, 10]
  ),
  Vector(
    testDescription: "Refuse, as many watch as may",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .watchersFull)),
    bytes: [0x1a, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 13]
  ),
  Vector(
    testDescription: "Refuse, nobody may watch",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .notShown)),
    bytes: [0x1a, 11, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 14]
  ),
  Vector(
    testDescription: "Goodbye, as many watch as may",
    envelope: .goodbye(.noPlace),
    bytes: [0x22, 2, 0x08, 13]
  ),
  Vector(
    testDescription: "Watching",
    envelope: .watching(
      Watching(
        room: 2,
        count: 3,
        thought: .milliseconds(4)
      )
    ),
    bytes: [0x82, 5, 13, 0x19, 2, 0, 0, 0, 0, 0, 0, 0, 0x20, 3, 0x28, 4]
  ),
  Vector(
    testDescription: "Want",
    envelope: .want(Want(first: 1)),
    bytes: [0x8a, 5, 2, 0x08, 1]
  ),
  Vector(
    testDescription: "Shown",
    envelope: .shown(Shown(number: 1, entry: .match(.resign, by: .guest))),
    bytes: [0x52, 0, 0x92, 5, 4, 0x08, 1, 0x10, 1]
  ),
  Vector(
    testDescription: "Watchers",
    envelope: .watchers(
      Watchers([PlayerName(cleaning: "Ada"), PlayerName(cleaning: "Bo")])
    ),
    bytes: [0x9a, 5, 9, 0x0a, 3, 0x41, 0x64, 0x61, 0x0a, 2, 0x42, 0x6f]
  ),
  Vector(
    testDescription: "Room",
    envelope: .room(RoomState(.plays, name: PlayerName(cleaning: "Ada"))),
    bytes: [0xa2, 5, 7, 0x08, 1, 0x12, 3, 0x41, 0x64, 0x61]
  ),
  Vector(
    testDescription: "Remark",
    envelope: .remark(Remark("hi", by: PlayerName(cleaning: "Ada"))),
    bytes: [0xd2, 5, 9, 0x0a, 3, 0x41, 0x64, 0x61, 0x12, 2, 0x68, 0x69]
  ),
  Vector(
    testDescription: "Goodbye, kicked",
    envelope: .goodbye(.kicked),
    bytes: [0x22, 2, 0x08, 11]
  ),
  Vector(
    testDescription: "Goodbye, left",
    envelope: .goodbye(.left),
    bytes: [0x22, 0]
  ),
  Vector(
    testDescription: "Goodbye, game over",
    envelope: .goodbye(.gameOver),
    bytes: [0x22, 2, 0x08, 1]
  ),
  Vector(
    testDescription: "Start",
    envelope: .match(.start(MatchMessage.Start(game: "go", rule: "ko", first: .host))),
    bytes: [0x42, 10, 0x0a, 2, 0x67, 0x6f, 0x12, 2, 0x6b, 0x6f, 0x18, 1]
  ),
  Vector(
    testDescription: "Start with options",
    envelope: .match(
      .start(MatchMessage.Start(game: "go", rule: "ko", first: .host, options: "a=1 b=2"))
    ),
    bytes: [0x42, 19, 0x0a, 2, 0x67, 0x6f, 0x12, 2, 0x6b, 0x6f, 0x18, 1, 0x22, 7]
      + Array("a=1 b=2".utf8)
  ),
  Vector(
    testDescription: "Coin, a commitment",
    envelope: .match(.coin(.commitment([UInt8](1...32)))),
    bytes: [0x92, 0x03, 34, 0x0a, 32]
      + [0, 8, 16, 24].flatMap { first in (1...8).reversed().map { UInt8(first + $0) } }
  ),
  Vector(
    testDescription: "Coin, a number",
    envelope: .match(.coin(.number([UInt8](1...16)))),
    bytes: [0x92, 0x03, 18, 0x12, 16]
      + [0, 8].flatMap { first in (1...8).reversed().map { UInt8(first + $0) } }
  ),
  Vector(
    testDescription: "Move with a clock",
    envelope: .match(
      .move(.init(ply: 3, text: "h8", position: 0x0102_0304, spent: .milliseconds(1_500)))
    ),
    bytes: [0x4a, 14, 0x08, 3, 0x12, 2, 0x68, 0x38, 0x1d, 4, 3, 2, 1, 0x20, 0xdc, 0x0b]
  ),
  Vector(
    testDescription: "Ask to begin anew",
    envelope: .match(.ask(.init(.newGame, ply: 5))),
    bytes: [0x5a, 4, 0x08, 4, 0x10, 5]
  ),
  Vector(
    testDescription: "Move",
    envelope: .match(.move(MatchMessage.Move(ply: 3, text: "h8", position: 0x0102_0304))),
    bytes: [0x4a, 11, 0x08, 3, 0x12, 2, 0x68, 0x38, 0x1d, 4, 3, 2, 1]
  ),
  Vector(testDescription: "Resign", envelope: .match(.resign), bytes: [0x52, 0]),
  Vector(
    testDescription: "Goodbye, unknown match",
    envelope: .goodbye(.unknownMatch),
    bytes: [0x22, 2, 0x08, 6]
  ),
  Vector(
    testDescription: "Goodbye, not accepted",
    envelope: .goodbye(.notAccepted),
    bytes: [0x22, 2, 0x08, 5]
  ),
  Vector(
    testDescription: "Confirm, for a seat",
    envelope: .confirm(received: 0, SessionID(rawValue: 3 << 64 | 4)),
    bytes: [0x3a, 18, 0x11, 3, 0, 0, 0, 0, 0, 0, 0, 0x19, 4, 0, 0, 0, 0, 0, 0, 0]
  ),
  Vector(
    testDescription: "Confirm, for a match that goes on",
    envelope: .confirm(received: 300, SessionID(rawValue: 3 << 64 | 4)),
    bytes: [
      0x3a, 21, 0x08, 0xac, 2, 0x11, 3, 0, 0, 0, 0, 0, 0, 0, 0x19, 4, 0, 0, 0, 0, 0, 0, 0,
    ]
  ),
  Vector(
    testDescription: "Confirm, with a history",
    envelope: .confirm(
      received: 300,
      SessionID(rawValue: 3 << 64 | 4),
      history: MatchHistory(said: 2, saidDigest: 1, receivedDigest: 2)
    ),
    bytes: [
      0x3a, 44, 0x08, 0xac, 2, 0x11, 3, 0, 0, 0, 0, 0, 0, 0, 0x19, 4, 0, 0, 0, 0, 0, 0, 0,
      0xa2, 1, 20, 0x08, 2, 0x11, 1, 0, 0, 0, 0, 0, 0, 0, 0x19, 2, 0, 0, 0, 0, 0, 0, 0,
    ]
  ),
  Vector(
    testDescription: "Confirm, from a program that takes words",
    envelope: .confirm(
      received: 0,
      SessionID(rawValue: 3 << 64 | 4),
      talk: TalkState(received: 5, seen: Seen(words: 4, match: 9))
    ),
    bytes: [
      0x3a, 29, 0x11, 3, 0, 0, 0, 0, 0, 0, 0, 0x19, 4, 0, 0, 0, 0, 0, 0, 0,
      0xb2, 4, 8, 0x08, 5, 0x12, 4, 0x08, 4, 0x10, 9,
    ]
  ),
  Vector(
    testDescription: "Confirm, from a program that takes files and long packets",
    envelope: .confirm(
      received: 0,
      SessionID(rawValue: 3 << 64 | 4),
      talk: TalkState(takesFiles: true, packetSize: 61_504)
    ),
    bytes: [
      0x3a, 27, 0x11, 3, 0, 0, 0, 0, 0, 0, 0, 0x19, 4, 0, 0, 0, 0, 0, 0, 0,
      0xb2, 4, 6, 0x18, 1, 0x20, 0xc0, 0xe0, 3,
    ]
  ),
  Vector(
    testDescription: "Say",
    envelope: .say(Say(number: 3, text: "hello")),
    bytes: [0xb2, 4, 9, 0x08, 3, 0x12, 5, 0x68, 0x65, 0x6c, 0x6c, 0x6f]
  ),
  Vector(
    testDescription: "Seen",
    envelope: .seen(Seen(words: 4, match: 9)),
    bytes: [0xba, 4, 4, 0x08, 4, 0x10, 9]
  ),
  Vector(
    testDescription: "Seen, deaf",
    envelope: .seen(Seen(isDeaf: true)),
    bytes: [0xba, 4, 2, 0x18, 1]
  ),
  Vector(
    testDescription: "Seen, typing",
    envelope: .seen(Seen(isTyping: true)),
    bytes: [0xba, 4, 2, 0x20, 1]
  ),
  Vector(
    testDescription: "Offer",
    envelope: .file(
      .offer(
        FileOffer(file: 7, name: "a.txt", size: 300, hash: [UInt8](repeating: 0x55, count: 32))
      )
    ),
    bytes: [0xc2, 4, 46, 0x08, 7, 0x12, 5, 0x61, 0x2e, 0x74, 0x78, 0x74, 0x18, 0xac, 2, 0x22, 32]
      + [UInt8](repeating: 0x55, count: 32)
  ),
  Vector(
    testDescription: "Response, wanted",
    envelope: .file(.response(FileResponse(file: 7, isMine: false, .wanted(from: 300)))),
    bytes: [0xca, 4, 7, 0x08, 7, 0x18, 1, 0x20, 0xac, 2]
  ),
  Vector(
    testDescription: "Response, cancelled by its sender",
    envelope: .file(.response(FileResponse(file: 7, isMine: true, .cancelled))),
    bytes: [0xca, 4, 6, 0x08, 7, 0x10, 1, 0x18, 3]
  ),
  Vector(
    testDescription: "Part",
    envelope: .file(.part(FilePart(file: 7, offset: 300, content: [1, 2, 3]))),
    bytes: [0xd2, 4, 10, 0x08, 7, 0x10, 0xac, 2, 0x1a, 3, 1, 2, 3]
  ),
  Vector(
    testDescription: "Piece",
    envelope: .pipe(.piece(PipePiece(offset: 300, content: [1, 2, 3]))),
    bytes: [0xe2, 4, 8, 0x08, 0xac, 2, 0x12, 3, 1, 2, 3]
  ),
  Vector(
    testDescription: "Piece, the last",
    envelope: .pipe(.piece(PipePiece(offset: 300, content: [], isLast: true))),
    bytes: [0xe2, 4, 5, 0x08, 0xac, 2, 0x18, 1]
  ),
  Vector(
    testDescription: "Taken",
    envelope: .pipe(.taken(PipeTaken(received: 300, limit: 600, isWhole: true))),
    bytes: [0xea, 4, 8, 0x08, 0xac, 2, 0x10, 0xd8, 4, 0x18, 1]
  ),
  Vector(
    testDescription: "Recall",
    envelope: .recall(Recall(isBySender: true, remaining: 3)),
    bytes: [0xc2, 2, 4, 0x08, 1, 0x10, 3]
  ),
  Vector(
    testDescription: "Goodbye, records differ",
    envelope: .goodbye(.recordsDiffer),
    bytes: [0x22, 2, 0x08, 7]
  ),
  Vector(
    testDescription: "Refuse, later",
    envelope: .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .later(seconds: 30))),
    bytes: [0x1a, 14, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 4, 0xa0, 1, 30]
  ),
  Vector(
    testDescription: "Ask for a draw",
    envelope: .match(.ask(.init(.draw, ply: 7))),
    bytes: [0x5a, 4, 0x08, 1, 0x10, 7]
  ),
  Vector(
    testDescription: "Ask to take back",
    envelope: .match(.ask(.init(.takeBack(remaining: 5), ply: 7))),
    bytes: [0x5a, 6, 0x08, 2, 0x10, 7, 0x18, 5]
  ),
  Vector(
    testDescription: "Ask for a rematch",
    envelope: .match(.ask(.init(.rematch, ply: 7))),
    bytes: [0x5a, 4, 0x08, 3, 0x10, 7]
  ),
  Vector(
    testDescription: "Answer, yes",
    envelope: .match(.answer(.init(.takeBack, ply: 7, agrees: true))),
    bytes: [0x62, 6, 0x08, 2, 0x10, 7, 0x18, 1]
  ),
  Vector(
    testDescription: "Answer, no",
    envelope: .match(.answer(.init(.draw, ply: 7, agrees: false))),
    bytes: [0x62, 4, 0x08, 1, 0x10, 7]
  ),
  Vector(
    testDescription: "Pause",
    envelope: .match(.pause(.init(isOn: true, ply: 7))),
    bytes: [0x6a, 4, 0x08, 1, 0x10, 7]
  ),
  Vector(
    testDescription: "Pause over",
    envelope: .match(.pause(.init(isOn: false, ply: 7))),
    bytes: [0x6a, 2, 0x10, 7]
  ),
  Vector(
    testDescription: "Flag",
    envelope: .match(.flag(ply: 7)),
    bytes: [0x72, 2, 0x08, 7]
  ),
  Vector(
    testDescription: "Differ",
    envelope: .match(.differ(.init(ply: 7, position: 0x0102_0304))),
    bytes: [0x7a, 7, 0x08, 7, 0x15, 4, 3, 2, 1]
  ),
]
