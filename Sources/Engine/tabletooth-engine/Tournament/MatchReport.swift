internal import EnginePlayers
internal import EngineProtocols
internal import GameRules
internal import GameSearch

/// What is told of a match while it is played and in the end.
struct MatchReport {
  private let total: Int
  private let test: SequentialTest?
  private var score = MatchScore()
  /// Games of pairs whose other game goes on.
  private var waiting: [Int: MatchScore.Result] = [:]
  private var overTime = [0, 0]
  private var failures = [0, 0]
  private var longest = [Duration.zero, .zero]
  /// How often games ended for each reason.
  private var reasons: [String: Int] = [:]

  /// A match of `total` games, which `test` may end sooner.
  init(total: Int, test: SequentialTest?) {
    self.total = total
    self.test = test
  }

  /// True if enough is known.
  var verdict: SequentialTest.Verdict { test?.verdict(score) ?? .goesOn }

  /// Counts a game.
  mutating func add(_ game: MatchRunner.PlayedGame) {
    guard let result = game.result else { return }
    score.add(result)
    if let other = waiting.removeValue(forKey: game.pair) {
      score.addPair(other, result)
    } else {
      waiting[game.pair] = result
    }
    reasons[game.record.end.word, default: 0] += 1
    for (side, time) in game.record.longest {
      longest[game.player(of: side)] = max(longest[game.player(of: side)], time)
    }
    switch game.record.end {
    case .overTime(let side, _): overTime[game.player(of: side)] += 1
    case .failed(let side, _): failures[game.player(of: side)] += 1
    default: break
    }
  }

  /// One line about a game that has just ended; nil for one that was abandoned.
  func progress(_ game: MatchRunner.PlayedGame) -> String? {
    guard let result = game.result else { return nil }
    let points = ["0-1", "1/2", "1-0"][result.rawValue]
    var line =
      "game \(score.games) of \(total): a \(points) b, \(game.record.position.ply) plies, "
      + "\(game.record.end.word); a +\(score.wins) =\(score.draws) -\(score.losses)"
    switch game.record.end {
    case .failed(let side, let failure):
      line += "; \(Self.name(game.player(of: side))) \(failure)"
    case .overTime(let side, let time):
      line += "; \(Self.name(game.player(of: side))) took \(TimeSpan(time))"
    default: break
    }
    return line
  }

  /// The result, in lines.
  func lines(a: String, b: String) -> [String] {
    var lines = ["a: \(a)", "b: \(b)"]
    lines.append(
      "games \(score.games): a won \(score.wins), drew \(score.draws), lost \(score.losses); "
        + "score \(Self.tenths(score.share * 100)) %"
    )
    lines.append("Elo of a over b: \(elo)")
    if let test {
      let ratio = score.logLikelihoodRatio((test.low, test.high)) ?? 0
      lines.append(
        "SPRT \(Self.tenths(test.low)), \(Self.tenths(test.high)): LLR \(Self.hundredths(ratio)) of "
          + "±\(Self.hundredths(SequentialTest.bound)): \(verdictWords)"
      )
    }
    lines.append(
      "time forfeits: a \(overTime[0]), b \(overTime[1]); failures: a \(failures[0]), b \(failures[1])"
    )
    lines.append("longest thought: a \(TimeSpan(longest[0])), b \(TimeSpan(longest[1]))")
    let ends = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    lines.append("ends: " + ends.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    return lines
  }

  private var verdictWords: String {
    switch verdict {
    case .goesOn: "undecided"
    case .low: "a is not stronger by the higher number"
    case .high: "a is stronger by the higher number"
    }
  }

  private var elo: String {
    let (low, high) = score.eloBounds
    let bounds = "\(low.map(Self.tenths) ?? "-∞") to \(high.map(Self.tenths) ?? "∞")"
    guard let elo = score.elo else {
      return score.games == 0 ? "unknown" : "unknown: one side has all the points"
    }
    return "\(Self.tenths(elo)), with 95 % from \(bounds)"
  }

  private static func name(_ player: Int) -> String { player == 0 ? "a" : "b" }

  private static func tenths(_ number: Double) -> String { fixed(number, 10, 1) }

  private static func hundredths(_ number: Double) -> String { fixed(number, 100, 2) }

  private static func fixed(_ number: Double, _ scale: Double, _ digits: Int) -> String {
    let whole = Int((abs(number) * scale).rounded())
    let text = String(whole)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let sign = number < 0 && whole != 0 ? "-" : ""
    return "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }
}
