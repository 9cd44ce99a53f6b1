/// The calls that wait for an answer, by serial number.
struct PendingCalls {
  /// Takes the answer, before any message that came after it is looked at.
  typealias Completion = @Sendable (Result<Message, BusError>) -> Void

  private struct Call {
    let completion: Completion
    var deadline: ContinuousClock.Instant
    var timeLimit: Duration
  }

  private var calls: [UInt32: Call] = [:]

  /// When the first of them gives up.
  var earliestDeadline: ContinuousClock.Instant? { calls.values.map(\.deadline).min() }

  /// Adds a call, and returns when it gives up.
  mutating func add(
    serial: UInt32,
    timeLimit: Duration,
    _ completion: @escaping Completion
  ) -> ContinuousClock.Instant {
    let deadline = ContinuousClock.now + timeLimit
    calls[serial] = Call(completion: completion, deadline: deadline, timeLimit: timeLimit)
    return deadline
  }

  /// Lets a call wait no longer than `limit` from now on, and returns when that is over.
  mutating func shorten(serial: UInt32, to limit: Duration) -> ContinuousClock.Instant {
    let deadline = ContinuousClock.now + limit
    guard let call = calls[serial], deadline < call.deadline else { return deadline }
    calls[serial]?.deadline = deadline
    calls[serial]?.timeLimit = limit
    return deadline
  }

  /// Ends the call that `answer` belongs to; an answer that nobody waits for any more is dropped.
  mutating func finish(with answer: Message) {
    guard let call = calls.removeValue(forKey: answer.replySerial) else { return }
    if answer.kind == .error {
      let text = answer.body.first?.string ?? ""
      call.completion(.failure(.remote(name: answer.errorName ?? "", text: text)))
    } else {
      call.completion(.success(answer))
    }
  }

  mutating func fail(serial: UInt32, _ error: BusError) {
    calls.removeValue(forKey: serial)?.completion(.failure(error))
  }

  mutating func failAll(_ error: BusError) {
    for serial in Array(calls.keys) {
      fail(serial: serial, error)
    }
  }

  mutating func expire(at now: ContinuousClock.Instant) {
    for (serial, call) in calls where call.deadline <= now {
      fail(serial: serial, .timedOut(after: call.timeLimit))
    }
  }
}
