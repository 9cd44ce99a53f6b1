import Phrases
import Terminal

/// The chat in the panel of a wide screen.
struct ChatPane {
  /// The fewest columns of a screen whose chat has a pane of its own.
  private static let fewestColumns = 100
  /// The fewest rows of a panel with one.
  private static let fewestRows = 12

  /// All lines.
  let lines: [SaidLine]
  /// The number of lines that are shown at once.
  let rows: Int

  /// The pane of these lines in `frame`, on a screen of so many columns; nil while nobody has said
  /// anything, or if there is no room.
  init?(_ lines: [SaidLine], in frame: PanelFrame, columns: Int) {
    guard columns >= Self.fewestColumns, frame.room >= Self.fewestRows, !lines.isEmpty else {
      return nil
    }
    (self.lines, rows) = (lines, frame.room / 3)
  }

  /// The rows that it takes, with the heading and the gap above it.
  var height: Int { rows + 2 }

  /// The number of lines below those that are shown after one more page up or down.
  func scroll(from below: Int, isUp: Bool) -> Int {
    let step = max(rows - 1, 1)
    return min(max(below + (isUp ? step : -step), 0), mostScroll)
  }

  private var mostScroll: Int { max(lines.count - rows, 0) }

  /// Draws it at the bottom of `frame`, with `below` lines left out at the end.
  func draw(in frame: PanelFrame, below: Int, heading: Style, on canvas: inout Canvas) {
    let top = frame.bottom - 2 - rows
    let title = mostScroll > 0 ? say("Chat (Page Up: earlier lines)") : say("Chat")
    canvas.write(title, at: Place(top - 1, frame.left), heading, limit: frame.width)
    for (row, line) in lines.dropLast(min(below, mostScroll)).suffix(rows).enumerated() {
      canvas.write(line.text, at: Place(top + row, frame.left), line.style, limit: frame.width)
    }
  }
}

/// A line of a message, and its look.
struct SaidLine {
  let text: String
  var style = Style.plain
}
