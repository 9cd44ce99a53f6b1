internal import GameRules

extension UCIEngine {
  /// Answers `uci`.
  func introduce() -> [EngineAction] {
    let settings = options.settings
    let variants = GameKind.allCases.map { "var \($0.rawValue)" }.joined(separator: " ")
    let rules = GomokuRule.allCases.map { "var \($0.rawValue)" }.joined(separator: " ")
    let lines = [
      "id name \(name.name) \(name.version)",
      "id author \(name.author)",
      "option name UCI_Variant type combo default \(game.kind.rawValue) \(variants)",
      "option name Hash type spin default \(options.megabytes) \(Self.text(EngineOptions.hash))",
      "option name Threads type spin default \(settings.threads) "
        + Self.text(EngineOptions.threads),
      "option name Clear Hash type button",
      "option name Ponder type check default false",
      "option name Level type spin default \(settings.level.number) "
        + Self.text(SearchLevel.range),
      "option name Move Overhead type spin default \(options.overhead.wholeMilliseconds) "
        + Self.text(EngineOptions.overhead),
      "option name Rule type combo default \(terms.rule.rawValue) \(rules)",
      "option name Board Size type spin default \(terms.size) min 15 max 20",
      "uciok",
    ]
    return lines.map(EngineAction.say)
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    "min \(range.lowerBound) max \(range.upperBound)"
  }

  /// Answers `setoption name NAME [value VALUE]`; names have no upper or lower case.
  mutating func setOption(_ words: inout Words) -> [EngineAction] {
    guard words.next() == "name" else { return [.say("info string expected name after setoption")] }
    let option = words.take(until: ["value"]).joined(separator: " ")
    _ = words.next()
    let value = words.take(until: []).joined(separator: " ")
    guard let actions = set(option.lowercased(), to: value) else {
      return [.say("info string option \(option) cannot be «\(value)»")]
    }
    return actions
  }

  /// What a new value needs to be done; nil where there is no such option or value.
  private mutating func set(_ option: String, to value: String) -> [EngineAction]? {
    switch option {
    case "uci_variant": return setVariant(value)
    case "rule": return setGomoku(rule: GomokuRule(rawValue: value), size: terms.size)
    case "board size": return setGomoku(rule: terms.rule, size: Int(value))
    case "clear hash": return [.forget]
    // A GUI sets it; whether to think meanwhile is said by each `go ponder`.
    case "ponder": return ["true", "false"].contains(value) ? [] : nil
    case "move overhead": return options.setOverhead(Int(value)) ? [] : nil
    case "hash": guard options.setHash(Int(value)) else { return nil }
    case "threads": guard options.setThreads(Int(value)) else { return nil }
    case "level": guard options.setLevel(Int(value)) else { return nil }
    default: return nil
    }
    return [.settings(options.settings)]
  }

  private mutating func setVariant(_ value: String) -> [EngineAction]? {
    guard let kind = GameKind(rawValue: value) else { return nil }
    game = kind == .gomoku ? .gomoku(terms) : Game(kind)
    dialect = kind == .xiangqi ? .ranksFromOne : .ours
    position = Position(game: game)
    return [.forget]
  }

  private mutating func setGomoku(rule: GomokuRule?, size: Int?) -> [EngineAction]? {
    guard let rule, let size, let newTerms = GomokuTerms(rule: rule, size: size) else {
      return nil
    }
    terms = newTerms
    if game.kind == .gomoku { game = .gomoku(terms) }
    position = Position(game: game)
    return []
  }
}
