import GameRules
import MatchPlay
import MatchProtocol
import Terminal
import Testing

@testable import BoardUI

/// The program on a screen, with another player at the end of a link.
@Suite struct ScreenLinkTests {
  private static let bo = Introduction("Bo")

  private static func seated(_ game: Game = .gomoku()) -> ScriptedScreen {
    var screen = ScriptedScreen(.host, game)
    screen.session(.joined(bo))
    return screen
  }

  @Test func `digits are compared before anybody plays`() {
    var screen = ScriptedScreen(.guest)
    screen.session(.introduced(Self.bo))
    let digits = Self.bo.code.description
    #expect(screen.text.contains("\n      \(digits.prefix(3)) \(digits.suffix(3))\n"))
    #expect(screen.bottom.hasPrefix(" Yes or no:"))
    screen.type("y")
    #expect(screen.text.contains("You accepted \"Bo\"."))
  }

  @Test(arguments: [GlyphSet.full, .ascii])
  func `a long name beside the board is cut with a mark, and its colour stays`(
    glyphs: GlyphSet
  ) throws {
    var screen = ScriptedScreen(.host, .gomoku(), look: ScreenLook(pieces: .han, glyphs: glyphs))
    screen.session(.joined(Introduction("Maximiliane Charlotte Friederike von Hohenlohe")))
    let row = try #require(screen.text.split(separator: "\n").first { $0.contains("Maximiliane") })
    #expect(row.contains(" Charlotte"))
    #expect(row.contains("\(glyphs.more)  "))
    #expect(row.hasSuffix("White"))
  }

  @Test func `how the coin fell stays beside the board that it opens`() {
    var screen = ScriptedScreen(.host, firstRule: .tossed)
    screen.session(.joined(Self.bo))
    screen.hear(.message(.coin(.number([UInt8](repeating: 7, count: CoinToss.numberSize)))))
    #expect(screen.match != nil)
    #expect(screen.text.contains("The coin toss of both"))
  }

  @Test(arguments: [Event.interrupted(.hangUp), .interrupted(.terminate), .terminal(.key(.enter))])
  func `a screen that is left before the end is on disk is not waited for after it`(event: Event) {
    var screen = Self.seated()
    screen.enter("h8")
    screen.hear(.sessionEnds(.peerLeft(.left)))
    #expect(screen.client.holdsAtEnd)
    screen.give(event)
    #expect(!screen.client.holdsAtEnd)
  }

  @Test(arguments: [StopSignal.hangUp, .terminate])
  func `nobody waits at a screen whose terminal is gone when the other side leaves`(
    signal: StopSignal
  ) {
    var screen = Self.seated()
    screen.enter("h8")
    screen.give(.interrupted(signal))
    screen.hear(.sessionEnds(.peerLeft(.left)))
    #expect(!screen.client.holdsAtEnd)
  }

  @Test func `a player who leaves has that reason, whatever stops before the goodbye is answered`()
  {
    var screen = Self.seated()
    screen.enter("h8")
    screen.type("qy")
    #expect(screen.exit == nil)
    screen.give(.route(.failed(.internalError("the bus has stopped"))))
    #expect(screen.exit == .quit)
  }

  @Test(arguments: ["m", "g", "c"])
  func `one letter says who moves first`(letter: String) {
    var screen = ScriptedScreen(.host, firstRule: .asked)
    screen.session(.joined(Self.bo))
    screen.enter(letter)
    #expect(!screen.text.contains("me, guest or coin: "))
  }

  @Test func `the help lists the robot's key only against the robot`() {
    var screen = Self.seated()
    screen.press(.character("?"))
    #expect(screen.text.contains("Control-Z"))
    #expect(!screen.text.contains("Control-C"))
  }

  @Test func `a guest who leaves before it is said who begins leaves no game`() {
    var screen = ScriptedScreen(.host, firstRule: .asked)
    screen.session(.joined(Self.bo))
    #expect(screen.text.contains("Who moves first?"))
    screen.hear(.sessionEnds(.peerLeft(.left)))
    #expect(screen.client.ending == .otherSideLeftEarly(name: "Bo"))
  }

  @Test func `a question waits beside the board, and the game goes on`() {
    var screen = Self.seated()
    screen.enter("h8")
    screen.hear(Situation.move(1, "i9"))
    screen.hear(Situation.asked(.draw, 2))
    #expect(screen.text.contains("Bo offers a draw. Type yes or no."))
    #expect(screen.bottom.contains("y yes  n no"))
    screen.enter("h9")
    #expect(screen.moves == "h8 i9 h9")
  }

  @Test func `nobody is said to be waited for at the own turn, whatever was said before`() {
    var screen = Self.seated()
    screen.enter("h8")
    #expect(screen.text.contains("Waiting for Bo to move."))
    screen.enter("/Well?")
    screen.enter("draw")
    screen.hear(.message(.answer(.init(.draw, ply: 1, agrees: false))))
    #expect(screen.text.contains("Waiting for Bo to move."))
    screen.hear(Situation.move(1, "i9"))
    #expect(screen.text.contains("Well?"))
    #expect(!screen.text.contains("Waiting for Bo to move"))
  }

  @Test func `what was said of a question goes when it is answered`() {
    var screen = Self.seated()
    screen.enter("h8")
    screen.enter("draw")
    screen.enter("draw")
    #expect(screen.reply?.contains("You asked a question.") == true)
    screen.hear(.message(.answer(.init(.draw, ply: 1, agrees: false))))
    #expect(screen.text.contains("Bo declined the draw."))
    #expect(screen.reply == nil)
  }

  @Test func `a lost link is said beside the board, with the time that is left`() {
    var screen = Self.seated()
    screen.enter("h8")
    // Where the cursor is may be told once more.
    screen.pass(.seconds(1))
    #expect(screen.client.deadline == nil)
    screen.session(.suspended(Situation.peer, .lost(.disconnected)))
    #expect(screen.text.contains("Connection to Bo lost."))
    #expect(screen.client.deadline == .seconds(2))
    screen.pass(.seconds(48))
    #expect(screen.text.contains("The seat is held for 9 min 12 s."))
    screen.session(.resumed(Situation.peer))
    #expect(!screen.text.contains("The seat is held for"))
    #expect(screen.client.deadline == nil)
  }

  @Test func `words that begin with a key of the cursor are typed as words`() {
    var screen = Self.seated()
    for word in ["kick 9", "log", "legal", "level", "hint", "help", "rules"] {
      screen.enter(word)
      #expect(!screen.text.contains("I do not understand"), "\(word)")
      screen.press(.escape)
    }
  }

  @Test func `the board of a guest who was sent away makes room for the next one`() {
    var screen = Self.seated()
    screen.enter("h8")
    screen.hear(.session(.suspended(Situation.peer, .lost(.disconnected))))
    screen.enter("kick 1")
    #expect(screen.exit == nil)
    #expect(screen.match == nil)
    #expect(screen.text.contains("Waiting for another guest."))
    #expect(!screen.text.contains("●"))
    #expect(!screen.text.contains("The seat is held"))
    screen.session(.joined(Introduction("Zoe")))
    screen.enter("h8")
    #expect(screen.text.contains("●"))
  }

  @Test func `a whole yes to the question whether to resign answers it once`() {
    var screen = Self.seated()
    screen.enter("h8")
    screen.enter("resign")
    screen.enter("yes")
    #expect(!screen.text.contains("I do not understand"))
    #expect(screen.text.contains("You resign"))
  }

  @Test func `who leaves a game at this terminal is told whether it is kept`() {
    var screen = ScriptedScreen(.xiangqi, against: .second)
    screen.type("q")
    #expect(screen.bottom.contains("The game is not saved."))
    screen.press(.escape)
    screen.enter("h2e2")
    screen.type("q")
    #expect(screen.bottom.contains("The game is saved."))
  }

  @Test func `the second player has the own side below`() {
    var screen = ScriptedScreen(.xiangqi, against: .first)
    #expect(screen.lines[1].hasPrefix(" 0  俥"))
    #expect(screen.lines[19].hasPrefix(" 9  車"))
    #expect(screen.lines[20].hasPrefix("    i   h   g"))
    screen.press(.up)
    #expect(screen.client.face.cursor == Point(column: 4, row: 8))
  }
}
