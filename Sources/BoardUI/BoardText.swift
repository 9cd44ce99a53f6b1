import GameRules

/// The board as lines of text, the same on both sides of a game.
///
/// `X` is Black, `O` is White, a dot is an empty point; the last stone stands in round brackets.
/// Each point takes two columns, so the brackets fit between the points and nothing shifts.
struct BoardText {
  /// From the letters above to the letters below.
  let lines: [String]

  init(_ position: GomokuPosition, last: Point?) {
    let columns = 0..<position.size
    let letters = "   " + columns.map { " \(Self.letter($0))" }.joined()
    let rows = columns.reversed().map { row in
      let points = columns.compactMap { Point(column: $0, row: row) }
      var line = Self.number(row + 1)
      var gap = " "
      for point in points {
        let isLast = point == last
        line += isLast ? "(" : gap
        line += Self.mark(position.stone(at: point))
        gap = isLast ? ")" : " "
      }
      return gap == " " ? line : line + gap
    }
    lines = [letters] + rows + [letters]
  }

  private static func letter(_ column: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(column)))
  }

  /// A row's number, right-aligned in two places and followed by a space.
  private static func number(_ row: Int) -> String {
    row < 10 ? " \(row) " : "\(row) "
  }

  private static func mark(_ stone: Side?) -> String {
    switch stone {
    case .first: "X"
    case .second: "O"
    case nil: "."
    }
  }
}
