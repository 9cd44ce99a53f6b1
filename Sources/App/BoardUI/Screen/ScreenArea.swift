import Terminal

/// The part of a screen that is drawn on: all of a small one, the middle of a large one.
struct ScreenArea: Hashable {
  /// The usual size of a terminal, for pages that have no use for more.
  private static let usual = Size(rows: 24, columns: 80)
  /// The most columns beside a board that are of use.
  private static let widestPanel = 46

  let screen: Size
  let size: Size
  private let origin: Place

  /// The middle of `screen`, with at most so many rows and columns.
  init(of screen: Size, rows: Int = .max, columns: Int = .max) {
    self.screen = screen
    size = Size(rows: min(rows, screen.rows), columns: min(columns, screen.columns))
    origin = Place((screen.rows - size.rows) / 2, (screen.columns - size.columns) / 2)
  }

  /// The part of `screen` for a board of this layout, what is beside it, and so many rows below.
  init(around layout: BoardLayout, below rows: Int, on screen: Size) {
    self.init(
      of: screen,
      rows: max(layout.bottom + 1 + rows, Self.usual.rows),
      columns: layout.right + 3 + Self.widestPanel
    )
  }

  /// The part of `screen` for a page of the usual size.
  init(usualOf screen: Size) {
    self.init(of: screen, rows: Self.usual.rows, columns: Self.usual.columns)
  }

  /// The whole screen with no more than the size that it needs.
  static func tooSmall(_ screen: Size, needed: Size, _ look: ScreenLook) -> Canvas {
    var canvas = Canvas(screen)
    let text = ScreenStrings.tooSmall(needed.rows, needed.columns)
    for (row, line) in text.wrapped(to: screen.columns).enumerated() {
      canvas.write(line, at: Place(row, 0), look.theme.style(.title))
    }
    return canvas
  }

  /// The place here of `place` on the whole screen.
  func place(of place: Place) -> Place {
    Place(place.row - origin.row, place.column - origin.column)
  }

  /// The whole screen, with `canvas` here.
  func screen(with canvas: Canvas) -> Canvas {
    guard size != screen else { return canvas }
    var whole = Canvas(screen)
    whole.draw(canvas, at: origin)
    return whole
  }
}
