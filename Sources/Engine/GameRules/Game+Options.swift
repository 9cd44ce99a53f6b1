extension Game {
  /// What differs from the usual rules of ``kind``; empty where nothing does.
  ///
  /// Pairs such as `rule=renju`, with a space between them.
  ///
  /// They stand in a host's terms, in records and in files, and ``init(_:options:)`` reads them.
  public var options: String {
    var options: [String] = []
    switch self {
    case .gomoku(let terms):
      if terms.rule != .freestyle { options.append("rule=\(terms.rule.rawValue)") }
      if terms.size != 15 { options.append("size=\(terms.size)") }
      if terms.opening != .free { options.append("opening=\(terms.opening.rawValue)") }
      if terms.fouls != .refused { options.append("fouls=\(terms.fouls.rawValue)") }
      if terms.edgeFives != .count { options.append("edge-five=\(terms.edgeFives.rawValue)") }
    case .liuzhou(let terms):
      if terms.way != .fengyang { options.append("way=\(terms.way.rawValue)") }
      if terms.count != terms.way.count { options.append("count=\(terms.count.rawValue)") }
      if terms.reuse != terms.way.reuse { options.append("reuse=\(terms.reuse.rawValue)") }
    case .xiangqi: break
    }
    return options.joined(separator: " ")
  }

  /// The game called `kind` by ``options``; nil where one of them is not known here, or where they
  /// do not go together.
  public init?(_ kind: GameKind, options: String) {
    var values: [Substring: String] = [:]
    for pair in options.split(separator: " ") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, values[parts[0]] == nil else { return nil }
      values[parts[0]] = String(parts[1])
    }
    let game: Game? =
      switch kind {
      case .gomoku: Self.gomoku(&values)
      case .liuzhou: Self.liuzhou(&values)
      case .xiangqi: .xiangqi
      }
    // What is left over is a rule of another version.
    guard let game, values.isEmpty else { return nil }
    self = game
  }

  private static func gomoku(_ values: inout [Substring: String]) -> Game? {
    let rule = GomokuRule(rawValue: values.removeValue(forKey: "rule") ?? "freestyle")
    let size = Int(values.removeValue(forKey: "size") ?? "15")
    let opening = GomokuOpening(rawValue: values.removeValue(forKey: "opening") ?? "free")
    let fouls = FoulPolicy(rawValue: values.removeValue(forKey: "fouls") ?? "refused")
    let edgeFives = EdgeFives(rawValue: values.removeValue(forKey: "edge-five") ?? "on")
    guard let rule, let size, let opening, let fouls, let edgeFives else { return nil }
    let terms = GomokuTerms(
      rule: rule,
      size: size,
      opening: opening,
      fouls: fouls,
      edgeFives: edgeFives
    )
    return terms.map(Game.gomoku)
  }

  private static func liuzhou(_ values: inout [Substring: String]) -> Game? {
    guard let way = LiuzhouWay(rawValue: values.removeValue(forKey: "way") ?? "fengyang") else {
      return nil
    }
    let count = values.removeValue(forKey: "count").map(FormationCount.init(rawValue:))
    let reuse = values.removeValue(forKey: "reuse").map(FormationReuse.init(rawValue:))
    guard let count = count ?? way.count, let reuse = reuse ?? way.reuse else { return nil }
    return .liuzhou(LiuzhouTerms(way, count: count, reuse: reuse))
  }
}
