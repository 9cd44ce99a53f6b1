import MatchProtocol
import Testing

/// Where a guest may be, and how it gets there.
enum GuestState: CaseIterable {
  case unlinked
  case greeting
  case seated
  case leaving
  case over

  var session: GuestSession {
    var guest = newGuest()
    switch self {
    case .unlinked:
      break
    case .greeting:
      _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    case .seated:
      _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
      _ = guest.receive(welcome())
    case .leaving:
      _ = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
      _ = guest.receive(welcome())
      _ = guest.close(.left, now: .zero)
    case .over:
      _ = guest.close(.left, now: .zero)
    }
    return guest
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
  case moveOnLink
  case goodbyeOnLink
  case welcomeOnLink
  case moveOnAnotherLink
  case packetOfAnotherPeer
  case linkDown
  case linkDownOfAnotherPeer
  case submit
  case close
  case tickLater

  func give(_ guest: inout GuestSession) -> [SessionAction] {
    switch self {
    case .linkUp: guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    case .welcome: guest.receive(MatchProtocolTests.welcome())
    case .welcomeOfAnother: guest.receive(MatchProtocolTests.welcome(nonce: 2))
    case .refusal: guest.receive(refuse(nonce: 1))
    case .refusalOfAnother: guest.receive(refuse(nonce: 2))
    case .garbage: guest.receive([[1, 2, 3]])
    case .garbageForAnother: guest.receive([[1, 9, 3, 4, 5, 6, 7]])
    case .moveOnLink: guest.receive(packets(.match(someMove)))
    case .goodbyeOnLink: guest.receive(packets(.goodbye(.illegalMove)))
    case .welcomeOnLink: guest.receive(packets(.goodbye(.left)).map { [0x4f] + $0.dropFirst() })
    case .moveOnAnotherLink:
      guest.receive(packets(.match(someMove), link: LinkID(rawValue: 9)))
    case .packetOfAnotherPeer: guest.receive([[1, 2, 3]], from: otherPeer)
    case .linkDown: guest.linkDown(hostPeer, .serviceGone, now: .zero)
    case .linkDownOfAnotherPeer: guest.linkDown(otherPeer, .disconnected, now: .zero)
    case .submit: guest.submit(someMove, now: .zero)
    case .close: guest.close(.gameOver, now: .zero)
    case .tickLater: guest.tick(now: .seconds(15))
    }
  }
}

private func refuse(nonce: UInt64) -> [[UInt8]] {
  packets(
    .refuse(Refuse(nonce: Nonce(rawValue: nonce), reason: .roomFull)),
    link: .unassigned
  )
}

private let joined = Deed.tells(.joined(name: "Hana", peer: hostPeer))
private let garbage = ProtocolError.packetTooShort(length: 3, minimum: 6)
private let complain = Deed.says(.goodbye(.protocolViolation))
private let hangUp = Deed.hangsUp(hostPeer)
private let closed = Deed.ends(.closed(.left))

/// What each input does in each state.
private func expectedDeeds(_ state: GuestState, _ input: GuestInput) -> [Deed] {
  switch (state, input) {
  case (.over, _), (_, .packetOfAnotherPeer), (_, .garbageForAnother), (_, .moveOnAnotherLink),
    (_, .welcomeOfAnother), (_, .refusalOfAnother):
    []
  case (.unlinked, .linkUp):
    [.greets]
  case (.unlinked, .linkDown), (.unlinked, .linkDownOfAnotherPeer):
    [.ends(.linkLost(input == .linkDown ? .serviceGone : .disconnected))]
  case (.unlinked, .close):
    [.ends(.closed(.gameOver))]
  case (.greeting, .welcome):
    [.pings(0), joined]
  case (.greeting, .refusal):
    [hangUp, .ends(.refused(.roomFull))]
  case (.greeting, .garbage):
    [hangUp, .ends(.protocolViolation(garbage))]
  case (.greeting, .linkDown), (.seated, .linkDown):
    [.ends(.linkLost(.serviceGone))]
  case (.greeting, .close):
    [hangUp, .ends(.closed(.gameOver))]
  case (.greeting, .tickLater):
    [hangUp, .ends(.handshakeTimeout)]
  case (.seated, .garbage):
    [complain, hangUp, .ends(.protocolViolation(garbage))]
  case (.seated, .moveOnLink):
    [.tells(.message(someMove))]
  case (.seated, .goodbyeOnLink):
    [.says(.goodbye(.left)), hangUp, .ends(.peerLeft(.illegalMove))]
  case (.seated, .welcomeOnLink):
    [complain, hangUp, .ends(.protocolViolation(.unknownKind(15)))]
  case (.seated, .submit):
    [.says(.match(someMove))]
  case (.seated, .close):
    [.says(.goodbye(.gameOver))]
  case (.seated, .tickLater):
    [hangUp, .ends(.silent(after: .seconds(15)))]
  case (.leaving, .garbage), (.leaving, .goodbyeOnLink), (.leaving, .welcomeOnLink),
    (.leaving, .tickLater):
    [hangUp, closed]
  case (.leaving, .linkDown):
    [closed]
  case (.unlinked, .welcome), (.unlinked, .refusal), (.unlinked, .garbage),
    (.unlinked, .moveOnLink), (.unlinked, .goodbyeOnLink), (.unlinked, .welcomeOnLink),
    (.unlinked, .submit), (.unlinked, .tickLater), (.greeting, .linkUp),
    (.greeting, .moveOnLink), (.greeting, .goodbyeOnLink), (.greeting, .welcomeOnLink),
    (.greeting, .linkDownOfAnotherPeer), (.greeting, .submit), (.seated, .linkUp),
    (.seated, .welcome), (.seated, .refusal), (.seated, .linkDownOfAnotherPeer),
    (.leaving, .linkUp), (.leaving, .welcome), (.leaving, .refusal), (.leaving, .moveOnLink),
    (.leaving, .linkDownOfAnotherPeer), (.leaving, .submit), (.leaving, .close):
    []
  }
}

@Suite struct GuestSessionTests {
  @Test(arguments: GuestState.allCases, GuestInput.allCases)
  func `each input in each state does what the document says`(
    state: GuestState,
    input: GuestInput
  ) {
    var guest = state.session
    #expect(deeds(input.give(&guest)) == expectedDeeds(state, input))
  }

  @Test(arguments: GuestState.allCases)
  func `only a guest that waits for something has a deadline`(state: GuestState) {
    let deadline: Duration? =
      switch state {
      case .unlinked, .over: nil
      case .greeting: .seconds(3)
      case .seated: .seconds(5)
      case .leaving: .seconds(1)
      }
    #expect(state.session.deadline == deadline)
  }

  @Test func `Hello is repeated every three seconds with new numbers`() {
    var guest = newGuest()
    var numbers: [UInt16] = []
    var actions = guest.linkUp(hostPeer, maximumPacketSize: 180, now: .zero)
    for second in 0...14 {
      actions += guest.tick(now: .seconds(second))
    }
    for case .send(let packet) in actions {
      numbers.append(UInt16(packet[2]) << 8 | UInt16(packet[3]))
    }
    #expect(deeds(actions) == [.greets, .greets, .greets, .greets, .greets])
    #expect(numbers == (0..<UInt16(numbers.count)).map { $0 })
    #expect(deeds(guest.tick(now: .seconds(15))) == [.hangsUp(hostPeer), .ends(.handshakeTimeout)])
  }

  @Test func `a guest understands a host whose link 0 has been used before`() {
    var guest = GuestState.greeting.session
    let middle = Array(packets(.goodbye(.left), link: .unassigned, sequence: 40_000).suffix(1))
    var host = HostState.taken.session
    _ = host.receive(hello(nonce: 7), from: otherPeer)
    let answers = host.receive(hello(nonce: 1, sequence: 60), from: otherPeer)
    var packetsHeard = middle
    for case .send(let packet) in answers {
      packetsHeard.append(packet)
    }
    #expect(
      deeds(guest.receive(packetsHeard)) == [.hangsUp(hostPeer), .ends(.refused(.roomFull))]
    )
  }

  @Test func `a welcome in a version nobody asked for is a violation, for another guest it is not`()
  {
    var guest = GuestState.greeting.session
    #expect(guest.receive(welcome(nonce: 2, version: 9)).isEmpty)
    #expect(
      deeds(guest.receive(welcome(version: 9).map { [$0[0], $0[1], 1] + $0.dropFirst(3) }))
        == [.hangsUp(hostPeer), .ends(.protocolViolation(.valueOutOfRange(.version, 9)))]
    )
  }

  @Test(
    arguments: [[0x7a, 0], [0x1a, 11, 0x09, 2, 0, 0, 0, 0, 0, 0, 0, 0x10, 9]] as [[UInt8]]
  )
  func `what a later version says to others on link 0 is not for this guest`(message: [UInt8]) {
    var guest = GuestState.greeting.session
    var fragmenter = Fragmenter(linkID: .unassigned, limit: 512)
    let heard = (try? fragmenter.split(message, packetSize: 18)) ?? []
    #expect(!heard.isEmpty)
    #expect(guest.receive(heard).isEmpty)
  }
}
