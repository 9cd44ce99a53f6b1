import MatchProtocol
import MatchSimulation
import Testing

/// Where a guest may be, and how it gets there.
enum GuestState: CaseIterable {
  case unlinked
  case greeting
  case meeting
  case asking
  case accepted
  case confirmed
  case seated
  case leaving
  case over

  var pair: RawHostPair {
    var pair = RawHostPair()
    switch self {
    case .unlinked:
      break
    case .greeting:
      _ = pair.linkUp()
    case .meeting:
      _ = pair.linkUp()
      _ = pair.tell(pair.host.greet(welcome()))
    case .asking:
      pair = .met()
    case .accepted:
      pair = .met()
      _ = pair.host.watch(pair.guest.accept(now: .zero))
    case .confirmed:
      pair = .met()
      _ = pair.say(confirm)
    case .seated:
      pair = .talking()
    case .leaving:
      pair = .talking()
      _ = pair.host.watch(pair.guest.close(.left, now: .zero))
    case .over:
      _ = pair.guest.close(.left, now: .zero)
    }
    return pair
  }
}

/// One input of a guest.
enum GuestInput: CaseIterable {
  case linkUp
  case welcome
  case welcomeOfAnother
  case refusal
  case refusalOfAnother
  case garbage
  case garbageForAnother
  case garbageOnLink
  case exchangeOnLink
  case confirmOnLink
  case moveOnLink
  case goodbyeOnLink
  case welcomeOnLink
  case moveOnAnotherLink
  case packetOfAnotherPeer
  case linkDown
  case linkDownOfAnotherPeer
  case accept
  case decline
  case submit
  case close
  case tickLater

  func give(_ pair: inout RawHostPair) -> [ObservedAction] {
    switch self {
    case .linkUp: pair.linkUp()
    case .welcome: pair.tell(pair.host.greet(MatchProtocolTests.welcome()))
    case .welcomeOfAnother: pair.tell(packets(MatchProtocolTests.welcome(nonce: 2)))
    case .refusal: pair.tell(packets(refuse(), sequence: 90))
    case .refusalOfAnother: pair.tell(packets(refuse(nonce: 2), sequence: 90))
    case .garbage: pair.tell([[1, 2, 3]])
    case .garbageForAnother: pair.tell([[1, 9, 3, 4, 5, 6, 7]])
    case .garbageOnLink: pair.host.linkID == nil ? [] : pair.tell(pair.host.cut([1, 2, 3]))
    case .exchangeOnLink: pair.host.hasWords ? pair.tell(pair.host.words()) : []
    case .confirmOnLink: pair.say(confirm)
    case .moveOnLink: pair.say(.match(someMove))
    case .goodbyeOnLink: pair.say(.goodbye(.illegalMove))
    case .welcomeOnLink: pair.say(MatchProtocolTests.welcome())
    case .moveOnAnotherLink: pair.tell([[0x70, 9, 0, 0, 0, 0, 0, 1, 0, 0, 7]])
    case .packetOfAnotherPeer: observed(pair.guest.receive([[1, 2, 3]], from: otherPeer))
    case .linkDown: pair.host.watch(pair.guest.linkDown(hostPeer, .serviceGone, now: .zero))
    case .linkDownOfAnotherPeer:
      pair.host.watch(pair.guest.linkDown(otherPeer, .disconnected, now: .zero))
    case .accept: pair.host.watch(pair.guest.accept(now: .zero))
    case .decline: pair.host.watch(pair.guest.decline(now: .zero))
    case .submit: pair.host.watch(pair.guest.submit(someMove, now: .zero))
    case .close: pair.host.watch(pair.guest.close(.gameOver, now: .zero))
    case .tickLater: pair.host.watch(pair.guest.tick(now: .seconds(15)))
    }
  }
}

private let introduced = ObservedAction.tells(.introduced(RawHostPair.introduction))
private let joined = ObservedAction.tells(.joined(RawHostPair.introduction))
private let garbage = ProtocolError.packetTooShort(length: 3, minimum: 6)
private let complain = ObservedAction.says(.goodbye(.protocolViolation))
private let hangUp = ObservedAction.hangsUp(hostPeer)
private let closed = ObservedAction.ends(.closed(.left))

/// What each input does in each state.
private func expectedDeeds(_ state: GuestState, _ input: GuestInput) -> [ObservedAction] {
  switch (state, input) {
  case (.over, _), (_, .packetOfAnotherPeer), (_, .garbageForAnother), (_, .moveOnAnotherLink),
    (_, .welcomeOfAnother), (_, .refusalOfAnother):
    []
  case (.unlinked, _), (.greeting, _), (.meeting, _):
    expectedBefore(state, input)
  case (.asking, _), (.accepted, _), (.confirmed, _):
    expectedMeanwhile(state, input)
  case (.seated, _), (.leaving, _):
    expectedAfter(state, input)
  }
}

/// What it does until it knows who the host is.
private func expectedBefore(_ state: GuestState, _ input: GuestInput) -> [ObservedAction] {
  switch (state, input) {
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
    state == .greeting ? [.exchanges] : [introduced, .exchanges]
  case (.greeting, .refusal):
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
private func expectedMeanwhile(_ state: GuestState, _ input: GuestInput) -> [ObservedAction] {
  switch (state, input) {
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
private func expectedAfter(_ state: GuestState, _ input: GuestInput) -> [ObservedAction] {
  switch (state, input) {
  case (.leaving, .garbage), (.leaving, .garbageOnLink), (.leaving, .goodbyeOnLink),
    (.leaving, .welcomeOnLink), (.leaving, .confirmOnLink), (.leaving, .tickLater):
    [hangUp, closed]
  case (.leaving, .moveOnLink):
    [.tells(.message(someMove, from: hostPeer))]
  case (.leaving, .linkDown):
    [closed]
  case (.leaving, _):
    []
  case (_, .garbage):
    [hangUp, .ends(.protocolViolation(garbage))]
  case (_, .garbageOnLink):
    [hangUp, .ends(.protocolViolation(.insecure(.forged)))]
  case (_, .moveOnLink):
    [.tells(.message(someMove, from: hostPeer))]
  case (_, .goodbyeOnLink):
    [.says(.goodbye(.left)), hangUp, .ends(.peerLeft(.illegalMove))]
  case (_, .welcomeOnLink), (_, .confirmOnLink):
    [complain, hangUp, .ends(.protocolViolation(.unexpectedMessage))]
  case (_, .linkDown):
    [.ends(.linkLost(.serviceGone))]
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

@Suite struct GuestSessionTests {
  @Test(arguments: GuestState.allCases, GuestInput.allCases)
  func `each input in each state does what the document says`(
    state: GuestState,
    input: GuestInput
  ) {
    var pair = state.pair
    #expect(input.give(&pair) == expectedDeeds(state, input))
  }

  @Test(arguments: GuestState.allCases)
  func `only a guest that waits for something has a deadline`(state: GuestState) {
    let deadline: Duration? =
      switch state {
      case .unlinked, .over: nil
      case .greeting: .seconds(3)
      case .confirmed: .milliseconds(100)
      case .meeting, .asking, .accepted, .seated, .leaving: .seconds(1)
      }
    #expect(state.pair.guest.deadline == deadline)
  }

  @Test func `Hello is repeated every three seconds with new numbers`() {
    var guest = newGuest()
    var numbers: [UInt16] = []
    var step = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    for second in 0...14 {
      step += guest.tick(now: .seconds(second))
    }
    for packet in step.packets {
      numbers.append(UInt16(packet[2]) << 8 | UInt16(packet[3]))
    }
    #expect(observed(step) == [ObservedAction](repeating: .says(hello()), count: 5))
    #expect(numbers == (0..<UInt16(numbers.count)).map { $0 })
    #expect(
      observed(guest.tick(now: .seconds(15))) == [.hangsUp(hostPeer), .ends(.handshakeTimeout)]
    )
  }

  @Test func `a guest understands a host whose link 0 has been used before`() {
    var guest = GuestState.greeting.pair.guest
    let middle = Array(packets(.goodbye(.left), sequence: 40_000).suffix(1))
    var host = HostState.playing.pair.host
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
    var guest = GuestState.greeting.pair.guest
    let heard = packets(of: message)
    #expect(!heard.isEmpty)
    #expect(guest.receive(heard).isEmpty)
  }
}
