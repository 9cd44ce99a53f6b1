import MatchProtocol
import MatchSimulation
import Testing

@testable import BoardUI

@Suite struct LinkedBoardsTests {
  @Test func `a game over real sessions ends the same on both sides, at once`() {
    var boards = LinkedBoards(.terminal)
    boards.connect()
    var seat = TwoBoards.Seat.host
    for move in WholeGameTests.win.split(separator: " ") {
      boards.type(String(move), at: seat)
      seat = seat.other
    }
    boards.takeLeave()
    #expect(boards.finalLines(of: .host, last: 1) == ["You won."])
    #expect(boards.finalLines(of: .guest, last: 1) == ["You lost."])
    #expect(
      boards.finalLines(of: .host, last: 19).dropLast().joined(separator: "\n")
        == WholeGameTests.finalScreen
    )
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `robots finish over a link that reorders and repeats`(seed: UInt64) {
    var boards = LinkedBoards(.robot, faults: LinkFaults(reordering: 8, duplicated: 30), seed: seed)
    boards.connect()
    boards.advance(seconds: 10)
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
    #expect(
      boards.lines(of: .host, last: 19).dropLast()
        == boards.lines(of: .guest, last: 19).dropLast()
    )
  }

  @Test(arguments: [TwoBoards.Seat.host, .guest])
  func `a player who leaves is missed at once`(seat: TwoBoards.Seat) {
    var boards = LinkedBoards(.terminal)
    boards.connect()
    boards.type("quit", at: seat)
    boards.advance(seconds: 3)
    #expect(boards.exits[seat] == .quit)
    #expect(boards.exits[seat.other]?.code == 28)
  }

  @Test(arguments: ["h8", "resign", "quit"])
  func `a guest who is sent away leaves the table open for another`(before: String) {
    var boards = LinkedBoards(.terminal)
    boards.connect()
    if before != "quit" { boards.type("h8", at: .host) }
    if before == "resign" {
      boards.type("resign", at: .guest)
      boards.type("yes", at: .guest)
    }
    boards.type("kick gus", at: .host)
    #expect(boards.exits[.host] == nil)
    let kicked = ExitReason.notLetIn(name: "Hana", why: .kicked)
    #expect(boards.exits[.guest] == (before == "resign" ? .gameFinished : kicked))
    #expect(boards.output[.host]?.contains("You removed Gus and left the match.\n") == true)
    #expect(boards.lines(of: .host, last: 1).first?.hasPrefix("Waiting for another guest.") == true)
    boards.type("i9", at: .host)
    boards.seat("Zoe")
    #expect(boards.output[.host]?.contains("Zoe") == true)
    boards.type("h8", at: .host)
    boards.type("h9", at: .guest)
    #expect(boards.output[.host]?.contains("White plays h9.") == true)
    #expect(boards.exits.isEmpty)
  }

  @Test func `a link that breaks during the game ends both with 27`() {
    var boards = LinkedBoards(.terminal)
    boards.connect()
    boards.cut()
    #expect(boards.exits[.host] == .linkLost(name: "Gus", cause: .disconnected))
    #expect(boards.exits[.guest] == .linkLost(name: "Hana", cause: .disconnected))
  }

  @Test func `a player who waits is told when the other one is not heard, and is again`() {
    var boards = LinkedBoards(.terminal)
    boards.connect()
    boards.deafen()
    boards.advance(seconds: 9)
    let news = "Nothing received from Hana for 8 seconds. Tabletooth disconnects after 15 seconds."
    #expect(boards.lines(of: .guest, last: 1) == [news[...]])
    boards.hear()
    boards.advance(seconds: 3)
    #expect(boards.lines(of: .guest, last: 1) == ["Hana responds again."])
    #expect(boards.exits.isEmpty)
  }

  @Test func `a last move that never arrives is no error for its player`() {
    var boards = LinkedBoards(.terminal)
    boards.connect()
    boards.deafen()
    boards.type("resign", at: .host)
    boards.type("yes", at: .host)
    boards.advance(seconds: 30)
    #expect(boards.exits[.host] == .gameFinished)
    #expect(boards.exits[.guest]?.code == 27)
  }
}
