internal import Synchronization

extension Connection {
  /// Calls a method and waits for its answer.
  ///
  /// - Parameters:
  ///   - message: The call.
  ///   - timeLimit: How long the answer may take; libdbus's own default is 25 seconds too.
  ///   - evenIfCancelled: True if the call is sent and its answer awaited in a cancelled task too.
  ///     Calls that undo something need this.
  ///   - handle: Sees the arguments of the answer on the connection's thread, before any signal
  ///     that came after it is delivered. It must not wait.
  /// - Returns: The arguments of the answer.
  /// - Throws: ``BusError/remote(name:text:)`` when the other side says that it failed,
  ///   ``BusError/timedOut(after:)``, ``BusError/cancelled`` when the task is cancelled, and what
  ///   sending can throw.
  public func call(
    _ message: Message,
    timeLimit: Duration = .seconds(25),
    evenIfCancelled: Bool = false,
    handle: @escaping @Sendable ([Value]) -> Void = { _ in }
  ) async throws(BusError) -> [Value] {
    let cancellation = evenIfCancelled ? nil : CallCancellation()
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
        guard let serial = cancellation?.serial else { return }
        connection.calls.fail(serial: serial, .cancelled)
        connection.armCallTimer()
      }
    }
    armCallTimer()
    Self.note(message, result, since: start)
    return try result.get().body
  }

  /// Sends and registers in one step, so that no answer can come in between.
  private func begin(
    _ message: Message,
    _ timeLimit: Duration,
    _ cancellation: CallCancellation?,
    _ completion: @escaping PendingCalls.Completion
  ) {
    guard cancellation == nil || !Task.isCancelled else {
      completion(.failure(.cancelled))
      return
    }
    do throws(BusError) {
      let serial = try transmit(message)
      cancellation?.serial = serial
      calls.add(serial: serial, timeLimit: timeLimit, completion)
      armCallTimer()
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

/// Tells a cancelled task's handler which call to give up.
private final class CallCancellation: Sendable {
  private let number = Mutex<UInt32?>(nil)

  var serial: UInt32? {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}
