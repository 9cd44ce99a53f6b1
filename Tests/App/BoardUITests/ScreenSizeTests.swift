import GameRules
import GameSearch
import MatchPlay
import MatchProtocol
import Terminal
import Testing

@testable import BoardUI

/// What a screen looks like at each size, with each font and in each number of colours.
@Suite struct ScreenSizeTests {
  static let games: [Game] = [.gomoku(), .liuzhou(), .xiangqi]
  static let sizes = [(24, 80), (30, 100), (40, 120), (60, 200), (24, 40), (120, 400)].map {
    Size(rows: $0.0, columns: $0.1)
  }

  private static func screen(_ game: Game, _ size: Size, _ glyphs: GlyphSet) -> ScriptedScreen {
    var screen = ScriptedScreen(
      game,
      rows: size.rows,
      columns: size.columns,
      look: ScreenLook(pieces: .han, glyphs: glyphs)
    )
    for move in ["h2e2", "h9g7", "c3", "d4"] { screen.enter(move) }
    screen.press(.escape)
    return screen
  }

  @Test(arguments: games, sizes)
  func `the whole board is there at each size`(game: Game, size: Size) throws {
    let screen = Self.screen(game, size, .full)
    let layout = try #require(screen.client.boardLayout)
    let canvas = screen.canvas
    for point in layout.points {
      #expect(layout.point(at: layout.place(of: point)) == point)
      // The inside of a light stone is blank.
      let cell = screen.place(of: point).flatMap { canvas.cell(at: $0) }
      let board = Theme.wood.style(.board).background
      #expect(cell?.character != " " || cell?.style.background != board)
      #expect(cell?.style.background != nil)
    }
    #expect(layout.bottom < size.rows - 3)
    #expect(layout.right <= size.columns + 2)
  }

  @Test(arguments: [(24, 80, 1), (40, 120, 3), (60, 200, 5)])
  func `stones have more cells in a larger window`(rows: Int, columns: Int, width: Int) throws {
    let screen = Self.screen(.gomoku(), Size(rows: rows, columns: columns), .full)
    let point = try #require(Point("c3"))
    let place = try #require(screen.place(of: point))
    let (row, dark) = (screen.canvas.row(place.row), Theme.wood.style(.dark).foreground)
    let stone = row.filter { $0.style.foreground == dark && "●█".contains($0.character ?? " ") }
    #expect(stone.count == width)
  }

  @Test func `the board and what is beside it stand in the middle of a large window`() {
    let screen = Self.screen(.gomoku(), Size(rows: 60, columns: 200), .full)
    let used = screen.lines.indices.filter { !screen.lines[$0].isEmpty }
    #expect((used.first ?? 0) >= 4 && (used.last ?? 60) < 57)
    let margin = String(repeating: " ", count: 20)
    #expect(screen.lines.allSatisfy { $0.isEmpty || $0.hasPrefix(margin) })
  }

  @Test func `a click finds the point, wherever the board stands`() throws {
    var screen = ScriptedScreen(.gomoku(), rows: 60, columns: 200)
    let point = try #require(Point("c12"))
    let place = try #require(screen.place(of: point))
    screen.give(.terminal(.click(Place(place.row + 1, place.column - 2))))
    #expect(screen.moves == "c12")
  }

  @Test func `a board of 20 lines has room at 24 rows, on a screen and in a replay`() throws {
    let game = Game.gomoku(try #require(GomokuTerms(rule: .freestyle, size: 20)))
    var screen = ScriptedScreen(game)
    screen.enter("t20")
    screen.enter("t20")
    #expect(screen.lines[1].hasPrefix("20  "))
    #expect(screen.lines[21].hasPrefix("    a b c"))
    #expect(screen.moves == "t20")
    #expect(screen.lines[22].contains("There is a stone on t20 already."))
    #expect(screen.bottom.contains("? help"))
    screen.enter("r")
    #expect(screen.bottom.contains("Resign?"))
    let look = ScreenLook(pieces: .han, glyphs: .full)
    let file = GameFile(Position(game: game))
    let replay = ReplayScreen(file, title: "", look: look, size: Size(rows: 24, columns: 80))
    #expect(replay.view.lines[21].hasPrefix("    a b c"))
  }

  @Test(arguments: games, sizes)
  func `a console without the characters has all in ASCII or in lines`(
    game: Game,
    size: Size
  ) {
    let ascii = Self.screen(game, size, .ascii).text
    #expect(ascii.allSatisfy { $0.isASCII })
    let lines = Self.screen(game, size, .lines).text
    #expect(lines.allSatisfy { $0.isASCII || "─│┌┬┐├┼┤└┴┘".contains($0) })
  }

  @Test(arguments: Theme.allCases, games)
  func `the two sides differ by more than their colours, and in each number of them`(
    theme: Theme,
    game: Game
  ) throws {
    var screen = ScriptedScreen(
      game,
      look: ScreenLook(pieces: .han, glyphs: .full, theme: theme)
    )
    let moves = game == .xiangqi ? ["h2e2", "h9g7"] : ["c3", "d4"]
    for move in moves { screen.enter(move) }
    let points = game == .xiangqi ? ["a1", "a10"] : ["c3", "d4"]
    let cells = try points.map { name in
      let point = try #require(Point(name))
      return try #require(screen.cell(at: point))
    }
    #expect(cells[0].character != cells[1].character)
    for depth in Colour.Depth.allCases where depth != .none {
      let colours = cells.map { $0.style.foreground?.resolved(to: depth) }
      #expect(colours[0] != colours[1], "\(depth)")
      for cell in cells {
        let back = cell.style.background?.resolved(to: depth)
        #expect(cell.style.foreground?.resolved(to: depth) != back, "\(depth)")
      }
    }
  }

  @Test func `the board of Xiangqi is drawn at 24 rows of 80 columns`() {
    var screen = ScriptedScreen(.xiangqi, against: .second)
    screen.press(.right, .right, .right, .enter)
    let lines = [
      " Xiangqi",
      " 9  車──馬──象──士──將──士──象──馬──車",
      "    │   │   │   │ ╲ │ ╱ │   │   │   │",
      " 8  ├───┼───┼───┼───┼───┼───┼───┼───┤",
      "    │   │   │   │ ╱ │ ╲ │   │   │   │",
      " 7  ├───砲──┼───┼───┼───┼───┼───砲──┤",
      "    │   │   │   │   │   │   │   │   │",
      " 6  卒──┼───卒──┼───卒──┼───卒──┼───卒",
      "    │   │   │   │   │   │   │   │   │",
      " 5  ├───┴───┴───┴───┴───┴───┴───┴───┤",
      "    │    楚  河          漢  界     │",
      " 4  ├───┬───┬───┬───┬───┬───┬───┬───┤",
      "    │   │   │   │   │   │   │   │   │",
      " 3  兵──┼───兵──┼───兵──┼───兵──┼───兵",
      "    │   │   │   │   │   │   │   │   │",
      " 2  ├───炮──┼───┼───┼───┼───•───炮──•",
      "    │   │   │   │ ╲ │ ╱ │   │   │   │",
      " 1  ├───┼───┼───┼───┼───┼───┼───┼───┤",
      "    │   │   │   │ ╱ │ ╲ │   │   │   │",
      " 0  俥──傌──相──仕──帥──仕──相─<傌>─俥",
      "    a   b   c   d   e   f   g   h   i",
    ]
    for (line, expected) in zip(screen.lines, lines) {
      #expect(line.hasPrefix(expected))
    }
  }

  @Test func `the board of Liuzhou chess shows what is captured`() throws {
    var screen = ScriptedScreen(.liuzhou())
    for move in ["a1", "f6", "a2", "f5", "b1", "f4", "b2", "xf6"] { screen.enter(move) }
    let point = try #require(Point("f6"))
    #expect(screen.cell(at: point)?.character == "x")
    #expect(screen.text.contains("4. b2xf6"))
    #expect(screen.text.contains("14 stones in hand"))
  }

  @Test(arguments: [(nil, "Gomoku"), (GameKind.gomoku, "Gomoku"), (.liuzhou, "Liuzhou chess")])
  func `the cursor of the menu begins at the game of the settings`(kind: GameKind?, name: String) {
    var settings = Settings()
    settings[.game] = kind?.rawValue
    let look = ScreenLook(pieces: .han, glyphs: .full)
    var menu = StartMenu(look: look, size: Size(rows: 24, columns: 80), settings: settings)
    for key in ["1", "2", "3"] as [Character] {
      _ = menu.update(.key(.character(key)))
      #expect(menu.items[menu.selected].text == name)
      _ = menu.update(.key(.escape))
    }
  }

  @Test func `the menu is whole at 24 rows of 80 columns, however long it is`() {
    let look = ScreenLook(pieces: .han, glyphs: .full)
    var menu = StartMenu(
      look: look,
      size: Size(rows: 24, columns: 80),
      matches: (1...5).map { .init(number: $0, text: "match \($0)") },
      message: "something went wrong; do something"
    )
    for number in 1...6 {
      menu.hear(
        Listing(
          name: PlayerName("Table \(number)"),
          address: "\(number)",
          strength: nil,
          presence: Presence(state: number == 2 ? .playing : .free),
          isConnectable: true
        )
      )
    }
    let text = menu.view.lines.joined(separator: "\n")
    #expect(text.contains("9  match 3"))
    #expect(text.contains("d  Table 4  free "))
    #expect(text.contains("\n  something went wrong"))
    #expect(menu.update(.key(.character("8"))) == .request(.resume(2)))
    #expect(menu.update(.key(.character("a"))) == .request(.join("1")))
    #expect(menu.update(.key(.character("q"))) == .quit)
  }

  @Test(arguments: 20...30, [true, false])
  func `a table is seen in the menu, whatever else is told there`(rows: Int, isOpen: Bool) {
    let look = ScreenLook(pieces: .han, glyphs: .full)
    for (matches, tables) in (0...3).flatMap({ matches in (1...4).map { (matches, $0) } }) {
      var menu = StartMenu(
        look: look,
        size: Size(rows: rows, columns: 80),
        // One that takes two rows where there is room for them.
        matches: (0..<matches).map {
          .init(
            number: Int64($0),
            text: "match \($0) " + String(repeating: "of two rows ", count: 7)
          )
        }
      )
      for number in 1...tables {
        menu.hear(
          Listing(
            name: PlayerName("Table \(number)"),
            address: "\(number)",
            strength: nil,
            presence: Presence(state: .free),
            isConnectable: true
          )
        )
      }
      if isOpen { menu.show(.openOnline(name: "Anna", game: .gomoku)) }
      menu.tell("something is wrong; do something that takes two lines, as it has many words")
      let lines = menu.view.lines
      let shown = lines.count { $0.contains("  Table ") }
      #expect(shown == min(tables, max(min(rows, 26) - 15, 1)), "\(lines)")
      #expect(lines.contains { $0.contains("Your table Anna is open") } == isOpen)
      #expect(lines.contains { $0.contains("something is wrong") })
      #expect(lines.contains { $0.contains("quits.") })
    }
  }

  @Test func `the menu asks for the game and the level, and has a request of it`() {
    let look = ScreenLook(pieces: .han, glyphs: .full)
    var menu = StartMenu(look: look, size: Size(rows: 24, columns: 80))
    #expect(menu.update(.key(.enter)) == nil)
    #expect(menu.update(.key(.character("3"))) == nil)
    #expect(menu.view.lines.contains { $0.contains("▶ 5  level 5") })
    let request = Request.play(.liuzhou, against: SearchLevel(5))
    #expect(menu.update(.key(.enter)) == .request(request))
    #expect(menu.update(.key(.escape)) == nil)
    #expect(menu.update(.key(.character("2"))) == nil)
    #expect(menu.update(.key(.character("1"))) == .request(.play(.xiangqi, against: nil)))
  }

  @Test(arguments: [(40, "? is help, q quits."), (80, "Press a number or letter, or use arrows")])
  func `the keys of the menu are not cut`(columns: Int, keys: String) {
    let look = ScreenLook(pieces: .latin, glyphs: .ascii)
    let menu = StartMenu(look: look, size: Size(rows: 24, columns: columns))
    #expect(menu.view.lines.last?.contains(keys) == true)
    #expect(menu.view.lines.last?.hasSuffix("quits.") == true)
  }

  @Test(arguments: [80, 100, 140])
  func `what is wrong is written out below the menu`(columns: Int) {
    let look = ScreenLook(pieces: .latin, glyphs: .ascii)
    var menu = StartMenu(look: look, size: Size(rows: 24, columns: columns))
    // They need three lines.
    let words = (1...26).map { "word\($0)" }
    menu.tell(words.joined(separator: " "))
    let shown = menu.view.lines.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(words.allSatisfy(shown.contains))
  }

  @Test func `the wall has the last moves as the list of moves has them`() throws {
    var match = Match(Position(game: .gomoku()), seats: .both)
    var moves = MoveList()
    for (word, line) in [("h8", "1. h8"), ("i9", "1. h8 i9"), ("g7", "2. g7")] {
      for move in try match.position.turn(from: word) { _ = try match.play(move) }
      moves.follow(match.record)
      #expect(WallBoard.line(match, moves, nil) == line)
    }
  }
}
