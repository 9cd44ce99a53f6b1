internal import Glibc

/// How a match between two players stands, seen from the first of them, `a`.
///
/// Games count in pairs, both with the same opening and the sides swapped: the error of the score
/// is that of independent pairs, which is smaller than that of single games where openings are
/// uneven.
struct MatchScore: Hashable {
  /// What one game gave to `a`, in halves of a point.
  enum Result: Int, Hashable {
    case loss = 0
    case draw = 1
    case win = 2
  }

  /// Games that `a` won.
  private(set) var wins = 0
  /// Games that nobody won.
  private(set) var draws = 0
  /// Games that `a` lost.
  private(set) var losses = 0
  /// How often a pair of games gave 0, 1, 2, 3 and 4 half points to `a`.
  private(set) var pairs = [0, 0, 0, 0, 0]

  /// The number of games that were played.
  var games: Int { wins + draws + losses }

  /// The share of the points that `a` has, from 0 to 1.
  var share: Double { games > 0 ? (Double(wins) + Double(draws) / 2) / Double(games) : 0.5 }

  /// Counts one game.
  mutating func add(_ result: Result) {
    switch result {
    case .win: wins += 1
    case .draw: draws += 1
    case .loss: losses += 1
    }
  }

  /// Counts both games of a pair as one opening; each was also added on its own.
  mutating func addPair(_ first: Result, _ second: Result) {
    pairs[first.rawValue + second.rawValue] += 1
  }

  // MARK: Elo

  /// How much stronger `a` is by its share of the points; nil where it has all of them or none.
  var elo: Double? { Self.elo(share) }

  /// The ends of the interval that has the true strength with a probability of 95 %.
  ///
  /// An end is nil where no number bounds it. The interval is the normal one of the mean, which is
  /// good from some tens of games on.
  var eloBounds: (low: Double?, high: Double?) {
    let error = 1.959_964 * standardError
    return (Self.elo(share - error), Self.elo(share + error))
  }

  /// The share that a player stronger by `elo` has in the long run.
  static func share(elo: Double) -> Double { 1 / (1 + pow(10, -elo / 400)) }

  private static func elo(_ share: Double) -> Double? {
    share > 0 && share < 1 ? -400 * log10(1 / share - 1) : nil
  }

  /// The standard error of ``share``.
  private var standardError: Double {
    let count = pairs.reduce(0, +)
    if count >= 2, pairVariance > 0 { return (pairVariance / Double(count)).squareRoot() }
    guard games > 1 else { return 0.5 }
    let mean = share
    let variance =
      (Double(wins) * pow(1 - mean, 2) + Double(draws) * pow(0.5 - mean, 2)
        + Double(losses) * pow(mean, 2)) / Double(games)
    return (variance / Double(games)).squareRoot()
  }

  /// The variance of a pair's share.
  private var pairVariance: Double {
    let count = Double(pairs.reduce(0, +))
    let shares = pairs.indices.map { Double($0) / 4 }
    let mean = zip(pairs, shares).reduce(0) { $0 + Double($1.0) * $1.1 } / count
    return zip(pairs, shares).reduce(0) { $0 + Double($1.0) * pow($1.1 - mean, 2) } / count
  }

  // MARK: The sequential test

  /// The logarithm of the odds that `a` is stronger by `elo.1` rather than by `elo.0`.
  ///
  /// The normal approximation of the generalised sequential probability ratio test, over pairs; nil
  /// until there is enough to tell a variance.
  func logLikelihoodRatio(_ elo: (Double, Double)) -> Double? {
    let count = Double(pairs.reduce(0, +))
    guard count >= 2, pairVariance > 0 else { return nil }
    let mean = zip(pairs.indices, pairs).reduce(0) { $0 + Double($1.0 * $1.1) / 4 } / count
    let (low, high) = (Self.share(elo: elo.0), Self.share(elo: elo.1))
    return count * (high - low) * (2 * mean - low - high) / (2 * pairVariance)
  }
}

/// A sequential test of two hypotheses about a player's strength, each wrong in 5 % of the cases.
struct SequentialTest: Hashable {
  /// What is known.
  enum Verdict: Hashable {
    case goesOn
    /// The lower strength is accepted.
    case low
    /// The higher strength is accepted.
    case high
  }

  /// The logarithm of the odds at which a hypothesis is accepted, ln(0.95 / 0.05).
  static let bound = 2.944_439

  /// The lower strength, in Elo.
  let low: Double
  /// The higher strength, in Elo.
  let high: Double

  /// Reads `ELO0,ELO1`; nil where they are no two numbers in order.
  init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let low = numbers[0], let high = numbers[1], low < high,
      abs(low) <= 1_000, abs(high) <= 1_000
    else { return nil }
    self.low = low
    self.high = high
  }

  /// What `score` says.
  func verdict(_ score: MatchScore) -> Verdict {
    guard let ratio = score.logLikelihoodRatio((low, high)) else { return .goesOn }
    if ratio >= Self.bound { return .high }
    return ratio <= -Self.bound ? .low : .goesOn
  }
}
