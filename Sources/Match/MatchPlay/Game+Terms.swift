public import GameRules
public import MatchProtocol

extension Game {
  /// The game that the host's `terms` name; nil for a game, a rule or an option that this version
  /// does not have.
  ///
  /// Only Gomoku has rules to choose from; the rule of another game has to be one of Gomoku's, and
  /// means nothing (docs/reference/protocol.md, section 4).
  public init?(_ terms: MatchMessage.Start) {
    guard let kind = GameKind(rawValue: terms.game), GomokuRule(rawValue: terms.rule) != nil else {
      return nil
    }
    let rules = TimeControl.split(terms.options).rules
    let rule = kind == .gomoku ? "rule=\(terms.rule) " : ""
    // The rule has a field of its own.
    guard !rules.split(separator: " ").contains(where: { $0.hasPrefix("rule=") }) else {
      return nil
    }
    self.init(kind, options: rule + rules)
  }
}

extension MatchMessage.Start {
  /// The words in which a host says that `game` is played, by what clock, and who is `first` to
  /// move.
  public init(_ game: Game, first: Role, clock: TimeControl? = nil) {
    var rule = GomokuRule.freestyle
    if case .gomoku(let terms) = game { rule = terms.rule }
    let options = game.options.split(separator: " ").filter { !$0.hasPrefix("rule=") }
    self.init(
      game: game.kind.rawValue,
      rule: rule.rawValue,
      first: first,
      options: TimeControl.join(options.joined(separator: " "), clock)
    )
  }

  /// True if this version has the game, all its rules and the clock.
  public var isKnown: Bool {
    guard Game(self) != nil else { return false }
    guard let clock = TimeControl.split(options).clock else { return true }
    return TimeControl(clock) != nil
  }

  /// The clock, if there is one.
  public var clock: TimeControl? {
    TimeControl.split(options).clock.flatMap(TimeControl.init)
  }
}
