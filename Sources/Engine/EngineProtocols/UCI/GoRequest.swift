internal import GameRules
internal import GameSearch

/// The limits that `go` asks for, in UCI and in UCCI.
struct GoRequest {
  private(set) var limits = SearchLimits()
  /// True if the answer waits for `stop` or `ponderhit`.
  var mustWait: Bool { isPonder || isInfinite }
  /// The moves to choose from, as they are written; nil for all of them.
  private(set) var moves: [String]?
  /// True if the other side offers a draw.
  private(set) var isDrawOffered = false
  /// The words that were not understood.
  private(set) var unknownWords: [String] = []

  private let clock: (time: String, increment: String, others: Set<String>)
  private let unit: Duration
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
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - dialect: what is spoken.
  ///   - side: the side to move.
  ///   - unit: the unit of times.
  init(_ words: inout Words, _ dialect: Dialect, toMove side: Side, unit: Duration) {
    clock = dialect.clock(of: side)
    self.unit = unit
    while let word = words.next() {
      if !read(word, &words, dialect) { unknownWords.append(word) }
    }
  }

  /// The time of a search once nothing waits, if `overhead` is lost on the way of each move; nil if
  /// only the limits count.
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

  private mutating func read(_ word: String, _ words: inout Words, _ dialect: Dialect) -> Bool {
    switch (word, dialect) {
    case ("infinite", _): isInfinite = true
    case ("ponder", _): isPonder = true
    case ("depth", _) where words.peek == "infinite": break
    case ("searchmoves", .uci): moves = words.take(until: Self.keywords)
    case ("draw", .ucci): isDrawOffered = true
    case (_, .uci), (_, .ucci): return words.number().map { set(word, $0, dialect) } ?? false
    }
    return true
  }

  private mutating func set(_ word: String, _ number: Int, _ dialect: Dialect) -> Bool {
    switch (word, dialect) {
    case ("depth", _): limits.depth = Self.depth(number)
    case ("nodes", _): limits.nodes = UInt64(max(number, 1))
    case ("movestogo", _): movesToGo = number
    // A mate in so many moves of the winner has twice as many plies.
    case ("mate", .uci): limits.depth = Self.depth(number * 2)
    // UCCI has no such word, but uci2wb sends it in either.
    case ("movetime", _): moveTime = unit * number
    case (clock.time, _): remaining = unit * number
    case (clock.increment, _): increment = unit * number
    // The other side's clock, which changes nothing here.
    case (_, .uci), (_, .ucci): return clock.others.contains(word)
    }
    return true
  }

  private static func depth(_ number: Int) -> Int { min(max(number, 1), SearchLimits.mostPlies) }
}
