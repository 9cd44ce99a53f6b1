import Synchronization

/// A clock on which every wait is over at once, and is remembered.
final class SkippingClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Swift.Duration.zero

    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let waits = Mutex<[Swift.Duration]>([])

  let now = Instant()
  let minimumResolution: Swift.Duration = .zero

  /// How long each wait would have taken.
  var skipped: [Swift.Duration] { waits.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    waits.withLock { $0.append(deadline.offset) }
  }
}

/// What was reported, in order.
final class Reports<Report: Sendable>: Sendable {
  private let reports = Mutex<[Report]>([])

  var all: [Report] { reports.withLock { $0 } }

  func add(_ report: Report) {
    reports.withLock { $0.append(report) }
  }
}
