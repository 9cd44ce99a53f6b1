public import GameRules
public import MatchPlay
public import Phrases
internal import Synchronization

/// The notation in which moves of Xiangqi are shown; all of them can be typed.
public enum Notation: String, CaseIterable, Hashable, Sendable {
  /// The points where the move begins and ends: `h2e2`.
  case algebraic
  /// Piece, file, direction and number in letters: `C2.5`.
  case wxf
  /// The same in Chinese: 炮二平五.
  case chinese

  /// The notation of a task and its children, in place of the program's; tests run beside each
  /// other.
  @TaskLocal public static var ofTask: Notation?

  /// The number of the chosen notation among all, or -1 for that of the language.
  private static let chosen = Atomic(-1)

  /// The notation in which moves are shown.
  public static var current: Notation {
    if let ofTask { return ofTask }
    let number = chosen.load(ordering: .relaxed)
    return allCases.indices.contains(number) ? allCases[number] : usual(in: .current)
  }

  /// Has the whole program show moves in `notation`, or in that of its language.
  public static func choose(_ notation: Notation?) {
    chosen.store(notation.flatMap(allCases.firstIndex) ?? -1, ordering: .relaxed)
  }

  /// The notation that players who speak `language` know best.
  public static func usual(in language: Language) -> Notation {
    switch language {
    case .english: .algebraic
    case .chinese: .chinese
    }
  }

  fileprivate var ofXiangqi: XiangqiNotation {
    switch self {
    case .algebraic: .iccs
    case .wxf: .wxf
    case .chinese: .chinese
    }
  }
}

extension Position {
  /// The text of `move`, which need not be legal here, in the notation in which moves are shown.
  public func text(of move: Move) -> String {
    if case .choose(let choice) = move.action { return MoveStrings.word(choice) }
    if case .chess(let chess) = self { return chess.text(of: move) ?? move.description }
    guard case .xiangqi(let xiangqi) = self else { return move.description }
    return xiangqi.phrase(of: move, in: Notation.current.ofXiangqi) ?? move.description
  }

  /// The texts of `moves`, which follow each other from this position on.
  public func texts(of moves: [Move]) -> [String] {
    var position = self
    return moves.map { move in
      defer { try? position.playOn(move) }
      return position.text(of: move)
    }
  }

  /// The name of the file of `column`, as the player of `side` counts it; nil if the notation has
  /// none.
  func fileName(ofColumn column: Int, for side: Side) -> String? {
    guard case .xiangqi(let xiangqi) = self, Notation.current != .algebraic else { return nil }
    let file = side == .first ? xiangqi.columns - column : column + 1
    guard Notation.current == .chinese, side == .first else { return "/\(file)" }
    let digits = Array("一二三四五六七八九")
    return digits.indices.contains(file - 1) ? String(digits[file - 1]) : nil
  }
}

extension GameRecord {
  /// The moves, in the notation in which moves are shown.
  var shown: String { Position(game: game).texts(of: moves).joined(separator: " ") }
  /// The last move in that notation; nil at the start.
  public var lastShown: String? { Position(game: game).texts(of: moves).last }
}
