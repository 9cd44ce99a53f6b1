import GameRules
import Terminal
import Testing

@testable import BoardUI

/// Whole screens, cell by cell in sixteen and in true colours, at three sizes.
@Suite struct WholeScreenTests {
  /// A screen as lines, each behind it the colours of its cells in that depth as letters.
  private static func colours(_ canvas: Canvas, _ depth: Colour.Depth) -> [String] {
    var names: [Colour.Resolved: Character] = [:]
    return (0..<canvas.size.rows).map { row in
      let letters = canvas.row(row).map { cell -> Character in
        guard let back = cell.style.background?.resolved(to: depth) else { return "." }
        if let name = names[back] { return name }
        let name = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(names.count)))
        names[back] = name
        return name
      }
      return String(letters)
    }
  }

  private static func screen(_ game: Game, _ rows: Int, _ columns: Int) -> ScriptedScreen {
    var screen = ScriptedScreen(game, against: .second, rows: rows, columns: columns)
    screen.press(.enter)
    return screen
  }

  @Test func `Gomoku at 24 rows of 80 columns`() {
    let screen = Self.screen(.gomoku(), 24, 80)
    let lines = [
      " Gomoku, freestyle",
      "15  ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐    ▶ Robot 5  ○ White",
      "14  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      "13  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      "12  ├─┼─┼─╋─┼─┼─┼─┼─┼─┼─┼─╋─┼─┼─┤      1. h8",
      "11  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      "10  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      " 9  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      " 8  ├─┼─┼─┼─┼─┼─┼[●]┼─┼─┼─┼─┼─┼─┤",
      " 7  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      " 6  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      " 5  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      " 4  ├─┼─┼─╋─┼─┼─┼─┼─┼─┼─┼─╋─┼─┼─┤    Black plays h8.",
      " 3  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤    Robot thinks. Control-C has it move now.",
      " 2  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤",
      " 1  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘      you  ● Black",
      "    a b c d e f g h i j k l m n o",
      "",
      "",
      "",
      "",
      "",
      "",
      "                                      t tip  r resign  u undo  ? help  q leave",
    ]
    #expect(screen.lines == lines)
  }

  @Test(arguments: [Colour.Depth.sixteen, .direct])
  func `the colours of Gomoku are the board, and the cursor on it`(depth: Colour.Depth) {
    let colours = Self.colours(Self.screen(.gomoku(), 24, 80).canvas, depth)
    let board = "..." + String(repeating: "a", count: 32) + String(repeating: ".", count: 45)
    for row in 1...15 where row != 8 { #expect(colours[row] == board, "row \(row)") }
    let cursor =
      "..." + String(repeating: "a", count: 14) + "bcb" + String(repeating: "a", count: 15)
    #expect(colours[8] == cursor + String(repeating: ".", count: 45))
    #expect(colours[0].allSatisfy { $0 == "." })
    #expect(colours[17].allSatisfy { $0 == "." })
  }

  @Test(arguments: [(24, 80), (30, 100), (60, 200)])
  func `Liuzhou chess is drawn as large as there is room`(rows: Int, columns: Int) throws {
    let screen = Self.screen(.liuzhou(), rows, columns)
    let layout = try #require(screen.client.boardLayout)
    let expected = [24: (6, 3), 30: (8, 4), 60: (12, 6)][rows]
    #expect(layout.width == expected?.0)
    #expect(layout.height == expected?.1)
    let top = screen.lines[layout.origin.row]
    #expect(top.contains("┌") && top.contains("┐"))
    let bottom = screen.lines[layout.origin.row + 5 * layout.height]
    #expect(bottom.contains("└") && bottom.contains("┘"))
    #expect(screen.lines[layout.bottom].prefix(layout.right).filter(\.isLetter) == "abcdef")
  }

  @Test(arguments: [(24, 80), (30, 100), (60, 200)], [Colour.Depth.sixteen, .direct])
  func `pieces of Xiangqi have a colour of their own on the board`(
    size: (Int, Int),
    depth: Colour.Depth
  ) throws {
    let screen = ScriptedScreen(.xiangqi, rows: size.0, columns: size.1)
    let layout = try #require(screen.client.boardLayout)
    let canvas = screen.canvas
    for name in ["a1", "e1", "e10", "b3", "h8", "g4"] {
      let point = try #require(Point(name))
      let cell = try #require(canvas.cell(at: layout.place(of: point)))
      let (row, column) = (layout.place(of: point).row, layout.place(of: point).column)
      let beside = try #require(canvas.cell(at: Place(row, column + layout.width / 2 + 1)))
      #expect(
        name == "e1"
          || cell.style.background?.resolved(to: depth)
            != beside.style.background?.resolved(to: depth)
      )
      #expect(cell.character.map { "俥仕帥將炮砲兵".contains($0) } == true, "\(name)")
    }
  }
}
