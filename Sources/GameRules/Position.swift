/// A position of any game.
public enum Position: Hashable, Sendable {
  /// Gomoku.
  case gomoku(GomokuPosition)
  /// Liuzhou chess.
  case liuzhou(LiuzhouPosition)
  /// Xiangqi.
  case xiangqi(XiangqiPosition)

  /// The start of `game`.
  ///
  /// - Parameters:
  ///   - game: which game.
  ///   - rule: what wins in Gomoku.
  public init(game: GameKind, rule: GomokuRule = .freestyle) {
    switch game {
    case .gomoku: self = .gomoku(GomokuPosition(rule: rule))
    case .liuzhou: self = .liuzhou(LiuzhouPosition())
    case .xiangqi: self = .xiangqi(XiangqiPosition())
    }
  }

  /// Reads what ``text`` writes.
  ///
  /// - Parameters:
  ///   - game: which game.
  ///   - rule: what wins in Gomoku.
  ///   - text: the ranks from the top, who moves, and what else the game counts.
  /// - Throws: where the text goes wrong.
  public init(game: GameKind, rule: GomokuRule = .freestyle, text: String) throws(TextError) {
    switch game {
    case .gomoku:
      let setup = GomokuSetup(rule: rule, size: GomokuPosition.boardSize(ofText: text))
      self = .gomoku(try GomokuPosition(text: text, setup: setup ?? GomokuSetup(rule: rule)))
    case .liuzhou: self = .liuzhou(try LiuzhouPosition(text: text))
    case .xiangqi: self = .xiangqi(try XiangqiPosition(text: text))
    }
  }

  /// The position as one line, without its history.
  public var text: String {
    switch self {
    case .gomoku(let position): position.text
    case .liuzhou(let position): position.text
    case .xiangqi(let position): position.text
    }
  }

  /// Which game this is.
  public var game: GameKind {
    switch self {
    case .gomoku: .gomoku
    case .liuzhou: .liuzhou
    case .xiangqi: .xiangqi
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

  /// How many moves have been played.
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
  public var hash: UInt64 {
    switch self {
    case .gomoku(let position): position.hash
    case .liuzhou(let position): position.hash
    case .xiangqi(let position): position.hash
    }
  }

  /// Plays `move`, or throws and leaves the position as it was.
  public mutating func play(_ move: Move) throws(IllegalMove) {
    switch self {
    case .gomoku(var position):
      try position.play(move)
      self = .gomoku(position)
    case .liuzhou(var position):
      try position.play(move)
      self = .liuzhou(position)
    case .xiangqi(var position):
      try position.play(move)
      self = .xiangqi(position)
    }
  }

  /// Takes the last move back and returns it; nil where none was played.
  @discardableResult
  public mutating func takeBack() -> Move? {
    switch self {
    case .gomoku(var position):
      let move = position.takeBack()
      self = .gomoku(position)
      return move
    case .liuzhou(var position):
      let move = position.takeBack()
      self = .liuzhou(position)
      return move
    case .xiangqi(var position):
      let move = position.takeBack()
      self = .xiangqi(position)
      return move
    }
  }

  /// Reads a move as a player types it; whether it is legal, ``play(_:)`` says.
  public func move(from text: String) throws(UnreadableMove) -> Move {
    switch self {
    case .gomoku:
      if let point = Point(text) { return .place(point) }
      if let choice = ColourChoice(rawValue: text) { return .choose(choice) }
      throw UnreadableMove(text: text, expected: "a letter and a number, like h8")
    case .liuzhou:
      if let move = LiuzhouPosition.move(text) { return move }
      throw UnreadableMove(
        text: text,
        expected: "a point like c3, a step like c3c4 or a capture like xd4"
      )
    case .xiangqi:
      if let move = XiangqiPosition.move(text) { return move }
      throw UnreadableMove(text: text, expected: "a start and an end, like h2e2")
    }
  }
}
