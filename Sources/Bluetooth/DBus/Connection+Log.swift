internal import Logging

/// A log of the bus without contents: calls and their ends, and signals.
///
/// The label is `dbus`. Nothing is noted above `debug`, as each failure is thrown to a caller too.
extension Connection {
  static let log = Logger(label: "dbus")

  /// Notes how a call ended that began at `start`.
  nonisolated static func note(
    _ call: Message,
    _ result: Result<Message, BusError>,
    since start: ContinuousClock.Instant
  ) {
    let microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
    log.debug("\(call.title) \(result.outcome) after \(microseconds) µs")
  }

  /// Notes what came that nobody here had asked for.
  nonisolated static func note(heard message: Message) {
    log.trace("heard \(message.title)")
  }
}

extension Message {
  fileprivate var title: String {
    "\(interface ?? "").\(member ?? "") \(path.map { "\($0)" } ?? "")"
  }
}

extension Result<Message, BusError> {
  fileprivate var outcome: String {
    switch self {
    case .success: "done"
    case .failure(.remote(let name, let text)): "failed: \(name), \(text),"
    case .failure(let error): "failed: \(error)"
    }
  }
}
