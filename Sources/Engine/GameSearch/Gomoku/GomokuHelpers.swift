import Dispatch
import GameRules
import Synchronization

/// The state that the threads of one search share besides the table.
final class GomokuSignal: Sendable {
  private let isSet = Atomic(false)
  private let nodes = Atomic<UInt64>(0)

  /// True if the thought is over.
  var isOver: Bool { isSet.load(ordering: .relaxed) }

  /// Ends the thought.
  func end() {
    isSet.store(true, ordering: .relaxed)
  }

  /// Adds what a thread has visited.
  func add(_ count: UInt64) {
    nodes.add(count, ordering: .relaxed)
  }

  /// The number of nodes that the finished threads have visited.
  var total: UInt64 { nodes.load(ordering: .relaxed) }
}

/// The threads that search beside the caller's and tell it by the table what they find (lazy SMP).
struct GomokuHelpers {
  private let group = DispatchGroup()
  private let signal = GomokuSignal()

  /// Starts `count` threads; each second one begins a ply deeper, so that they do not do the same.
  init(_ count: Int, _ position: GomokuPosition, _ table: GomokuTable) {
    for number in 0..<count {
      DispatchQueue.global().async(group: group) { [signal] in
        Self.search(position, table, signal, first: 1 + (number + 1) % 2)
      }
    }
  }

  /// Ends them, waits for them, and returns how many nodes they visited.
  func end() -> UInt64 {
    signal.end()
    group.wait()
    return signal.total
  }

  private static func search(
    _ position: GomokuPosition,
    _ table: GomokuTable,
    _ signal: GomokuSignal,
    first: Int
  ) {
    var poll: () -> Bool = { signal.isOver }
    unsafe withUnsafePointer(to: &poll) { pointer in
      let board = GomokuBoard(position)
      defer { board.free() }
      let search = unsafe GomokuSearch(board, table.view(age: table.age), asking: pointer)
      defer { search.free() }
      let side = position.colourToMove == .first ? 0 : 1
      let moves = GomokuRoot(search).moves(side)
      if moves.count > 1 { _ = GomokuRoot(search).deepen(moves, side, first...100) { _ in } }
      signal.add(search.header[0].nodes)
    }
  }
}
