internal import Synchronization

extension Connection {
  /// Calls a method and waits for its answer.
  ///
  /// - Parameters:
  ///   - message: The call.
  ///   - timeLimit: How long the answer may take; libdbus's own default is 25 seconds too.
  ///   - grace: How long a cancelled task still waits for the answer; `nil` gives up at once, and
  ///     sends nothing in a task that is cancelled already. Calls that undo something, or that have
  ///     to be undone, need this.
  ///   - handle: Sees the arguments of the answer on the connection's thread, before any signal
  ///     that came after it is delivered. It must not wait.
  /// - Returns: The arguments of the answer.
  /// - Throws: ``BusError/remote(name:text:)`` when the other side says that it failed,
  ///   ``BusError/timedOut(after:)``, ``BusError/cancelled`` when the task is cancelled, and what
  ///   sending can throw.
  public func call(
    _ message: Message,
    timeLimit: Duration = .seconds(25),
    grace: Duration? = nil,
    handle: @escaping @Sendable ([Value]) -> Void = { _ in }
  ) async throws(BusError) -> [Value] {
    let cancellation = CallCancellation(grace: grace)
    let start = ContinuousClock.now
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Message, BusError>, Never>) in
        begin(message, timeLimit, cancellation) { result in
          if case .success(let answer) = result { handle(answer.body) }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      later { connection in
        guard let serial = cancellation.serial else { return }
        if let grace {
          connection.armCallTimer(for: connection.calls.shorten(serial: serial, to: grace))
        } else {
          connection.calls.fail(serial: serial, .cancelled)
        }
      }
    }
    Self.note(message, result, since: start)
    return try result.get().body
  }

  /// Sends and registers in one step, so that no answer can come in between.
  private func begin(
    _ message: Message,
    _ timeLimit: Duration,
    _ cancellation: CallCancellation,
    _ completion: @escaping PendingCalls.Completion
  ) {
    var timeLimit = timeLimit
    if Task.isCancelled {
      guard let grace = cancellation.grace else {
        completion(.failure(.cancelled))
        return
      }
      timeLimit = min(timeLimit, grace)
    }
    do throws(BusError) {
      let serial = try transmit(message)
      cancellation.serial = serial
      armCallTimer(for: calls.add(serial: serial, timeLimit: timeLimit, completion))
    } catch {
      completion(.failure(error))
    }
  }

  /// Sends a message that nobody answers: a signal, or a call that asks for no reply.
  ///
  /// - Throws: ``BusError/disconnected``, or what makes the message impossible to send.
  public func send(_ message: Message) throws(BusError) {
    var message = message
    message.expectsReply = false
    try transmit(message)
  }
}

/// Tells a cancelled task's handler which call to give up, and when.
private final class CallCancellation: Sendable {
  let grace: Duration?
  private let number = Mutex<UInt32?>(nil)

  init(grace: Duration?) {
    self.grace = grace
  }

  var serial: UInt32? {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}
