import MatchProtocol
import MatchSimulation

/// Where a host may be, and how it gets there.
enum HostSituation: CaseIterable, Sendable {
  case empty
  case greeted
  case offered
  case meeting
  case asking
  case accepted
  case confirmed
  case talking
  case played
  case suspended
  case returning
  case returningAnew
  case returningImpostor
  case proven
  case provenToLeave
  case leaving
  case leavingWithWords
  case over

  /// The guest has accepted or not, and so has the host.
  static let question: [HostSituation] = [.asking, .accepted, .confirmed]

  /// Somebody has the seat, and the players have not accepted each other.
  static let beforeJoining = [.meeting] + question

  /// They have.
  static let joined: [HostSituation] = [
    .talking, .played, .suspended, .leaving, .leavingWithWords,
  ]

  /// The link of the seat stands.
  static let linked = beforeJoining + joined.filter { $0 != .suspended }

  /// Nobody has a link, and somebody has shown, or is to show, who it is.
  static let onTheWay: [HostSituation] = [
    .returning, .returningAnew, .returningImpostor, .proven, .provenToLeave,
  ]

  var pair: RawGuestPair {
    var pair = RawGuestPair(patience: SessionTimes.seat)
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
    case .talking, .played, .suspended, .returning, .returningAnew, .returningImpostor, .proven,
      .provenToLeave, .leaving, .leavingWithWords:
      return pairThatJoined
    case .over:
      _ = pair.host.close(.left, now: .zero)
    }
    return pair
  }

  private var pairThatJoined: RawGuestPair {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    switch self {
    case .played:
      _ = pair.guest.watch(pair.host.submit(someMove, now: .zero))
      _ = pair.tell([pair.guest.report()])
    case .suspended:
      pair.loseLink()
    case .returning:
      pair.loseLink()
      pair.beginReturn(resume())
    case .returningAnew:
      pair.loseLink()
      pair.beginReturn(hello(nonce: 5))
    case .returningImpostor:
      pair.loseLink()
      pair.guest = newRawGuest(strangerSeed)
      pair.beginReturn(resume())
    case .proven:
      pair.loseLink()
      _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    case .provenToLeave:
      pair.leave(saying: someMove)
      pair.loseLink()
      _ = pair.guest.meet(&pair.host, pair.guest.greet(resume()))
    case .leaving:
      pair.leave(saying: nil)
    case .leavingWithWords:
      pair.leave(saying: someMove)
    case .talking, .empty, .greeted, .offered, .meeting, .asking, .accepted, .confirmed, .over:
      break
    }
    return pair
  }
}

extension RawGuestPair {
  fileprivate mutating func loseLink() {
    _ = host.linkDown(guestPeer, .disconnected, now: .zero)
  }

  /// The guest greets, and says its first message of the exchange.
  fileprivate mutating func beginReturn(_ greeting: Envelope) {
    _ = tell(guest.greet(greeting))
    _ = tell(guest.words())
  }

  /// The host says goodbye, after `message`.
  fileprivate mutating func leave(saying message: MatchMessage?) {
    if let message { _ = guest.watch(host.submit(message, now: .zero)) }
    _ = guest.watch(host.close(.left, now: .zero))
  }
}

/// One input of a host, the peer being the one that greeted first.
enum HostInput: CaseIterable, Sendable {
  case helloAgain
  case helloOfNewProgram
  case helloOfAnotherPeer
  case resumeOfSeatsPeer
  case resumeOfAnotherPeer
  case garbage
  case garbageOnZero
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
  case tickSoon
  case tickLater
  case tickMuchLater

  /// Hello of whomever.
  static let hellos: [HostInput] = [.helloAgain, .helloOfNewProgram, .helloOfAnotherPeer]

  func give(_ pair: inout RawGuestPair) -> [ObservedAction] {
    switch self {
    case .helloAgain: pair.tell(packets(hello(), sequence: 50))
    case .helloOfNewProgram: pair.tell(packets(hello(nonce: 5), sequence: 100))
    case .helloOfAnotherPeer:
      observed(pair.host.receive(packets(hello(nonce: 2)), from: otherPeer))
    case .resumeOfSeatsPeer: pair.tell(packets(resume(nonce: 6), sequence: 200))
    case .resumeOfAnotherPeer:
      observed(pair.host.receive(packets(resume(nonce: 7)), from: otherPeer))
    case .garbage: pair.tell([[1, 2, 3]])
    case .garbageOnZero: pair.tell([[0x70, 0, 9, 0, 0, 0, 0, 1, 0, 0, 7]])
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
    case .tickSoon: pair.guest.watch(pair.host.tick(now: .seconds(8)))
    case .tickLater: pair.guest.watch(pair.host.tickInTime(until: .seconds(15)))
    case .tickMuchLater: pair.guest.watch(pair.host.tickInTime(until: .seconds(600)))
    }
  }
}
