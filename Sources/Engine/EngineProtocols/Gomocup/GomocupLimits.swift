internal import GameRules
internal import GameSearch

/// The time, the memory and the rule that `INFO` sets.
struct GomocupLimits {
  /// The value that means no limit, or one that is too far away to matter.
  private static let endless = 1_000_000_000

  /// The rule; nil for one that this project does not play.
  var rule: GomokuRule? = .freestyle
  /// The time for a move, in milliseconds; 0 asks for an answer at once.
  private var turn = 30_000
  /// The time for all moves of a game, in milliseconds; 0 is no limit.
  private var match = 0
  /// The time that is left of it; nil if it was never sent.
  private var left: Int?
  private(set) var search = SearchLimits()

  /// Notes a value of anything but the rule.
  ///
  /// What is not understood changes nothing, as the protocol wants.
  mutating func set(_ key: String, to value: String) {
    guard let number = Int(value) else { return }
    switch key {
    case "timeout_turn": turn = max(number, 0)
    case "timeout_match": match = max(number, 0)
    case "time_left": left = max(number, 0)
    case "max_depth": search.depth = number > 0 && number <= SearchLimits.mostPlies ? number : nil
    case "max_node": search.nodes = number > 0 ? UInt64(number) : nil
    // `game_type`, `evaluate`, `folder` and the rest change nothing here.
    default: break
    }
  }

  /// Gives half of the memory to the table, within its range, and says whether that changes it.
  func setMemory(_ bytes: Int?, _ options: inout EngineOptions) -> Bool {
    // 0 is no limit; the table stays as it is then.
    guard let bytes, bytes > 0 else { return false }
    let range = SearchSettings.megabytes
    let megabytes = min(max(bytes >> 21, range.lowerBound), options.megabytes)
    return megabytes < options.megabytes && options.setHash(megabytes)
  }

  /// The time for the next move.
  func budget(overhead: Duration) -> TimeBudget {
    // At once means as fast as can be, not without looking.
    let turnTime = Duration.milliseconds(turn == 0 ? 50 : min(turn, Self.endless))
    let whole = TimeBudget(exactly: turnTime - overhead)
    guard match > 0 || (left ?? Self.endless) < Self.endless else { return whole }
    let remaining = left ?? match
    guard remaining < Self.endless else { return whole }
    return TimeBudget(remaining: .milliseconds(remaining), overhead: overhead).capped(by: whole)
  }
}
