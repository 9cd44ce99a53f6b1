extension Canvas {
  /// How large a cell is drawn, in pixels.
  private static let (cellWidth, cellHeight) = (9, 18)
  /// What a terminal has where nothing says another colour.
  private static let (usualFront, usualBack): (UInt32, UInt32) = (0xD8D8D8, 0x1C1C1C)

  /// The canvas as a picture: each cell is where a terminal has it, whatever font draws it.
  public var svg: String {
    let (width, height) = (size.columns * Self.cellWidth, size.rows * Self.cellHeight)
    var lines = [
      SVGElement.opening(width: width, height: height, font: "monospace"),
      SVGElement.text(
        "rect",
        ["width": "100%", "height": "100%", "fill": Self.hexadecimal(Self.usualBack)]
      ),
    ]
    for row in 0..<size.rows {
      for run in runs(row) {
        if let back = run.background { lines.append(Self.rectangle(run, row, back)) }
      }
      for run in runs(row) {
        for word in Self.words(run) { lines.append(Self.text(word, run, row)) }
      }
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// Cells of one row that look alike.
  private struct Run {
    let column: Int
    let style: Style
    var cells: [Cell]

    var background: UInt32? {
      style.isReversed ? style.foreground?.rgb ?? Canvas.usualFront : style.background?.rgb
    }

    var foreground: UInt32 {
      style.isReversed
        ? style.background?.rgb ?? Canvas.usualBack : style.foreground?.rgb ?? Canvas.usualFront
    }
  }

  private func runs(_ row: Int) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in self.row(row).enumerated() {
      if let last = runs.indices.last, runs[last].style == cell.style {
        runs[last].cells.append(cell)
      } else {
        runs.append(Run(column: column, style: cell.style, cells: [cell]))
      }
    }
    return runs
  }

  private static func rectangle(_ run: Run, _ row: Int, _ colour: UInt32) -> String {
    let (x, y) = (run.column * cellWidth, row * cellHeight)
    return SVGElement.text(
      "rect",
      [
        "x": "\(x)", "y": "\(y)", "width": "\(run.cells.count * cellWidth)",
        "height": "\(cellHeight)", "fill": hexadecimal(colour),
      ]
    )
  }

  /// The words of a run, each where its first cell is: fonts differ in the width of spaces and of
  /// what is not ASCII, which stands alone.
  private static func words(_ run: Run) -> [(column: Int, text: String)] {
    var words: [(column: Int, text: String)] = []
    var isOpen = false
    for (offset, cell) in run.cells.enumerated() {
      guard let character = cell.character, character != " " else {
        isOpen = false
        continue
      }
      if isOpen, character.isASCII, let last = words.indices.last {
        words[last].text.append(character)
      } else {
        words.append((run.column + offset, String(character)))
      }
      isOpen = character.isASCII
    }
    return words
  }

  private static func text(_ word: (column: Int, text: String), _ run: Run, _ row: Int) -> String {
    SVGElement.text(
      "text",
      [
        "x": "\(word.column * cellWidth)", "y": "\(row * cellHeight + 14)", "font-size": "15",
        "fill": hexadecimal(run.foreground), "font-weight": run.style.isBold ? "bold" : "normal",
        "opacity": run.style.isDim ? "0.6" : "1",
        "text-decoration": run.style.isUnderlined ? "underline" : "none",
      ],
      word.text
    )
  }

  private static func hexadecimal(_ colour: UInt32) -> String {
    let digits = String(colour, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
