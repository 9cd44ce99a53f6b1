/// A position of any game.
public enum Position: Hashable, Sendable {
  /// Gomoku.
  case gomoku(GomokuPosition)
  /// Liuzhou chess.
  case liuzhou(LiuzhouPosition)
  /// Xiangqi.
  case xiangqi(XiangqiPosition)

  /// The start of `game`.
  public init(game: Game) {
    switch game {
    case .gomoku(let terms): self = .gomoku(GomokuPosition(terms))
    case .liuzhou(let terms): self = .liuzhou(LiuzhouPosition(terms))
    case .xiangqi: self = .xiangqi(XiangqiPosition())
    }
  }

  /// Reads what ``text`` writes.
  ///
  /// - Parameters:
  ///   - game: which game; in Gomoku the size of the board is the text's, where these terms have
  ///     boards of that size.
  ///   - text: the ranks from the top, who moves, and what else the game counts.
  /// - Throws: where the text goes wrong.
  public init(game: Game, text: String) throws(TextError) {
    switch game {
    case .gomoku(let terms):
      self = .gomoku(try GomokuPosition(text: text, terms: terms.sized(for: text)))
    case .liuzhou(let terms): self = .liuzhou(try LiuzhouPosition(text: text, terms: terms))
    case .xiangqi: self = .xiangqi(try XiangqiPosition(text: text))
    }
  }

  /// What stands for a position while it is changed.
  ///
  /// Otherwise each move would copy all moves before it.
  private static let placeholder = Position.liuzhou(LiuzhouPosition())

  /// What `reader` reads in the position of whichever game this is.
  func read<Reader: PositionReader>(_ reader: Reader) throws(Reader.Failure) -> Reader.Answer {
    switch self {
    case .gomoku(let position): try reader.read(position)
    case .liuzhou(let position): try reader.read(position)
    case .xiangqi(let position): try reader.read(position)
    }
  }

  /// Makes `change` in the position of whichever game this is.
  mutating func make<Change: PositionChange>(
    _ change: Change
  ) throws(Change.Failure) -> Change.Answer {
    switch self {
    case .gomoku(var position):
      self = Self.placeholder
      defer { self = .gomoku(position) }
      return try change.change(&position)
    case .liuzhou(var position):
      self = Self.placeholder
      defer { self = .liuzhou(position) }
      return try change.change(&position)
    case .xiangqi(var position):
      self = Self.placeholder
      defer { self = .xiangqi(position) }
      return try change.change(&position)
    }
  }
}

/// A position that ``Position`` can be.
protocol WrappedPosition: GamePosition {
  /// The position as if the rules had not ended the game.
  var withoutVerdict: Self { get }

  /// The position that ``GamePosition/perft(_:)`` begins with: it sees no end that this counts.
  var uncounted: Self { get }

  /// Says that the game has ended so, or that it has not.
  mutating func overrule(_ outcome: Outcome?)
}

/// Something to read in the position of any game.
///
/// The page has neither existentials nor key paths, and closures cannot be generic.
protocol PositionReader {
  associatedtype Answer
  associatedtype Failure: Error = Never

  func read(_ position: some WrappedPosition) throws(Failure) -> Answer
}

/// Something to change in the position of any game.
protocol PositionChange {
  associatedtype Answer
  associatedtype Failure: Error = Never

  func change(_ position: inout some WrappedPosition) throws(Failure) -> Answer
}
