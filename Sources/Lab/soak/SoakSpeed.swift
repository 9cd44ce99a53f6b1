internal import ArgumentParser
internal import GameRules
internal import GameSearch
internal import Glibc

/// `soak speed`: how fast the Gomoku search is, all its patterns kept.
///
/// Times are those of the processor, so that other programs beside it count for little.
struct SoakSpeed: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "speed",
    abstract: "Count the nodes of Gomoku, and the stones put and taken, a second."
  )

  /// The wanted speeds, per second.
  private static let wanted = (nodes: 700_000.0, stones: 2_000_000.0)

  @Option(help: "How many nodes each position takes.")
  var nodes: UInt64 = 1_000_000

  private static let positions = [
    "h8 i9 g7", "h8 k11 e6 j5 d10", "h8 h9 j8 i9 g9 j10 g7 i10 i8 k8",
    "h8 g9 j7 i10 f7 k8 h5 f10", "h8 i8 i7 j6 g9 f10 h10 e7",
  ]

  func run() throws {
    var time = Duration.zero
    var visited: UInt64 = 0
    for text in Self.positions {
      var position = Position(game: .gomoku(GomokuTerms()))
      for word in text.split(separator: " ") {
        for move in try position.turn(from: String(word)) { try position.play(move) }
      }
      var searcher = GameSearcher(SearchSettings(tableBytes: 32 << 20))
      // The memory is taken, and the tables of the rule are made, when it first thinks.
      _ = searcher.think(position, limits: SearchLimits(nodes: 1))
      time += Self.measure {
        visited += searcher.think(position, limits: SearchLimits(nodes: nodes))?.nodes ?? 0
      }
    }
    let speed = Double(visited) / (time / .seconds(1))
    let (stones, rounds) = (20, 50_000)
    var check: UInt64 = 0
    let making = Self.measure {
      let position = GomokuPosition(GomokuTerms())
      check = GomokuSpeed.makeUnmake(position.withCentre, stones: stones, rounds: rounds)
    }
    let made = Double(stones * rounds) / (making / .seconds(1))
    print(
      "search: \(Int(speed)) nodes/s, \(Self.ratio(speed, Self.wanted.nodes)) of what is wanted"
    )
    print(
      "stones: \(Int(made)) put and taken a second,",
      "\(Self.ratio(made, Self.wanted.stones)) of what is wanted (check \(check & 0xffff))"
    )
    guard speed >= Self.wanted.nodes, made >= Self.wanted.stones else { throw ExitCode.failure }
  }

  /// The processor time of `work`.
  private static func measure(_ work: () -> Void) -> Duration {
    let start = processorTime()
    work()
    return processorTime() - start
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func ratio(_ value: Double, _ wanted: Double) -> Double {
    (value / wanted * 100).rounded() / 100
  }
}

extension GomokuPosition {
  /// The position after a stone in the middle.
  fileprivate var withCentre: GomokuPosition {
    var position = self
    let middle = Point(column: size.columns / 2, row: size.rows / 2)
    if let point = middle { try? position.play(.place(point)) }
    return position
  }
}
