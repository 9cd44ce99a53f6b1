/// A round shape in quarters of cells: two across and two down, each twice as high as it is wide.
struct Disc: Hashable {
  /// A part that is painted in one colour.
  enum Part: Hashable {
    case rim
    case inside
  }

  /// A quarter of a cell, counted from the upper left quarter of the cell in the middle.
  struct Quarter: Hashable {
    let row: Int
    let column: Int
    let part: Part
  }

  /// The thickness of the rim, in columns.
  private static let thickness = 0.6

  let quarters: [Quarter]

  /// A disc of this many columns from its middle to its edge.
  ///
  /// - Parameters:
  ///   - radius: Half of the width, in columns, or half of the height, in half rows.
  ///   - isWide: Whether a wide character stands in the middle, instead of a narrow one.
  init(radius: Double, isWide: Bool) {
    let middle = isWide ? 0.75 : 0.25
    func distance(_ row: Int, _ column: Int) -> Double {
      let (down, across) = (Double(row) - 0.5, Double(column) / 2 - middle)
      return down * down + across * across
    }
    let limit = radius * radius
    let inner = (radius - Self.thickness) * (radius - Self.thickness)
    // A cell has two colours: one that the board is seen in has nothing of the inside.
    func isAtEdge(_ row: Int, _ column: Int) -> Bool {
      let (top, left) = (row & ~1, column & ~1)
      return (0..<4).contains { distance(top + $0 / 2, left + $0 % 2) > limit }
    }
    let most = 2 * Int(radius.rounded(.up)) + 4
    let reach = -most...most
    quarters = reach.flatMap { row in
      reach.compactMap { column in
        let distance = distance(row, column)
        guard distance <= limit else { return nil }
        let isRim = distance > inner || isAtEdge(row, column)
        return Quarter(row: row, column: column, part: isRim ? .rim : .inside)
      }
    }
  }
}
