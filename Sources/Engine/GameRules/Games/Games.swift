/// The games that two boards can play.
///
/// A new game has a folder of its own beside this file, and a line in each switch here.
public enum GameKind: String, CaseIterable, Sendable {
  /// Five in a row on 15 by 15 points.
  case gomoku
  /// Liuzhou chess of Fengyang: place, take and move on 6 by 6 points.
  case liuzhou
  /// Xiangqi, the chess of China, on 9 by 10 points.
  case xiangqi
  /// Reversi by the rules of Othello, on 8 by 8 cells.
  case reversi
  /// Chess by the Laws of FIDE, on 8 by 8 cells.
  case chess

  /// The games in the order in which a person is offered them.
  public static let offered = [GameKind.xiangqi, .gomoku, .liuzhou, .chess, .reversi]

  /// What is to be known of the game besides its positions.
  public var description: GameDescription {
    switch self {
    case .gomoku: GomokuPosition.description
    case .liuzhou: LiuzhouPosition.description
    case .xiangqi: XiangqiPosition.description
    case .reversi: ReversiPosition.description
    case .chess: ChessPosition.description
    }
  }
}

/// What is played: a game, and the terms that this game knows.
public enum Game: Hashable, Sendable {
  /// Gomoku by these terms.
  case gomoku(GomokuTerms = GomokuTerms())
  /// Liuzhou chess by these house rules.
  case liuzhou(LiuzhouTerms = LiuzhouTerms())
  /// Xiangqi, which is played by the same rules everywhere.
  case xiangqi
  /// Reversi, by the rules of Othello.
  case reversi
  /// Chess, by the Laws of FIDE.
  case chess

  /// The game called `kind`, by the terms that it has where nothing else is said.
  public init(_ kind: GameKind) {
    switch kind {
    case .gomoku: self = .gomoku()
    case .liuzhou: self = .liuzhou()
    case .xiangqi: self = .xiangqi
    case .reversi: self = .reversi
    case .chess: self = .chess
    }
  }

  /// What the game is called.
  public var kind: GameKind {
    switch self {
    case .gomoku: .gomoku
    case .liuzhou: .liuzhou
    case .xiangqi: .xiangqi
    case .reversi: .reversi
    case .chess: .chess
    }
  }

  /// The differences from the usual rules, as ``options`` writes them.
  var differences: [(name: String, value: String)] {
    switch self {
    case .gomoku(let terms): terms.differences
    case .liuzhou(let terms): terms.differences
    case .xiangqi, .reversi, .chess: []
    }
  }

  /// The game called `kind` by these differences from its usual rules, of which it takes those that
  /// it knows; nil where one of them has a value that it does not know, or where they do not go
  /// together.
  init?(_ kind: GameKind, takingFrom differences: inout [Substring: String]) {
    switch kind {
    case .gomoku:
      guard let terms = GomokuTerms(takingFrom: &differences) else { return nil }
      self = .gomoku(terms)
    case .liuzhou:
      guard let terms = LiuzhouTerms(takingFrom: &differences) else { return nil }
      self = .liuzhou(terms)
    case .xiangqi: self = .xiangqi
    case .reversi: self = .reversi
    case .chess: self = .chess
    }
  }
}

/// A position of any game.
public enum Position: Hashable, Sendable {
  /// Gomoku.
  case gomoku(GomokuPosition)
  /// Liuzhou chess.
  case liuzhou(LiuzhouPosition)
  /// Xiangqi.
  case xiangqi(XiangqiPosition)
  /// Reversi.
  case reversi(ReversiPosition)
  /// Chess.
  case chess(ChessPosition)

  /// The start of `game`.
  public init(game: Game) {
    switch game {
    case .gomoku(let terms): self = .gomoku(GomokuPosition(terms))
    case .liuzhou(let terms): self = .liuzhou(LiuzhouPosition(terms))
    case .xiangqi: self = .xiangqi(XiangqiPosition())
    case .reversi: self = .reversi(ReversiPosition())
    case .chess: self = .chess(ChessPosition())
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
    case .reversi: self = .reversi(try ReversiPosition(text: text))
    case .chess: self = .chess(try ChessPosition(text: text))
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
    case .reversi(let position): try reader.read(position)
    case .chess(let position): try reader.read(position)
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
    case .reversi(var position):
      self = Self.placeholder
      defer { self = .reversi(position) }
      return try change.change(&position)
    case .chess(var position):
      self = Self.placeholder
      defer { self = .chess(position) }
      return try change.change(&position)
    }
  }
}
