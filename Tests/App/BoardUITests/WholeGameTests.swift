import GameRules
import MatchProtocol
import Testing

@testable import BoardUI

@Suite struct WholeGameTests {
  static let win = "h8 h9 i8 i9 j8 j9 k8 k9 l8"

  static let finalScreen = """
        a b c d e f g h i j k l m n o
    15  . . . . . . . . . . . . . . .
    14  . . . . . . . . . . . . . . .
    13  . . . . . . . . . . . . . . .
    12  . . . . . . . . . . . . . . .
    11  . . . . . . . . . . . . . . .
    10  . . . . . . . . . . . . . . .
     9  . . . . . . . O O O O . . . .
     8  . . . . . . . X X X X(X). . .
     7  . . . . . . . . . . . . . . .
     6  . . . . . . . . . . . . . . .
     5  . . . . . . . . . . . . . . .
     4  . . . . . . . . . . . . . . .
     3  . . . . . . . . . . . . . . .
     2  . . . . . . . . . . . . . . .
     1  . . . . . . . . . . . . . . .
        a b c d e f g h i j k l m n o
    Black wins: five in a row (h8 to l8).
    """

  @Test func `both sides print the same final board and winner and exit 0`() {
    var boards = TwoBoards()
    boards.join()
    boards.play(Self.win)
    let host = boards.finalLines(of: .host, last: 19)
    let guest = boards.finalLines(of: .guest, last: 19)
    #expect(host.dropLast().joined(separator: "\n") == Self.finalScreen)
    #expect(host.dropLast() == guest.dropLast())
    #expect(host.last == "You won.")
    #expect(guest.last == "You lost.")
    #expect(boards.exits.isEmpty)
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
    #expect(boards.lines(of: .guest, last: 1) == ["Hans has left."])
    let result = "Black wins: five in a row (h8 to l8)"
    #expect(boards.results == [.host: [result], .guest: [result]])
  }

  @Test(arguments: [("-Anna", "-- -Anna"), ("--new x", "-- '--new x'"), ("Zoë-1", "Zoë-1")])
  func `the command that is printed joins a table of any name`(name: String, typed: String) {
    var boards = TwoBoards(hostName: name)
    boards.give(.progress(.advertising(true)), to: .host)
    #expect(boards.lines(of: .host, last: 2).contains("  tabletooth join \(typed)"))
  }

  @Test func `the host sees a table, a guest, a game and a prompt`() {
    var boards = TwoBoards(hostName: "Hans & Co")
    boards.give(.progress(.advertising(true)), to: .host)
    boards.join()
    let screen = """
      Your table Hans & Co is open. On the other computer, run:
        tabletooth join 'Hans & Co'
      Type quit to stop waiting.
      Gerda joined your table.
      Gomoku, freestyle: five or more stones in a row win.
      You are Black, X on the board. Gerda is White, O.
      Black moves first. Type a move like h8, or help.
      \(Self.emptyBoard)
      Your move:
      """
    #expect(boards.output[.host] == screen + " ")
  }

  @Test func `the guest sees the table, the game and who is waited for`() {
    var boards = TwoBoards(game: .gomoku(GomokuTerms(rule: .standard)))
    let table = HostLocation(address: "00:00:00:00:00:01", name: "Hans")
    boards.give(.progress(.searching), to: .guest)
    boards.give(.progress(.connecting(table)), to: .guest)
    boards.give(.progress(.connected(table)), to: .guest)
    boards.join()
    #expect(
      boards.output[.guest] == """
        Looking for a table. Type quit to stop.
        Connecting to "Hans".
        Connected to "Hans".
        You are at "Hans"'s table.
        Gomoku, standard: exactly five stones in a row win.
        You are White, O on the board. Hans is Black, X.
        Black moves first. Type a move like h8, or help.
        \(Self.emptyBoard)
        Waiting for Hans to move.

        """
    )
  }

  @Test func `the guest begins when the host says so`() {
    var boards = TwoBoards(first: .guest)
    boards.join()
    #expect(boards.output[.guest]?.hasSuffix("\nYour move: ") == true)
    #expect(boards.output[.host]?.hasSuffix("\nWaiting for Gerda to move.\n") == true)
    boards.type("h8", at: .guest)
    #expect(boards.output[.host]?.contains("Black plays h8.") == true)
    #expect(boards.output[.host]?.hasSuffix("\nYour move: ") == true)
  }

  @Test func `a move is announced in words on both sides`() {
    var boards = TwoBoards()
    boards.join()
    boards.type(" H8 ", at: .host)
    for seat in [TwoBoards.Seat.host, .guest] {
      #expect(boards.output[seat]?.contains("Black plays h8.\n") == true)
      #expect(boards.output[seat]?.contains(" 8  . . . . . . .(X). . . . . . .\n") == true)
    }
  }

  @Test(arguments: GomokuRule.allCases)
  func `two robots play to the end, with standard input closed`(rule: GomokuRule) {
    var boards = TwoBoards(game: .gomoku(GomokuTerms(rule: rule)), host: .robot, guest: .robot)
    boards.give(.inputClosed, to: .guest)
    boards.join()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
    #expect(
      boards.lines(of: .host, last: 19).dropLast()
        == boards.lines(of: .guest, last: 19).dropLast()
    )
  }

  @Test func `a resignation in turn ends both`() {
    var boards = TwoBoards()
    boards.join()
    boards.type("resign", at: .host)
    #expect(boards.finalLines(of: .host, last: 2) == ["White wins: Black resigned.", "You lost."])
    #expect(boards.finalLines(of: .guest, last: 2) == ["White wins: Black resigned.", "You won."])
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test func `a resignation out of turn ends both`() {
    var boards = TwoBoards()
    boards.join()
    boards.type("resign", at: .guest)
    #expect(boards.finalLines(of: .host, last: 2) == ["Black wins: White resigned.", "You won."])
    #expect(boards.finalLines(of: .guest, last: 2) == ["Black wins: White resigned.", "You lost."])
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test(arguments: ["h8", "resign"])
  func `a resignation that crosses the other side's turn leaves one result`(line: String) {
    var boards = TwoBoards()
    boards.join()
    boards.give(.line("resign"), to: .guest)
    boards.give(.line(line), to: .host)
    boards.deliver()
    #expect(
      boards.finalLines(of: .host, last: 18).dropLast()
        == boards.finalLines(of: .guest, last: 18).dropLast()
    )
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test func `a resignation that crosses the winning move leaves one result`() {
    var boards = TwoBoards()
    boards.join()
    boards.play("h8 h9 i8 i9 j8 j9 k8 k9")
    boards.give(.line("resign"), to: .guest)
    boards.give(.line("l8"), to: .host)
    boards.deliver()
    #expect(boards.finalLines(of: .guest, last: 2).first == "Black wins: five in a row (h8 to l8).")
    #expect(boards.finalLines(of: .host, last: 2).first == "Black wins: five in a row (h8 to l8).")
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test func `a player who leaves ends the game for the other`() {
    var boards = TwoBoards()
    boards.join()
    boards.play("h8 h9")
    boards.type("quit", at: .host)
    #expect(boards.exits[.host] == .quit)
    #expect(boards.exits[.guest] == .otherSideLeft(name: "Hans", why: .left))
    let goOn = "To continue it, run tabletooth resume on both computers."
    #expect(boards.lines(of: .host, last: 1) == [goOn])
    // The reason that the program ends with says the same.
    let last = "The game is not finished. Moves so far: h8 h9"
    #expect(boards.lines(of: .guest, last: 1) == [last])
    #expect(boards.results.isEmpty)
  }

  static let emptyBoard =
    """
        a b c d e f g h i j k l m n o
    15  . . . . . . . . . . . . . . .
    14  . . . . . . . . . . . . . . .
    13  . . . . . . . . . . . . . . .
    12  . . . . . . . . . . . . . . .
    11  . . . . . . . . . . . . . . .
    10  . . . . . . . . . . . . . . .
     9  . . . . . . . . . . . . . . .
     8  . . . . . . . . . . . . . . .
     7  . . . . . . . . . . . . . . .
     6  . . . . . . . . . . . . . . .
     5  . . . . . . . . . . . . . . .
     4  . . . . . . . . . . . . . . .
     3  . . . . . . . . . . . . . . .
     2  . . . . . . . . . . . . . . .
     1  . . . . . . . . . . . . . . .
        a b c d e f g h i j k l m n o
    """
}
