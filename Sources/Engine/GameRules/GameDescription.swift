/// What is to be known of a game besides its positions.
public struct GameDescription: Sendable {
  /// Other names by which people know the game, in small letters.
  public let otherNames: [String]
  /// The words for the colours of the first player and of the second one.
  public let colours: (first: String, second: String)
  /// The number of random moves with which an even opening begins.
  public let openingPlies: ClosedRange<Int>
}

extension GameKind {
  /// The game of this name, or of another one by which people know it; nil for any other text.
  public init?(named name: String) {
    let name = name.lowercased()
    let named = Self.allCases.first {
      $0.rawValue == name || $0.description.otherNames.contains(name)
    }
    guard let named else { return nil }
    self = named
  }
}

extension Side {
  /// The colour that this side has; without swap2 Black always begins Gomoku.
  public func colour(in game: GameKind) -> String {
    let colours = game.description.colours
    return self == .first ? colours.first : colours.second
  }
}
