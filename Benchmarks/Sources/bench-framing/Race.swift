import CAllocations
import Glibc

/// What one contender has achieved.
struct Standing {
  let name: String

  /// Billions of bytes a second, in each round, the slowest first.
  let speeds: [Double]

  /// How often the C library was asked for memory in one move of all messages.
  let allocations: Int

  var median: Double {
    speeds[speeds.count / 2]
  }

  var best: Double {
    speeds[speeds.count - 1]
  }
}

/// Lets all contenders move the load in turn, so that whatever slows the computer slows all of them.
struct Race {
  let rounds = 41

  /// How often a contender moves the load in one round: a few milliseconds for the slowest.
  let repetitions = 4

  func run(_ contenders: [Contender], size: Int) throws -> [Standing] {
    var speeds = [[Double]](repeating: [], count: contenders.count)
    let allocations = try contenders.map { try countAllocations($0, size: size) }
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        speeds[index].append(try speed(contender, size: size))
      }
    }
    return contenders.indices.map { index in
      Standing(
        name: contenders[index].name,
        speeds: speeds[index].sorted(),
        allocations: allocations[index]
      )
    }
  }

  private func speed(_ contender: Contender, size: Int) throws -> Double {
    let start = processorTime
    for _ in 0..<repetitions {
      try move(contender, size: size)
    }
    return Double(repetitions * size) / Double(processorTime - start)
  }

  /// Nanoseconds that this thread has had a processor for, whoever else wanted it.
  private var processorTime: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Counts in the second move, as the first one may set something up.
  private func countAllocations(_ contender: Contender, size: Int) throws -> Int {
    try move(contender, size: size)
    let before = allocations_of_this_thread()
    try move(contender, size: size)
    return Int(allocations_of_this_thread() - before)
  }

  private func move(_ contender: Contender, size: Int) throws {
    let moved = try contender.move()
    precondition(moved == size, "\(contender.name) moved \(moved) of \(size) bytes")
  }
}
