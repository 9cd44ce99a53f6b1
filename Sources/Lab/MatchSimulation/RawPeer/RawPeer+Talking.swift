package import MatchProtocol

/// A session and its other side, in one go.
extension RawPeer {
  /// Gives `packets` to `session`, and watches what it does.
  package mutating func tell(
    _ session: inout some MatchSession,
    _ packets: [[UInt8]],
    now: Duration = .zero
  ) -> [ObservedAction] {
    var actions: [ObservedAction] = []
    for packet in packets {
      let event = LinkEvent.packet(packet, from: peer, maximumPacketSize: packetSize)
      actions += watch(session.receive(event, now: now))
    }
    return actions
  }

  /// Gives `packets` to `session`, and says its part of the exchange whenever it is its turn.
  package mutating func meet(
    _ session: inout some MatchSession,
    _ packets: [[UInt8]],
    now: Duration = .zero
  ) -> [ObservedAction] {
    var actions = tell(&session, packets, now: now)
    while hasWords {
      actions += tell(&session, words(), now: now)
    }
    return actions
  }

  /// Says `envelopes` to `session`, sealed.
  package mutating func say(
    _ envelopes: Envelope...,
    to session: inout some MatchSession,
    now: Duration = .zero
  ) -> [ObservedAction] {
    var actions: [ObservedAction] = []
    for envelope in envelopes {
      actions += tell(&session, say(envelope), now: now)
    }
    return actions
  }
}
