import GameRules
import Phrases
import Terminal

/// The board as lines of text, the same on both sides of a game.
///
/// A dot is an empty point and the last move ends in round brackets, which fit between the points
/// so
/// that nothing shifts.
struct BoardText {
  /// The character on a point.
  private struct Mark {
    /// As wide as every other text of the board.
    let text: String
    var isLast = false
    var isCaptured = false

    var left: String { isCaptured ? "[" : isLast ? "(" : " " }
    var right: String { isCaptured ? "]" : isLast ? ")" : " " }
  }

  /// The layout of the points.
  private struct Layout {
    /// The width of a mark, in columns of the terminal.
    let width: Int
    /// True if two points have one column between them or two.
    let sharesGaps: Bool
  }

  /// From the letters above to the letters below.
  private(set) var lines: [String]

  /// `X` is Black and `O` is White.
  init(_ position: GomokuPosition, last: Move?) {
    self.init(
      columns: position.size,
      numbers: 1...position.size,
      Layout(width: 1, sharesGaps: true)
    ) { point in
      Mark(text: Self.mark(position.stone(at: point)), isLast: point == last?.end)
    }
  }

  /// White is `O`, Black `X`, and a marked stone stands in square brackets.
  init(_ position: LiuzhouPosition, last: Move?) {
    self.init(columns: 6, numbers: 1...6, Layout(width: 1, sharesGaps: false)) { point in
      Mark(
        text: Self.mark(position.stone(at: point)?.other),
        isLast: point == last?.end,
        isCaptured: position.isMarked(at: point)
      )
    }
  }

  /// Red's and Black's pieces in the style of `pieces`, and the river between the halves.
  init(_ position: XiangqiPosition, last: Move?, pieces: PieceStyle) {
    let layout = Layout(width: pieces == .han ? 2 : 1, sharesGaps: true)
    self.init(columns: position.columns, numbers: 0...position.rows - 1, layout) { point in
      let piece = position.piece(at: point)
      return Mark(
        text: piece.map { MoveStrings.mark($0, pieces) } ?? (pieces == .han ? ". " : "."),
        isLast: point == last?.end
      )
    }
    let banks =
      (position.columns * (layout.width + 1) - 1 - CharacterWidth.columns(of: Self.river)) / 2
    let bank = String(repeating: "-", count: banks)
    lines.insert("    " + bank + Self.river + bank, at: 1 + position.rows / 2)
  }

  private static var river: String { say(" river ") }

  private init(
    columns: Int,
    numbers: ClosedRange<Int>,
    _ layout: Layout,
    mark: (Point) -> Mark
  ) {
    let padding = String(repeating: " ", count: layout.width - 1)
    let letters = (0..<columns).map { Mark(text: Self.letter($0) + padding) }
    var lines = [Self.line("   ", letters, layout)]
    for (row, number) in numbers.enumerated().reversed() {
      let points = (0..<columns).compactMap { Point(column: $0, row: row) }
      lines.append(Self.line(Self.number(number), points.map(mark), layout))
    }
    self.lines = lines + lines.prefix(1)
  }

  private static func line(_ head: String, _ marks: [Mark], _ layout: Layout) -> String {
    var line = head
    var gap = ""
    for mark in marks {
      let isFree = gap.isEmpty || gap == " "
      line += layout.sharesGaps ? (isFree ? mark.left : gap) : gap + mark.left
      line += mark.text
      gap = mark.right
    }
    return String((line + gap).reversed().drop { $0 == " " }.reversed())
  }

  private static func letter(_ column: Int) -> String {
    String(Unicode.Scalar(UInt8(ascii: "a") + UInt8(column)))
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
