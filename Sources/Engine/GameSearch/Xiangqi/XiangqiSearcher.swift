import Dispatch
package import GameRules
import Synchronization

/// Searches Xiangqi, with a memory that lasts from move to move.
package struct XiangqiSearcher: Sendable {
  private let settings: SearchSettings
  private var store: XiangqiStore?

  /// A searcher; memory is taken when it first thinks.
  package init(_ settings: SearchSettings) {
    self.settings = settings
  }

  /// Searches until a limit is reached, a mate is proven, or `shouldStop` says so.
  ///
  /// - Parameters:
  ///   - position: where to find a move.
  ///   - limits: how far to look.
  ///   - shouldStop: asked every 256 nodes by the caller's thread.
  ///   - onReport: told after each iteration, on the caller's thread.
  /// - Returns: what was found, or nil when the game is over.
  package mutating func think(
    _ position: XiangqiPosition,
    limits: SearchLimits,
    shouldStop: @Sendable () -> Bool,
    onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    guard position.outcome == nil else { return nil }
    let store = self.store ?? XiangqiStore(tableBytes: settings.tableBytes)
    self.store = store
    return withoutActuallyEscaping(shouldStop) { shouldStop in
      store.think(position, settings, limits, shouldStop: shouldStop, onReport: onReport)
    }
  }
}

/// The memory of a searcher from move to move.
private final class XiangqiStore: Sendable {
  /// The parts that no search uses at the moment.
  private struct Idle {
    var memories: [XiangqiMemory] = []
    var age: UInt64 = 0
  }

  private let table: SearchTable
  private let reductions: Cells<Int32>
  private let idle = Mutex(Idle())

  init(tableBytes: Int) {
    table = SearchTable(bytes: tableBytes)
    reductions = Cells(count: 64, filledWith: 0)
    // The product of two of these is 1,024 times 0.42 ln(depth) ln(count).
    for number in 1..<64 {
      reductions[number] = Int32(1_024 * 0.65 * Self.logarithm(number))
    }
  }

  deinit {
    table.free()
    reductions.free()
    for memory in idle.withLock({ $0.memories }) { memory.free() }
  }

  /// The natural logarithm of a whole number, by the series of ln(n / (n - 1)).
  private static func logarithm(_ number: Int) -> Double {
    var sum = 0.0
    for factor in stride(from: 2, through: number, by: 1) {
      let x = 1 / Double(2 * factor - 1)
      sum += 2 * (x + x * x * x / 3 + x * x * x * x * x / 5)
    }
    return sum
  }

  func think(
    _ position: XiangqiPosition,
    _ settings: SearchSettings,
    _ limits: SearchLimits,
    shouldStop: @escaping @Sendable () -> Bool,
    onReport: (SearchReport) -> Void
  ) -> SearchReport? {
    let count = max(1, settings.threads)
    let (memories, age) = borrow(count)
    defer { giveBack(memories) }
    let signal = XiangqiSignal()
    let tasks = memories.enumerated().map { number, memory in
      XiangqiWorker.Task(
        memory: memory,
        table: table,
        age: age,
        weights: .shared,
        reductions: reductions,
        signal: signal,
        number: number,
        limits: limits,
        strength: XiangqiStrength(settings)
      )
    }
    let helpers = DispatchGroup()
    for task in tasks.dropFirst() {
      DispatchQueue.global().async(group: helpers) {
        var worker = XiangqiWorker(position, task) { false }
        _ = worker.deepen { _ in }
      }
    }
    var worker = XiangqiWorker(position, tasks[0], shouldStop: shouldStop)
    let report = worker.deepen(onReport: onReport)
    signal.raise()
    helpers.wait()
    return report
  }

  private func borrow(_ count: Int) -> ([XiangqiMemory], age: UInt64) {
    idle.withLock { idle in
      var memories = Array(idle.memories.prefix(count))
      idle.memories.removeFirst(memories.count)
      while memories.count < count { memories.append(XiangqiMemory()) }
      idle.age = (idle.age + 1) & 31
      return (memories, idle.age)
    }
  }

  private func giveBack(_ memories: [XiangqiMemory]) {
    idle.withLock { $0.memories.insert(contentsOf: memories, at: 0) }
  }
}
