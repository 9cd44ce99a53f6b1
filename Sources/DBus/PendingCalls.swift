internal import Dispatch

/// The calls that wait for an answer, by serial number.
struct PendingCalls {
  typealias Continuation = CheckedContinuation<Result<Message, BusError>, Never>

  private struct Call {
    let continuation: Continuation
    let deadline: DispatchTime
    let timeLimit: Duration
  }

  private var calls: [UInt32: Call] = [:]

  /// When the first of them gives up.
  var earliestDeadline: DispatchTime? { calls.values.map(\.deadline).min() }

  mutating func add(serial: UInt32, timeLimit: Duration, _ continuation: Continuation) {
    let nanoseconds = timeLimit / .nanoseconds(1)
    let deadline = DispatchTime.now() + .nanoseconds(Int(min(nanoseconds, 1e18)))
    calls[serial] = Call(continuation: continuation, deadline: deadline, timeLimit: timeLimit)
  }

  /// Ends the call that `answer` belongs to; an answer that nobody waits for any more is dropped.
  mutating func finish(with answer: Message) {
    guard let call = calls.removeValue(forKey: answer.replySerial) else { return }
    if answer.kind == .error {
      let text = answer.body.first?.string ?? ""
      call.continuation.resume(
        returning: .failure(.remote(name: answer.errorName ?? "", text: text))
      )
    } else {
      call.continuation.resume(returning: .success(answer))
    }
  }

  mutating func fail(serial: UInt32, _ error: BusError) {
    calls.removeValue(forKey: serial)?.continuation.resume(returning: .failure(error))
  }

  mutating func failAll(_ error: BusError) {
    for serial in Array(calls.keys) {
      fail(serial: serial, error)
    }
  }

  mutating func expire(at now: DispatchTime) {
    for (serial, call) in calls where call.deadline <= now {
      fail(serial: serial, .timedOut(after: call.timeLimit))
    }
  }
}
