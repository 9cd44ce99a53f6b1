import MatchProtocol
import Testing

/// Where a host may be, and how it gets there.
enum HostState: CaseIterable {
  case empty
  case greeted
  case offered
  case taken
  case playing
  case leaving
  case over

  var session: HostSession {
    var host = newHost()
    switch self {
    case .empty:
      break
    case .greeted:
      _ = host.receive([hello()[0]])
    case .offered:
      _ = host.receive(hello())
    case .taken:
      _ = host.receive(hello() + [keepAlive()])
    case .playing:
      _ = host.receive(hello() + [keepAlive()])
      _ = host.submit(someMove, now: .zero)
    case .leaving:
      _ = host.receive(hello() + [keepAlive()])
      _ = host.close(.left, now: .zero)
    case .over:
      _ = host.close(.left, now: .zero)
    }
    return host
  }
}

/// One input of a host, the peer being the one that greeted first.
enum HostInput: CaseIterable {
  case helloAgain
  case helloOfNewProgram
  case helloOfAnotherPeer
  case garbage
  case keepAliveOnLink
  case moveOnLink
  case goodbyeOnLink
  case helloOnLink
  case moveOnAnotherLink
  case linkDown
  case linkDownOfAnotherPeer
  case submit
  case close
  case tickLater

  func give(_ host: inout HostSession) -> [SessionAction] {
    switch self {
    case .helloAgain: host.receive(hello(sequence: 50))
    case .helloOfNewProgram: host.receive(hello(nonce: 5, sequence: 100))
    case .helloOfAnotherPeer: host.receive(hello(nonce: 2), from: otherPeer)
    case .garbage: host.receive([[1, 2, 3]])
    case .keepAliveOnLink: host.receive([keepAlive()])
    case .moveOnLink: host.receive(packets(.match(someMove)))
    case .goodbyeOnLink: host.receive(packets(.goodbye(.gameOver)))
    case .helloOnLink:
      host.receive(
        packets(
          .refuse(Refuse(nonce: Nonce(rawValue: 1), reason: .roomFull))
        )
      )
    case .moveOnAnotherLink:
      host.receive(packets(.match(someMove), link: LinkID(rawValue: 9)))
    case .linkDown: host.linkDown(guestPeer, .disconnected, now: .zero)
    case .linkDownOfAnotherPeer: host.linkDown(otherPeer, .disconnected, now: .zero)
    case .submit: host.submit(someMove, now: .zero)
    case .close: host.close(.gameOver, now: .zero)
    case .tickLater: host.tick(now: .seconds(15))
    }
  }
}

private let joined = Deed.tells(.joined(name: "Gus", peer: guestPeer))
private let garbage = ProtocolError.packetTooShort(length: 3, minimum: 6)
private let sayGoodbye = Deed.says(.goodbye(.left))
private let complain = Deed.says(.goodbye(.protocolViolation))
private let hangUp = Deed.hangsUp(guestPeer)
private let closed = Deed.ends(.closed(.left))

private func welcomes(nonce: UInt64, link: UInt8, session: UInt128 = 1) -> Deed {
  .says(
    .welcome(
      Welcome(
        nonce: Nonce(rawValue: nonce),
        version: 1,
        linkID: LinkID(rawValue: link),
        session: SessionID(rawValue: session),
        name: PlayerName(cleaning: "Hana")
      )
    )
  )
}

/// What each input does in each state.
private func expectedDeeds(_ state: HostState, _ input: HostInput) -> [Deed] {
  switch (state, input) {
  case (.playing, .helloOfNewProgram), (.leaving, .helloOfNewProgram):
    [.refuses(.roomFull, nonce: 5)]
  case (.playing, _):
    expectedDeeds(.taken, input)
  case (.empty, .helloOfNewProgram), (.greeted, .helloOfNewProgram):
    [welcomes(nonce: 5, link: 1)]
  case (.offered, .helloOfNewProgram):
    [welcomes(nonce: 5, link: 2, session: 2)]
  case (.taken, .helloOfNewProgram):
    [.tells(.vacated(guestPeer)), welcomes(nonce: 5, link: 2, session: 2)]
  case (.over, _), (_, .linkDownOfAnotherPeer), (_, .moveOnAnotherLink):
    []
  case (.empty, .helloAgain), (.greeted, .helloAgain), (.offered, .helloAgain):
    [.welcomes]
  case (.empty, .helloOfAnotherPeer), (.greeted, .helloOfAnotherPeer):
    [welcomes(nonce: 2, link: 1)]
  case (_, .helloOfAnotherPeer):
    [.refuses(.roomFull, nonce: 2), .rejects(otherPeer, .refused(.roomFull))]
  case (.empty, .garbage), (.greeted, .garbage), (.offered, .garbage):
    [hangUp, .rejects(guestPeer, .garbage(garbage))]
  case (.taken, .garbage):
    [complain, hangUp, .ends(.protocolViolation(garbage))]
  case (.offered, .keepAliveOnLink):
    [joined]
  case (.offered, .moveOnLink):
    [joined, .tells(.message(someMove))]
  case (.taken, .moveOnLink):
    [.tells(.message(someMove))]
  case (.offered, .goodbyeOnLink):
    [joined, sayGoodbye, hangUp, .ends(.peerLeft(.gameOver))]
  case (.taken, .goodbyeOnLink):
    [sayGoodbye, hangUp, .ends(.peerLeft(.gameOver))]
  case (.offered, .helloOnLink):
    [joined, complain, hangUp, .ends(.protocolViolation(.unexpectedMessage))]
  case (.taken, .helloOnLink):
    [complain, hangUp, .ends(.protocolViolation(.unexpectedMessage))]
  case (.taken, .linkDown):
    [.ends(.linkLost(.disconnected))]
  case (.leaving, .linkDown):
    [closed]
  case (.taken, .submit):
    [.says(.match(someMove))]
  case (.empty, .close):
    [.ends(.closed(.gameOver))]
  case (.greeted, .close), (.offered, .close):
    [hangUp, .ends(.closed(.gameOver))]
  case (.taken, .close):
    [.says(.goodbye(.gameOver))]
  case (.greeted, .tickLater), (.offered, .tickLater):
    [hangUp, .rejects(guestPeer, .handshakeTimeout)]
  case (.taken, .tickLater):
    [hangUp, .ends(.silent(after: .seconds(15)))]
  case (.leaving, .garbage), (.leaving, .goodbyeOnLink), (.leaving, .helloOnLink),
    (.leaving, .tickLater):
    [hangUp, closed]
  case (.empty, .keepAliveOnLink), (.empty, .moveOnLink), (.empty, .goodbyeOnLink),
    (.empty, .helloOnLink), (.empty, .linkDown), (.empty, .submit), (.empty, .tickLater),
    (.greeted, .keepAliveOnLink), (.greeted, .moveOnLink), (.greeted, .goodbyeOnLink),
    (.greeted, .helloOnLink), (.greeted, .linkDown), (.greeted, .submit),
    (.offered, .linkDown), (.offered, .submit), (.taken, .helloAgain),
    (.taken, .keepAliveOnLink), (.leaving, .helloAgain), (.leaving, .keepAliveOnLink),
    (.leaving, .moveOnLink), (.leaving, .submit), (.leaving, .close):
    []
  }
}

@Suite struct HostSessionTests {
  @Test(arguments: HostState.allCases, HostInput.allCases)
  func `each input in each state does what the document says`(
    state: HostState,
    input: HostInput
  ) {
    var host = state.session
    #expect(deeds(input.give(&host)) == expectedDeeds(state, input))
  }

  @Test(arguments: HostState.allCases)
  func `only a host that waits for something has a deadline`(state: HostState) {
    let deadline: Duration? =
      switch state {
      case .empty, .over: nil
      case .greeted, .offered: .seconds(15)
      case .taken: .seconds(5)
      case .playing, .leaving: .seconds(1)
      }
    #expect(state.session.deadline == deadline)
  }
}
