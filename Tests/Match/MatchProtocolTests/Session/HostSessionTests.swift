import MatchProtocol
import MatchSimulation
import Testing

private let introduction = RawGuestPair.introduction
private let introduced = ObservedAction.tells(.introduced(introduction))
private let joined = ObservedAction.tells(.joined(introduction))
private let garbage = ProtocolError.packetTooShort(length: 3, minimum: 6)
private let complain = ObservedAction.says(.goodbye(.protocolViolation))
private let hangUp = ObservedAction.hangsUp(guestPeer)
private let closed = ObservedAction.ends(.closed(.left))
private let left = ObservedAction.rejects(guestPeer, .left)

private func suspended(_ why: LinkBreak) -> ObservedAction {
  .tells(.suspended(guestPeer, why))
}

/// What each input does in each situation, but for those that other tests are about.
private func expected(_ situation: HostSituation, _ input: HostInput) -> [ObservedAction]? {
  switch (situation, input) {
  case (.over, _), (_, .linkDownOfAnotherPeer), (_, .moveOnAnotherLink):
    []
  case (_, .resumeOfAnotherPeer), (_, .garbageOnZero), (_, .tickSoon), (_, .tickMuchLater):
    nil
  case (.empty, _), (.greeted, _), (.offered, _):
    expectedBefore(situation, input)
  case (.meeting, _), (.asking, _), (.accepted, _), (.confirmed, _):
    expectedMeanwhile(situation, input)
  case (.talking, _), (.played, _), (.leaving, _):
    expectedAfter(situation, input)
  case (.suspended, _), (.returning, _), (.returningAnew, _), (.returningImpostor, _),
    (.proven, _), (.provenToLeave, _), (.leavingWithWords, _):
    nil
  }
}

/// What it does while nobody has the seat.
private func expectedBefore(_ situation: HostSituation, _ input: HostInput) -> [ObservedAction] {
  switch (situation, input) {
  case (_, .helloAgain):
    [.says(welcome())]
  case (.offered, .helloOfNewProgram):
    [.says(welcome(nonce: 5, link: 2, session: 2))]
  case (_, .helloOfNewProgram):
    [.says(welcome(nonce: 5))]
  case (.offered, .helloOfAnotherPeer):
    [.says(welcome(nonce: 2, link: 2, session: 2))]
  case (_, .helloOfAnotherPeer):
    [.says(welcome(nonce: 2))]
  case (_, .resumeOfSeatsPeer):
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
private func expectedMeanwhile(_ situation: HostSituation, _ input: HostInput) -> [ObservedAction] {
  switch (situation, input) {
  case (_, .helloOfNewProgram):
    [left, .says(welcome(nonce: 5, link: 2, session: 2))]
  case (.meeting, .helloOfAnotherPeer):
    [.says(welcome(nonce: 2, link: 2, session: 2))]
  case (_, .helloOfAnotherPeer):
    [.says(refuse(.later(seconds: 60), nonce: 2))]
  case (_, .resumeOfSeatsPeer):
    [.says(refuse(.unknownMatch, nonce: 6))]
  case (_, .garbage):
    [.rejects(guestPeer, .garbage(garbage)), hangUp]
  case (.meeting, .garbageOnLink):
    [.rejects(guestPeer, .garbage(.insecure(.wrongLength(expected: 208, actual: 3)))), hangUp]
  case (_, .garbageOnLink):
    [.rejects(guestPeer, .garbage(.insecure(.forged))), hangUp]
  case (.meeting, .exchangeOnLink):
    [introduced, .exchanges]
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
private func expectedAfter(_ situation: HostSituation, _ input: HostInput) -> [ObservedAction] {
  switch (situation, input) {
  case (.talking, .helloOfNewProgram):
    [.says(welcome(nonce: 5, link: 2, session: 2))]
  case (.talking, .helloOfAnotherPeer):
    [.says(welcome(nonce: 2, link: 2, session: 2))]
  case (_, .helloOfNewProgram):
    [.says(refuse(nonce: 5))]
  case (_, .helloOfAnotherPeer):
    [.rejects(otherPeer, .refused(.roomFull)), .says(refuse(nonce: 2))]
  case (_, .resumeOfSeatsPeer):
    [.says(resumed(nonce: 6))]
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
    [suspended(.broken(garbage)), hangUp]
  case (_, .garbageOnLink):
    [suspended(.broken(.insecure(.forged))), hangUp]
  case (_, .moveOnLink):
    [.tells(.message(someMove, from: guestPeer))]
  case (_, .goodbyeOnLink):
    [.says(.goodbye(.left)), hangUp, .ends(.peerLeft(.gameOver))]
  case (_, .helloOnLink), (_, .confirmOnLink):
    [complain, hangUp, .ends(.protocolViolation(.unexpectedMessage))]
  case (_, .linkDown):
    [suspended(.lost(.disconnected))]
  case (_, .submit):
    [.says(.match(someMove))]
  case (_, .close):
    [.says(.goodbye(.gameOver))]
  case (_, .tickLater):
    [suspended(.silent(after: .seconds(15))), hangUp]
  default:
    []
  }
}

@Suite struct HostSessionTests {
  @Test(arguments: HostSituation.allCases, HostInput.allCases)
  func `each input in each situation does what the document says`(
    situation: HostSituation,
    input: HostInput
  ) {
    var pair = situation.pair
    let before = pair.host.state
    let done = input.give(&pair)
    if let expected = expected(situation, input) {
      #expect(done == expected)
    }
    #expect(pair.host.state == SessionTable.host.next(situation, input) ?? before)
    if !SessionTable.host.names(situation, input), !isOfStranger(situation, input) {
      #expect(done.isEmpty)
    }
  }

  /// Whether `input` is about somebody without a seat, of whom the text beside the table tells, or
  /// goes on with an exchange.
  private func isOfStranger(_ situation: HostSituation, _ input: HostInput) -> Bool {
    switch (situation, input) {
    case (.empty, .garbage), (.empty, .garbageOnZero), (.suspended, .garbage),
      (.suspended, .garbageOnZero), (.returning, .exchangeOnLink):
      true
    case (.greeted, .garbage), (.greeted, .garbageOnZero), (.greeted, .close),
      (.greeted, .tickLater), (.greeted, .tickMuchLater):
      true
    default: false
    }
  }

  @Test(arguments: HostSituation.allCases)
  func `only a host that waits for something has a deadline`(situation: HostSituation) {
    let deadline: Duration? =
      switch situation {
      case .empty, .over: nil
      case .greeted, .offered: .seconds(15)
      case .suspended: .seconds(600)
      case .played: .seconds(5)
      case .meeting, .returning, .returningAnew, .returningImpostor: .milliseconds(400)
      case .asking, .accepted, .talking, .leaving, .leavingWithWords, .proven, .provenToLeave:
        .milliseconds(250)
      case .confirmed: .milliseconds(100)
      }
    #expect(situation.pair.host.deadline == deadline)
  }
}
