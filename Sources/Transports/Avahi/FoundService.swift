/// A service that was found on one network.
///
/// A service on two networks is found once on each, with the same name and text.
public struct FoundService: Hashable, Sendable {
  /// The identity of a service for as long as it is there.
  public struct ID: Hashable, Sendable {
    /// The name of the service, at most 63 bytes of UTF-8 that anybody may choose.
    public let name: String
    /// The index of the network interface on which it was found.
    public let interface: Int32

    /// The identity of the service of this name on this interface.
    public init(name: String, interface: Int32) {
      (self.name, self.interface) = (name, interface)
    }
  }

  /// A place to connect to.
  public struct Endpoint: Hashable, Sendable {
    /// The address as a number, as `getaddrinfo` and the addresses of `StreamTransport` take it.
    ///
    /// A link-local address of IPv6 has the index of its interface, as in `fe80::1%3`.
    public let host: String
    /// The port.
    public let port: UInt16

    /// This port of the computer with this address.
    public init(host: String, port: UInt16) {
      (self.host, self.port) = (host, port)
    }
  }

  /// The name and the interface.
  public let id: ID
  /// At least one place to connect to, those of IPv4 first.
  public let endpoints: [Endpoint]
  /// The host name of the computer, such as `anna.local`.
  public let hostName: String
  /// The service's own description, which nobody has checked.
  public let text: ServiceText
  /// True if this computer has published it.
  public let isOnThisComputer: Bool
  /// True if it was published over the same ``AvahiService``.
  public let isOurOwn: Bool

  /// A service that was found, or could have been.
  public init(
    id: ID,
    endpoints: [Endpoint],
    hostName: String,
    text: ServiceText,
    isOnThisComputer: Bool,
    isOurOwn: Bool
  ) {
    (self.id, self.endpoints, self.hostName, self.text) = (id, endpoints, hostName, text)
    (self.isOnThisComputer, self.isOurOwn) = (isOnThisComputer, isOurOwn)
  }
}

/// News of the services of one type.
public enum ServiceEvent: Hashable, Sendable {
  /// avahi-daemon is there, and looks for services from now on.
  case daemonFound
  /// avahi-daemon is not there, and with it all services are gone.
  case daemonLost
  /// A service was found and has an address.
  case appeared(FoundService)
  /// A service has other addresses, or says something else.
  case changed(FoundService)
  /// A service was withdrawn, or does not answer any longer.
  case vanished(FoundService.ID)
  /// avahi-daemon cannot look for services; this is tried again.
  case failed(AvahiError)
}
