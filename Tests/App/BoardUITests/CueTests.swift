import GameRules
import MatchPlay
import Terminal
import Testing

@testable import BoardUI

/// What is heard of a game, and what the desktop is told.
@Suite struct CueTests {
  private static func cues(_ screen: ScriptedScreen) -> [Cue] {
    screen.orders.flatMap(\.cues)
  }

  private static func announced(_ screen: ScriptedScreen) -> [String] {
    screen.orders.compactMap(\.announcement)
  }

  @Test func `one's own quiet move is not heard, the other side's is`() throws {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.enter("h8")
    #expect(Self.cues(screen).isEmpty)
    try screen.machinePlays("i9")
    #expect(Self.cues(screen) == [.turn])
  }

  @Test func `a capture, check and the end are heard`() {
    var screen = ScriptedScreen(.xiangqi)
    screen.enter("b2b9")
    #expect(Self.cues(screen) == [.capture])
    for move in ["a9b9", "h2e2", "h7e7", "e2e6"] { screen.enter(move) }
    #expect(Self.cues(screen) == [.capture, .capture, .check])
    screen.press(.character("r"))
    screen.type("yes")
    #expect(Self.cues(screen).last == .end)
  }

  @Test func `the desktop is told only while the terminal is not looked at`() throws {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.enter("h8")
    try screen.machinePlays("i9")
    #expect(Self.announced(screen).isEmpty)
    screen.enter("h9")
    screen.give(.terminal(.focus(false)))
    try screen.machinePlays("i10")
    #expect(Self.announced(screen) == ["White plays i10."])
    screen.give(.terminal(.focus(true)))
    screen.enter("h10")
    try screen.machinePlays("i11")
    #expect(Self.announced(screen).count == 1)
  }

  @Test func `a move that arrives stands out for 150 ms, and delays nothing`() throws {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.enter("h8")
    try screen.machinePlays("i9")
    #expect(screen.client.deadline == .milliseconds(150))
    let layout = try #require(screen.client.boardLayout)
    let stone = layout.place(of: try #require(Point("i9")))
    let place = Place(stone.row, stone.column + 1)
    let arriving = screen.canvas.cell(at: place)
    screen.press(.right)
    #expect(screen.client.face.arrival != nil)
    screen.pass(.milliseconds(150))
    #expect(screen.client.deadline == nil)
    #expect(screen.canvas.cell(at: place)?.style != arriving?.style)
  }

  @Test func `nothing stands out where all is to be still`() throws {
    let look = ScreenLook(pieces: .han, glyphs: .full, isStill: true)
    var screen = ScriptedScreen(.gomoku(), against: .second, look: look)
    screen.enter("h8")
    try screen.machinePlays("i9")
    #expect(screen.client.deadline == nil)
  }

  @Test func `the key of sounds is an order`() {
    var screen = ScriptedScreen(.gomoku())
    screen.press(.function(8))
    #expect(screen.orders.last?.work == [.switchSound])
  }

  @Test(arguments: [SettingsStrings.sound(.bell), SettingsStrings.sound(.off)])
  func `a key of sounds says what it did, until the next one`(answer: String) {
    var screen = ScriptedScreen(.gomoku())
    screen.press(.function(8))
    screen.give(.work(.setting(answer)))
    #expect(screen.text.contains(answer))
    screen.press(.left)
    #expect(!screen.text.contains(answer))
  }
}

/// Positions as pictures.
@Suite struct BoardSVGTests {
  private static func position(_ game: Game, _ moves: String) throws -> Position {
    var position = Position(game: game)
    for word in moves.split(separator: " ") {
      try position.play(try position.move(from: String(word)))
    }
    return position
  }

  @Test func `a board of Gomoku has its stones, and the row that won stands out`() throws {
    let moves = "h8 a1 i8 a2 j8 a3 k8 a4 l8"
    let text = BoardSVG(try Self.position(.gomoku(), moves), pieces: .han).text
    #expect(text.hasPrefix("<svg "))
    #expect(text.hasSuffix("</svg>\n"))
    #expect(text.split(separator: "fill=\"#111111\"").count == 1 + 5)
    #expect(text.split(separator: "fill=\"#fafafa\"").count == 1 + 4)
    #expect(text.split(separator: "stroke=\"#c00000\"").count == 1 + 5)
  }

  @Test(arguments: [(PieceStyle.han, "帥"), (.latin, "K")])
  func `a board of Xiangqi has its pieces in either style`(
    style: PieceStyle,
    general: String
  ) throws {
    let text = BoardSVG(try Self.position(.xiangqi, "h2e2"), pieces: style).text
    #expect(text.contains(">\(general)<"))
    #expect(text.split(separator: "fill=\"#ffe7ba\"").count == 1 + 32)
  }

  @Test func `a marked stone of Liuzhou chess is crossed`() throws {
    let moves = "a1 f6 a2 f5 b1 f4 b2 xf6"
    let text = BoardSVG(try Self.position(.liuzhou(), moves), pieces: .han).text
    #expect(text.contains("×"))
  }

  @Test func `a canvas is a picture whose cells are where a terminal has them`() {
    var canvas = Canvas(Size(rows: 2, columns: 10))
    canvas.write("a<車&", at: Place(1, 2), Style(bold: true))
    let text = canvas.svg
    #expect(text.contains("x=\"18\""))
    #expect(text.contains(">a&lt;</text>"))
    #expect(text.contains("x=\"36\""))
    #expect(text.contains("x=\"54\""))
    #expect(text.contains(">&amp;</text>"))
    #expect(text.contains("viewBox=\"0 0 90 36\""))
  }
}

/// Lines that a person edits at a terminal.
@Suite struct EditedLineTests {
  private static func client(_ seats: Match.Seats = .one(.first)) -> LineClient<ScriptedSession> {
    let table = Table<ScriptedSession>(
      local: Match(Position(game: .xiangqi), seats: seats),
      asksAgain: true
    )
    return LineClient(App(table, player: .person), input: .editor)
  }

  private static func prompt(_ orders: Orders) -> Orders.Prompt? { orders.prompt }

  private static func printed(_ orders: Orders) -> String { orders.text }

  @Test func `the prompt names the colour, and completes words and moves`() throws {
    var client = Self.client()
    let first = client.begin(now: .zero)
    #expect(Self.prompt(first)?.text == "Red. Your move: ")
    #expect(Self.prompt(first)?.words.contains("h2e2") == true)
    #expect(!Self.printed(first).contains("Your move"))
    let next = client.update(.line("h2e2"), now: .zero)
    #expect(Self.prompt(next)?.text == "Red> ")
    #expect(Self.prompt(next)?.words.contains("h2e2") == false)
    let shared = Self.prompt(
      {
        var client = Self.client(.both)
        return client.begin(now: .zero)
      }()
    )
    #expect(shared?.text == "Red to move: ")
  }

  @Test func `an empty line shows the board again`() {
    var client = Self.client()
    _ = client.begin(now: .zero)
    let text = Self.printed(client.update(.line(""), now: .zero))
    #expect(text.contains("river"))
    #expect(text.hasSuffix("\n"))
  }

  @Test func `what is printed is whole lines`() {
    var client = Self.client()
    for text in [
      Self.printed(client.begin(now: .zero)), Self.printed(client.update(.line("a"), now: .zero)),
      Self.printed(client.update(.line("moves"), now: .zero)),
    ] {
      #expect(text.hasSuffix("\n"))
      #expect(!text.hasPrefix("\n"))
    }
  }
}
