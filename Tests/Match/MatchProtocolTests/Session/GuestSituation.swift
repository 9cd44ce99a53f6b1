import MatchProtocol
import MatchSimulation

/// Where a guest may be, and how it gets there.
enum GuestSituation: CaseIterable, Sendable {
  case unlinked
  case greeting
  case meeting
  case asking
  case accepted
  case confirmed
  case talking
  case suspended
  case returning
  case proving
  case provingImpostor
  case confirming
  case confirmingToLeave
  case leaving
  case leavingWithWords
  case over

  /// The guest knows its link id.
  static let linked: [GuestSituation] = [
    .meeting, .asking, .accepted, .confirmed, .talking, .proving, .provingImpostor, .confirming,
    .confirmingToLeave, .leaving, .leavingWithWords,
  ]

  var pair: RawHostPair {
    var pair = RawHostPair(patience: SessionTimes.seat)
    switch self {
    case .unlinked:
      break
    case .greeting:
      _ = pair.linkUp()
    case .meeting:
      _ = pair.linkUp()
      _ = pair.tell(pair.host.greet(welcome()))
    case .asking:
      pair = .met(patience: SessionTimes.seat)
    case .accepted:
      pair = .met(patience: SessionTimes.seat)
      _ = pair.host.watch(pair.guest.accept(now: .zero))
    case .confirmed:
      pair = .met(patience: SessionTimes.seat)
      _ = pair.say(confirm)
    case .talking, .suspended, .returning, .proving, .provingImpostor, .confirming,
      .confirmingToLeave, .leaving, .leavingWithWords:
      return pairThatJoined
    case .over:
      _ = pair.guest.close(.left, now: .zero)
    }
    return pair
  }

  private var pairThatJoined: RawHostPair {
    var pair = RawHostPair.talking(patience: SessionTimes.seat)
    switch self {
    case .suspended:
      pair.loseLink()
    case .returning:
      pair.loseLink()
      _ = pair.linkUp()
    case .proving:
      pair.loseLink()
      _ = pair.linkUp()
      _ = pair.tell(pair.host.greet(resumed()))
    case .provingImpostor:
      pair.loseLink()
      pair.host = newRawHost(strangerSeed)
      _ = pair.linkUp()
      _ = pair.tell(pair.host.greet(resumed()))
    case .confirming:
      pair.loseLink()
      _ = pair.linkUp()
      _ = pair.host.meet(&pair.guest, pair.host.greet(resumed()))
    case .confirmingToLeave:
      pair.leave(saying: someMove)
      pair.loseLink()
      _ = pair.linkUp()
      _ = pair.host.meet(&pair.guest, pair.host.greet(resumed()))
    case .leaving:
      pair.leave(saying: nil)
    case .leavingWithWords:
      pair.leave(saying: someMove)
    case .talking, .unlinked, .greeting, .meeting, .asking, .accepted, .confirmed, .over:
      break
    }
    return pair
  }
}

extension RawHostPair {
  fileprivate mutating func loseLink() {
    _ = guest.linkDown(hostPeer, .disconnected, now: .zero)
  }

  /// The guest says goodbye, after `message`.
  fileprivate mutating func leave(saying message: MatchMessage?) {
    if let message { _ = host.watch(guest.submit(message, now: .zero)) }
    _ = host.watch(guest.close(.left, now: .zero))
  }
}

/// One input of a guest.
enum GuestInput: CaseIterable, Sendable {
  case linkUp
  case welcome
  case welcomeOfAnother
  case resumed
  case refusal
  case unknownMatch
  case refusalOfAnother
  case garbage
  case garbageOnZero
  case garbageForAnother
  case garbageOnLink
  case exchangeOnLink
  case confirmOnLink
  case moveOnLink
  case goodbyeOnLink
  case unknownMatchOnLink
  case welcomeOnLink
  case moveOnAnotherLink
  case packetOfAnotherPeer
  case linkDown
  case linkDownOfAnotherPeer
  case accept
  case decline
  case submit
  case close
  case tickSoon
  case tickLater
  case tickMuchLater

  func give(_ pair: inout RawHostPair) -> [ObservedAction] {
    switch self {
    case .linkUp: pair.linkUp()
    case .welcome: pair.tell(pair.host.greet(MatchProtocolTests.welcome()))
    case .welcomeOfAnother: pair.tell(packets(MatchProtocolTests.welcome(nonce: 9)))
    case .resumed:
      pair.tell(pair.host.greet(MatchProtocolTests.resumed(nonce: pair.host.nonce.rawValue)))
    case .refusal: pair.tell(packets(refuse(nonce: pair.host.nonce.rawValue), sequence: 90))
    case .unknownMatch:
      pair.tell(packets(refuse(.unknownMatch, nonce: pair.host.nonce.rawValue), sequence: 90))
    case .refusalOfAnother: pair.tell(packets(refuse(nonce: 9), sequence: 90))
    case .garbage: pair.tell([[1, 2, 3]])
    case .garbageOnZero: pair.tell([[0x70, 0, 9, 0, 0, 0, 0, 1, 0, 0, 7]])
    case .garbageForAnother: pair.tell([[1, 9, 3, 4, 5, 6, 7]])
    case .garbageOnLink: pair.host.linkID == nil ? [] : pair.tell(pair.host.cut([1, 2, 3]))
    case .exchangeOnLink: pair.host.hasWords ? pair.host.meet(&pair.guest, []) : []
    case .confirmOnLink: pair.say(confirm)
    case .moveOnLink: pair.say(.match(someMove))
    case .goodbyeOnLink: pair.say(.goodbye(.illegalMove))
    case .unknownMatchOnLink: pair.say(.goodbye(.unknownMatch))
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
    case .tickSoon: pair.host.watch(pair.guest.tick(now: .seconds(8)))
    case .tickLater: pair.host.watch(pair.guest.tickInTime(until: .seconds(15)))
    case .tickMuchLater: pair.host.watch(pair.guest.tickInTime(until: .seconds(600)))
    }
  }
}
