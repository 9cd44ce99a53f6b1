public import GameRules

extension Game {
  /// True if the searches know these rules.
  public var isSearchable: Bool { unsearchableRule == nil }

  /// The house rule that the searches do not know, as ``Game/options`` has it; nil where they know
  /// all of them.
  ///
  /// They play by all but rows along an edge that do not win, and Liuzhou chess of other places
  /// than Fengyang.
  public var unsearchableRule: String? {
    switch self {
    case .gomoku(let terms):
      terms.edgeFives == .count ? nil : "edge-five=\(terms.edgeFives.rawValue)"
    case .liuzhou(let terms): terms.way == .fengyang ? nil : terms.way.rawValue
    case .xiangqi: nil
    }
  }
}
