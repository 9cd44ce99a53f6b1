/// Where a host was found, in the words of its transport: enough to find it again.
public struct HostLocation: Hashable, Sendable {
  /// What tells the host apart from others, such as a Bluetooth address.
  public var address: String

  /// The name that the host goes by, if it was heard.
  public var name: String?

  /// The host at `address`, called `name`.
  public init(address: String, name: String?) {
    self.address = address
    self.name = name
  }

  /// What to call the host: its name, or its address when it has told none.
  public var title: String { name ?? address }

  /// True if a broker is between the host and its guests; an address says so by its scheme, which
  /// is followed by two slashes there only.
  public var isAtBroker: Bool { address.contains("://") }
}
