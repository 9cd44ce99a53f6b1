internal import Synchronization

/// The hosts that were heard in a search, also in rounds of it that are over.
final class HeardHosts: Sendable {
  private let hosts = Mutex<[String: FoundHost]>([:])

  /// All of them as they were heard last, in the order of their addresses.
  var all: [FoundHost] { hosts.withLock { $0.values.sorted { $0.address < $1.address } } }

  /// Notes `heard`, which it returns.
  func note(_ heard: [FoundHost]) -> [FoundHost] {
    hosts.withLock { hosts in
      for host in heard { hosts[host.address] = host }
    }
    return heard
  }
}
