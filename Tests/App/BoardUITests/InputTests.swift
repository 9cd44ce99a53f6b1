import GameRules
import MatchPlay
import MatchProtocol
import Testing

@testable import BoardUI

@Suite struct PipeTests {
  static let black = ["h8", "i8", "j8", "k8", "l8"]
  static let white = ["h9", "i9", "j9", "k9"]

  @Test func `moves piped in ahead are played in turn, and the end of the pipe is no error`() {
    var boards = TwoBoards(host: .pipe, guest: .pipe)
    for line in Self.black {
      boards.give(.line(line), to: .host)
    }
    for line in Self.white {
      boards.give(.line(line), to: .guest)
    }
    boards.join()
    boards.give(.inputClosed, to: .host)
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
    #expect(boards.lines(of: .guest, last: 1) == ["You lost."])
  }

  @Test func `a piped line is shown where a terminal shows it`() {
    var boards = TwoBoards(host: .pipe)
    boards.join()
    boards.type("H8", at: .host)
    #expect(boards.output[.host]?.contains("\nYour move: H8\nBlack plays h8.\n") == true)
  }

  @Test func `a pipe that ends before its turn is up ends the game then`() {
    var boards = TwoBoards(host: .pipe)
    boards.join()
    boards.type("h8", at: .host)
    boards.give(.inputClosed, to: .host)
    #expect(boards.exits.isEmpty)
    boards.type("h9", at: .guest)
    #expect(boards.exits[.host] == .inputClosed)
    #expect(boards.exits[.guest] == .otherSideLeft(name: "Hans", why: .left))
  }

  static let openings: [(TwoBoards.Seat, TransportProgress)] = [
    (.host, .advertising(true)),
    (.guest, .connected(HostLocation(address: "00:00:00:00:00:01", name: "Hans"))),
  ]

  @Test(arguments: openings)
  func `an empty pipe ends the wait once the way is open, and not before`(
    seat: TwoBoards.Seat,
    opened: TransportProgress
  ) {
    var boards = TwoBoards(host: .pipe, guest: .pipe)
    boards.give(.progress(.searching), to: .guest)
    boards.give(.inputClosed, to: seat)
    #expect(boards.exits.isEmpty)
    boards.give(.progress(opened), to: seat)
    #expect(boards.exits[seat] == .inputClosed)
  }

  @Test(arguments: openings)
  func `a pipe that ends while its player waits ends the wait`(
    seat: TwoBoards.Seat,
    opened: TransportProgress
  ) {
    var boards = TwoBoards(host: .pipe, guest: .pipe)
    boards.give(.progress(opened), to: seat)
    #expect(boards.exits.isEmpty)
    boards.give(.inputClosed, to: seat)
    #expect(boards.exits[seat] == .inputClosed)
  }

  @Test func `lines that were piped in before the pipe ended wait for the game`() {
    var boards = TwoBoards(host: .pipe)
    boards.give(.line("h8"), to: .host)
    boards.give(.inputClosed, to: .host)
    boards.give(.progress(.advertising(true)), to: .host)
    boards.join()
    #expect(boards.output[.guest]?.contains("Black plays h8.") == true)
  }

  @Test func `quit need not wait for the turn`() {
    var boards = TwoBoards(guest: .pipe)
    boards.join()
    boards.type("quit", at: .guest)
    #expect(boards.exits[.guest] == .quit)
  }

  @Test func `a resignation piped in waits for its turn`() {
    var boards = TwoBoards(guest: .pipe)
    boards.join()
    boards.type("resign", at: .guest)
    #expect(boards.exits.isEmpty)
    boards.type("h8", at: .host)
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test(arguments: [
    "status", "say hello", "pause", "moves", "legal h9", "guests", "accept", "help", "mute",
  ])
  func `only moves that are piped in wait for their turn`(line: String) throws {
    var boards = TwoBoards(guest: .pipe)
    boards.join()
    boards.type("h9", at: .guest)
    let before = (boards.output[.guest], boards.match(of: .host)?.theirs)
    boards.type(line, at: .guest)
    #expect(boards.output[.guest] != before.0 || line == "say hello")
    #expect(boards.match(of: .host)?.record.moves.isEmpty == true)
    boards.type("quit", at: .guest)
    #expect(boards.exits.isEmpty)
    if line == "pause" { boards.type("continue", at: .guest) }
    boards.type("h8", at: .host)
    #expect(boards.output[.host]?.contains("White plays h9.") == true)
    #expect(boards.exits[.guest] == .quit)
  }

  @Test func `a pipe that ends in a pause of its own ends the game`() {
    var boards = TwoBoards(guest: .pipe)
    boards.join()
    boards.type("pause", at: .guest)
    #expect(boards.lines(of: .host, last: 1).first?.hasPrefix("Gerda needs a pause.") == true)
    boards.give(.inputClosed, to: .guest)
    boards.deliver()
    #expect(boards.exits[.guest] == .inputClosed)
  }

  @Test func `a pipe answers yes where it says so, and no otherwise`() {
    var boards = TwoBoards(guest: .pipe)
    boards.join()
    for line in ["h9", "yes", "i9"] { boards.give(.line(line), to: .guest) }
    boards.play("h8")
    boards.type("undo", at: .host)
    #expect(boards.match(of: .host)?.record.moves.isEmpty == true)
    boards.play("h8")
    boards.give(.inputClosed, to: .guest)
    boards.type("undo", at: .host)
    #expect(boards.match(of: .host)?.record.description == "h8 i9")
  }

  @Test func `a flood of lines is refused`() {
    var boards = TwoBoards(guest: .pipe)
    boards.join()
    for _ in 0...LineFace.maximumTypedAhead {
      boards.give(.line("h8"), to: .guest)
    }
    boards.deliver()
    #expect(boards.exits[.guest]?.code == 64)
  }
}

@Suite struct TypingTests {
  static let answers: [(String, String)] = [
    ("h8", "There is a stone on h8 already."),
    ("p1", "p1 is not on the board: columns a to o, rows 1 to 15."),
    ("a16", "a16 is not on the board: columns a to o, rows 1 to 15."),
    ("a0", "a0 is not on the board: columns a to o, rows 1 to 15."),
    ("castle", "I do not understand castle. Type a move like h8, or help."),
    ("moves", "Moves so far: h8 i9"),
    ("board off", "The board is no longer shown after moves. Type board to see it."),
  ]

  @Test(arguments: answers)
  func `a line gets one line of answer, and the prompt again`(line: String, answer: String) {
    var boards = TwoBoards()
    boards.join()
    boards.play("h8 i9")
    let before = boards.output[.host] ?? ""
    boards.type(line, at: .host)
    #expect(boards.output[.host] == before + answer + "\nYour move: ")
    #expect(boards.exits.isEmpty)
  }

  @Test func `a move out of turn is told so and changes nothing`() {
    var boards = TwoBoards()
    boards.join()
    boards.type("i9", at: .guest)
    #expect(
      boards.lines(of: .guest, last: 1) == ["It is not your turn. Waiting for Hans to move."]
    )
    boards.play("h8 i9")
    #expect(boards.output[.host]?.contains("White plays i9.") == true)
  }

  @Test func `news during a prompt begins a line of its own`() {
    var boards = TwoBoards()
    boards.join()
    let before = boards.output[.host] ?? ""
    boards.give(.session(.quiet(Situation.peer, for: .seconds(8))), to: .host)
    let news = """

      Nothing received from Gerda for 8 seconds. Tabletooth disconnects after 15 seconds.
      Your move: \

      """
    #expect(boards.output[.host] == before + news)
  }

  @Test func `without drawing the moves are still announced, and the end is drawn`() {
    var boards = TwoBoards()
    boards.join()
    boards.type("board off", at: .guest)
    let before = boards.output[.guest] ?? ""
    boards.type("h8", at: .host)
    #expect(boards.output[.guest] == before + "Black plays h8.\nYour move: ")
    boards.type("resign", at: .guest)
    #expect(boards.finalLines(of: .guest, last: 3).first?.hasPrefix("    a b c") == true)
  }

  @Test func `a person is asked before the game is given up, and a pipe is not`() {
    var model = ScriptedProgram(.hotSeat(.gomoku()), input: .terminal, confirms: false)
    _ = model.begin(now: .zero)
    let question = "Resign? Type yes to resign, or play on.\nBlack to move: "
    #expect(model.update(.line("resign"), now: .zero) == [.print(question)])
    _ = model.update(.line("h8"), now: .zero)
    _ = model.update(.line("yes"), now: .zero)
    #expect(model.match?.record.description == "h8")
    _ = model.update(.line("resign"), now: .zero)
    #expect(model.update(.line("yes"), now: .zero).last == .end(.gameFinished))
    var pipe = ScriptedProgram(.hotSeat(.gomoku()), input: .pipe)
    _ = pipe.begin(now: .zero)
    #expect(pipe.update(.line("resign"), now: .zero).last == .end(.gameFinished))
  }

  static let places: [(String, String)] = [
    ("h9", "You may type: h9"), ("h8", "There is a stone on h8 already."),
    ("q20", "q20 is not on the board: columns a to o, rows 1 to 15."),
  ]

  @Test(arguments: places)
  func `what may be played at one place is told`(place: String, answer: String) {
    var boards = TwoBoards()
    boards.join()
    boards.play("h8 i9")
    boards.type("legal \(place)", at: .host)
    #expect(boards.lines(of: .host, last: 2).first == "Your move: \(answer)")
  }

  @Test func `a robot's seat takes no moves, but can leave`() {
    var model = ScriptedProgram(Situation.host, input: .robot)
    let joined = model.update(Situation.joined, now: .zero)
    #expect(joined.map(\.word) == ["start", "print", "think"])
    #expect(model.update(.line("h8"), now: .zero) == [.print(Strings.robotSeat + "\n")])
    #expect(model.update(.line("quit"), now: .zero).map(\.word) == ["close:left", "print", "stop"])
  }

  @Test func `a robot that errs is an internal error`() throws {
    var model = ScriptedProgram(Situation.host, input: .robot)
    _ = model.update(Situation.joined, now: .zero)
    let outside = try #require(Point("p16"))
    let effects = model.update(.robotMoved(.place(outside)), now: .zero)
    #expect(effects.map(\.word) == ["close:failed", "print"])
    #expect(model.update(Stimulus.closed.event, now: .zero).map(\.word) == ["end:1"])
  }
}

@Suite struct HotSeatTests {
  static func play(_ lines: [String], _ input: ScriptedProgram.Input) -> [ScriptedEffect] {
    var model = ScriptedProgram(.hotSeat(.gomoku()), input: input)
    var effects = model.begin(now: .zero)
    for line in lines {
      effects += model.update(.line(line), now: .zero)
    }
    return effects + model.update(.inputClosed, now: .zero)
  }

  static func text(_ effects: [ScriptedEffect]) -> String {
    effects.map { if case .print(let text) = $0 { text } else { "" } }.joined()
  }

  @Test(arguments: [ScriptedProgram.Input.terminal, .pipe])
  func `two people play a whole game at one terminal`(input: ScriptedProgram.Input) {
    let moves = WholeGameTests.win.split(separator: " ").map(String.init)
    let effects = Self.play(moves, input)
    #expect(effects.last == .end(.gameFinished))
    #expect(effects.allSatisfy { ["print", "end:0"].contains($0.word) })
    #expect(Self.text(effects).hasSuffix("\n" + WholeGameTests.finalScreen + "\n"))
  }

  @Test func `each player is asked by colour`() {
    let text = Self.text(Self.play(["h8", "h9"], .pipe))
    #expect(text.hasPrefix("Gomoku, freestyle: five or more stones in a row win.\nTwo players"))
    #expect(text.contains("\nBlack to move: h8\nBlack plays h8.\n"))
    #expect(text.contains("\nWhite to move: h9\nWhite plays h9.\n"))
  }

  @Test func `a move that renju forbids is refused by name`() {
    var model = ScriptedProgram(.hotSeat(.gomoku(GomokuTerms(rule: .renju))), input: .terminal)
    _ = model.begin(now: .zero)
    for move in ["h8", "a1", "i8", "a15", "j9", "o1", "j10", "o15"] {
      _ = model.update(.line(move), now: .zero)
    }
    let answer = "j8 is forbidden: Black would have made two threes at once.\nBlack to move: "
    #expect(model.update(.line("j8"), now: .zero) == [.print(answer)])
  }

  @Test func `the side to move resigns`() {
    let effects = Self.play(["h8", "resign"], .terminal)
    #expect(Self.text(effects).hasSuffix("Black wins: White resigned.\n"))
    #expect(effects.last == .end(.gameFinished))
  }

  @Test func `input that ends too early is an error`() {
    #expect(Self.play(["h8"], .pipe).last == .end(.inputClosed))
    #expect(Self.play(["h8"], .terminal).last == .end(.inputClosedByHand))
  }
}
