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
