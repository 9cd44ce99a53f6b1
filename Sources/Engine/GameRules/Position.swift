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
}

extension Position: GamePosition {
  /// The position as one line, without its history.
  public var text: String {
    switch self {
    case .gomoku(let position): position.text
    case .liuzhou(let position): position.text
    case .xiangqi(let position): position.text
    }
  }

  /// Which game this is, and by what terms it is played.
  public var game: Game {
    switch self {
    case .gomoku(let position): position.game
    case .liuzhou(let position): position.game
    case .xiangqi(let position): position.game
    }
  }

  /// Who moves next; after the end, who would.
  public var toMove: Side {
    switch self {
    case .gomoku(let position): position.toMove
    case .liuzhou(let position): position.toMove
    case .xiangqi(let position): position.toMove
    }
  }

  /// The number of moves that have been played.
  public var ply: Int {
    switch self {
    case .gomoku(let position): position.ply
    case .liuzhou(let position): position.ply
    case .xiangqi(let position): position.ply
    }
  }

  /// The moves played, oldest first.
  public var moves: [Move] {
    switch self {
    case .gomoku(let position): position.moves
    case .liuzhou(let position): position.moves
    case .xiangqi(let position): position.moves
    }
  }

  /// Every legal move; none after the end.
  public var legalMoves: [Move] {
    switch self {
    case .gomoku(let position): position.legalMoves
    case .liuzhou(let position): position.legalMoves
    case .xiangqi(let position): position.legalMoves
    }
  }

  /// How the game ended, or nil while it goes on.
  public var outcome: Outcome? {
    switch self {
    case .gomoku(let position): position.outcome
    case .liuzhou(let position): position.outcome
    case .xiangqi(let position): position.outcome
    }
  }

  /// The same number for positions with the same future, whatever the order of moves.
  public var key: UInt64 {
    switch self {
    case .gomoku(let position): position.key
    case .liuzhou(let position): position.key
    case .xiangqi(let position): position.key
    }
  }

  /// What stands for a position while it is changed.
  ///
  /// Otherwise each move would copy all moves before it.
  private static let placeholder = Position.liuzhou(LiuzhouPosition())

  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    switch self {
    case .gomoku(var position):
      self = Self.placeholder
      defer { self = .gomoku(position) }
      try position.play(move)
    case .liuzhou(var position):
      self = Self.placeholder
      defer { self = .liuzhou(position) }
      try position.play(move)
    case .xiangqi(var position):
      self = Self.placeholder
      defer { self = .xiangqi(position) }
      try position.play(move)
    }
  }

  /// Plays a move of a record that goes on after its end, which ``judge()`` looks for again.
  mutating func playUnjudged(_ move: Move) throws(IllegalMove) {
    guard case .xiangqi(var position) = self else { return try playOn(move) }
    self = Self.placeholder
    defer { self = .xiangqi(position) }
    let end = position.outcome
    do {
      try position.playUnjudged(move)
    } catch {
      throw end == nil ? error : .gameOver
    }
  }

  /// Says by all rules whether the game ends here.
  mutating func judge() {
    guard case .xiangqi(var position) = self else { return }
    position.judge()
    self = .xiangqi(position)
  }

  /// Says that the game has ended so, or that it has not.
  mutating func overrule(_ outcome: Outcome?) {
    switch self {
    case .gomoku(var position):
      self = Self.placeholder
      position.overrule(outcome)
      self = .gomoku(position)
    case .liuzhou(var position):
      self = Self.placeholder
      position.overrule(outcome)
      self = .liuzhou(position)
    case .xiangqi(var position):
      self = Self.placeholder
      position.overrule(outcome)
      self = .xiangqi(position)
    }
  }

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? {
    switch self {
    case .gomoku(var position):
      self = Self.placeholder
      let move = position.takeBack()
      self = .gomoku(position)
      return move
    case .liuzhou(var position):
      self = Self.placeholder
      let move = position.takeBack()
      self = .liuzhou(position)
      return move
    case .xiangqi(var position):
      self = Self.placeholder
      let move = position.takeBack()
      self = .xiangqi(position)
      return move
    }
  }

  /// Reads a move as a player types it; whether it is legal, ``play(_:)`` says.
  public func move(from text: String) throws(UnreadableMove) -> Move {
    switch self {
    case .gomoku(let position): try position.move(from: text)
    case .liuzhou(let position): try position.move(from: text)
    case .xiangqi(let position): try position.move(from: text)
    }
  }

  /// The position before the first move.
  public var start: Position {
    switch self {
    case .gomoku(let position): .gomoku(position.start)
    case .liuzhou(let position): .liuzhou(position.start)
    case .xiangqi(let position): .xiangqi(position.start)
    }
  }
}
