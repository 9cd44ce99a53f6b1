import MatchPlay
import MatchProtocol
import Testing

@testable import BoardUI

/// What players say to each other, in lines and on a screen.
@Suite struct TalkTests {
  private static func seated(patience: Duration = .zero) -> LinkedBoards {
    var boards = LinkedBoards(.terminal, patience: patience)
    boards.connect()
    return boards
  }

  @Test(arguments: [
    ("say Hello there", TalkCommand.say(" Hello there")), ("/Hello", .say("Hello")),
    ("  SAY x", .say(" x")), ("say", .say("")), ("mute", .mute(true)), ("unmute", .mute(false)),
    ("chat off", .deafen(true)), ("chat on", .deafen(false)), ("log", .log("")),
    ("log Ann Lee", .log("Ann Lee")), ("status", .status),
  ])
  func `a line about something else than the game is read`(line: String, command: TalkCommand) {
    #expect(Command(line) == .talk(command))
  }

  @Test(arguments: ["says", "mute x", "h8", "chat", "status please"])
  func `other lines are about the game`(line: String) {
    if case .talk = Command(line) { Issue.record("\(line)") }
  }

  @Test func `words are said out of turn and seen at once`() {
    var boards = Self.seated()
    boards.type("/Hello, Hana", at: .guest)
    #expect(boards.lines(of: .host, last: 2).contains("Gus: Hello, Hana"))
    boards.type("say and to you", at: .host)
    boards.type("h8", at: .host)
    boards.type("status", at: .host)
    let status = boards.lines(of: .host, last: 3)
    #expect(status[status.startIndex] == "Connected: round trip 0 ms.")
    #expect(status[status.startIndex + 1].hasPrefix("Your last move: "))
    #expect(status[status.startIndex + 2].hasPrefix("and to you – "))
    #expect(boards.exits.isEmpty)
  }

  @Test func `the status says for how long nothing was received`() {
    var boards = Self.seated()
    boards.deafen()
    boards.advance(seconds: 12)
    boards.type("status", at: .guest)
    #expect(boards.lines(of: .guest, last: 1) == ["Nothing was received from Hana for 12 seconds."])
  }

  @Test func `what is said while the link is away comes when it is back`() {
    var boards = Self.seated(patience: .seconds(600))
    boards.cut()
    boards.type("/are you there?", at: .guest)
    #expect(boards.lines(of: .guest, last: 1) == ["Hana will read it after reconnecting."])
    boards.type("status", at: .guest)
    #expect(boards.lines(of: .guest, last: 1) == ["are you there? – not sent yet."])
    boards.connect()
    #expect(boards.lines(of: .host, last: 2).contains("Gus: are you there?"))
  }

  @Test func `what cannot be said is not, and why is told`() {
    var boards = Self.seated()
    boards.type("say", at: .guest)
    #expect(boards.lines(of: .guest, last: 1) == ["Add your message: say hello"])
    boards.type("/" + String(repeating: "x", count: 501), at: .guest)
    #expect(boards.lines(of: .guest, last: 1)[0...].first?.contains("501 characters") == true)
    boards.type("chat off", at: .host)
    boards.type("/hello", at: .guest)
    #expect(
      boards.lines(of: .guest, last: 1) == ["Hana turned chat off. The message was not sent."]
    )
  }

  @Test func `letters from right to left turn nothing round`() throws {
    let line = TalkStrings.line("Ann", try Words("שלום 1-2"))
    #expect(line == "Ann: \u{2068}שלום 1-2\u{2069}")
    #expect(TalkStrings.line("Ann", try Words("1-2")) == "Ann: 1-2")
  }

  @Test func `on a screen the own words have a mark`() {
    var screen = ScriptedScreen(.host)
    screen.session(.joined(Introduction("Bo")))
    screen.enter("/Hello")
    #expect(screen.text.contains("You: Hello …"))
    screen.deliver(words: 1)
    screen.pass(.seconds(1))
    #expect(screen.text.contains("You: Hello ✓"))
    screen.session(.words(hello, number: 0, from: Situation.peer))
    #expect(screen.text.contains("Bo: hello"))
  }

  @Test func `a screen shows how far a file is, with as much of it as has room`() {
    var screen = ScriptedScreen(.host)
    screen.session(.joined(Introduction("Bo")))
    let name = "a very long name of a picture from the holidays by the sea.jpeg"
    let hash = [UInt8](repeating: 1, count: 32)
    let offer = FileOffer(file: 1, name: name, size: 1_000, hash: hash)
    screen.session(.file(.offered(offer), from: Situation.peer))
    screen.enter("accept")
    screen.give(.work(.file(.opened(1, 0))))
    screen.pass(.seconds(1))
    let part = FilePart(file: 1, offset: 0, content: ArraySlice(repeating: 0, count: 420))
    screen.session(.file(.part(part), from: Situation.peer))
    screen.pass(.seconds(1))
    let title = screen.lines.first ?? ""
    #expect(title.contains("a very long name: 42 %"), "\(title)")
  }

  @Test(arguments: [("accept", "yes"), ("refuse", "no")])
  func `a file is answered by yes and no, too`(word: String, other: String) {
    let offer = FileOffer(
      file: 1,
      name: "a.txt",
      size: 10,
      hash: [UInt8](repeating: 1, count: 32)
    )
    let screens = [word, other].map { word in
      var screen = ScriptedScreen(.host)
      screen.session(.joined(Introduction("Bo")))
      screen.session(.file(.offered(offer), from: Situation.peer))
      screen.enter(word)
      return screen
    }
    #expect(screens[0].orders == screens[1].orders)
    #expect(screens[0].text == screens[1].text)
  }

  private var hello: Words {
    do {
      return try Words("hello")
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
