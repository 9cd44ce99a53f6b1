internal import GameRules

extension UCIEngine {
  /// What `go` may be followed by.
  private struct Request {
    var limits = SearchLimits()
    var times: [Side: Duration] = [:]
    var increments: [Side: Duration] = [:]
    var movesToGo: Int?
    var moveTime: Duration?
    var isInfinite = false
    var isPonder = false
    var moves: [String]?
  }

  private static let keywords: Set<String> = [
    "searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes",
    "mate", "movetime", "infinite",
  ]

  /// Begins a thought, or says why not.
  mutating func go(_ words: inout Words) -> [EngineAction] {
    guard case .idle = phase else { return [.say("info string already thinking")] }
    guard let position else {
      return [.say("info string there is no position"), .say("bestmove (none)")]
    }
    let (request, complaints) = Self.request(&words)
    guard position.outcome == nil else { return complaints + [.say("bestmove (none)")] }
    var allowed: [Move]?
    if let texts = request.moves {
      let moves = texts.compactMap { dialect.moves($0, in: position)?.first }
      allowed = position.legalMoves.filter(Set(moves).contains)
      if allowed?.isEmpty == true {
        return complaints + [
          .say("info string none of searchmoves is legal"), .say("bestmove (none)"),
        ]
      }
    }
    let budget = budget(request, position)
    let mustWait = request.isPonder || request.isInfinite
    phase = .thinking(Search(position: position, mustWait: mustWait, budget: budget))
    let thought = Thought(
      position,
      limits: request.limits,
      budget: mustWait ? nil : budget,
      allowed: allowed
    )
    return complaints + [.think(thought)]
  }

  private func budget(_ request: Request, _ position: Position) -> TimeBudget? {
    guard !request.isInfinite else { return nil }
    let exact = request.moveTime.map { TimeBudget(exactly: $0 - options.overhead) }
    guard let time = request.times[Self.clock(position)] else { return exact }
    let budget = TimeBudget(
      remaining: time,
      increment: request.increments[Self.clock(position)] ?? .zero,
      movesToGo: request.movesToGo,
      overhead: options.overhead
    )
    return exact.map(budget.capped) ?? budget
  }

  /// Whose clock runs: `wtime` is that of the side that moves first, as White does in chess.
  private static func clock(_ position: Position) -> Side { position.toMove }

  private static func request(_ words: inout Words) -> (Request, [EngineAction]) {
    var request = Request()
    var complaints: [EngineAction] = []
    while let word = words.next() {
      if !read(word, &words, &request) {
        complaints.append(.say("info string \(word) is not understood after go"))
      }
    }
    return (request, complaints)
  }

  private static func read(
    _ word: String,
    _ words: inout Words,
    _ request: inout Request
  ) -> Bool {
    switch word {
    case "infinite": request.isInfinite = true
    case "ponder": request.isPonder = true
    case "searchmoves": request.moves = words.take(until: keywords)
    default:
      guard let number = words.number() else { return false }
      return set(word, number, &request)
    }
    return true
  }

  private static func set(_ word: String, _ number: Int, _ request: inout Request) -> Bool {
    let time = Duration.milliseconds(number)
    switch word {
    case "depth": request.limits.depth = min(max(number, 1), SearchLimits.mostPlies)
    case "nodes": request.limits.nodes = UInt64(max(number, 1))
    // A mate in so many moves of the winner has twice as many plies.
    case "mate": request.limits.depth = min(max(number * 2, 1), SearchLimits.mostPlies)
    case "movetime": request.moveTime = time
    case "wtime": request.times[.first] = time
    case "btime": request.times[.second] = time
    case "winc": request.increments[.first] = time
    case "binc": request.increments[.second] = time
    case "movestogo": request.movesToGo = number
    default: return false
    }
    return true
  }
}
