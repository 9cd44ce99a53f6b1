/// What a formation of Liuzhou chess is called (R1).
public enum FormationKind: String, CaseIterable, Sendable {
  /// Six in an inner row or column, or on a main diagonal: captures three.
  case six
  /// A diagonal of five points from edge to edge: captures two.
  case diagonalFive = "diagonal-five"
  /// A diagonal of four points from edge to edge: captures one.
  case diagonalFour = "diagonal-four"
  /// A diagonal of three points from edge to edge: captures one.
  case diagonalThree = "diagonal-three"
  /// Two by two points: captures one.
  case square

  /// How many stones it captures.
  var captures: Int {
    switch self {
    case .six: 3
    case .diagonalFive: 2
    case .diagonalFour, .diagonalThree, .square: 1
    }
  }
}

/// The 47 formations of Liuzhou chess (R1), as masks of the 36 points, `a1` in bit 0.
package struct Formation {
  package let mask: UInt64
  package let kind: FormationKind
  /// How many stones it captures.
  package let captures: Int
  /// Its bit among the sixes and fives, 0 for others (R6).
  package let longBit: UInt32

  private init(mask: UInt64, _ kind: FormationKind, longBit: UInt32 = 0) {
    self.mask = mask
    self.kind = kind
    self.longBit = longBit
    captures = kind.captures
  }

  /// The sixes, and then the diagonals of five.
  static let long: [Formation] = (sixes + diagonals.filter { $0.kind == .diagonalFive })
    .enumerated().map { number, formation in
      Formation(mask: formation.mask, formation.kind, longBit: 1 << UInt32(number))
    }

  /// Every formation.
  package static let all: [Formation] =
    long + diagonals.filter { $0.kind != .diagonalFive } + squares

  /// The formations that a point can be part of.
  package static let through: [[Formation]] = (0..<36).map { point in
    all.filter { $0.mask >> UInt64(point) & 1 == 1 }
  }

  private static func mask(_ points: [(column: Int, row: Int)]) -> UInt64 {
    points.reduce(0) { $0 | 1 << UInt64($1.row * 6 + $1.column) }
  }

  /// Rows 2 to 5, columns b to e and both main diagonals; the edge lines do not count.
  private static var sixes: [Formation] {
    var masks = (1...4).flatMap { line in
      [mask((0..<6).map { ($0, line) }), mask((0..<6).map { (line, $0) })]
    }
    masks.append(mask((0..<6).map { ($0, $0) }))
    masks.append(mask((0..<6).map { ($0, 5 - $0) }))
    return masks.map { Formation(mask: $0, .six) }
  }

  /// Diagonals of five, four and three points, from edge to edge.
  private static var diagonals: [Formation] {
    let kinds: [(Int, FormationKind)] = [
      (5, .diagonalFive), (4, .diagonalFour), (3, .diagonalThree),
    ]
    return kinds.flatMap { length, kind in
      let gap = 6 - length
      let starts = [(0, gap), (gap, 0)]
      return starts.flatMap { column, row in
        [
          mask((0..<length).map { (column + $0, row + $0) }),
          mask((0..<length).map { (5 - column - $0, row + $0) }),
        ].map { Formation(mask: $0, kind) }
      }
    }
  }

  private static var squares: [Formation] {
    (0..<25).map { number in
      let (row, column) = (number / 5, number % 5)
      let corners = [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)]
      return Formation(mask: mask(corners), .square)
    }
  }
}
