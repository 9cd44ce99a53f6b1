internal import DBus

/// Pairing, by the agents of both sides.
extension Air {
  /// Asks the agents of both devices, or finishes at once if there is nothing to ask.
  mutating func beginPairing(_ call: Message, _ place: LinkID) {
    var registered: [PairingSide: Agent] = [:]
    registered[.own] = agents[call.client]
    registered[.other] = agents.answering(besides: call.client)
    let pairing = Pairing(
      call,
      .random(in: 0...999_999, using: &random),
      agents: registered,
      devices: [.own: devicePath(place), .other: centralPath(place)]
    )
    pairings[place] = pairing
    let known = radios[place.central].peers[place.peripheral]?.bond
    guard pairing.canBeAnswered, known == nil || pairing.bond == .authenticated else {
      return failPairing(place, with: .authenticationFailed)
    }
    for action in pairing.begin(place) { act(action) }
    finishPairing(place)
  }

  /// Pairs the two when all have agreed.
  mutating func finishPairing(_ place: LinkID) {
    guard let pairing = pairings[place], pairing.isAgreed else { return }
    pairings[place] = nil
    for end in [place, place.reversed] {
      guard var peer = radios[end.central].peers[end.peripheral] else { continue }
      peer.bond = pairing.bond
      update(peer, end.peripheral, on: end.central)
    }
    for call in pairing.calls { act(call.asksToPair ? .reply(call, []) : .retry(call)) }
  }

  /// Ends a pairing between two devices, whoever began, and tells the agents that still think.
  ///
  /// The link goes down if an access needed the pairing, or if it was not cancelled.
  mutating func failPairing(_ place: LinkID, with refusal: Refusal) {
    for end in [place, place.reversed] {
      guard let pairing = pairings.removeValue(forKey: end) else { continue }
      for action in pairing.cancellations { act(action) }
      let isForAccess = !pairing.calls.allSatisfy(\.asksToPair)
      if isForAccess { endLink(between: end.central, and: end.peripheral) }
      for call in pairing.calls { act(.refuse(call, call.asksToPair ? refusal : .noLink)) }
      if refusal == .authenticationFailed || behaviour.release == .bookworm {
        endLink(between: end.central, and: end.peripheral, reason: .unpaired)
      }
    }
  }
}

extension LinkID {
  /// The link as the other side calls it.
  var reversed: LinkID { LinkID(central: peripheral, peripheral: central) }
}
