package import MatchProtocol

/// An action of a session, as the other side sees it: without the bytes, and opened if it was
/// sealed.
package enum ObservedAction: Hashable, Sendable {
  /// It said this, on link 0 or sealed.
  case says(Envelope)

  /// It said its part of an exchange of keys.
  case exchanges

  /// It said on the link what does not open, or was said to somebody else.
  case mumbles

  /// It said only that it is alive, and that this fragment comes next.
  case pings(UInt16)

  /// It ended this link.
  case hangsUp(PeerID)

  /// It told its owner.
  case tells(SessionEvent)

  /// It is over.
  case ends(SessionEnd)
}

extension ObservedAction {
  /// Somebody was turned away.
  public static func rejects(_ peer: PeerID, _ why: StrangerRejection) -> ObservedAction {
    .tells(.strangerRejected(peer, why))
  }
}
