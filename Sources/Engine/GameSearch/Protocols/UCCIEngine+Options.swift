extension UCCIEngine {
  /// Answers `ucci`.
  func introduce() -> [EngineAction] {
    let settings = options.settings
    let lines = [
      "id name \(name.name) \(name.version)",
      "id author \(name.author)",
      "option usemillisec type check default true",
      "option hashsize type spin \(Self.text(EngineOptions.hash)) default \(options.megabytes)",
      "option threads type spin \(Self.text(EngineOptions.threads)) default \(settings.threads)",
      "option level type spin \(Self.text(SearchLevel.range)) default \(settings.level.number)",
      "option ponder type check default false",
      "option repetition type combo var asianrule default asianrule",
      "option drawmoves type spin min 60 max 60 default 60",
      "option newgame type button",
      "ucciok",
    ]
    return lines.map(EngineAction.say)
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    "min \(range.lowerBound) max \(range.upperBound)"
  }

  /// Answers `setoption NAME [VALUE]`.
  mutating func setOption(_ words: inout Words) -> [EngineAction] {
    let option = words.next() ?? ""
    let value = words.take(until: []).joined(separator: " ")
    guard let actions = set(option.lowercased(), to: value) else {
      return [.say("info message option \(option) cannot be «\(value)»")]
    }
    return actions
  }

  /// What a new value needs to be done; nil where there is no such option or value.
  private mutating func set(_ option: String, to value: String) -> [EngineAction]? {
    switch option {
    case "usemillisec":
      guard let isTrue = Bool(value) else { return nil }
      usesMilliseconds = isTrue
      return []
    case "newgame":
      forget()
      return [.forget]
    // A GUI sets it; whether to think meanwhile is said by each `go ponder`.
    case "ponder": return Bool(value) == nil ? nil : []
    case "repetition": return value == "asianrule" ? [] : nil
    case "drawmoves": return value == "60" ? [] : nil
    case "hashsize": guard options.setHash(Int(value)) else { return nil }
    case "threads": guard options.setThreads(Int(value)) else { return nil }
    case "level": guard options.setLevel(Int(value)) else { return nil }
    default: return nil
    }
    return [.settings(options.settings)]
  }
}
