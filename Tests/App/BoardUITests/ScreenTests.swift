import GameRules
import GameSearch
import MatchPlay
import MatchProtocol
import Terminal
import Testing

@testable import BoardUI

/// The program on a screen: what keys do.
@Suite struct ScreenTests {
  @Test func `the point of a hint is marked until the next move`() throws {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.type("t")
    let point = try #require(Point("k4"))
    screen.give(.work(.machine(.hintFound(.place(point), because: .stopsFour))))
    let place = try #require(screen.client.boardLayout).place(of: point)
    #expect(screen.canvas.cell(at: place)?.character == "◆")
    #expect(!screen.text.contains("Looking for a good move"))
    screen.enter("h8")
    #expect(screen.canvas.cell(at: place)?.character == "┼")
  }

  @Test func `a hint of Xiangqi marks the piece and the point to which it moves`() throws {
    var screen = ScriptedScreen(.xiangqi, against: .second)
    screen.type("t")
    let (from, to) = (try #require(Point("h3")), try #require(Point("e3")))
    let move = Move.carry(from: from, to: to)
    screen.give(.work(.machine(.hintFound(move, because: .checks))))
    #expect(screen.lines[15].contains("[◆]──┼───┼──{炮}"))
    let layout = try #require(screen.client.boardLayout)
    let style = screen.canvas.cell(at: layout.place(of: to))?.style
    for tint in [Tint.cursor, .picked, .target, .won] {
      #expect(style != Theme.wood.boardStyle(tint, hasSigns: true, hasColours: true))
    }
    screen.enter("a3a4")
    #expect(!screen.text.contains("◆") && !screen.text.contains("{"))
  }

  @Test(arguments: [Key.enter, .character(" ")])
  func `one key plays a hint of Gomoku`(key: Key) throws {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.type("t")
    let point = try #require(Point("k4"))
    screen.give(.work(.machine(.hintFound(.place(point), because: .stopsFour))))
    #expect(screen.reply == "Try k4: it stops a four.")
    screen.press(key)
    #expect(screen.moves == "k4")
  }

  @Test(arguments: [Key.enter, .character(" ")])
  func `one key plays a hint of Xiangqi`(key: Key) throws {
    var screen = ScriptedScreen(.xiangqi, against: .second)
    screen.type("t")
    let (from, to) = (try #require(Point("h3")), try #require(Point("e3")))
    screen.give(.work(.machine(.hintFound(.carry(from: from, to: to), because: .checks))))
    screen.press(key)
    #expect(screen.moves == "h2e2")
  }

  @Test(arguments: ["t", "w"])
  func `Enter after a key that gives an answer plays at the cursor`(letter: String) {
    var screen = ScriptedScreen(.gomoku())
    screen.type(letter)
    screen.press(.enter)
    #expect(screen.moves == "h8")
  }

  @Test func `an answer that has no room below the board is shown on a page`() {
    var screen = ScriptedScreen(.gomoku())
    screen.enter("legal " + String(repeating: "wrong ", count: 60))
    #expect(screen.text.contains("Press any key to go back."))
  }

  @Test func `a move is typed although h also moves the cursor`() {
    var screen = ScriptedScreen(.gomoku())
    screen.type("h")
    #expect(screen.client.face.cursor == Point("g8"))
    screen.type("8")
    #expect(screen.client.face.cursor == Point("h8"))
    #expect(screen.bottom.hasPrefix(" Black to move: h8"))
    screen.press(.enter)
    #expect(screen.moves == "h8")
  }

  @Test func `letters move the cursor, and Enter plays there`() {
    var screen = ScriptedScreen(.gomoku())
    screen.type("hhjlk")
    screen.press(.up, .right, .enter)
    #expect(screen.moves == "h9")
    screen.press(.character(" "))
    #expect(screen.reply == "There is a stone on h9 already.")
    #expect(screen.text.contains("There is a stone on h9 already."))
  }

  @Test func `the cursor stays on the board`() {
    var screen = ScriptedScreen(.liuzhou())
    for _ in 0..<9 { screen.press(.down, .left) }
    #expect(screen.client.face.cursor == Point("a1"))
    for _ in 0..<9 { screen.press(.up, .right) }
    #expect(screen.client.face.cursor == Point("f6"))
  }

  @Test(arguments: [
    ("h2e2", "h2e2"), ("H2-E2", "h2e2"), ("C2.5", "h2e2"), ("c2=5", "h2e2"), ("炮二平五", "h2e2"),
    ("h8+7", "b0c2"), ("z9+1", ""),
  ])
  func `a move of Xiangqi is typed in every notation`(text: String, move: String) {
    var screen = ScriptedScreen(.xiangqi)
    screen.enter(text)
    #expect(screen.moves == move)
  }

  @Test func `a picked piece shows where it can go, and a wrong pick says why not`() {
    var screen = ScriptedScreen(.xiangqi, against: .second)
    screen.press(.up, .enter)
    #expect(screen.reply == "There is no piece on e1.")
    screen.press(.down, .right, .right, .right, .enter)
    #expect(screen.reply == "Horse h0: g2 i2")
    #expect(screen.lines[19].contains("<傌>"))
    #expect(screen.lines[15].contains("•───炮──•"))
    screen.press(.up, .enter)
    #expect(screen.moves.isEmpty)
    #expect(screen.reply?.hasPrefix("The horse cannot move from h0 to h1") == true)
    screen.press(.up, .left, .enter)
    #expect(screen.moves == "h0g2")
    #expect(screen.client.face.picked == nil)
  }

  @Test func `a piece that is not one's own is refused in the words of line mode`() {
    var screen = ScriptedScreen(.xiangqi)
    for _ in 0..<9 { screen.press(.up) }
    screen.press(.enter)
    #expect(screen.reply == "The general on e9 is Black's.")
  }

  @Test func `Escape puts a piece down, and so does picking it again`() {
    var screen = ScriptedScreen(.xiangqi)
    screen.press(.left, .left, .enter)
    #expect(screen.client.face.picked == Point(column: 2, row: 0))
    screen.press(.escape)
    #expect(screen.client.face.picked == nil)
    screen.press(.enter, .enter)
    #expect(screen.client.face.picked == nil)
  }

  @Test func `a click plays, and one beside the board does nothing`() throws {
    var screen = ScriptedScreen(.gomoku())
    let layout = try #require(screen.client.boardLayout)
    screen.give(.terminal(.click(layout.place(of: try #require(Point("c4"))))))
    #expect(screen.moves == "c4")
    screen.give(.terminal(.click(Place(3, 70))))
    screen.give(.terminal(.click(Place(-5, 200))))
    #expect(screen.moves == "c4")
  }

  @Test func `undo is done once, by its letter or by the word`() throws {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    for move in ["h8", "j9"] {
      screen.enter(move)
      try screen.machinePlays(move == "h8" ? "i9" : "k9")
    }
    screen.enter("undo")
    #expect(screen.moves == "h8 i9")
    screen.type("u")
    #expect(screen.moves.isEmpty)
  }

  @Test func `a whole no is an answer as its letter is, and a move may follow`() {
    var screen = ScriptedScreen(.gomoku())
    for answer in ["no", "No", "n"] {
      screen.type("r")
      #expect(screen.bottom.contains("Resign?"))
      screen.enter(answer)
      #expect(!screen.bottom.contains("Resign?"))
      #expect(screen.reply == nil)
    }
    #expect(screen.moves.isEmpty)
    screen.pass(.seconds(1))
    screen.press(.enter)
    #expect(screen.moves == "h8")
    screen.type("rn")
    screen.enter("o5")
    #expect(screen.moves == "h8 o5")
    #expect(screen.reply == nil)
  }

  @Test func `to resign and to leave is asked first`() {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.type("r")
    #expect(screen.bottom.contains(ScreenStrings.resign))
    screen.type("x")
    #expect(screen.match?.outcome == nil)
    screen.press(.escape)
    screen.type("try")
    #expect(screen.match?.outcome == nil)
    screen.press(.escape)
    screen.enter("resign")
    screen.type("ye")
    #expect(screen.bottom.contains(ScreenStrings.resign))
    screen.type("s")
    #expect(screen.match?.outcome == .resignation(.first))
    #expect(screen.text.contains("White wins: Black resigned."))
    #expect(screen.bottom.hasPrefix(" Again? Yes or no:"))
  }

  @Test func `what remains of a game is told when the screen has closed`() {
    var screen = ScriptedScreen(.gomoku())
    screen.enter("h8")
    screen.type("qy")
    let left = screen.client.farewell
    #expect(left.first == "Gomoku, freestyle")
    #expect(left.joined().contains("\n 8  . . . . . . .(X). . . . . . .\n"))
    #expect(left.last == "The game is not finished. Moves so far: h8")

    var other = ScriptedScreen(.gomoku(), against: .second)
    #expect(other.client.farewell.first == "Gomoku, freestyle, against Robot")
    other.type("ryes")
    #expect(other.client.farewell.contains("White wins: Black resigned."))
    // Nothing of it is said of the next game.
    other.type("y")
    #expect(other.client.farewell.count == 2)

    let waiting = ScriptedScreen(.host)
    #expect(waiting.client.farewell.isEmpty)
  }

  @Test func `to leave ends at once, and the last screen is not waited for`() {
    var screen = ScriptedScreen(.gomoku())
    screen.type("qy")
    #expect(screen.exit == .quit)
    #expect(!screen.client.holdsAtEnd)
  }

  @Test func `two at one screen play another game`() {
    var screen = ScriptedScreen(.gomoku())
    for move in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"] { screen.enter(move) }
    #expect(screen.text.contains("Black wins: five in a row"))
    #expect(screen.lines[4].contains("*●*"))
    screen.type("y")
    #expect(screen.match?.outcome == nil)
    #expect(screen.moves.isEmpty)
    #expect(screen.client.face.moves.turns.isEmpty)
  }

  @Test func `a paste is one line at most, and no keys`() {
    var screen = ScriptedScreen(.gomoku())
    screen.give(.terminal(.paste("q" + String(repeating: "y", count: 100_000) + "\nr\n")))
    #expect(screen.client.face.input.count == ScreenFace.longestInput)
    #expect(screen.exit == nil)
    screen.press(.escape)
    screen.give(.terminal(.paste("h8\u{1B}[2J\n")))
    #expect(screen.client.face.input == "h8[2J")
  }

  @Test func `help takes the screen until a key is pressed`() {
    var screen = ScriptedScreen(.xiangqi)
    screen.press(.function(1))
    #expect(screen.text.contains("Escape     put a piece down"))
    #expect(screen.bottom.hasPrefix(" There is more below"))
    for _ in 0..<40 { screen.press(.pageDown) }
    #expect(screen.text.contains("help       show this list"))
    screen.press(.escape)
    #expect(screen.text.contains("楚  河"))
  }

  @Test func `control-C has the machine move, and the second one ends the program`() {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.enter("h8")
    screen.press(.control("c"))
    #expect(screen.orders.last?.work == [.stopThinking])
    screen.press(.control("c"))
    #expect(screen.exit == .interrupted(.interrupt))
    #expect(!screen.client.holdsAtEnd)
  }

  @Test(arguments: [Key.left, .escape, .character("j")])
  func `a key after control-C takes it back`(key: Key) {
    var screen = ScriptedScreen(.gomoku())
    screen.press(.control("c"), key, .control("c"))
    #expect(screen.exit == nil)
    screen.press(.control("c"))
    #expect(screen.exit != nil)
  }

  @Test(arguments: ["q", "r"])
  func `a no to a question is not typed`(letter: Character) {
    var screen = ScriptedScreen(.gomoku())
    screen.press(.character(letter), .character("n"))
    #expect(screen.client.face.confirmation == nil)
    #expect(screen.client.face.input.isEmpty)
    screen.press(.character("x"), .escape)
    #expect(screen.exit == nil)
  }

  @Test func `what decided the game is marked, and nothing where a player gave up`() throws {
    var screen = ScriptedScreen(.gomoku())
    for move in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"] { screen.enter(move) }
    #expect(screen.text.contains("*●*●*●*●*●*"))
    var other = ScriptedScreen(.xiangqi)
    other.press(.character("r"))
    other.type("yes")
    #expect(!other.text.contains("*"))
  }

  @Test func `control-Z stops the process, and a terminal that is gone ends the program`() {
    var screen = ScriptedScreen(.gomoku())
    screen.press(.control("z"))
    #expect(screen.orders.last?.terminal == .suspend)
    screen.give(.interrupted(.hangUp))
    #expect(screen.exit == .interrupted(.hangUp))
  }

  @Test func `a screen that is too small says what it needs, and goes on when there is room`() {
    var screen = ScriptedScreen(.xiangqi)
    screen.enter("h2e2")
    screen.give(.terminal(.resized(Size(rows: 5, columns: 10))))
    #expect(screen.lines == ["This", "window", "needs 40", "columns", "and 23"])
    screen.give(.terminal(.resized(Size(rows: 24, columns: 80))))
    #expect(screen.text.contains("1. h2e2"))
  }

  @Test func `threats are marked when they are asked for`() {
    var screen = ScriptedScreen(.gomoku())
    for move in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "o15"] { screen.enter(move) }
    screen.enter("o1")
    #expect(!screen.lines[4].contains("!"))
    screen.type("w")
    #expect(screen.lines[4].contains("!"))
    #expect(screen.lines[9].contains("!"))
    screen.type("w")
    #expect(!screen.lines[4].contains("!"))
  }

  @Test func `check is said and marked`() {
    var screen = ScriptedScreen(.xiangqi)
    for move in ["h2e2", "d9e8", "e2e6"] { screen.enter(move) }
    #expect(screen.lines[1].contains("!將!"))
    #expect(screen.lines[1].hasSuffix("check"))
    #expect(screen.lines[2].contains("has lost 卒"))
  }

  @Test(arguments: [(24, 80), (24, 45)])
  func `both clocks are there, and the one that runs ticks`(rows: Int, columns: Int) throws {
    let clock = try #require(TimeControl("1m+1s"))
    var screen = ScriptedScreen(.gomoku(), clock: clock, rows: rows, columns: columns)
    screen.enter("h8")
    let wait = try #require(screen.client.deadline)
    #expect(wait <= .milliseconds(1_001))
    #expect(screen.text.contains("1:01") && screen.text.contains("1:00"))
    screen.pass(.milliseconds(2_500))
    #expect(screen.text.contains("1:01") && screen.text.contains("0:57"))
    // The next second of the clock, and not one from now.
    #expect(screen.client.deadline == .milliseconds(3_001))
    screen.pass(.seconds(60))
    #expect(screen.match?.outcome != nil)
  }
}
