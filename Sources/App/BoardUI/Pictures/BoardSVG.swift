public import GameRules
import Terminal

/// A position as a picture: the board, its letters and numbers, the pieces, the last move, and what
/// decided the game.
public struct BoardSVG: Hashable, Sendable {
  private let position: Position
  private let pieces: PieceStyle
  private let columns: Int
  private let rows: Int
  /// The colours of wood, of the lines on it, of marks and of Red.
  private static let (wood, ink, mark, red) = ("#e3c07a", "#5b4420", "#0050b0", "#c00000")
  /// The colours of stones, and of pieces of wood.
  private static let (black, white, piece) = ("#111111", "#fafafa", "#ffe7ba")

  /// The distance of two points, and of the edge of the picture from the nearest of them.
  private let cell: Int
  private var margin: Int { cell / 2 + 26 }

  /// The picture of a position, with Xiangqi drawn in the style of `pieces`.
  public init(_ position: Position, pieces: PieceStyle) {
    self.position = position
    self.pieces = pieces
    switch position {
    case .gomoku(let gomoku): (columns, rows, cell) = (gomoku.size, gomoku.size, 34)
    case .liuzhou(let liuzhou): (columns, rows, cell) = (liuzhou.size, liuzhou.size, 64)
    case .xiangqi(let xiangqi): (columns, rows, cell) = (xiangqi.columns, xiangqi.rows, 50)
    }
  }

  /// The text of the picture's file.
  public var text: String {
    let (width, height) = ((columns - 1) * cell + 2 * margin, (rows - 1) * cell + 2 * margin)
    var parts = [
      SVGElement.opening(width: width, height: height, font: "sans-serif"),
      SVGElement.text("rect", ["width": "100%", "height": "100%", "fill": Self.wood]),
    ]
    parts += lines
    parts += dots
    parts += labels
    for point in points { parts += self.parts(point) }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private var isXiangqi: Bool { position.game.kind == .xiangqi }

  private var points: [Point] {
    (0..<rows).flatMap { row in
      (0..<columns).compactMap { Point(column: $0, row: row) }
    }
  }

  private func x(_ column: Int) -> Int { margin + column * cell }

  /// The row that is counted from below.
  private func y(_ row: Int) -> Int { margin + (rows - 1 - row) * cell }

  // MARK: The board

  private var lines: [String] {
    var lines = (0..<rows).map { line(0, $0, columns - 1, $0) }
    for column in 0..<columns {
      let isWhole = !isXiangqi || column == 0 || column == columns - 1
      if isWhole {
        lines.append(line(column, 0, column, rows - 1))
      } else {
        lines += [line(column, 0, column, 4), line(column, 5, column, rows - 1)]
      }
    }
    guard isXiangqi else { return lines }
    for row in [0, 7] { lines += [line(3, row, 5, row + 2), line(3, row + 2, 5, row)] }
    let words = pieces == .han ? ("楚 河", "漢 界") : ("river", "river")
    let middle = (y(4) + y(5)) / 2 + 9
    return lines + [
      label(words.0, (x(1) + x(2)) / 2, middle, 26), label(words.1, (x(6) + x(7)) / 2, middle, 26),
    ]
  }

  private func line(_ column: Int, _ row: Int, _ otherColumn: Int, _ otherRow: Int) -> String {
    SVGElement.text(
      "line",
      [
        "x1": "\(x(column))", "y1": "\(y(row))", "x2": "\(x(otherColumn))", "y2": "\(y(otherRow))",
        "stroke": Self.ink,
      ]
    )
  }

  /// The star points of Gomoku.
  private var dots: [String] {
    guard position.game.kind == .gomoku, columns % 2 == 1 else { return [] }
    let (edge, middle) = (3, columns / 2)
    let far = columns - 1 - edge
    let places = [(edge, edge), (edge, far), (far, edge), (far, far), (middle, middle)]
    return places.map { column, row in
      SVGElement.text(
        "circle",
        ["cx": "\(x(column))", "cy": "\(y(row))", "r": "4", "fill": Self.ink]
      )
    }
  }

  private var labels: [String] {
    let below = y(0) + margin - 8
    let letters = (0..<columns).compactMap { column in
      Point(column: column, row: 0).map {
        label("\($0.description.prefix(1))", x(column), below, 15)
      }
    }
    let numbers = (0..<rows).map { row in label("\(isXiangqi ? row : row + 1)", 14, y(row) + 5, 15)
    }
    return letters + numbers
  }

  private func label(
    _ text: String,
    _ x: Int,
    _ y: Int,
    _ size: Int,
    _ colour: String = Self.ink
  ) -> String {
    SVGElement.text(
      "text",
      [
        "x": "\(x)", "y": "\(y)", "font-size": "\(size)", "fill": colour,
        "text-anchor": "middle",
      ],
      text
    )
  }

  // MARK: Pieces

  private func parts(_ point: Point) -> [String] {
    let marks = position.standingMarks(by: position.outcome)[point] ?? []
    var parts = piece(point) ?? []
    if marks.contains(.won) {
      parts.append(circle(point, radius, "none", Self.red, 4))
    } else if marks.contains(.last) {
      parts.append(circle(point, radius, "none", Self.mark, 3))
    } else if marks.contains(.origin) {
      parts.append(circle(point, 6, "none", Self.mark, 2))
    }
    return parts
  }

  private var radius: Int { cell * 11 / 24 }

  private func circle(
    _ point: Point,
    _ radius: Int,
    _ fill: String,
    _ edge: String,
    _ width: Int = 1
  ) -> String {
    SVGElement.text(
      "circle",
      [
        "cx": "\(x(point.column))", "cy": "\(y(point.row))", "r": "\(radius)", "fill": fill,
        "stroke": edge, "stroke-width": "\(width)",
      ]
    )
  }

  private func stone(_ point: Point, isBlack: Bool) -> String {
    circle(point, radius, isBlack ? Self.black : Self.white, Self.black)
  }

  /// The piece on `point`; nil if there is none.
  private func piece(_ point: Point) -> [String]? {
    switch position {
    case .gomoku(let gomoku):
      return gomoku.stone(at: point).map { [stone(point, isBlack: $0 == .first)] }
    case .liuzhou(let liuzhou):
      return liuzhou.stone(at: point).map { side in
        let isBlack = side == .second
        guard liuzhou.isMarked(at: point) else { return [stone(point, isBlack: isBlack)] }
        let colour = isBlack ? Self.white : Self.red
        let cross = label("×", x(point.column), y(point.row) + 14, 44, colour)
        return [stone(point, isBlack: isBlack), cross]
      }
    case .xiangqi(let xiangqi):
      return xiangqi.piece(at: point).map { piece in
        let colour = piece.side == .first ? Self.red : Self.black
        let text = MoveStrings.mark(piece, pieces)
        return [
          circle(point, radius, Self.piece, colour),
          label(text, x(point.column), y(point.row) + 10, 28, colour),
        ]
      }
    }
  }
}
