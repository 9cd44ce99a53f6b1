import MatchProtocol
import MatchSimulation
import Testing

private let introduced = ObservedAction.tells(.introduced(RawHostPair.introduction))
private let joined = ObservedAction.tells(.joined(RawHostPair.introduction))
private let garbage = ProtocolError.packetTooShort(length: 3, minimum: 6)
private let complain = ObservedAction.says(.goodbye(.protocolViolation))
private let hangUp = ObservedAction.hangsUp(hostPeer)
private let closed = ObservedAction.ends(.closed(.left))

private func suspended(_ why: LinkBreak) -> ObservedAction {
  .tells(.suspended(hostPeer, why))
}

/// What each input does in each situation, but for those that other tests are about.
private func expected(_ situation: GuestSituation, _ input: GuestInput) -> [ObservedAction]? {
  switch (situation, input) {
  case (.over, _), (_, .packetOfAnotherPeer), (_, .garbageForAnother), (_, .moveOnAnotherLink),
    (_, .welcomeOfAnother), (_, .refusalOfAnother):
    []
  case (_, .resumed), (_, .unknownMatch), (_, .garbageOnZero), (_, .tickSoon), (_, .tickMuchLater):
    nil
  case (.unlinked, _), (.greeting, _), (.meeting, _):
    expectedBefore(situation, input)
  case (.asking, _), (.accepted, _), (.confirmed, _):
    expectedMeanwhile(situation, input)
  case (.talking, _), (.leaving, _):
    expectedAfter(situation, input)
  case (.suspended, _), (.returning, _), (.proving, _), (.provingImpostor, _), (.confirming, _),
    (.confirmingToLeave, _), (.leavingWithWords, _):
    nil
  }
}

/// What it does until it knows who the host is.
private func expectedBefore(_ situation: GuestSituation, _ input: GuestInput) -> [ObservedAction] {
  switch (situation, input) {
  case (.unlinked, .linkUp):
    [.says(hello())]
  case (.unlinked, .linkDownOfAnotherPeer):
    [.ends(.linkLost(.disconnected))]
  case (_, .linkDown):
    [.ends(.linkLost(.serviceGone))]
  case (.unlinked, .close):
    [.ends(.closed(.gameOver))]
  case (_, .close):
    [hangUp, .ends(.closed(.gameOver))]
  case (.greeting, .welcome), (.meeting, .exchangeOnLink):
    situation == .greeting ? [.exchanges] : [.exchanges, introduced]
  case (.greeting, .refusal), (.meeting, .refusal):
    [hangUp, .ends(.refused(.roomFull))]
  case (.greeting, .garbage), (.meeting, .garbage):
    [hangUp, .ends(.protocolViolation(garbage))]
  case (.meeting, .garbageOnLink):
    [hangUp, .ends(.protocolViolation(.insecure(.wrongLength(expected: 112, actual: 3))))]
  case (.greeting, .tickLater), (.meeting, .tickLater):
    [hangUp, .ends(.handshakeTimeout)]
  default:
    []
  }
}

/// What it does until both players have accepted each other.
private func expectedMeanwhile(_ situation: GuestSituation, _ input: GuestInput) -> [ObservedAction]
{
  switch (situation, input) {
  case (_, .garbage):
    [hangUp, .ends(.protocolViolation(garbage))]
  case (_, .garbageOnLink):
    [hangUp, .ends(.protocolViolation(.insecure(.forged)))]
  case (.accepted, .confirmOnLink):
    [joined]
  case (_, .moveOnLink), (_, .welcomeOnLink), (.confirmed, .confirmOnLink):
    [complain, hangUp, .ends(.protocolViolation(.unexpectedMessage))]
  case (_, .goodbyeOnLink):
    [hangUp, .ends(.peerLeft(.illegalMove))]
  case (_, .unknownMatchOnLink):
    [hangUp, .ends(.peerLeft(.unknownMatch))]
  case (_, .linkDown):
    [.ends(.linkLost(.serviceGone))]
  case (.asking, .accept):
    [.says(confirm)]
  case (.confirmed, .accept):
    [joined, .says(confirm)]
  case (_, .decline):
    [.says(.goodbye(.notAccepted)), hangUp, .ends(.closed(.notAccepted))]
  case (_, .close):
    [.says(.goodbye(.gameOver)), hangUp, .ends(.closed(.gameOver))]
  case (_, .tickLater):
    [hangUp, .ends(.silent(after: .seconds(15)))]
  default:
    []
  }
}

/// What it does once both have.
private func expectedAfter(_ situation: GuestSituation, _ input: GuestInput) -> [ObservedAction] {
  switch (situation, input) {
  case (.leaving, .garbage), (.leaving, .garbageOnLink), (.leaving, .goodbyeOnLink),
    (.leaving, .unknownMatchOnLink), (.leaving, .welcomeOnLink), (.leaving, .confirmOnLink),
    (.leaving, .tickLater):
    [hangUp, closed]
  case (.leaving, .moveOnLink):
    [.tells(.message(someMove, from: hostPeer))]
  case (.leaving, .linkDown):
    [closed]
  case (.leaving, _):
    []
  case (_, .garbage):
    [suspended(.broken(garbage)), hangUp]
  case (_, .garbageOnLink):
    [suspended(.broken(.insecure(.forged))), hangUp]
  case (_, .moveOnLink):
    [.tells(.message(someMove, from: hostPeer))]
  case (_, .goodbyeOnLink):
    [.says(.goodbye(.left)), hangUp, .ends(.peerLeft(.illegalMove))]
  case (_, .unknownMatchOnLink):
    [.says(.goodbye(.left)), hangUp, .ends(.peerLeft(.unknownMatch))]
  case (_, .welcomeOnLink), (_, .confirmOnLink):
    [complain, hangUp, .ends(.protocolViolation(.unexpectedMessage))]
  case (_, .linkDown):
    [suspended(.lost(.serviceGone))]
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

@Suite struct GuestSessionTests {
  @Test(arguments: GuestSituation.allCases, GuestInput.allCases)
  func `each input in each situation does what the document says`(
    situation: GuestSituation,
    input: GuestInput
  ) {
    var pair = situation.pair
    let before = pair.guest.state
    let done = input.give(&pair)
    if let expected = expected(situation, input) {
      #expect(done == expected)
    }
    #expect(pair.guest.state == SessionTable.guest.next(situation, input) ?? before)
    if !SessionTable.guest.names(situation, input) {
      #expect(done.isEmpty)
    }
  }

  @Test(arguments: GuestSituation.allCases)
  func `only a guest that waits for something has a deadline`(situation: GuestSituation) {
    let deadline: Duration? =
      switch situation {
      case .unlinked, .over: nil
      case .asking, .confirmed: .milliseconds(100)
      case .suspended: .seconds(600)
      case .greeting, .returning: .milliseconds(300)
      case .meeting, .proving, .provingImpostor: .milliseconds(400)
      case .accepted, .talking, .leaving, .leavingWithWords, .confirming, .confirmingToLeave:
        .milliseconds(250)
      }
    #expect(situation.pair.guest.deadline == deadline)
  }

  @Test func `Hello is repeated after 0.3 s and then every second, with new numbers`() {
    var guest = newGuest()
    var numbers: [UInt16] = []
    var step = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    for second in 0...14 {
      step += guest.tick(now: .milliseconds(second * 1_000 + 299))
      step += guest.tick(now: .milliseconds(second * 1_000 + 300))
    }
    for packet in step.packets {
      numbers.append(UInt16(packet[2]) << 8 | UInt16(packet[3]))
    }
    #expect(observed(step) == [ObservedAction](repeating: .says(hello()), count: 16))
    #expect(numbers == (0..<UInt16(numbers.count)).map { $0 })
    #expect(
      observed(guest.tick(now: .seconds(15))) == [.hangsUp(hostPeer), .ends(.handshakeTimeout)]
    )
  }

  @Test func `a guest understands a host whose link 0 has been used before`() {
    var guest = GuestSituation.greeting.pair.guest
    let middle = Array(packets(.goodbye(.left), sequence: 40_000).suffix(1))
    var host = HostSituation.played.pair.host
    _ = host.receive(packets(hello(nonce: 7)), from: otherPeer)
    let answers = host.receive(packets(hello(nonce: 1), sequence: 60), from: otherPeer)
    let packetsHeard = middle + answers.packets
    #expect(
      observed(guest.receive(packetsHeard)) == [.hangsUp(hostPeer), .ends(.refused(.roomFull))]
    )
  }

  @Test(
    arguments: [[0x82, 1, 0], [0x1a, 11, 0x09, 2, 0, 0, 0, 0, 0, 0, 0, 0x10, 9]] as [[UInt8]]
  )
  func `what a later version says to others on link 0 is not for this guest`(message: [UInt8]) {
    var guest = GuestSituation.greeting.pair.guest
    let heard = packets(of: message)
    #expect(!heard.isEmpty)
    #expect(guest.receive(heard).isEmpty)
  }
}
