import GameRules
import MatchPlay
import MatchProtocol
import Terminal
import Testing

@testable import BoardUI

/// Chat, questions and news on a screen, each in its own look.
@Suite struct ChatPaneTests {
  private static func seated(columns: Int, rows: Int = 24) -> ScriptedScreen {
    var screen = ScriptedScreen(.host, size: Size(rows: rows, columns: columns))
    screen.session(.joined(Introduction("Bo")))
    screen.enter("h8")
    return screen
  }

  private static func hear(_ text: String, _ screen: inout ScriptedScreen) throws {
    screen.session(.words(try Words(text), number: 0, from: Situation.peer))
  }

  /// The styles of the line that contains `text`, where that stands.
  private static func styles(of text: String, in screen: ScriptedScreen) -> Set<Style> {
    let canvas = screen.canvas
    for (row, line) in screen.lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      let start = CharacterWidth.columns(of: String(line[..<range.lowerBound]))
      let end = start + CharacterWidth.columns(of: text)
      return Set((start..<end).compactMap { canvas.cell(at: Place(row, $0))?.style })
    }
    return []
  }

  @Test(arguments: [80, 99, 100, 160])
  func `chat has a colour of its own, and a pane from 100 columns on`(columns: Int) throws {
    var screen = Self.seated(columns: columns)
    try Self.hear("Good luck!", &screen)
    screen.enter("/Thanks")
    let chat = [Theme.wood.style(.chat)]
    #expect(Self.styles(of: "Bo: Good luck!", in: screen) == Set(chat))
    #expect(Self.styles(of: "You: Thanks", in: screen) == Set(chat))
    #expect(Self.styles(of: "Black plays h8.", in: screen) == [.plain])
    #expect(screen.text.contains("Chat") == (columns >= 100))
  }

  @Test func `the pane of the chat scrolls`() throws {
    var screen = Self.seated(columns: 100)
    for number in 1...20 { try Self.hear("line \(number).", &screen) }
    #expect(screen.text.contains("Chat (Page Up: earlier lines)"))
    #expect(screen.text.contains("line 20.") && !screen.text.contains("line 1."))
    for _ in 0..<30 { screen.press(.pageUp) }
    #expect(screen.text.contains("line 1.") && !screen.text.contains("line 20."))
    for _ in 0..<30 { screen.press(.pageDown) }
    #expect(screen.text.contains("line 20.") && !screen.text.contains("line 1."))
    screen.press(.pageUp)
    #expect(!screen.text.contains("line 20."))
    try Self.hear("line 21.", &screen)
    #expect(screen.text.contains("line 21."))
  }

  @Test func `the chat stays when the next game begins`() throws {
    var screen = Self.seated(columns: 100)
    try Self.hear("Again?", &screen)
    screen.hear(.message(.resign))
    screen.type("y")
    screen.hear(Situation.asked(.rematch, 1))
    #expect(screen.moves.isEmpty)
    #expect(screen.text.contains("Bo: Again?"))
    #expect(!screen.text.contains("White resigned"))
  }

  static let questions: [(MatchMessage.Ask.Request, String)] = [
    (.draw, "? Bo offers a draw. Type yes or no."),
    (.takeBack(remaining: 0), "? Bo asks to take back the last move"),
    (.newGame, "? Bo wants to start over"),
  ]

  @Test(arguments: questions)
  func `a question stands at the bottom, marked, until it is answered`(
    request: MatchMessage.Ask.Request,
    text: String
  ) throws {
    var screen = Self.seated(columns: 80)
    screen.hear(Situation.asked(request, 1))
    let row = try #require(screen.lines.firstIndex { $0.contains(text) })
    #expect(row == 22 || row == 21)
    #expect(Self.styles(of: text, in: screen) == [Theme.wood.style(.question)])
    #expect(screen.lines.count { $0.contains(text.dropFirst(2)) } == 1)
    // An answer to a wrong line leaves it there.
    screen.enter("castle")
    #expect(screen.text.contains("castle") && screen.text.contains(text))
    screen.type("n")
    #expect(!screen.text.contains(text))
  }

  @Test func `a key shows what the moves of the game that has ended were worth`() throws {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.enter("h8")
    #expect(!screen.bottom.contains("v analyse"))
    screen.type("ryes")
    let last = try #require(screen.client.shownMatch).position
    #expect(screen.bottom.contains("v analyse"))
    screen.type("v")
    #expect(screen.orders.last?.work == [.analyse(last)])
    #expect(screen.text.contains("Analysed: 0 of 1 moves."))
    screen.give(.work(.judged(.init(ply: 1, value: "+0.42", better: nil))))
    #expect(screen.text.contains("Analysed: 1 of 1 moves."))
    #expect(screen.text.contains("1. h8  +0.42"))
    screen.give(.work(.analysed(worst: [])))
    #expect(screen.text.contains("No mistakes were found."))
    screen.type("p")
    screen.press(.enter)
    #expect(screen.client.analysis != nil && screen.exit == nil)
    screen.type("q")
    #expect(screen.orders.last?.work == [.stopAnalysis])
    #expect(screen.bottom.hasPrefix(" Again? Yes or no:"))
    screen.type("y")
    #expect(screen.match?.record.moves.isEmpty == true)
  }

  @Test func `the analysis outlives the other player's leaving, and ends with a new game`() {
    var screen = Self.seated(columns: 80)
    screen.hear(.message(.resign))
    screen.type("v")
    #expect(screen.client.analysis != nil)
    screen.hear(.sessionEnds(.peerLeft(.gameOver)))
    screen.press(.escape)
    #expect(screen.bottom.hasPrefix(" Press Enter to leave:"))
    screen.type("v")
    #expect(screen.client.analysis != nil)
    screen.press(.escape, .enter)
    #expect(screen.orders.last?.terminal == .close)
    var other = Self.seated(columns: 80)
    other.hear(.message(.resign))
    other.type("yv")
    other.hear(Situation.asked(.rematch, 1))
    #expect(other.client.analysis == nil)
    #expect(other.match?.record.moves.isEmpty == true)
  }

  @Test func `the change of the rating is told at the end of a game that counts`() {
    var screen = ScriptedScreen(.gomoku(), against: .second)
    screen.enter("h8")
    screen.type("ryes")
    #expect(screen.orders.last?.work.contains(.findRating) == true)
    screen.give(.work(.rating(RatingChange(.gomoku, rating: 1388, error: 580, change: -112))))
    #expect(screen.text.contains("Your Gomoku rating is now 1388 ± 580"))
    #expect(screen.text.contains("(−112)."))
    var helped = ScriptedScreen(.gomoku(), against: .second)
    helped.enter("h8")
    helped.enter("undo")
    helped.enter("h8")
    helped.type("ryes")
    #expect(helped.client.shownMatch?.outcome == .resignation(.first))
    #expect(helped.orders.allSatisfy { !$0.work.contains(.findRating) })
    #expect(helped.text.contains("This game is unrated: moves were"))
  }
}
