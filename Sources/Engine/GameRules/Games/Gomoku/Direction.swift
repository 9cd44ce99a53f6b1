/// The four lines through a point.
enum Direction: CaseIterable {
  case horizontal
  case vertical
  case rising
  case falling

  /// The way from one point of the line to the next.
  var step: (column: Int, row: Int) {
    switch self {
    case .horizontal: (1, 0)
    case .vertical: (0, 1)
    case .rising: (1, 1)
    case .falling: (1, -1)
    }
  }
}
