/// How long bluetoothd may take, each time.
public struct TimeLimits: Hashable, Sendable {
  /// The time for the answer to a call; the default is the limit of libdbus.
  public var answer: Duration
  /// The time for the answer to a call that ends a link, a search, a subscription or an
  /// advertisement.
  ///
  /// bluetoothd takes two seconds to end a link. When the limit has passed once, later calls of
  /// this kind are sent and not waited for, until bluetoothd answers again.
  public var ending: Duration
  /// The time for one attempt to connect.
  ///
  /// The kernel gives up after 20 seconds.
  public var connecting: Duration
  /// The time in which the services of a connected device must show.
  public var resolving: Duration

  /// Limits that suit bluetoothd on a computer that is busy.
  public init(
    answer: Duration = .seconds(25),
    ending: Duration = .seconds(5),
    connecting: Duration = .seconds(30),
    resolving: Duration = .seconds(20)
  ) {
    self.answer = answer
    self.ending = ending
    self.connecting = connecting
    self.resolving = resolving
  }
}

/// Runs `work`, and cancels it when `limit` is over.
///
/// - Parameters:
///   - limit: The time that `work` may take; `nil` for any.
///   - clock: Measures the time.
///   - work: Ends soon when its task is cancelled.
/// - Returns: What `work` returns, also if that is a moment late.
/// - Throws: What `work` throws, ``BlueZError/timedOut(_:)``, or ``BlueZError/cancelled``.
func within<Result: Sendable>(
  _ limit: Duration?,
  clock: any Clock<Duration> = ContinuousClock(),
  _ work: @escaping @Sendable () async throws(BlueZError) -> Result
) async throws(BlueZError) -> Result {
  guard let limit else { return try await work() }
  let outcome = await withTaskGroup(of: Swift.Result<Result, BlueZError>?.self) { group in
    group.addTask {
      do throws(BlueZError) { return .success(try await work()) } catch { return .failure(error) }
    }
    group.addTask {
      // It ends early when the work is done, or the caller cancelled.
      try? await clock.sleep(for: limit)
      return nil
    }
    let first = await group.next() ?? nil
    group.cancelAll()
    if let first { return first }
    // Its result counts if it was ready all the same: nobody else would undo it.
    guard case .success(let result)? = await group.next() ?? nil else {
      return .failure(Task.isCancelled ? .cancelled : .timedOut(limit))
    }
    return .success(result)
  }
  return try outcome.get()
}
