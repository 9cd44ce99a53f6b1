/// What a ``XiangqiEngine`` looks up: who is met along a line, and where the short steps end.
///
/// A cell is a byte: row and column, both from 1, in the upper and lower four bits, so that a wall
/// stands all round the board and cell 0 is a wall too.
@usableFromInline
package struct XiangqiTables: Sendable {
  /// The nearest three occupied places on either side, four bits each: `left1 left2 left3 right1
  /// …`.
  ///
  /// By place (from 1) and occupancy; 0 or one beyond the last where there is none.
  @usableFromInline package let rankLines: Cells<UInt32>
  @usableFromInline package let fileLines: Cells<UInt32>
  /// Four cells for each cell; a step that leads nowhere ends on cell 0.
  @usableFromInline package let advisorSteps: Cells<UInt8>
  @usableFromInline package let elephantSteps: Cells<UInt8>
  @usableFromInline package let generalSteps: Cells<UInt8>
  /// The way from a horse to its leg, by the way to its end plus 256; 0 where no horse goes.
  @usableFromInline package let horseLegs: Cells<Int8>

  static let shared = XiangqiTables()

  private init() {
    rankLines = Self.lines(length: 9)
    fileLines = Self.lines(length: 10)
    advisorSteps = Self.steps(.advisor, [15, 17, -15, -17])
    elephantSteps = Self.steps(.elephant, [30, 34, -30, -34])
    generalSteps = Self.steps(.general, [1, 16, -1, -16])
    horseLegs = Cells(count: 512, filledWith: 0)
    for leg in [1, 16, -1, -16] {
      let across = leg * leg == 1 ? 16 : 1
      horseLegs[256 + 2 * leg + across] = Int8(leg)
      horseLegs[256 + 2 * leg - across] = Int8(leg)
    }
  }

  package static func cell(_ point: Point) -> Int { (point.row + 1) << 4 | (point.column + 1) }

  package static func point(_ cell: Int) -> Point {
    Point(index: (cell >> 4 - 1) * 9 + (cell & 15) - 1, size: 9)
  }

  private static func lines(length: Int) -> Cells<UInt32> {
    let lines = Cells<UInt32>(count: (length + 1) << length, filledWith: 0)
    for place in 1...length {
      for occupancy in 0..<(1 << length) {
        let isTaken = { (other: Int) in occupancy >> (other - 1) & 1 == 1 }
        let left = (1..<place).reversed().filter(isTaken) + [0, 0, 0]
        let right =
          (place + 1..<length + 1).filter(isTaken) + Array(repeating: length + 1, count: 3)
        let met = Array(left.prefix(3)) + Array(right.prefix(3))
        lines[place << length | occupancy] = met.reversed().reduce(0) { $0 << 4 | UInt32($1) }
      }
    }
    return lines
  }

  private static func steps(_ kind: XiangqiPiece.Kind, _ ways: [Int]) -> Cells<UInt8> {
    let steps = Cells<UInt8>(count: 256 * 4, filledWith: 0)
    for index in 0..<90 {
      let from = Point(index: index, size: 9)
      for side in Side.allCases where kind.mayEnter(from, side) {
        for (number, way) in ways.enumerated() {
          let to = cell(from) + way
          guard (1...10).contains(to >> 4), (1...9).contains(to & 15),
            kind.mayEnter(point(to), side)
          else { continue }
          steps[cell(from) * 4 + number] = UInt8(to)
        }
      }
    }
    return steps
  }
}
