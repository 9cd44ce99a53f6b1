import Synchronization

/// What was reported, in order.
final class Reports<Report: Sendable>: Sendable {
  private let reports = Mutex<[Report]>([])

  var all: [Report] { reports.withLock { $0 } }

  func add(_ report: Report) {
    reports.withLock { $0.append(report) }
  }
}
