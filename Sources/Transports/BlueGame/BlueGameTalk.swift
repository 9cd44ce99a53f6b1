public import GameRules

/// The texts of one game with the app, and the board that follows from them.
public struct BlueGameTalk: Sendable {
  /// What a text of the other player means.
  public enum Reception: Hashable, Sendable {
    /// The player here moves first.
    case begins
    /// The other player has moved.
    case move(Move)
    /// Nothing: the board is as it was.
    case ignored(Flaw)
  }

  /// The reason why a text counts for nothing.
  public enum Flaw: Hashable, Sendable {
    /// It is neither a number from 0 to 239 nor `-1`.
    case unreadable
    /// There is a stone on this point.
    case taken(Point)
    /// It is not the other player's turn.
    case notInTurn
    /// The game is over.
    case gameOver
  }

  /// The board.
  public private(set) var position = GomokuPosition(BlueGame.terms)
  /// The side of the player here; nil for a guest that has not heard who moves first.
  public private(set) var ownSide: Side?

  /// The beginning of a game, of a host that plays `ownSide`, or of a guest.
  public init(ownSide: Side?) {
    self.ownSide = ownSide
  }

  /// The text with which a host of this side begins, if it needs one.
  public static func greeting(ownSide: Side) -> [UInt8]? {
    ownSide == .second ? BlueGame.Text.youMoveFirst.bytes : nil
  }

  /// Takes a text of the other player.
  public mutating func receive(_ bytes: [UInt8]) -> Reception {
    guard let text = BlueGame.Text(bytes) else { return .ignored(.unreadable) }
    switch text {
    case .youMoveFirst:
      guard ownSide == nil else { return .ignored(.notInTurn) }
      ownSide = .first
      return .begins
    case .stone(let point):
      guard position.outcome == nil else { return .ignored(.gameOver) }
      guard position.toMove != ownSide else { return .ignored(.notInTurn) }
      guard (try? position.play(.place(point))) != nil else { return .ignored(.taken(point)) }
      ownSide = ownSide ?? .second
      return .move(.place(point))
    }
  }

  /// Plays a move of the player here, and returns its text.
  ///
  /// - Throws: ``GameRules/IllegalMove``; the board is as it was then.
  public mutating func play(_ move: Move) throws(IllegalMove) -> [UInt8] {
    guard let point = move.placedPoint, position.toMove == ownSide else { throw .otherGame(move) }
    try position.play(move)
    return BlueGame.Text.stone(point).bytes
  }
}
