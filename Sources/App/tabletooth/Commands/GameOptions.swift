internal import ArgumentParser
internal import BoardUI
internal import CommonOptions
internal import GameRules
internal import MatchPlay
internal import Phrases

/// The options of a game and its rules.
struct GameOptions: ParsableArguments {
  @Option(
    help: """
      The game: gomoku, liuzhou or xiangqi, also as wuziqi, niqi, 五子棋, 六洲棋 or 象棋 \
      (default: from the settings, or gomoku).
      """
  )
  var game: GameKind?

  @Option(help: "The rule of Gomoku: five or more win (freestyle), exactly five (standard), renju.")
  var rule: GomokuRule?

  @Option(help: "How many columns and rows Gomoku has: 15, and in freestyle 19 or 20 too.")
  var size: Int?

  @Option(help: "How Gomoku begins: with a free first stone, or by swap2.")
  var opening: GomokuOpening?

  @Option(help: "Whether a forbidden move is refused under renju, or played and lost.")
  var fouls: FoulChoice?

  @Option(help: "Whether a five on an edge line of Gomoku counts: on, or off as some play it.")
  var edgeFive: EdgeFives?

  @Option(
    help: ArgumentHelp(
      """
      The rules of Liuzhou chess: fengyang, huainan or shandong; after that or alone \
      count=best|sum (of several formations at once), reuse=always|short-only (the same \
      formation again).
      """,
      valueName: "rules"
    )
  )
  var liuzhou: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How much time the players have: 10m+5s (so much more after each turn), 5m/30sx3 (then three \
      times 30 seconds for a turn), 1d (a day for each turn, by the calendar). No clock, if not given.
      """,
      valueName: "time"
    ),
    transform: Self.clock
  )
  var clock: TimeControl?

  private static func clock(_ text: String) throws -> TimeControl {
    guard let clock = TimeControl(text) else {
      throw ValidationError(
        "«\(text)» is no clock; expected one like 10m, 10m+5s, 5m/30sx3 or 1d, and more than no time."
      )
    }
    return clock
  }

  /// The game that is asked for, or that of the settings.
  ///
  /// - Throws: `ExitReason` where the options do not go together.
  func played(_ settings: Settings) throws(ExitReason) -> Game {
    let game = game ?? settings.game ?? .gomoku
    let ofGomoku: [(String, Bool)] = [
      ("--rule", rule != nil), ("--size", size != nil), ("--opening", opening != nil),
      ("--fouls", fouls != nil), ("--edge-five", edgeFive != nil),
    ]
    if game != .gomoku, let (name, _) = ofGomoku.first(where: { $0.1 }) {
      throw .usage(say("\(name) is for gomoku only"))
    }
    guard game == .liuzhou || liuzhou == nil else {
      throw .usage(say("--liuzhou is for liuzhou only"))
    }
    switch game {
    case .gomoku: return .gomoku(try gomoku())
    case .liuzhou: return .liuzhou(try Self.houseRules(liuzhou ?? ""))
    case .xiangqi: return .xiangqi
    }
  }

  private func gomoku() throws(ExitReason) -> GomokuTerms {
    guard opening != .swap2 || rule != .renju else {
      throw .usage(say("swap2 goes with the rules freestyle and standard of Gomoku"))
    }
    guard fouls == nil || rule == .renju else {
      throw .usage(say("--fouls goes with --rule renju"))
    }
    guard edgeFive != .off || rule != .renju else {
      throw .usage(say("--edge-five off goes with the rules freestyle and standard of Gomoku"))
    }
    let terms = GomokuTerms(
      rule: rule ?? .freestyle,
      size: size ?? 15,
      opening: opening ?? .free,
      fouls: fouls == .lose ? .loses : .refused,
      edgeFives: edgeFive ?? .count
    )
    guard let terms else { throw .usage(say("--size takes 15, and in freestyle 19 or 20")) }
    return terms
  }

  /// Reads house rules like `count=sum,reuse=short-only`.
  private static func houseRules(_ text: String) throws(ExitReason) -> LiuzhouTerms {
    let parts = text.split(separator: ",")
    let way = parts.first.flatMap { LiuzhouWay(rawValue: String($0)) }
    var terms = LiuzhouTerms(way ?? .fengyang)
    var named: Set<String> = []
    for pair in parts.dropFirst(way == nil ? 0 : 1) {
      let words = pair.split(separator: "=", maxSplits: 1).map(String.init)
      if let name = words.first, !named.insert(name).inserted {
        throw .usage(say("--liuzhou says \(name) twice"))
      }
      switch (words.first, words.last) {
      case ("count", let value?):
        guard let count = FormationCount(rawValue: value) else { throw unknown(pair) }
        terms.count = count
      case ("reuse", let value?):
        guard let reuse = FormationReuse(rawValue: value) else { throw unknown(pair) }
        terms.reuse = reuse
      case (_, _): throw unknown(pair)
      }
    }
    return terms
  }

  private static func unknown(_ pair: Substring) -> ExitReason {
    .usage(
      say(
        """
        \(pair) is no house rule; expected fengyang, huainan or shandong, then count=best, count=sum, \
        reuse=always or reuse=short-only
        """
      )
    )
  }
}
