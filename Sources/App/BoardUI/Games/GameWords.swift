import GameRules
import Phrases

/// What the program says of one game, and how it shows its pieces; the position of each game has
/// it.
protocol GameWords: GamePosition {
  /// The name of the game, as in a title.
  static var gameName: String { get }

  /// The name of the game, as among the values of a setting and in lists.
  static var gameWord: String { get }

  /// The name of the game, with its rule where it has several.
  var gameTitle: String { get }

  /// The differences from the usual rules, in a few words each.
  var houseRules: [String] { get }

  /// What wins, in a sentence or two.
  var ruleSentence: String { get }

  /// The rules: at most 22 lines of 80 columns.
  var rulesPage: String { get }

  /// The lines of help about moves.
  func moveHelp(_ pieces: PieceStyle) -> String

  /// A first move as it is typed.
  var exampleMove: String { get }

  /// The form of a move that may be typed now, with an example.
  var wantedMove: String { get }

  /// The task of the side to move, if it is more than to move.
  var task: String? { get }

  /// Every legal move, or in few words where almost everything is legal.
  var legalList: String { get }

  /// The part of the position that the board does not show; nil if it shows everything.
  var status: String? { get }

  /// The name of a side, by its colour.
  func sideName(_ side: Side) -> String

  /// The look of a side's pieces on the board, to be told which they are.
  func legend(of side: Side, _ pieces: PieceStyle) -> String

  /// The sign that a piece carries; empty for a stone.
  func sign(_ piece: BoardPiece, _ pieces: PieceStyle) -> String

  /// The sign to know a side by; nil where a stone says it.
  func emblem(of side: Side, _ pieces: PieceStyle) -> String?

  /// The pieces that a side has in hand or has lost; empty for nothing to say.
  func losses(of side: Side, _ pieces: PieceStyle) -> String

  /// The name of a piece in front of its moves in ``legalList``; empty where the moves say it.
  func startTitle(_ point: Point) -> String

  /// That `text`, as it was typed, is no move.
  func noMove(_ text: String) -> String

  /// That `point`, where the move would end, is not free.
  func occupied(_ point: Point) -> String

  /// The reason why nothing goes from one point to the other.
  func stopped(_ from: Point, _ to: Point, by obstacle: Obstacle) -> String

  /// The rule that a move would break, in a sentence; only a game with such rules has one.
  func broken(_ rule: GameRule) -> String

  /// How the game ended, where the words for every game do not say enough.
  func how(_ outcome: Outcome) -> String?

  /// The sentences for a move of `who` that led from here to `after`.
  func plays(_ move: Move, _ who: String, to after: Self) -> String
}

extension GameWords {
  var gameTitle: String { Self.gameName }

  var houseRules: [String] { [] }

  var task: String? { nil }

  var status: String? { nil }

  var legalList: String {
    switch gesture {
    case .place, .remove:
      say("You may type: ") + legalMoves.map(\.description).joined(separator: " ")
    case .step, .carry: say("You may type:\n") + MoveStrings.byStart(position, startTitle)
    }
  }

  func legend(of side: Side, _ pieces: PieceStyle) -> String { side == darkSide ? "X" : "O" }

  func sign(_ piece: BoardPiece, _ pieces: PieceStyle) -> String {
    piece.sign.map { String($0) } ?? ""
  }

  func emblem(of side: Side, _ pieces: PieceStyle) -> String? { nil }

  func losses(of side: Side, _ pieces: PieceStyle) -> String { "" }

  func startTitle(_ point: Point) -> String { "" }

  func noMove(_ text: String) -> String {
    // No point has the row 0 where rows count from 1.
    text.wholeMatch(of: /[A-Za-z]0+/) != nil && position.shape.firstRow > 0
      ? MoveStrings.offBoard(text, in: position)
      : say("\(text) is not a move here: type \(wantedMove).")
  }

  func occupied(_ point: Point) -> String { say("There is a stone on \(point) already.") }

  func broken(_ rule: GameRule) -> String { say("That is against the rules.") }

  func how(_ outcome: Outcome) -> String? { nil }

  /// The same where the position after the move is one of any game.
  fileprivate func plays(_ move: Move, _ who: String, toAny after: any GameWords) -> String {
    guard let after = after as? Self else { return say("\(who) plays \(move).") }
    return plays(move, who, to: after)
  }
}

extension Position {
  /// What the program says of the game.
  var words: any GameWords {
    switch self {
    case .gomoku(let gomoku): gomoku
    case .liuzhou(let liuzhou): liuzhou
    case .xiangqi(let xiangqi): xiangqi
    case .reversi(let reversi): reversi
    case .chess(let chess): chess
    }
  }

  /// The sentences for a move of `who` that led from here to `after`.
  func plays(_ move: Move, _ who: String, to after: Position) -> String {
    words.plays(move, who, toAny: after.words)
  }
}

extension GameKind {
  /// The name of the game, as in a title.
  var name: String { type(of: Position(game: Game(self)).words).gameName }

  /// The name of the game, as among the values of a setting and in lists.
  var word: String { type(of: Position(game: Game(self)).words).gameWord }
}
