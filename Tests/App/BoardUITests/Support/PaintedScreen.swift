import Foundation
import Phrases
import Terminal

/// A screen as a text that a person can read and a test can compare: its lines, and below them the
/// styles of its cells.
struct PaintedScreen {
  /// The sizes at which each screen is drawn.
  static let sizes = [(24, 80), (40, 120), (60, 200)].map { Size(rows: $0, columns: $1) }
  /// Where the texts are.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Screens")

  /// The styles of all that is drawn, each known by its letter.
  private var styles: [String] = []
  private(set) var text = ""

  /// Adds a screen: its lines, and the styles of its cells in each of these depths.
  mutating func add(_ canvas: Canvas) {
    text += "== \(canvas.size.rows) rows of \(canvas.size.columns) columns\n"
    for line in canvas.lines { text += line.trimmed + "\n" }
    for depth in [Colour.Depth.sixteen, .direct] {
      text += "-- \(depth == .sixteen ? "16 colours" : "true colours")\n"
      var above = ""
      for row in 0..<canvas.size.rows {
        let line = runs(canvas.row(row), depth)
        text += (line == above && !line.isEmpty ? "\"" : line) + "\n"
        above = line
      }
    }
  }

  /// The text of all screens, with what its letters mean.
  var whole: String {
    let legend = styles.enumerated().map { "\(Self.letters[$0]) \($1)\n" }.joined()
    return text + "== styles\n" + legend
  }

  private static let letters = [Character](
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@#$%&*+~^;:,<>"
  )

  /// A row as counted styles: `3. 2a` is three plain cells and two in the style a.
  private mutating func runs(_ row: ArraySlice<Cell>, _ depth: Colour.Depth) -> String {
    var parts: [(Character, Int)] = []
    for cell in row {
      let letter = self.letter(of: cell.style, depth)
      if parts.last?.0 == letter {
        parts[parts.count - 1].1 += 1
      } else {
        parts.append((letter, 1))
      }
    }
    if parts.last?.0 == "." { parts.removeLast() }
    return parts.map { "\($1)\($0)" }.joined(separator: " ")
  }

  private mutating func letter(of style: Style, _ depth: Colour.Depth) -> Character {
    guard style != .plain else { return "." }
    let name = Self.name(of: style, depth)
    if let index = styles.firstIndex(of: name) { return Self.letters[index] }
    styles.append(name)
    return Self.letters[styles.count - 1]
  }

  private static func name(of style: Style, _ depth: Colour.Depth) -> String {
    let colours = [("on", style.background), ("in", style.foreground)].compactMap { word, colour in
      switch colour?.resolved(to: depth) {
      case .palette(let number): "\(word) \(number)"
      case .direct(let rgb): "\(word) #" + String(rgb | 0x100_0000, radix: 16).dropFirst()
      case nil: nil as String?
      }
    }
    let weights = [
      style.isBold ? "bold" : nil, style.isDim ? "dim" : nil,
      style.isUnderlined ? "underlined" : nil, style.isReversed ? "reversed" : nil,
    ]
    return (colours + weights.compactMap(\.self)).joined(separator: " ")
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmed: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
