public import GameRules

/// The result of a search after an iteration, and in the end.
public struct SearchReport: Hashable, Sendable {
  /// The move to play.
  public var move: Move
  /// The line it expects, `move` first.
  public var line: [Move]
  /// The score of the position for the side to move, in hundredths of a pawn or stone.
  public var score: Int
  /// Plies to a proven end, negative where the side to move loses; nil unless proven.
  public var mate: Int?
  /// The last depth that was searched to its end, in plies.
  public var depth: Int
  /// The number of nodes that were visited so far, by all threads.
  public var nodes: UInt64

  /// Gathers what a search knows.
  public init(
    move: Move,
    line: [Move],
    score: Int,
    mate: Int?,
    depth: Int,
    nodes: UInt64
  ) {
    self.move = move
    self.line = line
    self.score = score
    self.mate = mate
    self.depth = depth
    self.nodes = nodes
  }
}
