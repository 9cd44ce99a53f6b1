public import GameRules
public import MatchProtocol

extension Game {
  /// The game that the host's `terms` name; nil for a game or a rule that this version does not
  /// have.
  ///
  /// Only Gomoku has rules to choose from; the rule of another game has to be one of Gomoku's, and
  /// means nothing (docs/protocol.md, section 4).
  public init?(_ terms: MatchMessage.Start) {
    guard let kind = GameKind(rawValue: terms.game), let rule = GomokuRule(rawValue: terms.rule)
    else { return nil }
    switch kind {
    case .gomoku: self = .gomoku(GomokuTerms(rule: rule))
    case .liuzhou: self = .liuzhou()
    case .xiangqi: self = .xiangqi
    }
  }
}

extension MatchMessage.Start {
  /// The words in which a host says that `game` is played and who is `first` to move.
  ///
  /// The protocol has no words for house rules, other boards or openings; a game that has them is
  /// a mistake of the caller.
  public init(_ game: Game, first: Role) {
    let rule: GomokuRule =
      switch game {
      case .gomoku(let terms): terms.rule
      case .liuzhou, .xiangqi: .freestyle
      }
    self.init(game: game.kind.rawValue, rule: rule.rawValue, first: first)
    precondition(Game(self) == game, "the protocol has no words for these terms of the game")
  }
}
