internal import Synchronization

extension Connection {
  /// Calls a method and waits for its answer.
  ///
  /// - Parameters:
  ///   - message: The call.
  ///   - timeLimit: How long the answer may take; libdbus's own default is 25 seconds too.
  /// - Returns: The arguments of the answer.
  /// - Throws: ``BusError/remote(name:text:)`` when the other side says that it failed, ``BusError/timedOut(after:)``,
  ///   ``BusError/cancelled`` when the task is cancelled, and what sending can throw.
  public func call(
    _ message: Message,
    timeLimit: Duration = .seconds(25)
  ) async throws(BusError) -> [Value] {
    let cancellation = CallCancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        begin(message, timeLimit, cancellation, continuation)
      }
    } onCancel: {
      later { connection in
        guard let serial = cancellation.serial else { return }
        connection.calls.fail(serial: serial, .cancelled)
        connection.armCallTimer()
      }
    }
    armCallTimer()
    return try result.get().body
  }

  /// Sends and registers in one step, so that no answer can come in between.
  private func begin(
    _ message: Message,
    _ timeLimit: Duration,
    _ cancellation: CallCancellation,
    _ continuation: PendingCalls.Continuation
  ) {
    guard !Task.isCancelled else {
      continuation.resume(returning: .failure(.cancelled))
      return
    }
    do throws(BusError) {
      let serial = try transmit(message)
      cancellation.serial = serial
      calls.add(serial: serial, timeLimit: timeLimit, continuation)
      armCallTimer()
    } catch {
      continuation.resume(returning: .failure(error))
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
