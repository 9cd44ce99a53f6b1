public import GameRules
public import MatchProtocol

/// What is played, in words that outlive the program: another version may know other games.
public struct GameTerms: Hashable, Sendable {
  /// The name of the game, such as `gomoku`.
  public let name: String
  /// What differs from the usual rules: pairs like `rule=renju` with a space between them.
  public let options: String

  /// The game `name` with `options`, which need not be known here.
  public init(name: String, options: String) {
    self.name = name
    self.options = options
  }

  /// The terms of `game`.
  public init(_ game: Game) {
    var options: [String] = []
    switch game {
    case .gomoku(let terms):
      if terms.rule != .freestyle { options.append("rule=\(terms.rule.rawValue)") }
      if terms.size != 15 { options.append("size=\(terms.size)") }
      if terms.opening != .free { options.append("opening=\(terms.opening.rawValue)") }
      if terms.fouls != .refused { options.append("fouls=\(terms.fouls.rawValue)") }
    case .liuzhou(let terms):
      if terms.count != .best { options.append("count=\(terms.count.rawValue)") }
      if terms.reuse != .always { options.append("reuse=\(terms.reuse.rawValue)") }
    case .xiangqi: break
    }
    self.init(name: game.kind.rawValue, options: options.joined(separator: " "))
  }

  /// The terms that a host names; they say nothing but the rule of Gomoku.
  public init(_ start: MatchMessage.Start) {
    let isPlain = start.game != GameKind.gomoku.rawValue || start.rule == "freestyle"
    self.init(name: start.game, options: isPlain ? "" : "rule=\(start.rule)")
  }

  /// Which game it is, if this program knows it.
  public var kind: GameKind? { GameKind(rawValue: name) }

  /// The game, if this program knows it and all its options.
  public var game: Game? {
    guard let kind else { return nil }
    var values: [Substring: String] = [:]
    for pair in options.split(separator: " ") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      values[parts[0]] = String(parts[1])
    }
    let game: Game? =
      switch kind {
      case .gomoku: Self.gomoku(&values)
      case .liuzhou: Self.liuzhou(&values)
      case .xiangqi: .xiangqi
      }
    // What is left over is a rule of another version.
    return values.isEmpty ? game : nil
  }

  private static func gomoku(_ values: inout [Substring: String]) -> Game? {
    let rule = GomokuRule(rawValue: values.removeValue(forKey: "rule") ?? "freestyle")
    let size = Int(values.removeValue(forKey: "size") ?? "15")
    let opening = GomokuOpening(rawValue: values.removeValue(forKey: "opening") ?? "free")
    let fouls = FoulPolicy(rawValue: values.removeValue(forKey: "fouls") ?? "refused")
    guard let rule, let size, let opening, let fouls else { return nil }
    return GomokuTerms(rule: rule, size: size, opening: opening, fouls: fouls).map(Game.gomoku)
  }

  private static func liuzhou(_ values: inout [Substring: String]) -> Game? {
    let count = FormationCount(rawValue: values.removeValue(forKey: "count") ?? "best")
    let reuse = FormationReuse(rawValue: values.removeValue(forKey: "reuse") ?? "always")
    guard let count, let reuse else { return nil }
    return .liuzhou(LiuzhouTerms(count: count, reuse: reuse))
  }
}
