import MatchProtocol

/// An input in a situation, and the state that it leads to; nil if the state stays as it is.
struct Pair<Situation: Hashable & Sendable, Input: Hashable & Sendable>: Hashable, Sendable {
  let situation: Situation
  let input: Input
  let next: SessionState?
}

/// How a row is shown to hold.
enum Evidence<Situation: Hashable & Sendable, Input: Hashable & Sendable> {
  /// By these pairs of situation and input.
  case pairs([Pair<Situation, Input>])

  /// By a test of this name, as it takes a history that no situation has.
  case elsewhere(String)

  /// Each of `inputs` in each of `situations` leads to `next`.
  static func every(
    _ situations: [Situation],
    _ inputs: [Input],
    _ next: SessionState?
  ) -> Evidence {
    .pairs(
      situations.flatMap { situation in
        inputs.map { Pair(situation: situation, input: $0, next: next) }
      }
    )
  }

  /// Both.
  static func + (first: Evidence, second: Evidence) -> Evidence {
    .pairs(first.pairs + second.pairs)
  }

  var pairs: [Pair<Situation, Input>] {
    switch self {
    case .pairs(let pairs): pairs
    case .elsewhere: []
    }
  }
}

// MARK: - The host

extension HostRow {
  var evidence: Evidence<HostSituation, HostInput> {
    switch self {
    case .offer: .every([.empty, .greeted], HostInput.hellos, .offered)
    case .postpone, .turnBack: .elsewhere("a new guest is told to wait, and gets in by itself")
    case .offerToAnother: .every([.offered, .meeting], [.helloOfAnotherPeer], nil)
    case .giveWay: .elsewhere("a guest that is known takes the question from one who is new")
    case .closeWhenEmpty: .every([.empty, .greeted], [.close], .over)
    case .refuseResume:
      .every([.empty, .greeted], [.resumeOfSeatsPeer, .resumeOfAnotherPeer], nil)
    case .begin: .every([.offered], [.exchangeOnLink], .meeting)
    case .offerAgain: .every([.offered], [.helloAgain], nil)
    case .offerInstead: .every([.offered], [.helloOfNewProgram], nil)
    case .refuseResumeOfOffered: .every([.offered], [.resumeOfSeatsPeer], .empty)
    case .withdraw:
      .every([.offered], [.garbage, .garbageOnZero, .tickLater, .tickMuchLater], .empty)
    case .loseOffer: .every([.offered], [.linkDown], .empty)
    case .closeOffer: .every([.offered], [.close], .over)
    case .introduce: .every([.meeting], [.exchangeOnLink], .asking)
    case .free:
      .every([.offered], [.garbageOnLink], .empty)
        + .every(
          HostSituation.beforeJoining,
          [.garbage, .garbageOnLink, .linkDown, .tickLater, .tickMuchLater],
          .empty
        )
        + .every(
          HostSituation.question,
          [.moveOnLink, .goodbyeOnLink, .helloOnLink, .decline],
          .empty
        ) + .every([.confirmed], [.confirmOnLink], .empty)
    case .offerAnew: .every(HostSituation.beforeJoining, [.helloOfNewProgram], .offered)
    case .join:
      .every([.accepted], [.confirmOnLink], .talking) + .every([.confirmed], [.accept], .talking)
    case .lateHello:
      .every(
        HostSituation.beforeJoining + [.talking, .played, .leaving, .leavingWithWords],
        [.helloAgain],
        nil
      )
    case .welcomeAnew:
      .every([.talking], [.helloOfNewProgram, .helloOfAnotherPeer], nil)
        + .every([.suspended, .proven, .returning, .returningImpostor], HostInput.hellos, nil)
        + .every([.returningAnew], [.helloAgain, .helloOfAnotherPeer], nil)
    case .refuseHello:
      .every(HostSituation.question, [.helloOfAnotherPeer], nil)
        + .every(
          [.played, .leaving, .leavingWithWords],
          [.helloOfNewProgram, .helloOfAnotherPeer],
          nil
        ) + .every([.provenToLeave], HostInput.hellos, nil)
    case .welcomeBack:
      .every(
        HostSituation.joined + HostSituation.onTheWay,
        [.resumeOfAnotherPeer, .resumeOfSeatsPeer],
        nil
      )
    case .refuseOtherResume:
      .every(HostSituation.beforeJoining, [.resumeOfSeatsPeer], nil)
        + .every([.offered] + HostSituation.beforeJoining, [.resumeOfAnotherPeer], nil)
    case .ignoreOnZero:
      .every(HostSituation.linked, [.garbageOnZero], nil)
    case .comeBack:
      .every([.proven], [.confirmOnLink], .talking)
        + .every([.provenToLeave], [.confirmOnLink], .leaving)
    case .refuseMatch:
      .every([.proven, .provenToLeave], [.moveOnLink, .goodbyeOnLink, .helloOnLink], nil)
    case .beginAnew: .every([.returningAnew], [.exchangeOnLink], .asking)
    case .rejectReturn:
      .every([.returningImpostor], [.exchangeOnLink], nil)
        + .every(HostSituation.onTheWay, [.garbageOnLink, .garbage, .garbageOnZero], nil)
    case .answerAgain: .every([.returningAnew], [.helloOfNewProgram], nil)
    case .loseReturn: .every(HostSituation.onTheWay, [.linkDown, .tickLater], nil)
    }
  }
}

// MARK: - The guest

extension GuestRow {
  var evidence: Evidence<GuestSituation, GuestInput> {
    switch self {
    case .greet: .every([.unlinked], [.linkUp], .greeting)
    case .greetAgain: .every([.greeting], [.tickSoon], nil)
    case .begin: .every([.greeting], [.welcome], .meeting)
    case .waitForTurn: .elsewhere("a guest gives up after three minutes")
    case .beTurnedBack: .elsewhere("a new guest is told to wait, and gets in by itself")
    case .findSeatTaken: .every([.meeting], [.refusal], .over)
    case .beRefused: .every([.greeting], [.refusal, .unknownMatch], .over)
    case .hearGarbage: .every([.greeting], [.garbage, .garbageOnZero], .over)
    case .giveUp: .every([.greeting], [.tickLater, .tickMuchLater], .over)
    case .loseLink:
      .every([.unlinked, .greeting], [.linkDown], .over)
        + .every([.unlinked], [.linkDownOfAnotherPeer], .over)
    case .close: .every([.unlinked, .greeting], [.close], .over)
    case .introduce: .every([.meeting], [.exchangeOnLink], .asking)
    case .join:
      .every([.accepted], [.confirmOnLink], .talking) + .every([.confirmed], [.accept], .talking)
    case .comeBack: .every([.suspended], [.linkUp], .returning)
    case .askAgain: .every([.returning], [.tickSoon], nil)
    case .exchange: .every([.returning], [.resumed], nil)
    case .confirm: .every([.proving], [.exchangeOnLink], .confirming)
    case .rejectHost:
      .every([.provingImpostor], [.exchangeOnLink], .suspended)
        + .every([.proving, .provingImpostor], [.garbageOnLink, .garbage], .suspended)
    case .greetAnew: .every([.returning], [.unknownMatch], .greeting)
    case .giveUpSeat: .every([.confirming], [.unknownMatchOnLink], .unlinked)
    case .learnUnknown: .every([.confirmingToLeave], [.unknownMatchOnLink], .suspended)
    case .beRefusedAgain:
      .every([.returning], [.refusal, .garbage, .garbageOnZero], .suspended)
    case .loseReturn:
      .every([.returning, .proving, .provingImpostor], [.linkDown, .tickLater], .suspended)
    case .ignoreOnZero:
      .every(GuestSituation.linked, [.welcome, .resumed, .unknownMatch, .garbageOnZero], nil)
        + .every(GuestSituation.linked.filter { $0 != .meeting }, [.refusal], nil)
    case .closeReturn:
      .every([.returning, .proving, .provingImpostor], [.close, .tickMuchLater], .over)
    }
  }
}

// MARK: - Both

extension BothRow {
  /// How the row holds for a host; what ends before somebody has joined is in a row of its own.
  var hostEvidence: Evidence<HostSituation, HostInput> {
    let talking: [HostSituation] = [.talking, .played]
    let leaving: [HostSituation] = [.leaving, .leavingWithWords]
    return switch self {
    case .meetTooLong, .loseFirstLink, .decline, .beDeclined: .pairs([])
    case .closeMeeting: .every([.meeting], [.close], .over)
    case .closeAsking: .every(HostSituation.question, [.close], .over)
    case .accept: .every([.asking], [.accept], nil)
    case .hearConfirm: .every([.asking], [.confirmOnLink], nil)
    case .askTooLong: .elsewhere("a question that nobody answers is closed after a minute")
    case .resume, .loseNewLink: .pairs([])
    case .remember:
      .elsewhere("what a side has lost it takes from the other one, and goes on")
    case .compare: .elsewhere("a side with another record asks its owner for its games")
    case .hearLine: .elsewhere("who goes on already hears that the records differ")
    case .goBack:
      .elsewhere("who hears the last yes hangs up a little later, and goes on with the next link")
    case .keepApart: .elsewhere("a no of either side ends it, and the other side hears so")
    case .differ: .elsewhere("something else than was lost is not believed")
    case .say: .every(talking, [.submit], nil)
    case .deliver: .every(talking, [.moveOnLink], nil)
    case .keepAlive:
      .every(
        HostSituation.beforeJoining + [.leavingWithWords] + HostSituation.onTheWay,
        [.tickSoon],
        nil
      )
    case .growQuiet: .every(talking, [.tickSoon], nil)
    case .hearAgain:
      .elsewhere(
        "a side that is quiet for eight seconds is told of once, and when it is heard again"
      )
    case .growSilent: .every(talking, [.tickLater, .tickMuchLater], .suspended)
    case .stall: .elsewhere("a link on which packets never reach the other side is given up")
    case .breakLink: .every(talking, [.garbage, .garbageOnLink], .suspended)
    case .loseLink: .every(talking, [.linkDown], .suspended)
    case .violate:
      .every(talking, [.helloOnLink, .confirmOnLink], .over)
    case .beLeft: .every(talking, [.goodbyeOnLink], .over)
    case .leave: .every(talking, [.close], .leaving)
    case .waitTooLong: .every([.suspended] + HostSituation.onTheWay, [.tickMuchLater], .over)
    case .closeAlone:
      .every([.suspended] + HostSituation.onTheWay, [.close], .over)
    case .deliverLast: .every(leaving, [.moveOnLink], nil)
    case .part:
      .every(leaving, [.goodbyeOnLink, .helloOnLink, .confirmOnLink], .over)
        + .every([.leaving], [.tickSoon, .tickLater, .tickMuchLater], .over)
    case .breakLast:
      .every([.leaving], [.garbage, .garbageOnLink], .over)
        + .every(
          [.leavingWithWords],
          [.garbage, .garbageOnLink, .tickLater, .tickMuchLater],
          .suspended
        )
    case .loseLast: .every([.leaving], [.linkDown], .over)
    case .loseLastWords: .every([.leavingWithWords], [.linkDown], .suspended)
    }
  }

  /// How the row holds for a guest.
  var guestEvidence: Evidence<GuestSituation, GuestInput> {
    let question: [GuestSituation] = [.asking, .accepted, .confirmed]
    let leaving: [GuestSituation] = [.leaving, .leavingWithWords]
    return switch self {
    case .meetTooLong: .every([.meeting], [.tickLater, .tickMuchLater], .over)
    case .loseFirstLink:
      .every([.meeting] + question, [.linkDown, .garbage, .garbageOnLink], .over)
        + .every(question, [.tickLater, .tickMuchLater], .over)
    case .closeMeeting: .every([.meeting], [.close], .over)
    case .closeAsking: .every(question, [.close], .over)
    case .accept: .every([.asking], [.accept], nil)
    case .hearConfirm: .every([.asking], [.confirmOnLink], nil)
    case .decline: .every(question, [.decline], .over)
    case .beDeclined: .every(question, [.goodbyeOnLink, .unknownMatchOnLink], .over)
    case .askTooLong: .elsewhere("a question that nobody answers is closed after a minute")
    case .resume:
      .every([.confirming], [.confirmOnLink], .talking)
        + .every([.confirmingToLeave], [.confirmOnLink], .leaving)
    case .remember:
      .elsewhere("what a side has lost it takes from the other one, and goes on")
    case .compare: .elsewhere("a side with another record asks its owner for its games")
    case .hearLine: .elsewhere("who goes on already hears that the records differ")
    case .goBack:
      .elsewhere("who hears the last yes hangs up a little later, and goes on with the next link")
    case .keepApart: .elsewhere("a no of either side ends it, and the other side hears so")
    case .differ: .elsewhere("something else than was lost is not believed")
    case .loseNewLink:
      .every(
        [.confirming, .confirmingToLeave],
        [.linkDown, .garbage, .garbageOnLink, .tickLater, .tickMuchLater],
        .suspended
      )
    case .say: .every([.talking], [.submit], nil)
    case .deliver: .every([.talking], [.moveOnLink], nil)
    case .keepAlive:
      .every(
        [.meeting, .confirming, .confirmingToLeave, .leavingWithWords] + question,
        [.tickSoon],
        nil
      ) + .every([.proving, .provingImpostor], [.tickSoon], nil)
    case .growQuiet: .every([.talking], [.tickSoon], nil)
    case .hearAgain:
      .elsewhere(
        "a side that is quiet for eight seconds is told of once, and when it is heard again"
      )
    case .growSilent: .every([.talking], [.tickLater, .tickMuchLater], .suspended)
    case .stall: .elsewhere("a link on which packets never reach the other side is given up")
    case .breakLink: .every([.talking], [.garbage, .garbageOnLink], .suspended)
    case .loseLink: .every([.talking], [.linkDown], .suspended)
    case .violate:
      .every(question, [.moveOnLink, .welcomeOnLink], .over)
        + .every([.confirmed, .talking], [.confirmOnLink], .over)
        + .every([.talking], [.welcomeOnLink], .over)
        + .every(
          [.confirming, .confirmingToLeave],
          [.moveOnLink, .goodbyeOnLink, .welcomeOnLink],
          .over
        )
    case .beLeft: .every([.talking], [.goodbyeOnLink, .unknownMatchOnLink], .over)
    case .leave: .every([.talking], [.close], .leaving)
    case .waitTooLong: .every([.suspended], [.tickMuchLater], .over)
    case .closeAlone: .every([.suspended, .confirming, .confirmingToLeave], [.close], .over)
    case .deliverLast: .every(leaving, [.moveOnLink], nil)
    case .part:
      .every(
        leaving,
        [.goodbyeOnLink, .unknownMatchOnLink, .welcomeOnLink, .confirmOnLink],
        .over
      )
        + .every([.leaving], [.tickSoon, .tickLater, .tickMuchLater], .over)
    case .breakLast:
      .every([.leaving], [.garbage, .garbageOnLink], .over)
        + .every(
          [.leavingWithWords],
          [.garbage, .garbageOnLink, .tickLater, .tickMuchLater],
          .suspended
        )
    case .loseLast: .every([.leaving], [.linkDown], .over)
    case .loseLastWords: .every([.leavingWithWords], [.linkDown], .suspended)
    }
  }
}
