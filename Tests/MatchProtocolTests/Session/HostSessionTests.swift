import MatchProtocol
import MatchSimulation
import Testing

/// Where a host may be, and how it gets there.
enum HostState: CaseIterable {
  case empty
  case greeted
  case offered
  case meeting
  case asking
  case accepted
  case confirmed
  case taken
  case playing
  case leaving
  case over

  var pair: RawGuestPair {
    var pair = RawGuestPair()
    switch self {
    case .empty:
      break
    case .greeted:
      _ = pair.tell([pair.guest.greet(hello())[0]])
    case .offered:
      _ = pair.tell(pair.guest.greet(hello()))
    case .meeting:
      _ = pair.tell(pair.guest.greet(hello()))
      _ = pair.tell(pair.guest.words())
    case .asking:
      _ = pair.introduce()
    case .accepted:
      _ = pair.introduce()
      _ = pair.guest.watch(pair.host.accept(now: .zero))
    case .confirmed:
      _ = pair.introduce()
      _ = pair.say(confirm)
    case .taken:
      pair = .talking()
    case .playing:
      pair = .talking()
      _ = pair.guest.watch(pair.host.submit(someMove, now: .zero))
    case .leaving:
      pair = .talking()
      _ = pair.guest.watch(pair.host.close(.left, now: .zero))
    case .over:
      _ = pair.host.close(.left, now: .zero)
    }
    return pair
  }
}

/// One input of a host, the peer being the one that greeted first.
enum HostInput: CaseIterable {
  case helloAgain
  case helloOfNewProgram
  case helloOfAnotherPeer
  case resumeOfAnotherMatch
  case garbage
  case garbageOnLink
  case exchangeOnLink
  case confirmOnLink
  case moveOnLink
  case goodbyeOnLink
  case helloOnLink
  case moveOnAnotherLink
  case linkDown
  case linkDownOfAnotherPeer
  case accept
  case decline
  case submit
  case close
  case tickLater

  func give(_ pair: inout RawGuestPair) -> [ObservedAction] {
    switch self {
    case .helloAgain: pair.tell(packets(hello(), sequence: 50))
    case .helloOfNewProgram: pair.tell(packets(hello(nonce: 5), sequence: 100))
    case .helloOfAnotherPeer:
      observed(pair.host.receive(packets(hello(nonce: 2)), from: otherPeer))
    case .resumeOfAnotherMatch: pair.tell(packets(resume(nonce: 6, session: 99), sequence: 200))
    case .garbage: pair.tell([[1, 2, 3]])
    case .garbageOnLink: pair.guest.linkID == nil ? [] : pair.tell(pair.guest.cut([1, 2, 3]))
    case .exchangeOnLink: pair.guest.hasWords ? pair.tell(pair.guest.words()) : []
    case .confirmOnLink: pair.say(confirm)
    case .moveOnLink: pair.say(.match(someMove))
    case .goodbyeOnLink: pair.say(.goodbye(.gameOver))
    case .helloOnLink: pair.say(hello())
    case .moveOnAnotherLink: pair.tell([[0x70, 9, 0, 0, 0, 0, 0, 1, 0, 0, 7]])
    case .linkDown: pair.guest.watch(pair.host.linkDown(guestPeer, .disconnected, now: .zero))
    case .linkDownOfAnotherPeer:
      pair.guest.watch(pair.host.linkDown(otherPeer, .disconnected, now: .zero))
    case .accept: pair.guest.watch(pair.host.accept(now: .zero))
    case .decline: pair.guest.watch(pair.host.decline(now: .zero))
    case .submit: pair.guest.watch(pair.host.submit(someMove, now: .zero))
    case .close: pair.guest.watch(pair.host.close(.gameOver, now: .zero))
    case .tickLater: pair.guest.watch(pair.host.tick(now: .seconds(15)))
    }
  }
}

private let introduction = RawGuestPair.introduction
private let introduced = ObservedAction.tells(.introduced(introduction))
private let joined = ObservedAction.tells(.joined(introduction))
private let garbage = ProtocolError.packetTooShort(length: 3, minimum: 6)
private let complain = ObservedAction.says(.goodbye(.protocolViolation))
private let hangUp = ObservedAction.hangsUp(guestPeer)
private let closed = ObservedAction.ends(.closed(.left))
private let left = ObservedAction.rejects(guestPeer, .left)

/// What each input does in each state.
private func expectedDeeds(_ state: HostState, _ input: HostInput) -> [ObservedAction] {
  switch (state, input) {
  case (.over, _), (_, .linkDownOfAnotherPeer), (_, .moveOnAnotherLink):
    []
  case (.empty, _), (.greeted, _), (.offered, _):
    expectedBefore(state, input)
  case (.meeting, _), (.asking, _), (.accepted, _), (.confirmed, _):
    expectedMeanwhile(state, input)
  case (.taken, _), (.playing, _), (.leaving, _):
    expectedAfter(state, input)
  }
}

/// What it does while nobody has the seat.
private func expectedBefore(_ state: HostState, _ input: HostInput) -> [ObservedAction] {
  switch (state, input) {
  case (_, .helloAgain):
    [.says(welcome())]
  case (.offered, .helloOfNewProgram):
    [.says(welcome(nonce: 5, link: 2, session: 2))]
  case (_, .helloOfNewProgram):
    [.says(welcome(nonce: 5))]
  case (.offered, .helloOfAnotherPeer):
    [.rejects(otherPeer, .refused(.roomFull)), .says(refuse(nonce: 2))]
  case (_, .helloOfAnotherPeer):
    [.says(welcome(nonce: 2))]
  case (_, .resumeOfAnotherMatch):
    [.rejects(guestPeer, .refused(.unknownMatch)), .says(refuse(.unknownMatch, nonce: 6))]
  case (_, .garbage):
    [.rejects(guestPeer, .garbage(garbage)), hangUp]
  case (.offered, .garbageOnLink):
    [.rejects(guestPeer, .garbage(.insecure(.wrongLength(expected: 64, actual: 3)))), hangUp]
  case (.offered, .exchangeOnLink):
    [.exchanges]
  case (.empty, .close):
    [.ends(.closed(.gameOver))]
  case (_, .close):
    [hangUp, .ends(.closed(.gameOver))]
  case (.empty, .tickLater):
    []
  case (_, .tickLater):
    [.rejects(guestPeer, .handshakeTimeout), hangUp]
  default:
    []
  }
}

/// What it does until both players have accepted each other.
private func expectedMeanwhile(_ state: HostState, _ input: HostInput) -> [ObservedAction] {
  switch (state, input) {
  case (_, .helloOfNewProgram):
    [left, .says(welcome(nonce: 5, link: 2, session: 2))]
  case (_, .helloOfAnotherPeer):
    [.rejects(otherPeer, .refused(.roomFull)), .says(refuse(nonce: 2))]
  case (_, .resumeOfAnotherMatch):
    [.says(refuse(.unknownMatch, nonce: 6))]
  case (_, .garbage):
    [.rejects(guestPeer, .garbage(garbage)), hangUp]
  case (.meeting, .garbageOnLink):
    [.rejects(guestPeer, .garbage(.insecure(.wrongLength(expected: 80, actual: 3)))), hangUp]
  case (_, .garbageOnLink):
    [.rejects(guestPeer, .garbage(.insecure(.forged))), hangUp]
  case (.meeting, .exchangeOnLink):
    [introduced]
  case (.accepted, .confirmOnLink):
    [joined]
  case (.asking, .moveOnLink), (.accepted, .moveOnLink), (.confirmed, .moveOnLink),
    (.asking, .helloOnLink), (.accepted, .helloOnLink), (.confirmed, .helloOnLink),
    (.confirmed, .confirmOnLink):
    [.rejects(guestPeer, .garbage(.unexpectedMessage)), complain, hangUp]
  case (.asking, .goodbyeOnLink), (.accepted, .goodbyeOnLink), (.confirmed, .goodbyeOnLink):
    [left, hangUp]
  case (_, .linkDown):
    [left]
  case (.asking, .accept):
    [.says(confirm)]
  case (.confirmed, .accept):
    [joined, .says(confirm)]
  case (.asking, .decline), (.accepted, .decline), (.confirmed, .decline):
    [.says(.goodbye(.notAccepted)), hangUp]
  case (.meeting, .close):
    [hangUp, .ends(.closed(.gameOver))]
  case (_, .close):
    [.says(.goodbye(.gameOver)), hangUp, .ends(.closed(.gameOver))]
  case (.meeting, .tickLater):
    [.rejects(guestPeer, .handshakeTimeout), hangUp]
  case (_, .tickLater):
    [left, hangUp]
  default:
    []
  }
}

/// What it does once both have.
private func expectedAfter(_ state: HostState, _ input: HostInput) -> [ObservedAction] {
  switch (state, input) {
  case (.taken, .helloOfNewProgram):
    [.says(welcome(nonce: 5, link: 2, session: 2))]
  case (.taken, .helloOfAnotherPeer):
    [.says(welcome(nonce: 2, link: 2, session: 2))]
  case (_, .helloOfNewProgram):
    [.says(refuse(nonce: 5))]
  case (_, .helloOfAnotherPeer):
    [.rejects(otherPeer, .refused(.roomFull)), .says(refuse(nonce: 2))]
  case (_, .resumeOfAnotherMatch):
    [.says(refuse(.unknownMatch, nonce: 6))]
  case (.leaving, .garbage), (.leaving, .garbageOnLink), (.leaving, .goodbyeOnLink),
    (.leaving, .helloOnLink), (.leaving, .confirmOnLink), (.leaving, .tickLater):
    [hangUp, closed]
  case (.leaving, .moveOnLink):
    [.tells(.message(someMove, from: guestPeer))]
  case (.leaving, .linkDown):
    [closed]
  case (.leaving, _):
    []
  case (_, .garbage):
    [hangUp, .ends(.protocolViolation(garbage))]
  case (_, .garbageOnLink):
    [hangUp, .ends(.protocolViolation(.insecure(.forged)))]
  case (_, .moveOnLink):
    [.tells(.message(someMove, from: guestPeer))]
  case (_, .goodbyeOnLink):
    [.says(.goodbye(.left)), hangUp, .ends(.peerLeft(.gameOver))]
  case (_, .helloOnLink), (_, .confirmOnLink):
    [complain, hangUp, .ends(.protocolViolation(.unexpectedMessage))]
  case (_, .linkDown):
    [.ends(.linkLost(.disconnected))]
  case (_, .submit):
    [.says(.match(someMove))]
  case (_, .close):
    [.says(.goodbye(.gameOver))]
  case (_, .tickLater):
    [hangUp, .ends(.silent(after: .seconds(15)))]
  default:
    []
  }
}

@Suite struct HostSessionTests {
  @Test(arguments: HostState.allCases, HostInput.allCases)
  func `each input in each state does what the document says`(
    state: HostState,
    input: HostInput
  ) {
    var pair = state.pair
    #expect(input.give(&pair) == expectedDeeds(state, input))
  }

  @Test(arguments: HostState.allCases)
  func `only a host that waits for something has a deadline`(state: HostState) {
    let deadline: Duration? =
      switch state {
      case .empty, .over: nil
      case .greeted, .offered: .seconds(15)
      case .meeting, .accepted, .taken, .playing, .leaving: .seconds(1)
      case .asking, .confirmed: .milliseconds(100)
      }
    #expect(state.pair.host.deadline == deadline)
  }
}
