import Phrases
public import Terminal

extension StartMenu {
  /// The place of an item, and its text as it has room.
  struct Block {
    let row: Int
    let lines: [String]
  }

  /// The most columns of the frame.
  private static let widest = 78

  /// The first row of the frame; a large window has the page above its middle.
  private var top: Int { (size.rows - pageRows) / 3 }

  /// The last row of the frame, above three rows for a message and the keys.
  private var bottom: Int { top + pageRows - 4 }

  /// The columns of the frame.
  private var width: Int { min(size.columns, Self.widest) }

  /// The first column of the frame, which stands in the middle.
  private var left: Int { (size.columns - width) / 2 }

  /// The column where the texts of the items begin.
  private var margin: Int { left + 8 }

  /// The places of the items: long ones are wrapped and groups stand apart if there is room for
  /// that.
  var blocks: [Block] {
    let items = items
    let width = max(left + width - margin - 2, 2)
    let groups = items.count { $0.heading != nil }
    let headings = items.count { $0.heading?.isEmpty == false }
    let whole = items.map { $0.text.wrapped(to: width) }
    let rows = whole.reduce(0) { $0 + $1.count }
    let isWrapped = rows + headings <= room
    let isLoose = (isWrapped ? rows : items.count) + headings + groups - 1 <= room
    var row = top + 1
    return zip(items, whole).map { item, lines in
      if let heading = item.heading {
        row += (row > top + 1 && isLoose ? 1 : 0) + (heading.isEmpty ? 0 : 1)
      }
      defer { row += isWrapped ? lines.count : 1 }
      return Block(
        row: row,
        lines: isWrapped ? lines : [item.text.shortened(to: width, look.glyphs.more)]
      )
    }
  }

  /// The screen as it is.
  public var view: Canvas {
    var canvas = Canvas(size)
    if case .text(let text) = page {
      canvas.write(ScreenStrings.title, at: Place(0, 1), look.theme.style(.title))
      text.draw(on: &canvas, look)
    } else {
      drawItems(on: &canvas)
    }
    return canvas
  }

  private func drawItems(on canvas: inout Canvas) {
    drawFrame(on: &canvas)
    let selected = selected
    for (index, (item, block)) in zip(items, blocks).enumerated() {
      if let heading = item.heading {
        canvas.write(heading, at: Place(block.row - 1, left + 3), look.theme.style(.faint))
      }
      let isSelected = index == selected
      canvas.write(isSelected ? look.glyphs.turn : " ", at: Place(block.row, left + 3))
      canvas.write(String(item.key), at: Place(block.row, left + 5), look.theme.style(.key))
      let style = isSelected ? look.theme.style(.title) : .plain
      for (row, line) in block.lines.enumerated() {
        canvas.write(line, at: Place(block.row + row, margin), style)
      }
    }
    let lines = (message ?? trouble)?.wrapped(to: width - 2).prefix(3) ?? []
    for (row, line) in lines.enumerated() {
      canvas.write(line, at: Place(bottom + 1 + row, left + 1))
    }
    // The items show their keys, so a long message may cover the line of keys.
    guard lines.count < 3 else { return }
    let keys = ScreenStrings.menuKeys(width - 2)
    let last = Place(bottom + 3, left + 1)
    canvas.write(keys, at: last, look.theme.style(.faint), limit: width - 2)
  }

  /// Draws the frame, with the name of the program or a question in its upper line and what goes on
  /// behind the menu in its lower one.
  private func drawFrame(on canvas: inout Canvas) {
    let (line, side, corners) = look.glyphs.frame
    let style = look.theme.style(.faint)
    let row = String(repeating: line, count: max(width - 2, 0))
    canvas.write(corners[0] + row + corners[1], at: Place(top, left), style)
    for row in top + 1..<max(bottom, top + 1) {
      canvas.write(side, at: Place(row, left), style)
      canvas.write(side, at: Place(row, left + width - 1), style)
    }
    canvas.write(corners[2] + row + corners[3], at: Place(bottom, left), style)
    let title = [ScreenStrings.title, question].compactMap(\.self).joined(separator: "  ")
    canvas.write(" \(title) ", at: Place(top, left + 2), look.theme.style(.title))
    guard let offer else { return }
    let text = ScreenStrings.offer(offer).shortened(to: width - 6, look.glyphs.more)
    canvas.write(" \(text) ", at: Place(bottom, left + 2), style)
  }

  private var question: String? {
    switch page {
    case .game: say("Which game?")
    case .level: say("Robot level?")
    case .start, .text: nil
    }
  }
}

extension GlyphSet {
  /// The horizontal and the vertical line of a frame, and its corners from the upper left.
  fileprivate var frame: (line: String, side: String, corners: [String]) {
    switch self {
    case .full: ("─", "│", ["╭", "╮", "╰", "╯"])
    case .lines: ("─", "│", ["┌", "┐", "└", "┘"])
    case .ascii: ("-", "|", ["+", "+", "+", "+"])
    }
  }
}
