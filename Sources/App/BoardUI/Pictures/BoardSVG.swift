public import GameRules
import Terminal

/// A position as a picture: the board, its letters and numbers, the pieces, the last move, and what
/// decided the game.
public struct BoardSVG: Hashable, Sendable {
  private let position: Position
  private let pieces: PieceStyle
  private let shape: BoardShape
  private let columns: Int
  private let rows: Int
  /// The colours of wood, of the lines on it, of marks and of Red.
  private static let (wood, ink, mark, red) = ("#e3c07a", "#5b4420", "#0050b0", "#c00000")
  /// The colours of stones, and of pieces of wood.
  private static let (black, white, piece) = ("#111111", "#fafafa", "#ffe7ba")
  /// The colour of the darker cells of a board of two tones.
  private static let darkCell = "#b07d45"

  /// The distance of two points, and of the edge of the picture from the nearest of them.
  private let cell: Int
  private var margin: Int { cell / 2 + 26 }

  /// The picture of a position, with Xiangqi drawn in the style of `pieces`.
  public init(_ position: Position, pieces: PieceStyle) {
    self.position = position
    self.pieces = pieces
    let shape = position.shape
    (self.shape, columns, rows) = (shape, shape.columns, shape.rows)
    cell = columns > 10 ? 34 : columns > 8 ? 50 : 64
  }

  /// The text of the picture's file.
  public var text: String {
    let (width, height) = ((columns - 1) * cell + 2 * margin, (rows - 1) * cell + 2 * margin)
    var parts = [
      SVGElement.opening(width: width, height: height, font: "sans-serif"),
      SVGElement.text("rect", ["width": "100%", "height": "100%", "fill": Self.wood]),
    ]
    parts += shape.hasCells ? cells : lines + dots
    parts += labels
    for point in shape.points { parts += self.parts(point) }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private func x(_ column: Int) -> Int { margin + column * cell }

  /// The row that is counted from below.
  private func y(_ row: Int) -> Int { margin + (rows - 1 - row) * cell }

  // MARK: The board

  private var cells: [String] {
    shape.points.filter(shape.isDarkCell).map { point in
      SVGElement.text(
        "rect",
        [
          "x": "\(x(point.column) - cell / 2)", "y": "\(y(point.row) - cell / 2)",
          "width": "\(cell)", "height": "\(cell)", "fill": Self.darkCell,
        ]
      )
    }
  }

  private var lines: [String] {
    var lines = (0..<rows).map { line(0, $0, columns - 1, $0) }
    for column in 0..<columns {
      if let river = shape.river, shape.hasRiver(above: river, column) {
        lines += [line(column, 0, column, river), line(column, river + 1, column, rows - 1)]
      } else {
        lines.append(line(column, 0, column, rows - 1))
      }
    }
    for palace in shape.palaces {
      let (left, bottom) = (palace.column, palace.row)
      lines.append(line(left, bottom, left + 2, bottom + 2))
      lines.append(line(left, bottom + 2, left + 2, bottom))
    }
    guard let river = shape.river else { return lines }
    let words = pieces == .han ? ("楚 河", "漢 界") : ("river", "river")
    let middle = (y(river) + y(river + 1)) / 2 + 9
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

  private var dots: [String] {
    shape.stars.map { star in
      SVGElement.text(
        "circle",
        ["cx": "\(x(star.column))", "cy": "\(y(star.row))", "r": "4", "fill": Self.ink]
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
    let numbers = (0..<rows).map { label("\($0 + shape.firstRow)", 14, y($0) + 5, 15) }
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

  /// A filled figure; a white one has a dark edge.
  private func figure(_ point: Point, _ piece: BoardPiece) -> String {
    let sign = position.words.sign(piece, pieces).unicodeScalars.map { scalar in
      let isHollow = (0x2654...0x2659).contains(scalar.value)
      return Unicode.Scalar(isHollow ? scalar.value + 6 : scalar.value) ?? scalar
    }
    return SVGElement.text(
      "text",
      [
        "x": "\(x(point.column))", "y": "\(y(point.row) + cell * 3 / 10)",
        "font-size": "\(cell * 5 / 6)", "fill": piece.isDark ? Self.black : Self.white,
        "stroke": Self.black, "stroke-width": piece.isDark ? "0" : "2", "paint-order": "stroke",
        "text-anchor": "middle",
      ],
      String(String.UnicodeScalarView(sign))
    )
  }

  /// The piece on `point`; nil if there is none.
  private func piece(_ point: Point) -> [String]? {
    guard let cell = position.cell(at: point) else { return nil }
    guard cell.sign == nil else {
      if shape.hasCells { return [figure(point, cell)] }
      let colour = cell.isDark ? Self.black : Self.red
      let sign = position.words.sign(cell, pieces)
      return [
        circle(point, radius, Self.piece, colour),
        label(sign, x(point.column), y(point.row) + 10, 28, colour),
      ]
    }
    let stone = stone(point, isBlack: cell.isDark)
    guard cell.isMarked else { return [stone] }
    let colour = cell.isDark ? Self.white : Self.red
    return [stone, label("×", x(point.column), y(point.row) + 14, 44, colour)]
  }
}
