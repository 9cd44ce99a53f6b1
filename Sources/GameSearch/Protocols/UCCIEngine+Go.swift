internal import GameRules

extension UCCIEngine {
  /// What `go` may be followed by.
  private struct Request {
    var limits = SearchLimits()
    var time: Int?
    var increment: Int?
    var movesToGo: Int?
    var isInfinite = false
    var isPonder = false
    var isDrawOffered = false
  }

  /// Begins a thought, or says why not.
  mutating func go(_ words: inout Words) -> [EngineAction] {
    guard case .idle = phase else { return [.say("info message already thinking")] }
    guard let position else {
      return [.say("info message there is no position"), .say("nobestmove")]
    }
    let (request, complaints) = Self.request(&words)
    let moves = position.legalMoves.filter { !banned.contains($0) }
    guard !moves.isEmpty else { return complaints + [.say("nobestmove")] }
    let budget = budget(request)
    let mustWait = request.isPonder || request.isInfinite
    phase = .thinking(
      Search(
        position: position,
        mustWait: mustWait,
        budget: budget,
        isDrawOffered: request.isDrawOffered
      )
    )
    let thought = Thought(
      position,
      limits: request.limits,
      budget: mustWait ? nil : budget,
      allowed: banned.isEmpty ? nil : moves
    )
    return complaints + [.think(thought)]
  }

  private func budget(_ request: Request) -> TimeBudget? {
    guard !request.isInfinite, let time = request.time else { return nil }
    return TimeBudget(
      remaining: duration(time),
      increment: duration(request.increment ?? 0),
      movesToGo: request.movesToGo,
      overhead: options.overhead
    )
  }

  private func duration(_ number: Int) -> Duration {
    usesMilliseconds ? .milliseconds(number) : .seconds(number)
  }

  private static func request(_ words: inout Words) -> (Request, [EngineAction]) {
    var request = Request()
    var complaints: [EngineAction] = []
    while let word = words.next() {
      if !read(word, &words, &request) {
        complaints.append(.say("info message \(word) is not understood after go"))
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
    case "ponder": request.isPonder = true
    case "draw": request.isDrawOffered = true
    case "infinite": request.isInfinite = true
    case "depth" where words.peek == "infinite":
      _ = words.next()
      request.isInfinite = true
    default:
      guard let number = words.number() else { return false }
      return set(word, number, &request)
    }
    return true
  }

  private static func set(_ word: String, _ number: Int, _ request: inout Request) -> Bool {
    switch word {
    case "depth": request.limits.depth = min(max(number, 1), SearchLimits.mostPlies)
    case "nodes": request.limits.nodes = UInt64(max(number, 1))
    case "time": request.time = number
    case "movestogo": request.movesToGo = number
    case "increment": request.increment = number
    // The other side's clock, which changes nothing here.
    case "opptime", "oppmovestogo", "oppincrement": break
    default: return false
    }
    return true
  }
}
