/// What a host is going to begin with, as it tells a guest before the guest accepts.
public struct Offer: Hashable, Sendable {
  /// What is played.
  public var terms: MatchMessage.Start

  /// True if who moves first is decided later, whatever ``terms`` say.
  public var isFirstOpen: Bool

  /// An offer to play by `terms`.
  public init(_ terms: MatchMessage.Start, isFirstOpen: Bool = false) {
    self.terms = terms
    self.isFirstOpen = isFirstOpen
  }
}
