/// The location of a host, in the words of its transport: enough to find it again.
public struct HostLocation: Hashable, Sendable {
  /// The address of the host, such as a Bluetooth address.
  public var address: String

  /// The name that the host goes by, if it was heard.
  public var name: String?

  /// The host at `address`, called `name`.
  public init(address: String, name: String?) {
    self.address = address
    self.name = name
  }

  /// The title of the host: its name, or its address if it has told none.
  public var title: String { name ?? address }

  /// True if a broker is between the host and its guests; an address says so by its scheme, which
  /// is followed by two slashes there only.
  public var isAtBroker: Bool {
    address.indices.contains { address[$0...].hasPrefix("://") }
  }

  /// True if the guest is a page in a browser that the host serves.
  public var isPage: Bool { address.hasPrefix("web:") }
}
