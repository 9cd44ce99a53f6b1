public import GameRules

/// The clocks of both sides, as far as the moves that were made say how long each of them took.
///
/// It has no time of its own. Who moves says in the move how long it thought, and both boards count
/// that, so both always have the same clocks. The time of the turn that goes on is the table's.
public struct GameClock: Hashable, Sendable {
  /// The time that one side has left.
  public struct Reserve: Hashable, Sendable {
    /// The time for the game; the time for a turn where that is all there is.
    public internal(set) var main: Duration
    /// The number of periods (byo-yomi) that are left, the one that runs included.
    public internal(set) var periods: Int
    /// The part of the current turn that earlier moves of this side have accounted for: a turn may
    /// have several.
    var turn = Duration.zero
  }

  /// The time control of the game.
  public let control: TimeControl
  private var reserves: [Side: Reserve]

  /// Full clocks.
  public init(_ control: TimeControl) {
    self.control = control
    let reserve =
      switch control {
      case .game(let main, _): Reserve(main: main, periods: 0)
      case .periods(let main, let count, _): Reserve(main: main, periods: count)
      case .turn(let time): Reserve(main: time, periods: 0)
      }
    reserves = [.first: reserve, .second: reserve]
  }

  /// The clocks that ``text`` writes; nil for any other text.
  public init?(_ control: TimeControl, text: String) {
    self.init(control)
    let sides = text.split(separator: " ")
    guard sides.count == 2 else { return nil }
    for (side, words) in zip(Side.allCases, sides) {
      let numbers = words.split(separator: ",").compactMap { Int64($0) }
      guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }), numbers[1] < 100 else {
        return nil
      }
      var reserve = Reserve(main: .milliseconds(numbers[0]), periods: Int(numbers[1]))
      reserve.turn = .milliseconds(numbers[2])
      reserves[side] = reserve
    }
  }

  /// The time that both sides have left, in ASCII: milliseconds, periods and milliseconds of the
  /// turn, the first side's before the second's.
  public var text: String {
    Side.allCases.map { side in
      let reserve = reserve(of: side)
      let times = [reserve.main, reserve.turn].map { Int64($0 / .milliseconds(1)) }
      return "\(times[0]),\(reserve.periods),\(times[1])"
    }
    .joined(separator: " ")
  }

  /// The time that `side` has left after its last move.
  public func reserve(of side: Side) -> Reserve {
    guard let reserve = reserves[side] else { preconditionFailure("each side has a clock") }
    return reserve
  }

  /// The time that `side` may still think, after it has thought `thought` since its last move or
  /// the beginning of its turn; zero or less when its time is up.
  public func left(to side: Side, after thought: Duration = .zero) -> Duration {
    let reserve = reserve(of: side)
    return switch control {
    case .game: reserve.main - thought
    case .turn: reserve.main - reserve.turn - thought
    case .periods(_, _, let period):
      reserve.main + period * reserve.periods - reserve.turn - thought
    }
  }

  /// The clock that `side` sees after it has thought `thought`: the time until something is used
  /// up, and the number of further periods, the current one included; no periods while the main
  /// time lasts.
  public func face(of side: Side, after thought: Duration = .zero) -> (time: Duration, periods: Int)
  {
    let reserve = reserve(of: side)
    guard case .periods(_, _, let period) = control else {
      return (max(left(to: side, after: thought), .zero), 0)
    }
    let spent = reserve.turn + thought
    guard spent >= reserve.main else { return (reserve.main - spent, 0) }
    let over = spent - reserve.main
    let used = Int(min(over / period, Double(reserve.periods)))
    guard used < reserve.periods else { return (.zero, 0) }
    return (period * (used + 1) - over, reserve.periods - used)
  }

  /// Takes `thought` off the clock of `side`, which has moved; `endsTurn` says whether the other
  /// side is to move now.
  ///
  /// - Returns: Whether there was so much time.
  mutating func spend(_ thought: Duration, by side: Side, endsTurn: Bool) -> Bool {
    guard left(to: side, after: thought) > .zero else { return false }
    var reserve = reserve(of: side)
    switch control {
    case .game(_, let increment):
      reserve.main += (endsTurn ? increment : .zero) - thought
    case .turn:
      reserve.turn = endsTurn ? .zero : reserve.turn + thought
    case .periods(_, _, let period):
      reserve.turn += thought
      if endsTurn {
        // Only whole periods are used up.
        let over = reserve.turn - reserve.main
        reserve.main = max(.zero, .zero - over)
        if over > .zero { reserve.periods -= Int(over / period) }
        reserve.turn = .zero
      }
    }
    reserves[side] = reserve
    return true
  }

  /// Begins the turn that goes on anew, as moves were taken back: what was thought stays thought.
  mutating func beginTurn() {
    for side in Side.allCases {
      guard var reserve = reserves[side] else { continue }
      if case .periods = control {
        let over = reserve.turn - reserve.main
        reserve.main = max(.zero, .zero - over)
      }
      reserve.turn = .zero
      reserves[side] = reserve
    }
  }
}
