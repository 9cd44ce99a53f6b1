import GameRules

/// The board as lines of text, the same on both sides of a game.
///
/// `X` is Black, `O` is White, a dot is an empty point; the last stone stands in round brackets.
/// Each point takes two columns, so the brackets fit between the points and nothing shifts.
struct BoardText {
  /// From the letters above to the letters below.
  let lines: [String]

  init(_ position: GomokuPosition, last: Point?) {
    self.init(columns: position.size, numbers: 1...position.size, last: [last]) { point in
      Self.mark(position.stone(at: point))
    }
  }

  /// White is `O`, Black `X`, and a marked stone is a small letter.
  init(_ position: LiuzhouPosition, last: Move?) {
    self.init(columns: 6, numbers: 1...6, last: [last?.end]) { point in
      let mark = Self.mark(position.stone(at: point)?.other)
      return position.isMarked(at: point) ? mark.lowercased() : mark
    }
  }

  /// Letters of a FEN, capitals for Red; the piece that moved last stands in brackets.
  init(_ position: XiangqiPosition, last: Move?) {
    self.init(columns: position.columns, numbers: 0...position.rows - 1, last: [last?.end]) {
      point in
      position.piece(at: point).map { String($0.letter) } ?? "."
    }
  }

  private init(
    columns: Int,
    numbers: ClosedRange<Int>,
    last: Set<Point?>,
    mark: (Point) -> String
  ) {
    let letters = "   " + (0..<columns).map { " \(Self.letter($0))" }.joined()
    let rows = numbers.enumerated().reversed().map { row, number in
      var line = Self.number(number)
      var gap = " "
      for point in (0..<columns).compactMap({ Point(column: $0, row: row) }) {
        let isLast = last.contains(point)
        line += isLast ? "(" : gap
        line += mark(point)
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

extension Move {
  /// The point that the move ends on, if it has one.
  fileprivate var end: Point? {
    switch action {
    case .place(let point), .remove(let point): point
    case .step(_, let to), .carry(_, let to): to
    case .choose: nil
    }
  }
}
