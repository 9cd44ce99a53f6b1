internal import GameRules

/// What `go` asks for, in UCI and in UCCI.
struct GoRequest {
  /// Which of the two protocols is spoken; they have other words for the clock.
  enum Dialect {
    /// `wtime` is the clock of the side that moves first, as White does in chess.
    case uci(toMove: Side)
    /// `time` is the clock of the side to move, in milliseconds or seconds.
    case ucci(isInMilliseconds: Bool)
  }

  private(set) var limits = SearchLimits()
  /// Whether the answer waits for `stop` or `ponderhit`.
  var mustWait: Bool { isPonder || isInfinite }
  /// The moves to choose from, as they are written; nil for all of them.
  private(set) var moves: [String]?
  /// Whether the other side offers a draw.
  private(set) var isDrawOffered = false
  /// The words that were not understood.
  private(set) var unknownWords: [String] = []

  private let dialect: Dialect
  private var remaining: Duration?
  private var increment = Duration.zero
  private var movesToGo: Int?
  private var moveTime: Duration?
  private var isInfinite = false
  private var isPonder = false

  private static let keywords: Set<String> = [
    "searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes",
    "mate", "movetime", "infinite",
  ]

  /// Reads the words that follow `go`.
  init(_ words: inout Words, _ dialect: Dialect) {
    self.dialect = dialect
    while let word = words.next() {
      if !read(word, &words) { unknownWords.append(word) }
    }
  }

  /// How long to think once nothing waits, where `overhead` is lost on the way of each move; nil
  /// where only the limits count.
  func budget(overhead: Duration) -> TimeBudget? {
    guard !isInfinite else { return nil }
    let exact = moveTime.map { TimeBudget(exactly: $0 - overhead) }
    guard let remaining else { return exact }
    let budget = TimeBudget(
      remaining: remaining,
      increment: increment,
      movesToGo: movesToGo,
      overhead: overhead
    )
    return exact.map(budget.capped) ?? budget
  }

  private mutating func read(_ word: String, _ words: inout Words) -> Bool {
    switch word {
    case "infinite": isInfinite = true
    case "ponder": isPonder = true
    case "depth" where words.peek == "infinite": break
    default: return readOfDialect(word, &words)
    }
    return true
  }

  private mutating func readOfDialect(_ word: String, _ words: inout Words) -> Bool {
    switch (dialect, word) {
    case (.uci, "searchmoves"): moves = words.take(until: Self.keywords)
    case (.ucci, "draw"): isDrawOffered = true
    case (.uci, _), (.ucci, _):
      guard let number = words.number() else { return false }
      return set(word, number)
    }
    return true
  }

  private mutating func set(_ word: String, _ number: Int) -> Bool {
    switch word {
    case "depth": limits.depth = Self.depth(number)
    case "nodes": limits.nodes = UInt64(max(number, 1))
    case "movestogo": movesToGo = number
    default:
      switch dialect {
      case .uci(let side): return setClock(word, .milliseconds(number), of: side)
      case .ucci(let isInMilliseconds):
        return setClock(word, isInMilliseconds ? .milliseconds(number) : .seconds(number))
      }
    }
    return true
  }

  private mutating func setClock(_ word: String, _ time: Duration, of side: Side) -> Bool {
    let own = side == .first ? "w" : "b"
    switch word {
    // A mate in so many moves of the winner has twice as many plies.
    case "mate": limits.depth = Self.depth(time.wholeMilliseconds * 2)
    case "movetime": moveTime = time
    case own + "time": remaining = time
    case own + "inc": increment = time
    // The other side's clock, which changes nothing here.
    case "wtime", "btime", "winc", "binc": break
    default: return false
    }
    return true
  }

  private mutating func setClock(_ word: String, _ time: Duration) -> Bool {
    switch word {
    case "time": remaining = time
    case "increment": increment = time
    // The other side's clock, which changes nothing here.
    case "opptime", "oppmovestogo", "oppincrement": break
    default: return false
    }
    return true
  }

  private static func depth(_ number: Int) -> Int { min(max(number, 1), SearchLimits.mostPlies) }
}
