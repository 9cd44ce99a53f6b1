internal import GameRules
internal import GameSearch

/// An option of ``UCIEngine``, in the order in which they are announced.
enum UCIOption: CaseIterable {
  case variant, milliseconds, hash, threads, forget, ponder, level, overhead, rule, size
  case repetition, drawMoves

  /// The name in `dialect`; nil if that has no such option.
  func name(_ dialect: Dialect) -> String? {
    switch (self, dialect) {
    case (.variant, .uci): "UCI_Variant"
    case (.hash, .uci): "Hash"
    case (.threads, .uci): "Threads"
    case (.forget, .uci): "Clear Hash"
    case (.ponder, .uci): "Ponder"
    case (.level, .uci): "Level"
    case (.overhead, .uci): "Move Overhead"
    case (.rule, .uci): "Rule"
    case (.size, .uci): "Board Size"
    case (.milliseconds, .ucci): "usemillisec"
    case (.hash, .ucci): "hashsize"
    case (.threads, .ucci): "threads"
    case (.forget, .ucci): "newgame"
    case (.ponder, .ucci): "ponder"
    case (.level, .ucci): "level"
    case (.repetition, .ucci): "repetition"
    case (.drawMoves, .ucci): "drawmoves"
    case (.variant, .ucci), (.overhead, .ucci), (.rule, .ucci), (.size, .ucci),
      (.milliseconds, .uci), (.repetition, .uci), (.drawMoves, .uci):
      nil
    }
  }

  /// The option that is called `name` in `dialect`, in upper or lower case.
  init?(_ name: String, _ dialect: Dialect) {
    let found = Self.allCases.first { $0.name(dialect)?.lowercased() == name.lowercased() }
    guard let found else { return nil }
    self = found
  }
}

extension UCIEngine {
  /// Answers the greeting.
  func introduce() -> [EngineAction] {
    let options = UCIOption.allCases.compactMap { option in
      option.name(dialect).map { announcement(option, $0) }
    }
    let lines =
      ["id name \(name.name) \(name.version)", "id author \(name.author)"]
      + options + [dialect.acknowledgement]
    return lines.map(EngineAction.say)
  }

  private func announcement(_ option: UCIOption, _ name: String) -> String {
    let settings = options.settings
    switch option {
    case .variant: return combo(name, variant, of: GameKind.allCases.map(\.rawValue) + [Self.iccs])
    case .rule: return combo(name, terms.rule.rawValue, of: GomokuRule.allCases.map(\.rawValue))
    case .repetition: return combo(name, "asianrule", of: ["asianrule"])
    case .hash: return spin(name, options.megabytes, SearchSettings.megabytes)
    case .threads: return spin(name, settings.threads, SearchSettings.threadCounts)
    case .level: return spin(name, settings.level.number, SearchLevel.range)
    case .overhead: return spin(name, options.overhead.wholeMilliseconds, EngineOptions.overhead)
    case .size: return spin(name, terms.size.columns, 15...20)
    case .drawMoves: return spin(name, 60, 60...60)
    case .milliseconds: return dialect.announcement(name, "check", initial: "true", choices: nil)
    case .ponder: return dialect.announcement(name, "check", initial: "false", choices: nil)
    case .forget: return dialect.announcement(name, "button", initial: nil, choices: nil)
    }
  }

  /// The variant whose Xiangqi has ranks from 0.
  ///
  /// It has a name of its own because python-chess sets no option to the value that it has.
  private static var iccs: String { "iccs" }

  private var variant: String {
    game.kind == .xiangqi && notation == .ours ? Self.iccs : game.kind.rawValue
  }

  private func combo(_ name: String, _ initial: String, of choices: [String]) -> String {
    let choices = choices.map { "var \($0)" }.line
    return dialect.announcement(name, "combo", initial: initial, choices: choices)
  }

  private func spin(_ name: String, _ initial: Int, _ range: ClosedRange<Int>) -> String {
    let choices = "min \(range.lowerBound) max \(range.upperBound)"
    return dialect.announcement(name, "spin", initial: "\(initial)", choices: choices)
  }

  /// Answers `setoption`.
  mutating func setOption(_ words: inout Words) -> [EngineAction] {
    guard let (name, value) = dialect.option(&words) else {
      return [.say(dialect.remark("expected name after setoption"))]
    }
    guard let option = UCIOption(name, dialect), let actions = set(option, to: value) else {
      return [.say(dialect.remark("option \(name) cannot be «\(value)»"))]
    }
    return actions
  }

  /// The actions that a new value needs; nil if the option cannot have it.
  private mutating func set(_ option: UCIOption, to value: String) -> [EngineAction]? {
    switch option {
    case .variant: return setVariant(value)
    case .rule: return setGomoku(rule: GomokuRule(rawValue: value), size: terms.size)
    case .size: return setGomoku(rule: terms.rule, size: Int(value).map { BoardSize($0) })
    case .forget:
      memory = ProbeMemory()
      return [.forget]
    // A GUI sets it; each `go ponder` says whether to think meanwhile.
    case .ponder: return Bool(value) == nil ? nil : []
    case .overhead: return options.setOverhead(Int(value)) ? [] : nil
    case .repetition: return value == "asianrule" ? [] : nil
    case .drawMoves: return value == "60" ? [] : nil
    case .milliseconds: return setUnit(Bool(value))
    case .hash: guard options.setHash(Int(value)) else { return nil }
    case .threads: guard options.setThreads(Int(value)) else { return nil }
    case .level: guard options.setLevel(Int(value)) else { return nil }
    }
    return [.settings(options.settings)]
  }

  private mutating func setUnit(_ isMilliseconds: Bool?) -> [EngineAction]? {
    guard let isMilliseconds else { return nil }
    unit = isMilliseconds ? .milliseconds(1) : .seconds(1)
    return []
  }

  private mutating func setVariant(_ value: String) -> [EngineAction]? {
    guard let kind = value == Self.iccs ? .xiangqi : GameKind(rawValue: value) else { return nil }
    game = kind == .gomoku ? .gomoku(terms) : Game(kind)
    notation = value == GameKind.xiangqi.rawValue ? .ranksFromOne : .ours
    position = Position(game: game)
    return [.forget]
  }

  private mutating func setGomoku(rule: GomokuRule?, size: BoardSize?) -> [EngineAction]? {
    guard let rule, let size, let newTerms = GomokuTerms(rule: rule, size: size) else {
      return nil
    }
    terms = newTerms
    if game.kind == .gomoku { game = .gomoku(terms) }
    position = Position(game: game)
    return []
  }
}
