internal import Synchronization

/// Reports each host once, up to a limit.
final class ReportedHosts: Sendable {
  private let hosts = Mutex<[FoundHost]>([])
  private let limit: Int
  private let report: @Sendable (FoundHost) -> Void

  init(upTo limit: Int = .max, _ report: @escaping @Sendable (FoundHost) -> Void) {
    self.limit = limit
    self.report = report
  }

  /// The hosts that were reported, in this order.
  var all: [FoundHost] { hosts.withLock { $0 } }

  func insert(_ host: FoundHost) {
    let isNew = hosts.withLock { hosts in
      guard hosts.count < limit, !hosts.contains(where: { $0.address == host.address }) else {
        return false
      }
      hosts.append(host)
      return true
    }
    if isNew { report(host) }
  }
}
