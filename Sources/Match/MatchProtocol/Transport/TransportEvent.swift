/// What a transport does, for a person who waits.
public enum TransportProgress: Hashable, Sendable {
  /// Others can find the host's table from now on, or cannot.
  case advertising(Bool)

  /// Guests find the host's table by each of these, which stand behind `tabletooth join`; the same
  /// place can be opened again.
  case listening(HostLocation, invitations: [String])

  /// This adapter is used, which is not the first one.
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

  /// What carries the links has stopped on this computer.
  case unavailable

  /// What carries the links works again.
  case available

  /// The connection to the broker in between is lost, or does not come about, and is tried again
  /// after a while; attempts are counted as those of ``reconnecting(attempt:after:)``.
  case brokerLost(attempt: Int, after: Duration)

  /// The broker in between is connected to; the other side is not heard by that.
  case brokerFound

  /// The broker in between has ended the connection, or it was of no use. It is tried again.
  case brokerEnded(BrokerReason)

  /// The broker at this address lets nobody say or hear what is said at a table; it is not left.
  case brokerForbids(String)

  /// The broker in between brings far more than anybody says at the table; that is passed over.
  case brokerFlooded
}

/// Why a connection to a broker has ended.
public enum BrokerReason: Hashable, Sendable {
  /// The broker says why, by a number of MQTT 5 (section 3.14.2.1), which stands for these words.
  case said(Int32, words: String)
  /// It has hung up several times without a word.
  case hangsUp
  /// What answers is no broker, or a broken one.
  case unsound
  /// It has not answered a request for this long.
  case silent(after: Duration)

  /// The reason `number` of MQTT 5.
  public init(_ number: Int32, words: String) {
    self = .said(number, words: words)
  }
}

/// All that a transport reports, in order, to the one who opened it.
public enum TransportEvent: Hashable, Sendable {
  /// Something for the session.
  case link(LinkEvent)

  /// Something for a person who waits.
  case progress(TransportProgress)

  /// One of several ways to the other side is gone for good, or never came about, for this reason;
  /// the others go on.
  case wayEnded(because: TransportEnd?)

  /// The transport is gone for good, and not because its owner closed it; nothing follows.
  case ended(because: TransportEnd? = nil)
}

/// Why a transport has ended, where that is no loss of all that carries links on this computer.
public struct TransportEnd: Hashable, Sendable {
  /// What went wrong.
  public let failure: any TransportFailure

  /// An end by `failure`.
  public init(_ failure: any TransportFailure) {
    self.failure = failure
  }

  /// Whether the same went wrong.
  public static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.failure) == AnyHashable(right.failure)
  }

  /// Feeds what went wrong.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(failure))
  }
}
