/// The terms that a host announces to a guest before the guest accepts.
public struct Offer: Hashable, Sendable {
  /// The terms of the game.
  public var terms: MatchMessage.Start

  /// True if who moves first is decided later, whatever ``terms`` say.
  public var isFirstOpen: Bool

  /// An offer to play by `terms`.
  public init(_ terms: MatchMessage.Start, isFirstOpen: Bool = false) {
    self.terms = terms
    self.isFirstOpen = isFirstOpen
  }
}
