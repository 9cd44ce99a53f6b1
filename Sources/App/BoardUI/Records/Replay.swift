public import GameRules
import GameSearch
import MatchPlay

/// A game that is gone through: forth and back, and along lines that were not played.
///
/// It decides and prints nothing: each typed line returns what to do.
public struct Replay: Hashable, Sendable {
  /// The effect of a typed line.
  public enum Effect: Hashable, Sendable {
    /// Another position is shown now.
    case show
    /// Show these lines.
    case say(String)
    /// Play on from this position, which is the one after `ply` moves of the game; `against` is
    /// what has the other side, as it was typed, or nil for a second person.
    case play(Position, ply: Int, against: String?)
    /// Nothing more is asked for.
    case end
  }

  /// The last position of the game.
  let game: Position
  let comments: [Int: String]
  private let pieces: PieceStyle
  /// The number of moves of the game that were made.
  private(set) var ply = 0
  /// The position that is shown.
  var position: Position

  /// The start of the game in `file`, drawn in the style of `pieces`.
  public init(_ file: GameFile, pieces: PieceStyle) {
    game = file.position
    comments = file.comments
    self.pieces = pieces
    position = file.start
  }

  /// The prompt.
  public var prompt: String { "\(place)> " }

  /// The first text.
  public var opening: String {
    "\(shown)\n\(ReplayStrings.opening(game.ply))"
  }

  /// Does what `line` asks for.
  public mutating func obey(_ line: String) -> Effect {
    let english = TypedLine.english(line, Self.chinese, leading: Self.leading)
    let typed = TypedLine.narrow(english).split { $0.isWhitespace }.map(String.init)
    let words = typed.map { $0.lowercased() }
    switch (words.first, words.dropFirst().first) {
    case (nil, _): return forth(1)
    case ("next", let count), ("n", let count): return forth(count.map { Int($0) } ?? 1)
    case ("back", let count), ("b", let count): return back(count.map { Int($0) } ?? 1)
    case ("go", let ply?): return go(to: Int(ply))
    case ("start", _): return go(to: 0)
    case ("end", _): return go(to: game.ply)
    case ("line", let number): return showLine(number.map { Int($0) } ?? 1)
    case ("main", _): return go(to: ply)
    case ("try", .some): return attempt(Array(typed.dropFirst()))
    case ("board", _): return .show
    case ("moves", _): return .say(RecordStrings.moveList(game, marking: ply))
    case ("legal", let text): return .say(MoveStrings.legal(position, text ?? ""))
    case ("play", _): return play(against: Self.rest(of: english))
    case ("quit", _), ("exit", _), ("q", _): return .end
    case ("help", _), ("?", _): return .say(ReplayStrings.help)
    case (let word?, nil) where Int(word) != nil: return go(to: Int(word))
    case (_, _):
      guard case .play = Command(line) else {
        return .say(ReplayStrings.unknown(PrintableText(line).text))
      }
      return attempt(typed)
    }
  }

  /// The Chinese words for commands of a replay, with those of a game.
  private static let chinese = Command.chinese.merging([
    "前进": "next", "下一步": "next", "后退": "back", "上一步": "back", "转到": "go",
    "开局": "start", "终局": "end", "试走": "try", "变着": "line", "主线": "main", "续下": "play",
  ]) { $1 }

  /// The words of ``chinese`` behind which something follows, with a space or without.
  private static let leading: Set = ["前进", "后退", "转到", "试走", "变着", "续下", "可走"]

  // MARK: Along the game

  /// The number of moves that were tried that are not those of the game.
  var tried: Int { position.ply - ply }

  private mutating func forth(_ count: Int?) -> Effect {
    guard let count, count > 0 else { return .say(ReplayStrings.noNumber) }
    guard tried == 0 else { return .say(ReplayStrings.inTry) }
    guard ply < game.ply else { return .say(ReplayStrings.atEnd(game.ply)) }
    return go(to: min(ply + count, game.ply))
  }

  private mutating func back(_ count: Int?) -> Effect {
    guard let count, count > 0 else { return .say(ReplayStrings.noNumber) }
    guard position.ply > 0 else { return .say(ReplayStrings.atStart) }
    for _ in 0..<min(count, position.ply) { position.takeBack() }
    ply = min(ply, position.ply)
    return .show
  }

  private mutating func go(to wanted: Int?) -> Effect {
    guard let wanted, 0...game.ply ~= wanted else {
      return .say(ReplayStrings.outside(game.ply))
    }
    position = game
    while position.ply > wanted { position.takeBack() }
    ply = wanted
    return .show
  }

  // MARK: What was not played

  private mutating func attempt(_ words: [String]) -> Effect {
    var trial = position
    // 炮 二 平 五 is one move.
    let words = XiangqiPosition.isPhrase(words.joined()) ? [words.joined()] : words
    for word in words {
      let moves: [Move]
      switch TypedMove(word, in: trial) {
      case .move(let move): moves = [move]
      case .unplayable(let why): return .say(why)
      case .unreadable(let why):
        guard let turn = try? trial.turn(from: word.lowercased()) else { return .say(why) }
        moves = turn
      }
      for move in moves {
        do throws(IllegalMove) {
          try trial.play(move)
        } catch {
          return .say(MoveStrings.refused(move, error, in: trial))
        }
      }
    }
    position = trial
    return .show
  }

  /// Plays a move that need not be the one of the game.
  mutating func attempt(_ move: Move) -> Effect {
    if tried == 0, ply < game.ply, game.moves[ply] == move { return forth(1) }
    do throws(IllegalMove) {
      try position.play(move)
      return .show
    } catch {
      return .say(MoveStrings.refused(move, error, in: position))
    }
  }

  /// The part of a line behind the first word, as it is typed: paths have capital letters and
  /// spaces.
  private static func rest(of line: String) -> String? {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let rest = words.dropFirst().first?.trimmingPrefix(" ") ?? ""
    return rest.isEmpty ? nil : String(rest)
  }

  private func play(against other: String?) -> Effect {
    guard position.outcome == nil else { return .say(ReplayStrings.over) }
    guard other == nil || position.game.isSearchable else {
      return .say(ReplayStrings.unknownRules(of: position.game))
    }
    return .play(position, ply: ply, against: other)
  }

  // MARK: What is shown

  /// The place in the game: `12/35`, and `+2` for two moves that were tried.
  var place: String { "\(ply)/\(game.ply)" + (tried > 0 ? "+\(tried)" : "") }

  /// The last move, the board, and what is to be said of the position.
  public var shown: String {
    let lines = [lastMove].compactMap(\.self) + [RecordStrings.board(position, pieces)] + remarks
    return lines.joined(separator: "\n")
  }

  /// The move that led to the position that is shown; nil at the start.
  var lastMove: String? {
    guard let move = position.moves.last else { return nil }
    var before = position
    before.takeBack()
    return Strings.plays(move, from: before, to: position)
  }

  /// A comment of the file, and how the game ended here.
  var remarks: [String] {
    var lines: [String] = []
    if tried == 0, let comment = comments[ply] { lines.append(ReplayStrings.comment(comment)) }
    if case let count = self.lines.count, count > 0 { lines.append(ReplayStrings.lines(count)) }
    if let outcome = position.outcome {
      lines.append(Strings.result(.byRules(outcome), of: position))
    }
    return lines
  }
}
