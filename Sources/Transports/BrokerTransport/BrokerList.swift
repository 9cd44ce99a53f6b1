public import MQTT

/// A broker by one address or several: those of the nodes of a cluster.
public struct BrokerList: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of addresses.
  public static let limit = 8

  /// The addresses, at least one; who loses one takes the next.
  public private(set) var addresses: [BrokerAddress]

  /// A broker at one address.
  public init(_ address: BrokerAddress) {
    addresses = [address]
  }

  /// Reads addresses with commas between them; nil if one of them is none, or there are too many.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= Self.limit else { return nil }
    addresses = parts.compactMap { BrokerAddress(String($0)) }
    guard addresses.count == parts.count else { return nil }
  }

  /// The same addresses, each with the name and the password that `others` have for that place, if
  /// it has none itself.
  public func signedIn(as others: [BrokerList]) -> Self {
    var list = self
    for index in addresses.indices where addresses[index].credentials == nil {
      list.addresses[index].credentials =
        others.flatMap(\.addresses)
        .first { $0 == addresses[index] && $0.credentials != nil }?.credentials
    }
    return list
  }

  /// The addresses with commas between them, without names and passwords.
  public var description: String {
    addresses.map(\.description).joined(separator: ",")
  }
}
