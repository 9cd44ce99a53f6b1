/// One byte that tells apart the guests who listen to the same host.
public struct LinkID: RawRepresentable, Hashable, Sendable {
  /// The byte of the header.
  public let rawValue: UInt8

  /// The id whose byte is `rawValue`.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Before a guest has an id; from the host, everyone who listens.
  public static let unassigned = LinkID(rawValue: 0)
}
