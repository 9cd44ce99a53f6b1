import BrokerTransport
import QueueExecutor

/// Many tables at one broker, all in this process.
struct OnlineCrowd {
  /// The outcome of the games of a crowd.
  struct Outcome {
    /// The time of each move from one player to the other.
    var latencies: [Duration] = []
    /// The number of games that ended with equal records.
    var equal = 0
    /// The failures, a line for each game.
    var faults: [String] = []
  }

  private enum Signal {
    case table(OnlineTable.Event)
    case second
  }

  /// The number of tables that are being opened at a time: many more would wait for each other
  /// longer than a guest waits for its host.
  private static let openedAtATime = 16

  /// The number of seconds in which nothing may happen at any table before the games that go on are
  /// given up.
  private static let patience = 60

  private let tables: [OnlineTable]
  private let signals: AsyncStream<Signal>
  private let continuation: AsyncStream<Signal>.Continuation

  /// So many tables at `brokers`, on so many queues; what is played follows from `seed`.
  init(_ count: Int, at brokers: BrokerList, queues: Int, seed: UInt64) {
    let (signals, continuation) = AsyncStream<Signal>.makeStream()
    let executors = (0..<max(1, queues)).map { QueueExecutor(label: "tables \($0)") }
    tables = (0..<count).map { index in
      let executor = executors[index % executors.count]
      return OnlineTable(at: brokers, on: executor, seed: seed &+ UInt64(index)) {
        continuation.yield(.table($0))
      }
    }
    (self.signals, self.continuation) = (signals, continuation)
  }

  /// Opens all tables, and waits until both players sit at each.
  ///
  /// - Returns: What went wrong, a line for each table that was not opened.
  func open() async -> [String] {
    let faults = await openAll()
    var missing = tables.count - faults.count
    if missing > 0 {
      await listen { event in
        if case .seated = event { missing -= 1 }
        return missing > 0
      }
    }
    return faults + (0..<missing).map { _ in "nobody sat down" }
  }

  private func openAll() async -> [String] {
    await withTaskGroup(of: [String].self) { group in
      var faults: [String] = []
      for (index, table) in tables.enumerated() {
        if index >= Self.openedAtATime { faults += await group.next() ?? [] }
        group.addTask {
          do {
            try await table.open()
            return []
          } catch {
            return ["\(error)"]
          }
        }
      }
      for await fault in group { faults += fault }
      return faults
    }
  }

  /// Lets all games be played to their ends.
  func play(thinking thought: Duration) async -> Outcome {
    for table in tables { await table.play(thinking: thought) }
    var outcome = Outcome()
    var ended = 0
    await listen { event in
      switch event {
      case .moved(let time): outcome.latencies.append(time)
      case .ended: ended += 1
      default: break
      }
      return ended < tables.count
    }
    for table in tables {
      if let fault = await table.fault { outcome.faults.append(fault) } else { outcome.equal += 1 }
      await table.close()
    }
    return outcome
  }

  /// Hears what happens at the tables as long as `isListening` says so, or until nothing has
  /// happened for ``patience`` seconds.
  private func listen(_ isListening: (OnlineTable.Event) -> Bool) async {
    // It ends with this function.
    let seconds = Task { [continuation] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        continuation.yield(.second)
      }
    }
    defer { seconds.cancel() }
    var quiet = 0
    for await signal in signals {
      switch signal {
      case .second: quiet += 1
      case .table(let event):
        quiet = 0
        guard isListening(event) else { return }
      }
      if quiet > Self.patience { return }
    }
  }
}
