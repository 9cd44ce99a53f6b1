public import GameRules

extension Game {
  /// True if the searches know these rules.
  public var isSearchable: Bool { unsearchableRule == nil }

  /// The house rule that the searches do not know, as ``Game/options`` has it; nil where they know
  /// all of them.
  ///
  /// They play by all but house rules about rows at an edge, and Liuzhou chess of other places
  /// than Fengyang.
  public var unsearchableRule: String? {
    if case .gomoku(let terms) = self, terms.edgeFives != .count {
      return "edge-five=\(terms.edgeFives.rawValue)"
    }
    if case .liuzhou(let terms) = self, terms.way != .fengyang { return terms.way.rawValue }
    return nil
  }
}
