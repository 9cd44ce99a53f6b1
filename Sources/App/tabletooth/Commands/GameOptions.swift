internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import GameRules
internal import MatchPlay
internal import Phrases

/// The options of a game and its rules.
struct GameChoice: ParsableArguments {
  @Argument(
    help: """
      The game: chess, gomoku, liuzhou, xiangqi or reversi, also as wuziqi, niqi, othello, 五子棋, \
      六洲棋, 象棋, 国际象棋 or 黑白棋 \
      (default: from the settings, or gomoku).
      """,
    completion: .list(GameKind.allCases.map(\.rawValue))
  )
  var game: String?

  @Option(
    help: ArgumentHelp(
      """
      The rules, separated by commas. Gomoku: freestyle, standard or renju, swap2, size=19, \
      size=12x20, fouls=lose, edge-five=off. Liuzhou chess: fengyang, huainan or shandong, count=sum, \
      reuse=short-only.
      """,
      valueName: "words"
    )
  )
  var rules: String?

  /// The game that is asked for, or that of the settings.
  ///
  /// - Throws: `ExitReason` where there is no such game, or its rules do not go together.
  func played(_ settings: Settings) throws(ExitReason) -> Game {
    let kind = try kind() ?? settings.game ?? .gomoku
    let words = try RuleWords(rules ?? "")
    if kind == .gomoku { return .gomoku(try words.gomoku()) }
    if kind == .liuzhou { return .liuzhou(try words.liuzhou()) }
    guard rules == nil else {
      throw .usage(say("\(kind.rawValue) has one set of rules: leave out --rules"))
    }
    return Game(kind)
  }

  /// The game that was typed, which is read only now: the value of a misspelt option stands there.
  private func kind() throws(ExitReason) -> GameKind? {
    guard let game else { return nil }
    guard let kind = GameKind(named: game) else {
      throw .usage(
        say("\(game) is not a game; expected chess, gomoku, liuzhou, xiangqi or reversi")
      )
    }
    return kind
  }
}

/// The options of a game to be played: the game, its rules and its clock.
struct GameOptions: ParsableArguments {
  @OptionGroup var choice: GameChoice

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The time per player. 10m+5s: 5 seconds more after each turn. 5m/30sx3: then three periods of \
      30 seconds per turn. 1d: one day per turn (default: no clock).
      """,
      valueName: "time"
    ),
    transform: Self.clock
  )
  var clock: TimeControl?

  private static func clock(_ text: String) throws -> TimeControl {
    guard let clock = TimeControl(text) else {
      throw ValidationError(
        say("not a clock longer than zero; expected one such as 10m, 10m+5s, 5m/30sx3 or 1d")
      )
    }
    return clock
  }

  /// The game that is asked for, or that of the settings.
  ///
  /// - Throws: `ExitReason` where there is no such game, or its rules do not go together.
  func played(_ settings: Settings) throws(ExitReason) -> Game { try choice.played(settings) }

  /// True if nothing is asked for but Gomoku.
  var isPlain: Bool {
    let isGomoku = choice.game.map { GameKind(named: $0) == .gomoku } ?? true
    return isGomoku && choice.rules == nil && clock == nil
  }
}

/// The words of `--rules`, such as `renju` or `size=19`.
private struct RuleWords {
  private let words: [(text: Substring, name: Substring, value: Substring?)]

  /// Reads words with commas between.
  init(_ text: String) throws(ExitReason) {
    words = text.split(separator: ",").map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // `games` shows the word of a record: fouls=loses.
      let value = parts.count > 1 ? parts[1] : nil
      return (word, parts[0], value == "loses" ? "lose" : value)
    }
    for (index, word) in words.enumerated()
    where words[..<index].contains(where: { $0.name == word.name }) {
      throw .usage(say("--rules names \(String(word.name)) twice"))
    }
  }

  func gomoku() throws(ExitReason) -> GomokuTerms {
    var (rule, opening, size) = (GomokuRule?.none, GomokuOpening.free, BoardSize(15))
    var (fouls, edgeFives) = (FoulChoice?.none, EdgeFives.count)
    for word in words {
      if word.value == nil, rule == nil, let named = GomokuRule(rawValue: String(word.name)) {
        rule = named
      } else if word.text == "swap2" {
        opening = .swap2
      } else if word.name == "size", let named = word.value.flatMap({ BoardSize($0) }) {
        size = named
      } else if word.name == "fouls", let choice = FoulChoice(word.value) {
        fouls = choice
      } else if word.name == "edge-five", let choice = EdgeFives(word.value) {
        edgeFives = choice
      } else if GomokuRule(rawValue: String(word.text)) != nil {
        throw .usage(say("--rules has two of freestyle, standard and renju: leave one out"))
      } else {
        throw .usage(
          say(
            """
            \(String(word.text)) is not a rule of gomoku; expected freestyle, standard or renju, \
            swap2, size=15, size=19, size=20 or size=12x20, fouls=refuse or fouls=lose, \
            edge-five=on, edge-five=off or edge-five=wrap
            """
          )
        )
      }
    }
    try Self.check(rule, opening, fouls, edgeFives)
    let terms = GomokuTerms(
      rule: rule ?? .freestyle,
      size: size,
      opening: opening,
      fouls: fouls == .lose ? .loses : .refused,
      edgeFives: edgeFives
    )
    guard let terms else { throw Self.wrongSize }
    return terms
  }

  private static var wrongSize: ExitReason {
    .usage(say("size= has to be 15, or in freestyle 19, 20 or two different sides from 10 to 20"))
  }

  private static func check(
    _ rule: GomokuRule?,
    _ opening: GomokuOpening,
    _ fouls: FoulChoice?,
    _ edgeFives: EdgeFives
  ) throws(ExitReason) {
    guard opening != .swap2 || rule != .renju else {
      throw .usage(say("swap2 needs the freestyle or standard rules of Gomoku"))
    }
    guard fouls == nil || rule == .renju else { throw .usage(say("fouls= needs renju")) }
    guard edgeFives != .off || rule != .renju else {
      throw .usage(say("edge-five=off needs the freestyle or standard rules of Gomoku"))
    }
    guard edgeFives != .wrap || rule ?? .freestyle == .freestyle else {
      throw .usage(say("edge-five=wrap needs the freestyle rules of Gomoku"))
    }
  }

  func liuzhou() throws(ExitReason) -> LiuzhouTerms {
    let way = words.lazy.compactMap { LiuzhouWay(rawValue: String($0.text)) }.first
    var terms = LiuzhouTerms(way ?? .fengyang)
    for word in words where way == nil || word.text != way?.rawValue[...] {
      if word.name == "count", let count = FormationCount(word.value) {
        terms.count = count
      } else if word.name == "reuse", let reuse = FormationReuse(word.value) {
        terms.reuse = reuse
      } else {
        throw .usage(
          say(
            """
            \(String(word.text)) is not a rule of liuzhou; expected fengyang, huainan or shandong, \
            count=best or count=sum, reuse=always or reuse=short-only
            """
          )
        )
      }
    }
    return terms
  }
}

extension RawRepresentable where RawValue == String {
  /// The choice of this name, if one is given.
  fileprivate init?(_ name: Substring?) {
    guard let name else { return nil }
    self.init(rawValue: String(name))
  }
}
