public import GameRules

/// Which game an engine plays, and by what rules.
public struct EngineGame: Hashable, Sendable {
  /// The game.
  public let kind: GameKind
  /// The rules where the game is Gomoku; without meaning in the others.
  public let setup: GomokuTerms

  /// States the game.
  public init(_ kind: GameKind, setup: GomokuTerms = GomokuTerms()) {
    self.kind = kind
    self.setup = setup
  }

  /// The game that `position` belongs to.
  public init(of position: Position) {
    kind = position.game.kind
    setup = if case .gomoku(let game) = position { game.terms } else { GomokuTerms() }
  }

  /// The position before the first move.
  public var start: Position {
    kind == .gomoku ? .gomoku(GomokuPosition(setup)) : Position(game: Game(kind))
  }

  /// Reads a position; in Gomoku the number of its ranks is the size of the board.
  ///
  /// - Throws: where the text goes wrong.
  public func position(_ text: String) throws(TextError) -> Position {
    guard kind == .gomoku else { return try Position(game: Game(kind), text: text) }
    let sized = GomokuTerms(
      rule: setup.rule,
      size: GomokuPosition.boardSize(ofText: text),
      fouls: setup.fouls
    )
    return .gomoku(try GomokuPosition(text: text, terms: sized ?? GomokuTerms(rule: setup.rule)))
  }
}

extension Position {
  /// The position before all ``moves``.
  public var beginning: Position {
    var start = self
    while start.takeBack() != nil {}
    return start
  }
}
