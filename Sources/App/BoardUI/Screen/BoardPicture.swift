import GameRules
import Phrases
import Terminal

/// A board with its pieces and marks, drawn on a canvas.
struct BoardPicture {
  /// A mark on a point, besides its piece; the first one counts.
  enum Mark: Hashable {
    case cursor
    case picked
    case target
    /// A point of the move that the robot suggests.
    case hint
    case warning
    case won
    case last
    /// The last move, when the other side has just made it.
    case arrived
    /// The point where the last move began.
    case origin
  }

  /// The piece on a point.
  private struct Piece {
    let text: String
    let tint: Tint
    /// True if it is taken off the board later.
    var isCaptured = false
  }

  let position: Position
  let layout: BoardLayout
  let look: ScreenLook
  /// The marks of each point that has any.
  let marks: [Point: Set<Mark>]

  /// Draws the board, its letters and its numbers.
  func draw(on canvas: inout Canvas) {
    let (above, left) = (layout.borderRows, layout.borderColumns)
    canvas.fill(
      from: Place(layout.origin.row - above, layout.origin.column - left),
      Size(
        rows: (layout.rows - 1) * layout.height + 1 + 2 * above,
        columns: (layout.columns - 1) * layout.width + 2 + 2 * left
      ),
      look.theme.style(.board)
    )
    if shape.hasCells { drawCells(on: &canvas) } else { drawLines(on: &canvas) }
    drawPalaces(on: &canvas)
    drawLabels(on: &canvas)
    if layout.radius > 0 { drawDiscs(on: &canvas) }
    for point in layout.points { draw(point, on: &canvas) }
  }

  private var shape: BoardShape { layout.shape }

  private func style(_ tint: Tint) -> Style {
    if tint == .label { return look.theme.style(.label) }
    // Pieces on cells are no pieces of wood.
    let isWooden = shape.hasSigns && !shape.hasCells
    return look.theme.boardStyle(tint, hasSigns: isWooden, hasColours: look.hasColours)
  }

  /// The colour of the board at `place`.
  private func ground(_ place: Place) -> Colour? {
    let board = look.theme.style(.board).background
    return look.hasColours && layout.isDark(0, of: place) ? look.theme.cell : board
  }

  /// A look on the board at `place`, whose cell may be a darker one.
  private func seen(_ style: Style, _ place: Place) -> Style {
    guard style.background == look.theme.style(.board).background else { return style }
    var style = style
    style.background = ground(place)
    return style
  }

  // MARK: Cells

  private func drawCells(on canvas: inout Canvas) {
    let (above, left) = (layout.borderRows, layout.borderColumns)
    for row in layout.origin.row - above..<layout.bottom {
      for column in layout.origin.column - left..<layout.right {
        let place = Place(row, column)
        let dark = (0..<4).map { layout.isDark($0, of: place) }
        guard dark.contains(true) else { continue }
        if !look.hasColours {
          // Half a cell cannot be shaded.
          if dark[0] { canvas.write(look.glyphs.shade, at: place, style(.board)) }
        } else if !dark.contains(false) || look.glyphs != .full {
          if dark[0] { canvas.write(" ", at: place, Style(on: look.theme.cell)) }
        } else {
          let style = Style(look.theme.cell, on: look.theme.style(.board).background)
          canvas.write(RoundShapes.block(dark), at: place, style)
        }
      }
    }
  }

  // MARK: Lines

  private func drawLines(on canvas: inout Canvas) {
    let style = style(.board)
    let line = String(
      repeating: look.glyphs.horizontal,
      count: (layout.columns - 1) * layout.width
    )
    for row in 0..<layout.rows {
      let top = layout.origin.row + row * layout.height
      canvas.write(line, at: Place(top, layout.origin.column), style)
      for column in 0..<layout.columns {
        let left = layout.origin.column + column * layout.width
        canvas.write(junction(row, column), at: Place(top, left), style)
        guard row < layout.rows - 1, !isRiver(below: row, column) else { continue }
        for step in 1..<max(layout.height, 1) {
          canvas.write(look.glyphs.vertical, at: Place(top + step, left), style)
        }
      }
    }
    drawRiver(on: &canvas)
  }

  /// The lines at the row and column of points, counted from the upper left, if nothing else stands
  /// there.
  private func junction(_ row: Int, _ column: Int) -> String {
    if let point = Point(column: column, row: layout.rows - 1 - row), shape.stars.contains(point) {
      return look.glyphs.star
    }
    return look.glyphs.junction(
      up: row > 0 && !isRiver(below: row - 1, column),
      down: row < layout.rows - 1 && !isRiver(below: row, column),
      left: column > 0,
      right: column < layout.columns - 1
    )
  }

  /// True if the river is below this row, counted from the top.
  private func isRiver(below row: Int, _ column: Int) -> Bool {
    shape.hasRiver(above: layout.rows - 2 - row, column)
  }

  private func drawRiver(on canvas: inout Canvas) {
    guard let river = shape.river else { return }
    let row = layout.origin.row + (layout.rows - 2 - river) * layout.height + layout.height / 2
    let width = (layout.columns - 1) * layout.width
    let banks = look.pieces == .han ? ("楚  河", "漢  界") : (say("river"), say("river"))
    for (text, quarter) in [(banks.0, 1), (banks.1, 3)] {
      let column = width * quarter / 4 - CharacterWidth.columns(of: text) / 2
      canvas.write(text, at: Place(row, layout.origin.column + column), style(.board))
    }
  }

  private func drawPalaces(on canvas: inout Canvas) {
    for palace in shape.palaces {
      let top = layout.rows - 3 - palace.row
      for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let isFalling = row == column
        let corner = Place(
          layout.origin.row + (top + row) * layout.height,
          layout.origin.column + (palace.column + column) * layout.width
        )
        for step in 1..<layout.height {
          let across = (step * layout.width + layout.height / 2) / layout.height
          let column = isFalling ? across : layout.width - across
          let place = Place(corner.row + step, corner.column + column)
          canvas.write(look.glyphs.diagonal(falling: isFalling), at: place, style(.board))
        }
      }
    }
  }

  private func drawLabels(on canvas: inout Canvas) {
    for row in 0..<layout.rows {
      guard let point = Point(column: 0, row: row) else { continue }
      let number = row + shape.firstRow
      let text = number < 10 ? " \(number)" : "\(number)"
      canvas.write(text, at: Place(layout.place(of: point).row, 0), style(.label))
    }
    for column in 0..<layout.columns {
      guard let point = Point(column: column, row: 0) else { continue }
      let place = Place(layout.bottom, layout.place(of: point).column)
      let side: Side = layout.isTurned ? .second : .first
      let file = position.fileName(ofColumn: column, for: side) ?? ""
      canvas.write(point.description.prefix(1) + file, at: place, style(.label))
    }
  }

  // MARK: Points

  /// The mark of a point that counts.
  private func mark(of point: Point) -> Mark? {
    let marks = marks[point] ?? []
    return Self.order.first(where: marks.contains)
  }

  private func draw(_ point: Point, on canvas: inout Canvas) {
    let place = layout.place(of: point)
    let piece = piece(at: point)
    if let piece {
      draw(piece, at: place, on: &canvas)
    } else {
      drawEmpty(marks[point] ?? [], at: place, on: &canvas)
    }
    let standsAlone: Set<Mark> = [.cursor, .last]
    guard let mark = mark(of: point), mark != .origin,
      piece != nil || standsAlone.contains(mark)
    else { return }
    let width = piece.map { CharacterWidth.columns(of: $0.text) } ?? 1
    let gap = piece != nil && layout.isBoxed ? 3 : max(Int(layout.radius) / 2, 1)
    let (left, right) = Self.brackets(mark)
    let isPlain = [.last, .origin].contains(mark)
    let style = isPlain ? piece.map(plainStyle) ?? self.style(.board) : markStyle(mark)
    canvas.write(left, at: Place(place.row, place.column - gap), seen(style, place))
    canvas.write(right, at: Place(place.row, place.column + width - 1 + gap), seen(style, place))
  }

  private func drawEmpty(_ marks: Set<Mark>, at place: Place, on canvas: inout Canvas) {
    if marks.contains(.target) {
      if !hasDots { canvas.write(look.glyphs.target, at: place, seen(style(.target), place)) }
    } else if marks.contains(.hint) {
      canvas.write(look.glyphs.hint, at: place, style(.hint))
    } else if marks.contains(.warning) {
      canvas.write(look.glyphs.warning, at: place, seen(markStyle(.warning), place))
    } else if marks.contains(.origin) {
      canvas.write(look.glyphs.origin, at: place, seen(style(.board), place))
    }
  }

  private func draw(_ piece: Piece, at place: Place, on canvas: inout Canvas) {
    let style = seen(style(piece.tint), place)
    if layout.radius > 0 {
      guard shape.hasSigns || piece.isCaptured else { return }
      let isWooden = shape.hasSigns && !shape.hasCells
      canvas.write(piece.text, at: place, isWooden ? style : plainStyle(piece))
    } else if layout.isBoxed {
      let width = CharacterWidth.columns(of: piece.text) + 2
      let edge = String(repeating: look.glyphs.horizontal, count: width)
      let corners = look.glyphs.corners
      let (up, left) = (place.row - 1, place.column - 2)
      canvas.write(corners[0] + edge + corners[1], at: Place(up, left), style)
      let side = look.glyphs.vertical
      canvas.write("\(side) \(piece.text) \(side)", at: Place(up + 1, left), style)
      canvas.write(corners[2] + edge + corners[3], at: Place(up + 2, left), style)
    } else {
      canvas.write(piece.text, at: place, style)
    }
  }

  // MARK: Discs

  /// True if the points where a piece may go have dots of several cells.
  private var hasDots: Bool { layout.radius >= 3 }

  /// Draws the stones and pieces as discs, whose rims have the colours of their marks.
  private func drawDiscs(on canvas: inout Canvas) {
    let theme = look.theme
    var shapes = RoundShapes(canvas.size, board: ground, hasColours: look.hasColours)
    let (narrow, wide) = (
      Disc(radius: layout.radius, isWide: false), Disc(radius: layout.radius, isWide: true)
    )
    let dot = Disc(radius: (layout.radius / 3).rounded(), isWide: false)
    for point in layout.points {
      let place = layout.place(of: point)
      // The rim is most of the smallest stone.
      let mark = layout.radius > 2 ? mark(of: point).flatMap { theme.rim($0.tint) } : nil
      if let piece = piece(at: point) {
        let stone = stone(piece)
        let disc = CharacterWidth.columns(of: piece.text) == 2 ? wide : narrow
        shapes.add(disc, at: place, rim: .solid(mark ?? stone.rim), inside: stone.inside)
      } else if marks[point]?.contains(.hint) == true {
        let disc = shape.hasSigns && look.pieces == .han ? wide : narrow
        shapes.add(disc, at: place, rim: .solid(theme.rim(.hint)), inside: .board)
      } else if marks[point]?.contains(.target) == true, hasDots {
        let paint = RoundShapes.Paint.solid(theme.rim(.target))
        shapes.add(dot, at: place, rim: paint, inside: paint)
      }
    }
    shapes.draw(on: &canvas)
  }

  private func stone(_ piece: Piece) -> Theme.Stone {
    let (isDark, isSmall) = (piece.tint == .dark, layout.radius < 3)
    return shape.hasSigns && !shape.hasCells
      ? look.theme.piece(isDark: isDark, isSmall: isSmall)
      : look.theme.stone(isDark: isDark, isSmall: isSmall)
  }

  /// The look of a character on a stone that says no more than the stone does.
  private func plainStyle(_ piece: Piece) -> Style {
    guard layout.radius > 0 else { return style(.board) }
    let stone = stone(piece)
    let board = look.theme.style(.board)
    switch stone.inside {
    case .solid(let colour): return Style(board.background, on: colour)
    case .clear(let colour): return Style(stone.ink, on: colour)
    case .board: return board
    }
  }

  private static let order: [Mark] = [
    .picked, .cursor, .target, .hint, .warning, .won, .arrived, .last, .origin,
  ]

  /// The characters left and right of a point with this mark, so that no mark is a colour only.
  private static func brackets(_ mark: Mark) -> (String, String) {
    switch mark {
    case .cursor: ("[", "]")
    case .picked: ("<", ">")
    case .target: (">", "<")
    case .hint: ("{", "}")
    case .warning: ("!", "!")
    case .won: ("*", "*")
    case .last, .arrived: ("(", ")")
    case .origin: (" ", " ")
    }
  }

  private func markStyle(_ mark: Mark) -> Style { style(mark.tint) }

  private func piece(at point: Point) -> Piece? {
    position.cell(at: point).map { cell in
      let text =
        if cell.sign != nil { position.words.sign(cell, look.pieces) } else {
          cell.isMarked
            ? look.glyphs.capturedStone(isBlack: cell.isDark)
            : look.glyphs.stone(isBlack: cell.isDark)
        }
      return Piece(text: text, tint: tint(isDark: cell.isDark), isCaptured: cell.isMarked)
    }
  }

  private func tint(isDark: Bool) -> Tint { isDark ? .dark : .light }
}

extension BoardPicture.Mark {
  /// The kind of thing that it looks like.
  fileprivate var tint: Tint {
    switch self {
    case .cursor, .arrived: .cursor
    case .picked: .picked
    case .target: .target
    case .hint: .hint
    case .warning, .won: .won
    // In the colours of the board, as each change of colours is said again for every move.
    case .last, .origin: .board
    }
  }
}

/// The look of a screen that shows a game.
public struct ScreenLook: Hashable, Sendable {
  /// The style of the pieces of Xiangqi and chess.
  public var pieces: PieceStyle
  /// The characters with which everything is drawn.
  public var glyphs: GlyphSet
  /// The colours.
  public var theme: Theme
  /// True if there are any.
  public var hasColours: Bool
  /// True if nothing moves but what has to.
  public var isStill: Bool
  /// True if the board is as large as can be, with little else.
  public var isBig = false
  /// True if stones of several cells can be drawn round.
  var isRound: Bool { glyphs == .full }

  /// States how a screen looks; letters take the place of characters that the font has not.
  public init(
    pieces: PieceStyle,
    glyphs: GlyphSet,
    theme: Theme = .wood,
    hasColours: Bool = true,
    isStill: Bool = false
  ) {
    self.isStill = isStill
    self.hasColours = hasColours
    self.pieces = glyphs == .full ? pieces : .latin
    self.glyphs = glyphs
    self.theme = theme
  }
}
