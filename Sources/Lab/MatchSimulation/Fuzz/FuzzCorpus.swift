import MatchProtocol

/// Right messages and packets, one of each kind.
enum FuzzCorpus {
  static let name = PlayerName(cleaning: "Ada")
  static let nonce = Nonce(rawValue: 1)
  static let session = SessionID(rawValue: 1)
  static let peer = PeerID(rawValue: "a")

  private static let link = LinkID(rawValue: 1)
  private static let secondNonce = Nonce(rawValue: 2)

  static let spoken = (try? Words("hello")) ?? { preconditionFailure("no words") }()

  static let hello = Envelope.hello(
    Hello(versions: 4...4, nonce: nonce, name: name, program: "fuzz/1")
  )
  static let welcome = Envelope.welcome(
    Welcome(nonce: nonce, version: 4, linkID: link, session: session, name: name)
  )
  static let resume = Envelope.resume(Resume(nonce: secondNonce))
  static let resumed = Envelope.resumed(
    Resumed(nonce: secondNonce, linkID: LinkID(rawValue: 2))
  )

  static let envelopes: [Envelope] = [
    hello, welcome, resume, resumed,
    .refuse(Refuse(nonce: nonce, reason: .roomFull)),
    .refuse(Refuse(nonce: nonce, reason: .protocolVersion(host: 1...3))),
    .refuse(Refuse(nonce: secondNonce, reason: .unknownMatch)),
    .refuse(Refuse(nonce: nonce, reason: .closed)),
    .refuse(Refuse(nonce: nonce, reason: .tooManyTries(seconds: 60))),
    .goodbye(.kicked),
    .goodbye(.challengeExpired),
    .goodbye(.takenOver),
    .challenge(Challenge(.init(game: "xiangqi", rule: "freestyle", first: .host), text: "well?")),
    .goodbye(.gameOver),
    .goodbye(.notAccepted),
    .goodbye(.unknownMatch),
    .confirm(received: 0, session),
    .confirm(received: 1, session),
    .confirm(received: 3, session),
    .confirm(received: 0, SessionID(rawValue: 2)),
    .match(.start(.init(game: "gomoku", rule: "freestyle", first: .host))),
    .match(.coin(.commitment([UInt8](repeating: 1, count: 32)))),
    .match(.coin(.number([UInt8](repeating: 2, count: 16)))),
    .match(.move(.init(ply: 0, text: "h8", position: 1))),
    .match(.resign),
    .match(.ask(.init(.takeBack(remaining: 1), ply: 2))),
    .match(.answer(.init(.draw, ply: 2, agrees: true))),
    .match(.pause(.init(isOn: true, ply: 2))),
    .match(.flag(ply: 2)),
    .match(.differ(.init(ply: 2, position: 1))),
    .confirm(received: 0, session, talk: TalkState()),
    .confirm(received: 0, session, talk: TalkState(received: 1, seen: Seen(words: 1, match: 2))),
    .say(Say(number: 0, text: "hello")),
    .seen(Seen(words: 1, match: 2, isDeaf: true)),
    .file(.offer(FileOffer(file: 1, name: "n", size: 3, hash: [UInt8](repeating: 1, count: 32)))),
    .file(.response(FileResponse(file: 1, isMine: false, .wanted(from: 0)))),
    .file(.part(FilePart(file: 1, offset: 0, content: [1, 2, 3]))),
    .seen(Seen(words: 3, match: 2, isTyping: true)),
    .pipe(.piece(PipePiece(offset: 0, content: [1, 2, 3], isLast: true))),
    .pipe(.taken(PipeTaken(received: 2, limit: 100, isWhole: true))),
    .hello(watchingHello),
    .refuse(Refuse(nonce: nonce, reason: .watchersFull)),
    .refuse(Refuse(nonce: nonce, reason: .notShown)),
    .goodbye(.noPlace),
    .watching(watching),
    .want(Want(first: 1)),
    .shown(Shown(number: 0, entry: .room(RoomState(.plays, name: name)))),
    .shown(
      Shown(number: 1, entry: .match(.move(.init(ply: 0, text: "h8", position: 1)), by: .host))
    ),
    .watchers(Watchers([name])),
    .room(RoomState(.isAway, name: name)),
    .remark(Remark("hi")),
    .remark(Remark("hi", by: name)),
  ]

  static let watching = Watching(
    room: 2,
    count: 3,
    thought: .milliseconds(4),
    mayTalk: true
  )

  static var watchingHello: Hello {
    var hello = Hello(versions: 4...4, nonce: nonce, name: name, program: "fuzz/1")
    hello.watches = true
    return hello
  }

  /// The messages that are sealed, once there are keys.
  static let words = envelopes.map(\.encoded)

  /// Every message on link 0 and, unsealed, on links 1 and 2, whole and in small pieces, and
  /// reports.
  static let packets: [[UInt8]] = {
    var packets: [[UInt8]] = []
    for (index, message) in words.enumerated() {
      for (id, size) in [(LinkID.unassigned, 18), (link, 18), (link, 508)] {
        let first = id == .unassigned ? UInt16(100 * index) : 0
        var fragmenter = Fragmenter(
          linkID: id,
          limit: MessageLimit.handshake,
          firstSequence: first
        )
        packets += (try? fragmenter.split(message, packetSize: size)) ?? []
      }
    }
    return packets + reports
  }()

  /// Reports of what has come and what has not.
  static let reports: [[UInt8]] = [link, LinkID(rawValue: 2)].flatMap { id in
    let header = FragmentHeader(kind: .report, linkID: id, sequence: 1, acknowledged: 1)
    return [
      Fragmenter(linkID: id, limit: 1).keepAlive(),
      header.encoded + Report(beyond: 0b101).encoded,
      header.encoded + Report(credit: 0, beyond: .max).encoded,
    ]
  }

  /// The exchange between two whose keys are fixed: each message, and who waits for it.
  static let exchange: [(reader: KeyExchange, message: [UInt8])] = {
    let prologue = KeyExchange.prologue(hello: hello.encoded, welcome: welcome.encoded)
    var sides = [HandshakeState.Role.initiator, .responder].map { role in
      let secrets = FixedSecrets(seed: role == .initiator ? 2 : 1)
      return KeyExchange(
        role: role,
        material: secrets.material(),
        known: [],
        prologue: prologue
      )
    }
    return (0..<4).map { index in
      let message = (try? sides[index % 2].write()) ?? []
      let reader = sides[1 - index % 2]
      try? sides[1 - index % 2].read(message)
      return (reader, message)
    }
  }()
}
