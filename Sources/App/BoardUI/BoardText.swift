import GameRules
import Phrases
import Terminal

/// The board as lines of text, the same on both sides of a game.
///
/// A dot is an empty point, a colon a darker cell, and the last move ends in round brackets, which
/// fit between the points so that nothing shifts.
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

  /// Dark stones are `X` and light ones `O`; pieces have their signs in the style of `pieces`.
  init(_ position: Position, _ pieces: PieceStyle) {
    let (shape, last, words) = (position.shape, position.moves.last?.end, position.words)
    // The figures of chess are one column wide.
    let isHan = shape.hasSigns && !shape.hasCells && pieces == .han
    // On a small board of stones there is room for a marked stone beside the last move.
    let layout = Layout(width: isHan ? 2 : 1, sharesGaps: shape.hasSigns || shape.isWide)
    self.init(shape, layout) { point in
      guard let cell = position.cell(at: point) else {
        return Mark(text: Self.dot(point, in: shape, isWide: isHan), isLast: point == last)
      }
      return Mark(
        text: cell.sign != nil ? words.sign(cell, pieces) : cell.isDark ? "X" : "O",
        isLast: point == last,
        isCaptured: cell.isMarked
      )
    }
    guard let river = shape.river else { return }
    let banks =
      (shape.columns * (layout.width + 1) - 1 - CharacterWidth.columns(of: Self.river)) / 2
    let bank = String(repeating: "-", count: banks)
    lines.insert("    " + bank + Self.river + bank, at: shape.rows - river)
  }

  /// An empty point or cell.
  private static func dot(_ point: Point, in shape: BoardShape, isWide: Bool) -> String {
    (shape.isDarkCell(point) ? ":" : ".") + (isWide ? " " : "")
  }

  private static var river: String { say(" river ") }

  private init(
    _ shape: BoardShape,
    _ layout: Layout,
    mark: (Point) -> Mark
  ) {
    let padding = String(repeating: " ", count: layout.width - 1)
    let letters = (0..<shape.columns).map { Mark(text: Self.letter($0) + padding) }
    var lines = [Self.line("   ", letters, layout)]
    for row in (0..<shape.rows).reversed() {
      let points = (0..<shape.columns).compactMap { Point(column: $0, row: row) }
      lines.append(Self.line(Self.number(row + shape.firstRow), points.map(mark), layout))
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
