internal import Synchronization

/// Reports each host once.
final class ReportedHosts: Sendable {
  private let addresses = Mutex<Set<String>>([])
  private let report: @Sendable (FoundHost) -> Void

  init(_ report: @escaping @Sendable (FoundHost) -> Void) {
    self.report = report
  }

  func insert(_ host: FoundHost) {
    if addresses.withLock({ $0.insert(host.address).inserted }) { report(host) }
  }
}
