import GameRules
import Synchronization

/// Tells all threads of a search to stop.
final class XiangqiSignal: Sendable {
  private let isRaised = Atomic<Bool>(false)
  private let count = Atomic<UInt64>(0)

  var isSet: Bool { isRaised.load(ordering: .relaxed) }

  func raise() { isRaised.store(true, ordering: .relaxed) }

  /// Nodes that the other threads visited.
  var nodes: UInt64 { count.load(ordering: .relaxed) }

  func add(_ nodes: UInt64) { count.wrappingAdd(nodes, ordering: .relaxed) }
}

/// One thread of a Xiangqi search.
struct XiangqiWorker: ~Copyable {
  /// The task of a thread.
  struct Task: Sendable {
    let memory: XiangqiMemory
    let table: SearchTable
    let age: UInt64
    let weights: XiangqiWeights
    let reductions: Cells<Int32>
    let signal: XiangqiSignal
    /// 0 for the thread that asked.
    let number: Int
    let limits: SearchLimits
    let strength: XiangqiStrength
  }

  var board: XiangqiBoard
  let task: Task
  let memory: XiangqiMemory
  let table: SearchTable
  /// Asked now and then by the first thread.
  let shouldStop: @Sendable () -> Bool

  var nodes: UInt64 = 0
  /// The number of nodes to stop at.
  let mostNodes: UInt64
  var isStopped = false
  /// No pass is tried at a lower ply, while one is verified.
  var leastPassPly = 0
  /// The moves at the root, best first, with what is known of them.
  var rootMoves: [XiangqiRootMove] = []
  var rootDepth = 0

  init(_ position: XiangqiPosition, _ task: Task, shouldStop: @escaping @Sendable () -> Bool) {
    board = XiangqiBoard(position, room: XiangqiMemory.mostPly + 8, weights: task.weights)
    self.task = task
    memory = task.memory
    table = task.table
    self.shouldStop = shouldStop
    let most = min(task.limits.nodes ?? .max, task.strength.nodes)
    mostNodes = task.number == 0 ? most : .max
    memory.prepare()
  }

  /// Counts a node, and now and then asks whether to go on.
  @inline(__always)
  mutating func countNode() {
    // On the way out a node may be entered once more; it is not searched.
    if isStopped { return }
    nodes &+= 1
    if nodes & 255 == 0 { poll() }
    if nodes >= mostNodes { isStopped = true }
  }

  private mutating func poll() {
    if task.number == 0 {
      if shouldStop() { task.signal.raise() }
    } else {
      task.signal.add(256)
    }
    if task.signal.isSet { isStopped = true }
  }

  /// The number of nodes that all threads visited.
  var allNodes: UInt64 { nodes + task.signal.nodes }
}

/// A move at the root.
struct XiangqiRootMove {
  let move: UInt16
  var score = -XiangqiScore.infinite
  var line: [UInt16]
  /// The number of nodes it took in this iteration.
  var nodes: UInt64 = 0
}
