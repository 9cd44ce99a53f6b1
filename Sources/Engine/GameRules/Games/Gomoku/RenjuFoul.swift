/// What Black may not do under renju.
public enum RenjuFoul: String, CaseIterable, Sendable {
  /// Six or more in a row.
  case overline
  /// Two or more fours by one stone.
  case doubleFour = "double-four"
  /// Two or more threes by one stone.
  case doubleThree = "double-three"

  var reason: Outcome.Reason {
    switch self {
    case .overline: .overline
    case .doubleFour: .doubleFour
    case .doubleThree: .doubleThree
    }
  }
}
