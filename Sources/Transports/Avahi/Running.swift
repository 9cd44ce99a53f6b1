internal import DBus

/// Runs a machine: makes its calls, measures its time, and hands its events to a reader.
///
/// It lives on the thread of the connection, so that answers and signals reach the machine in the
/// order in which they arrive.
actor Running<Work: Machine> {
  private enum Order {
    case call(Request<Work.Call>)
    case sleep(Duration)
  }

  /// The number of calls that are under way at the same time; a bus allows 128 for a connection.
  private static var mostCalls: Int { 16 }
  private let connection: Connection
  private let clock: any Clock<Duration>
  private let timeSinceStart: @Sendable () -> Duration
  private let answerLimit: Duration
  private let reader: AsyncStream<Work.Event>.Continuation
  private let orders: AsyncStream<Order>
  private let worker: AsyncStream<Order>.Continuation
  private(set) var state: Work
  private var armedFor: Duration?
  private var task: Task<Void, Never>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe connection.unownedExecutor }

  /// A machine whose events `reader` gets.
  ///
  /// They end with the machine, and the machine ends when nobody reads them any longer, or when the
  /// reader is so slow that one has no place.
  init(
    _ machine: Work,
    for reader: AsyncStream<Work.Event>.Continuation,
    over connection: Connection,
    answerLimit: Duration,
    clock: any Clock<Duration>
  ) {
    (state, self.connection) = (machine, connection)
    (self.answerLimit, self.clock) = (answerLimit, clock)
    timeSinceStart = clock.stopwatch()
    self.reader = reader
    (orders, worker) = AsyncStream.makeStream()
  }

  /// Begins; ``finished()`` waits for the end of the task that this starts.
  ///
  /// - Parameters:
  ///   - server: The state of avahi-daemon.
  ///   - atEnd: Learns on the thread of the connection that the machine has finished.
  func start(with server: ServerState?, atEnd: @escaping @Sendable () -> Void) {
    task = Task {
      await self.work()
      atEnd()
    }
    reader.onTermination = { [weak self] reason in
      guard case .cancelled = reason else { return }
      // The reader may be anywhere, and the machine is this actor's.
      Task { await self?.end() }
    }
    setServer(server)
  }

  /// Returns when the machine has finished, and every task of it.
  func finished() async { await task?.value }

  // MARK: Inputs

  func setServer(_ state: ServerState?) {
    change { $0.setServer(state, now: $1, into: &$2) }
  }

  func receive(_ message: Message) {
    guard let signal = Work.signal(message) else { return }
    change { $0.receive(signal, now: $1, into: &$2) }
  }

  func end() {
    change { state, _, orders in state.end(into: &orders) }
  }

  func close() {
    change { state, _, _ in state.close() }
  }

  /// Changes the machine by `body`, and does what it orders.
  func change(_ body: (inout Work, Duration, inout Orders<Work>) -> Void) {
    var orders = Orders<Work>()
    body(&state, timeSinceStart(), &orders)
    var isReaderGone = false
    for event in orders.events {
      if case .dropped = reader.yield(event) { isReaderGone = true }
    }
    for call in orders.calls { worker.yield(.call(call)) }
    arm()
    if state.isFinished {
      worker.finish()
      reader.finish()
    } else if isReaderGone {
      reader.finish()
      end()
    }
  }

  // MARK: Calls and time

  /// Sees to it that the machine hears of its deadline.
  private func arm() {
    guard let deadline = state.deadline, !state.isFinished else { return }
    if let armedFor, armedFor <= deadline { return }
    armedFor = deadline
    worker.yield(.sleep(max(deadline - timeSinceStart(), .zero)))
  }

  private func work() async {
    await withTaskGroup(of: Bool.self) { group in
      var calls = 0
      for await order in orders {
        switch order {
        case .call(let request):
          while calls >= Self.mostCalls, let wasCall = await group.next() {
            calls -= wasCall ? 1 : 0
          }
          calls += 1
          group.addTask {
            await self.perform(request)
            return true
          }
        case .sleep(let duration):
          group.addTask {
            await self.sleep(duration)
            return false
          }
        }
      }
      group.cancelAll()
    }
  }

  private func sleep(_ duration: Duration) async {
    do { try await clock.sleep(for: duration) } catch { return }
    if let due = armedFor, due <= timeSinceStart() { armedFor = nil }
    change { $0.tick(now: $1, into: &$2) }
  }

  private func perform(_ request: Request<Work.Call>) async {
    var message = Work.message(for: request.call)
    message.mayStartService = false
    do throws(BusError) {
      _ = try await connection.call(message, timeLimit: answerLimit) { [self] values in
        assumeIsolated { $0.finish(request, .success(values)) }
      }
    } catch {
      finish(request, .failure(AvahiError(error)))
    }
  }

  private func finish(_ request: Request<Work.Call>, _ reply: Result<[Value], AvahiError>) {
    let answer = Work.answer(to: request.call, reply)
    change { $0.finish(request, answer, now: $1, into: &$2) }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Starts a stopwatch, which returns the time since.
  fileprivate func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: self.now) }
  }
}
