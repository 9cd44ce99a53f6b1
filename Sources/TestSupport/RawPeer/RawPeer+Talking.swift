public import MatchProtocol

/// A session and its other side, in one go.
extension RawPeer {
  /// Gives `packets` to `session`, and watches what it does.
  public mutating func tell(
    _ session: inout some MatchSession,
    _ packets: [[UInt8]],
    now: Duration = .zero
  ) -> [Deed] {
    var deeds: [Deed] = []
    for packet in packets {
      let event = LinkEvent.packet(packet, from: peer, maximumPacketSize: packetSize)
      deeds += watch(session.receive(event, now: now))
    }
    return deeds
  }

  /// Gives `packets` to `session`, and says its part of the exchange whenever it is its turn.
  public mutating func meet(
    _ session: inout some MatchSession,
    _ packets: [[UInt8]],
    now: Duration = .zero
  ) -> [Deed] {
    var deeds = tell(&session, packets, now: now)
    while hasWords {
      deeds += tell(&session, words(), now: now)
    }
    return deeds
  }

  /// Says `envelopes` to `session`, sealed.
  public mutating func say(
    _ envelopes: Envelope...,
    to session: inout some MatchSession,
    now: Duration = .zero
  ) -> [Deed] {
    var deeds: [Deed] = []
    for envelope in envelopes {
      deeds += tell(&session, say(envelope), now: now)
    }
    return deeds
  }
}
