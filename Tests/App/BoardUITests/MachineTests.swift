import GameRules
import GameSearch
import MatchPlay
import Testing

@testable import BoardUI

/// A person, or a script, against the machine on the other side.
@Suite struct MachineTests {
  /// A program and all that it has printed.
  struct Play {
    private var program: ScriptedProgram
    private(set) var output = ""
    private(set) var effects: [ScriptedEffect] = []

    init(
      _ game: Game = .gomoku(),
      _ side: Side = .first,
      input: ScriptedProgram.Input = .terminal,
      machine: Machine = .robot(.usual),
      own: Machine? = nil
    ) {
      program = ScriptedProgram(
        .machine(game, side),
        input: input,
        machine: machine,
        ownMachine: own
      )
      take(program.begin(now: .zero))
    }

    var match: Match? { program.match }
    var moves: String { match?.record.description ?? "" }
    /// What the machine is to find out, oldest first.
    var inquiries: [Inquiry] {
      effects.compactMap { if case .think(let inquiry) = $0 { inquiry } else { nil } }
    }
    var exit: ExitReason? {
      effects.compactMap { if case .end(let reason) = $0 { reason } else { nil } }.last
    }

    mutating func give(_ event: ScriptedEvent) {
      take(program.update(event, now: .zero))
    }

    mutating func type(_ line: String) { give(.line(line)) }

    mutating func machinePlays(_ text: String) throws {
      let position = try #require(match?.position)
      give(.robotMoved(try position.move(from: text)))
    }

    private mutating func take(_ new: [ScriptedEffect]) {
      effects += new
      for case .print(let text) in new { output += text }
    }
  }

  static let help: [(String, String)] = [
    ("hint", "This game is unrated: you asked for a hint."),
    ("undo", "This game is unrated: moves were taken back."),
    ("level 7", "This game is unrated: the level was changed."),
  ]

  @Test(arguments: help)
  func `a game with help says at its end that it is unrated`(line: String, told: String) throws {
    var game = Play()
    game.type("h8")
    try game.machinePlays("i9")
    game.type("h9")
    try game.machinePlays("i10")
    game.type(line)
    if line == "hint" { game.give(.hinted(.place(try #require(Point("k4"))), because: .stopsFour)) }
    game.type("g7")
    #expect(!game.output.contains("unrated"))
    game.type("resign")
    #expect(game.output.contains("\nYou lost.\n\(told)\n"))
    #expect(game.output.ranges(of: "unrated").count == 1)
  }

  @Test func `a level that is chosen before the first move leaves the game rated`() throws {
    var game = Play()
    game.type("level 7")
    game.type("h8")
    try game.machinePlays("i9")
    game.type("level 7")
    game.type("resign")
    #expect(game.output.contains("You lost."))
    #expect(!game.output.contains("unrated"))
  }

  @Test func `the game after one with help is rated`() throws {
    var game = Play()
    game.type("h8")
    try game.machinePlays("i9")
    game.type("undo")
    game.type("new")
    game.type("yes")
    game.type("h8")
    try game.machinePlays("i9")
    game.type("resign")
    #expect(game.output.contains("You lost."))
    #expect(!game.output.contains("unrated"))
  }

  @Test func `the person's move is drawn before the machine thinks`() throws {
    var game = Play()
    game.type("h8")
    #expect(game.effects.suffix(2).map(\.word) == ["print", "think"])
    guard case .print(let text) = game.effects[game.effects.count - 2] else { return }
    #expect(text.hasPrefix("Black plays h8.\n"))
    #expect(text.contains(" 8  . . . . . . .(X). . . . . . .\n"))
    #expect(text.hasSuffix("\n\(RobotStrings.thinks("Robot"))\n"))
    try game.machinePlays("i9")
    #expect(game.moves == "h8 i9")
    #expect(game.output.contains("White plays i9.\n"))
    #expect(game.output.hasSuffix("\nYour move: "))
  }

  @Test(arguments: GameKind.allCases)
  func `the machine begins where it is first, in all games`(kind: GameKind) throws {
    let game = Play(Game(kind), .second)
    #expect(game.inquiries == [Inquiry(Position(game: Game(kind)), for: .move, level: .usual)])
    #expect(game.output.contains("The robot plays at level 5 of 10."))
  }

  @Test func `a machine at this board plays at its own level against the other one`() throws {
    let (level, ownLevel) = (try #require(SearchLevel(3)), try #require(SearchLevel(7)))
    var game = Play(input: .robot, machine: .robot(level), own: .robot(ownLevel))
    try game.machinePlays("h8")
    #expect(game.inquiries.map(\.level) == [ownLevel, level])
    #expect(game.inquiries.map(\.isOwnSeat) == [true, false])
  }

  @Test func `control-C ends the thought, and then the program`() throws {
    var game = Play()
    game.type("h8")
    game.give(.interrupted(.interrupt))
    #expect(game.effects.last == .stopThinking)
    try game.machinePlays("i9")
    #expect(game.moves == "h8 i9")
    #expect(game.exit == nil)
    game.give(.interrupted(.interrupt))
    #expect(game.exit == .interrupted(.interrupt))
  }

  @Test func `a second control-C does not wait for the thought`() {
    var game = Play()
    game.type("h8")
    game.give(.interrupted(.interrupt))
    game.give(.interrupted(.interrupt))
    #expect(game.exit == .interrupted(.interrupt))
  }

  @Test func `a signal to stop is none for the thought`() {
    var game = Play()
    game.type("h8")
    game.give(.interrupted(.terminate))
    #expect(game.exit == .interrupted(.terminate))
  }

  @Test func `undo takes back both plies`() throws {
    var game = Play()
    game.type("h8")
    try game.machinePlays("i9")
    game.type("h9")
    try game.machinePlays("i10")
    game.type("undo")
    #expect(game.moves == "h8 i9")
    #expect(game.output.contains("Moves were taken back; 2 are left.\n"))
    game.type("undo")
    game.type("undo")
    #expect(game.moves == "")
    #expect(game.output.hasSuffix("You have no move to take back.\nYour move: "))
  }

  @Test func `what is taken back while the machine thinks is forgotten`() throws {
    var game = Play()
    game.type("h8")
    game.type("undo")
    #expect(game.effects.contains(.stopThinking))
    #expect(game.moves == "")
    game.type("j10")
    #expect(game.inquiries.count == 1)
    // What it had found for the move that was taken back.
    try game.machinePlays("i9")
    #expect(game.moves == "j10")
    #expect(game.inquiries.count == 2)
    try game.machinePlays("i9")
    #expect(game.moves == "j10 i9")
  }

  @Test func `a hint is a move and why`() throws {
    var game = Play()
    game.type("hint")
    let start = Position(game: .gomoku())
    #expect(game.inquiries == [Inquiry(start, for: .hint, level: .full)])
    #expect(game.output.hasSuffix(RobotStrings.lookingForHint + "\n"))
    game.give(.hinted(try start.move(from: "h8"), because: .wins(moves: 4)))
    #expect(game.output.hasSuffix("\nTry h8: it wins in 4 moves.\nYour move: "))
    #expect(game.moves == "")
  }

  @Test func `a hint about a position that has gone is not shown`() throws {
    var game = Play()
    game.type("hint")
    game.type("h8")
    #expect(game.effects.contains(.stopThinking))
    game.give(.hinted(try Position(game: .gomoku()).move(from: "g7"), because: .only))
    #expect(!game.output.contains("Try g7"))
    #expect(game.inquiries.map(\.purpose) == [.hint, .move])
  }

  @Test func `a hint out of turn, and after the end, is a sentence`() {
    var game = Play()
    game.type("h8")
    game.type("hint")
    #expect(game.output.hasSuffix("It is not your turn. Hints are for your own moves.\n"))
    game.type("resign")
    game.type("hint")
    #expect(game.output.hasSuffix("\(Strings.againOrNot)\nAgain? Yes or no: "))
  }

  @Test func `there are no hints against a person at another board`() {
    var boards = TwoBoards()
    boards.join()
    boards.type("hint", at: .host)
    let refusal = "There are no hints against Gerda, who gets none either."
    #expect(boards.output[.host]?.contains(refusal) == true)
  }

  @Test func `a level is set, told, and refused with the choices`() throws {
    var game = Play()
    game.type("level 7")
    #expect(game.output.hasSuffix("The robot plays at level 7 from its next move.\nYour move: "))
    for line in ["level", "level 11", "level 0", "level high"] {
      game.type(line)
      let choices = """
        The robot plays at level 7. Type level and a number from 1 (easy) to 10.
        Your move:\u{20}
        """
      #expect(game.output.hasSuffix(choices))
    }
    game.type("h8")
    #expect(game.inquiries.last?.level == SearchLevel(7))
  }

  @Test func `again swaps the sides`() throws {
    var game = Play()
    game.type("h8")
    try game.machinePlays("i9")
    game.type("resign")
    #expect(game.output.hasSuffix("You lost.\nAgain? Yes or no: "))
    game.type("again")
    #expect(game.match?.seats == .one(.second))
    #expect(game.inquiries.count == 2)
    try game.machinePlays("h8")
    #expect(game.moves == "h8")
    game.type("resign")
    game.type("no")
    #expect(game.exit == .gameFinished)
  }

  @Test func `who resigns while the machine thinks begins anew when it has stopped`() throws {
    var game = Play()
    game.type("h8")
    game.type("resign")
    #expect(game.output.contains("White wins: Black resigned.\nYou lost.\n"))
    game.type("yes")
    #expect(game.inquiries.count == 1)
    // The thought about the last game.
    game.give(.robotMoved(.place(try #require(Point("i9")))))
    #expect(game.moves == "")
    #expect(game.inquiries.count == 2)
  }

  @Test func `another program has a name, no level, and may give up`() {
    var game = Play(machine: .program("pbrain"))
    #expect(game.output.contains("pbrain is White, O.\n"))
    game.type("level 3")
    #expect(game.output.hasSuffix("\(RobotStrings.noLevel)\nYour move: "))
    game.type("h8")
    #expect(game.output.hasSuffix("pbrain is thinking. Control-C forces a move.\n"))
    game.give(.machineResigns)
    #expect(game.output.contains("Black wins: White resigned.\nYou won.\n"))
    #expect(game.exit == nil)
  }

  @Test func `another program that fails ends the game with its reason`() {
    var game = Play(machine: .program("pbrain"))
    game.type("h8")
    game.give(.machineFailed("pbrain: crashed (signal 11)"))
    #expect(game.output.contains("Moves so far: h8\n"))
    #expect(game.exit == .machineFailed("pbrain: crashed (signal 11)"))
  }

  @Test func `the machine wants no draw and needs no pause`() {
    var game = Play()
    game.type("draw")
    #expect(game.output.contains("Robot declined the draw.\n"))
    game.type("pause")
    #expect(game.output.contains("Robot waits for you as long as you like.\n"))
  }

  @Test func `who leaves is not sent to resume`() {
    var game = Play()
    game.type("quit")
    #expect(game.output.contains("The game is not finished. No moves yet.\n"))
    #expect(!game.output.contains("resume"))
    #expect(game.exit == .quit)
  }

  @Test func `moves that are piped in wait for the machine's, and for hints`() throws {
    var game = Play(input: .pipe)
    for line in ["h8", "hint", "h9", "resign"] { game.type(line) }
    #expect(game.moves == "h8")
    try game.machinePlays("i9")
    #expect(game.inquiries.map(\.purpose) == [.move, .hint])
    game.give(.hinted(.place(try #require(Point("h9"))), because: .makesThree))
    #expect(game.moves == "h8 i9 h9")
    try game.machinePlays("i10")
    #expect(game.exit == .gameFinished)
    #expect(!game.output.contains("Control-C"))
    #expect(game.output.contains("Try h9: it makes an open three.\n"))
  }

  @Test func `the end of what is piped in waits for the machine's last word`() throws {
    var game = Play(input: .pipe)
    game.type("h8")
    game.give(.inputClosed)
    #expect(game.exit == nil)
    try game.machinePlays("i9")
    #expect(game.exit == .inputClosed)
  }

  @Test(arguments: GameKind.allCases)
  func `help fits a screen of 24 lines`(kind: GameKind) {
    var game = Play(Game(kind))
    let before = game.output.count
    game.type("help")
    let lines = game.output.dropFirst(before).split(separator: "\n")
    #expect(lines.count < 24)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains { $0.hasPrefix("hint ") })
  }

  @Test func `every reason is a sentence`() throws {
    let move = Move.place(try #require(Point("h8")))
    let sentences: [(MoveReason, String)] = [
      (.only, "Try h8: it is the only move."),
      (.wins(moves: 1), "Try h8: it wins at once."),
      (.holdsOut(moves: 1), "Try h8: every move loses, and this one holds out for one move."),
      (.holdsOut(moves: 3), "Try h8: every move loses, and this one holds out for 3 moves."),
      (.stopsFour, "Try h8: it stops a four."),
      (.stopsThree, "Try h8: it stops an open three."),
      (.makesFour, "Try h8: it makes a four, which must be answered."),
      (.takes(.rook), "Try h8: it takes a rook."),
      (.takes(.elephant), "Try h8: it takes an elephant."),
      (.checks, "Try h8: it gives check."),
      (.makes(.square), "Try h8: it makes a square."),
      (.stops(.six), "Try h8: it stops a row of six."),
      (.likedBest(score: 0), "Try h8: it looks best and leaves you about even."),
      (.likedBest(score: -900), "Try h8: it looks best and leaves you far behind."),
    ]
    let position = Position(game: .gomoku())
    for (reason, sentence) in sentences {
      #expect(RobotStrings.hint(move, reason, in: position) == sentence)
    }
    let choice = RobotStrings.hint(.choose(.black), .likedBest(score: 100), in: position)
    #expect(choice == "Choose black: it looks best and leaves you a little ahead.")
  }
}
