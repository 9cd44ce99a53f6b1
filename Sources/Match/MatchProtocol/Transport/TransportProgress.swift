/// A transport's progress, for a person who waits.
public enum TransportProgress: Hashable, Sendable {
  /// Others can find the host's table from now on, or cannot.
  case advertising(Bool)

  /// Everybody on the local network can find the host's table from now on.
  case published

  /// Guests find the host's table by each of these, which stand behind `tabletooth join`; the same
  /// place can be opened again.
  case listening(HostLocation, invitations: [String])

  /// This adapter is used: it is not the first one, or takes the place of one that is gone.
  case adapter(String)

  /// The guest looks for hosts.
  case searching

  /// The guest hears this host, which is not the one that it looks for.
  case passed(HostLocation)

  /// The guest connects to this host.
  case connecting(HostLocation)

  /// The link to this host carries packets; said before the ``LinkEvent/up(_:maximumPacketSize:)``
  /// of that link.
  case connected(HostLocation)

  /// The link is lost, or does not come about, and the guest tries again after a while.
  ///
  /// Attempts are counted from 1, and anew after a link that stood for long enough.
  case reconnecting(attempt: Int, after: Duration)

  /// This host, with which the guest has a match, is heard and takes no link, several times on end:
  /// somebody sits there.
  case taken(HostLocation)

  /// The transport on this computer has stopped.
  case unavailable

  /// The transport works again.
  case available

  /// The connection to the broker in between is lost, or does not come about, and is tried again
  /// after a while; attempts are counted as those of ``reconnecting(attempt:after:)``.
  case brokerLost(attempt: Int, after: Duration)

  /// The broker in between is connected to; the other side is not heard by that.
  case brokerFound

  /// A letter for the other player lies at the broker.
  case posted

  /// The broker at this address lets nobody say or hear what is said at a table; it is not left.
  case brokerForbids(String)

  /// The broker in between brings far more than anybody says at the table; that is passed over.
  case brokerFlooded
}
