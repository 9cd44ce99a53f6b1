internal import Glibc

/// How strong a player is by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022).
///
/// Numbers are on the scale of Glicko, where a new player has 1500 with a deviation of 350. Two
/// times the deviation on either side holds the true strength in 95 of 100 cases.
public struct Rating: Hashable, Sendable {
  /// The strength.
  public var value: Double
  /// How uncertain the strength is: its standard deviation.
  public var deviation: Double
  /// How much the strength changes from game to game, as the system expects it.
  public var volatility: Double

  /// A player who has not played: the numbers that Glickman proposes.
  public init(value: Double = 1500, deviation: Double = 350, volatility: Double = 0.06) {
    self.value = value
    self.deviation = deviation
    self.volatility = volatility
  }

  /// A game of one rating period, as the rated player has it.
  public struct Outcome: Hashable, Sendable {
    /// The opponent before the period.
    public let opponent: Rating
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    public let score: Double

    /// A game against `opponent` that brought `score`.
    public init(against opponent: Rating, score: Double) {
      self.opponent = opponent
      self.score = score
    }
  }

  /// How fast volatility may change: 0.5, the middle of the 0.3 to 1.2 that Glickman finds
  /// reasonable, and the one of his example.
  private static let systemConstant = 0.5
  /// A unit of Glicko-2 on Glicko's scale, 400 / ln 10 as Glickman rounds it.
  private static let scale = 173.7178
  /// How exactly the volatility is found; Glickman's own number.
  private static let tolerance = 0.000_001

  /// The rating after a period with these games (step 2 to 8 of the paper).
  public func after(_ outcomes: [Outcome]) -> Rating {
    let phi = deviation / Self.scale
    guard !outcomes.isEmpty else {
      var rating = self
      rating.deviation = Self.scale * (phi * phi + volatility * volatility).squareRoot()
      return rating
    }
    let mu = (value - 1500) / Self.scale
    var information = 0.0
    var surprise = 0.0
    for outcome in outcomes {
      let weight = Self.weight(of: outcome.opponent)
      let difference = mu - (outcome.opponent.value - 1500) / Self.scale
      let expected = 1 / (1 + exp(-weight * difference))
      information += weight * weight * expected * (1 - expected)
      surprise += weight * (outcome.score - expected)
    }
    let variance = 1 / information
    let sigma = volatility(phi: phi, variance: variance, change: variance * surprise)
    let spread = phi * phi + sigma * sigma
    let newPhi = 1 / (1 / spread + 1 / variance).squareRoot()
    return Rating(
      value: Self.scale * (mu + newPhi * newPhi * surprise) + 1500,
      deviation: Self.scale * newPhi,
      volatility: sigma
    )
  }

  /// How much a game against `opponent` counts; the less is known of the opponent, the less.
  private static func weight(of opponent: Rating) -> Double {
    let phi = opponent.deviation / scale
    return 1 / (1 + 3 * phi * phi / (Double.pi * Double.pi)).squareRoot()
  }

  /// The new volatility (step 5), by the Illinois algorithm.
  private func volatility(phi: Double, variance: Double, change: Double) -> Double {
    let start = 2 * log(volatility)
    let function = { (x: Double) -> Double in
      let power = exp(x)
      let sum = phi * phi + variance + power
      let tau = Self.systemConstant
      return power * (change * change - sum) / (2 * sum * sum) - (x - start) / (tau * tau)
    }
    var low = start
    var high: Double
    if change * change > phi * phi + variance {
      high = log(change * change - phi * phi - variance)
    } else {
      var steps = 1.0
      while function(start - steps * Self.systemConstant) < 0 { steps += 1 }
      high = start - steps * Self.systemConstant
    }
    var (atLow, atHigh) = (function(low), function(high))
    while abs(high - low) > Self.tolerance {
      let middle = low + (low - high) * atLow / (atHigh - atLow)
      let atMiddle = function(middle)
      if atMiddle * atHigh <= 0 {
        (low, atLow) = (high, atHigh)
      } else {
        atLow /= 2
      }
      (high, atHigh) = (middle, atMiddle)
    }
    return exp(low / 2)
  }
}
