public import GameRules

extension Game {
  /// Whether the searches know these rules: they play by all of them, but for rows along an edge
  /// that do not win, and Liuzhou chess of other places than Fengyang.
  public var isSearchable: Bool {
    switch self {
    case .gomoku(let terms): terms.edgeFives == .count
    case .liuzhou(let terms): terms.way == .fengyang
    case .xiangqi: true
    }
  }
}
