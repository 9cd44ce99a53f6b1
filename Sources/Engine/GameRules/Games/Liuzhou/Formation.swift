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

  /// The number of stones it captures.
  var captures: Int {
    switch self {
    case .six: 3
    case .diagonalFive: 2
    case .diagonalFour, .diagonalThree, .square: 1
    }
  }
}

/// The formations of Liuzhou chess, as masks of the 36 points, `a1` in bit 0.
///
/// The way of Fengyang has 47 (R1).
package struct Formation {
  package let mask: UInt64
  package let kind: FormationKind
  /// The number of stones it captures.
  package let captures: Int
  /// Its bit among the sixes and fives, 0 for others (R6).
  package let longBit: UInt32
  /// How many bits higher those of Black are.
  let blackShift: UInt64

  private init(
    mask: UInt64,
    _ kind: FormationKind,
    captures: Int? = nil,
    longBit: UInt32 = 0,
    blackShift: UInt64 = 14
  ) {
    self.mask = mask
    self.kind = kind
    self.longBit = longBit
    self.blackShift = blackShift
    self.captures = captures ?? kind.captures
  }

  /// The same formation, which captures `captures` stones.
  private func capturing(_ captures: Int) -> Formation {
    Formation(mask: mask, kind, captures: captures, longBit: longBit, blackShift: blackShift)
  }

  /// The sixes, and then the diagonals of five.
  static let long: [Formation] = (sixes + diagonals.filter { $0.kind == .diagonalFive })
    .enumerated().map { number, formation in
      Formation(mask: formation.mask, formation.kind, longBit: 1 << UInt32(number))
    }

  /// The edge lines, which are sixes in some places, and capture one.
  private static let edges: [Formation] = [0, 5].flatMap { line in
    [mask((0..<6).map { ($0, line) }), mask((0..<6).map { (line, $0) })]
  }
  .enumerated().map { number, mask in
    Formation(mask: mask, .six, captures: 1, longBit: 1 << UInt32(28 + number), blackShift: 4)
  }

  /// The formations of the way of Huainan: all sixes capture two, but those on an edge one.
  private static let ofHuainan = all.map { $0.kind == .six ? $0.capturing(2) : $0 } + edges

  /// The formations of the way of Shandong: no diagonals, and every row and column captures two.
  private static let ofShandong =
    (all + edges).filter { $0.kind == .square || $0.kind == .six && !$0.isDiagonal }
    .map { $0.kind == .six ? $0.capturing(2) : $0 }

  private var isDiagonal: Bool { mask == Self.sixes[8].mask || mask == Self.sixes[9].mask }

  private static let throughOfHuainan = through(ofHuainan)
  private static let throughOfShandong = through(ofShandong)

  private static func through(_ formations: [Formation]) -> [[Formation]] {
    (0..<36).map { point in formations.filter { $0.mask >> UInt64(point) & 1 == 1 } }
  }

  /// Every formation of `way`.
  static func all(in way: LiuzhouWay) -> [Formation] {
    switch way {
    case .fengyang: all
    case .huainan: ofHuainan
    case .shandong: ofShandong
    }
  }

  /// The formations of `way` that `point` can be part of.
  static func through(_ point: Int, in way: LiuzhouWay) -> [Formation] {
    switch way {
    case .fengyang: through[point]
    case .huainan: throughOfHuainan[point]
    case .shandong: throughOfShandong[point]
    }
  }

  /// Every formation of the way of Fengyang.
  package static let all: [Formation] =
    long + diagonals.filter { $0.kind != .diagonalFive } + squares

  /// The formations of the way of Fengyang that a point can be part of.
  package static let through: [[Formation]] = through(all)

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
      let corners: [(column: Int, row: Int)] = [
        (column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1),
      ]
      return Formation(mask: mask(corners), .square)
    }
  }
}
