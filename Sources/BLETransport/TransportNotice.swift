public import BlueZ

/// What the transport does, for a person who waits.
public enum TransportNotice: Hashable, Sendable {
  /// Others can find the host from now on, or cannot.
  case advertising(Bool)
  /// A link came up, or went down; whoever is behind it has not said a word yet.
  case linkUp(address: String)
  /// The link of this address went down.
  case linkDown(address: String)
  /// bluetoothd, or the controller, went away.
  case bluetoothLost
  /// It is back.
  case bluetoothReturned
  /// The guest looks for hosts.
  case scanning
  /// The guest connects to this host.
  case connecting(FoundHost)
  /// An attempt failed, and another one follows.
  case retrying(BlueZError)
  /// The link is lost, or does not come about, and the guest tries again after a while: for the
  /// first time, the second, and so on.
  case reconnecting(attempt: Int, after: Duration)
  /// The link carries packets of this many bytes.
  case ready(FoundHost, maximumPacketSize: Int)
}
