internal import Synchronization

/// Reports each host once.
final class ReportedHosts: Sendable {
  private let hosts = Mutex<[FoundHost]>([])
  private let report: @Sendable (FoundHost) -> Void

  init(_ report: @escaping @Sendable (FoundHost) -> Void) {
    self.report = report
  }

  /// The hosts that were reported, in this order.
  var all: [FoundHost] { hosts.withLock { $0 } }

  func insert(_ host: FoundHost) {
    let isNew = hosts.withLock { hosts in
      guard !hosts.contains(where: { $0.address == host.address }) else { return false }
      hosts.append(host)
      return true
    }
    if isNew { report(host) }
  }
}
