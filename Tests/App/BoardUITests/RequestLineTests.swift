import GameRules
import MatchPlay
import MatchProtocol
import Testing

@testable import BoardUI

/// What players ask of each other, as they type and read it.
@Suite struct RequestLineTests {
  static func boards(_ moves: String = "h8 h9") -> TwoBoards {
    var boards = TwoBoards()
    boards.join()
    boards.play(moves)
    return boards
  }

  @Test func `a draw is offered, accepted and kept`() {
    var boards = Self.boards()
    boards.type("draw", at: .guest)
    let asking = "You offered a draw. Waiting for Hans to answer."
    #expect(boards.lines(of: .guest, last: 1) == [asking])
    let offer = "Gerda offers a draw. Type yes or no. A move also means no."
    #expect(boards.lines(of: .host, last: 2) == [offer, "Your move: "])
    boards.type("yes", at: .host)
    for seat in [TwoBoards.Seat.host, .guest] {
      let end = ["Draw: both players agreed.", "Nobody won."]
      #expect(boards.finalLines(of: seat, last: 2) == end)
      #expect(boards.results[seat] == ["Draw: both players agreed"])
    }
  }

  @Test func `a draw is declined by word and by a move`() {
    var boards = Self.boards()
    boards.type("draw", at: .guest)
    boards.type("no", at: .host)
    #expect(boards.output[.guest]?.contains("\nHans declined the draw.\n") == true)
    boards.type("draw", at: .guest)
    boards.type("i8", at: .host)
    #expect(boards.output[.guest]?.contains("\n\(Strings.movedInstead)\n") == true)
    boards.type("i9", at: .guest)
    #expect(boards.match(of: .host)?.record == boards.match(of: .guest)?.record)
  }

  @Test func `who has asked in turn waits, and who is asked is prompted`() {
    var boards = Self.boards()
    boards.type("draw", at: .host)
    boards.type("i8", at: .host)
    let waiting = "You asked a question. Waiting for Gerda to answer."
    #expect(boards.lines(of: .host, last: 1) == [waiting])
    #expect(boards.lines(of: .guest, last: 1) == ["Yes or no: "])
    boards.type("no", at: .guest)
    #expect(boards.lines(of: .host, last: 1) == ["Your move: "])
  }

  @Test func `a move is taken back when both agree`() {
    var boards = Self.boards()
    boards.type("undo", at: .guest)
    #expect(boards.output[.host]?.contains("Gerda asks to take back the last move.") == true)
    boards.type("yes", at: .host)
    #expect(boards.match(of: .host)?.record.description == "h8")
    #expect(boards.match(of: .guest)?.record.description == "h8")
    #expect(boards.lines(of: .guest, last: 1) == ["Your move: "])
    boards.type("undo", at: .host)
    boards.type("yes", at: .guest)
    #expect(boards.output[.guest]?.contains("All moves were taken back.") == true)
    boards.type("undo", at: .host)
    let refusal = "You have no move to take back.\nYour move: "
    #expect(boards.output[.host]?.hasSuffix(refusal) == true)
  }

  @Test func `a pause holds until its owner ends it`() {
    var boards = Self.boards()
    boards.type("pause", at: .guest)
    #expect(
      boards.lines(of: .host, last: 1)
        == ["Gerda needs a pause. Nobody moves until it is over."]
    )
    boards.type("i8", at: .host)
    #expect(boards.lines(of: .host, last: 1) == ["Gerda paused the game."])
    boards.type("continue", at: .host)
    #expect(boards.lines(of: .host, last: 1) == ["Only Gerda can end this pause."])
    boards.type("continue", at: .guest)
    #expect(boards.lines(of: .host, last: 1) == ["Your move: "])
    boards.type("i8", at: .host)
    #expect(boards.match(of: .guest)?.record.description == "h8 h9 i8")
  }

  static let races: [(String, String)] = [
    ("draw", "draw"), ("draw", "undo"), ("undo", "draw"), ("undo", "undo"), ("i8", "draw"),
    ("i8", "undo"), ("i8", "pause"), ("i8", "resign"), ("draw", "resign"), ("draw", "pause"),
    ("resign", "draw"), ("resign", "resign"), ("pause", "pause"), ("pause", "draw"),
    ("undo", "resign"), ("resign", "undo"), ("resign", "pause"),
  ]

  @Test(arguments: races)
  func `two lines typed in the same instant leave both boards with the same game`(
    host: String,
    guest: String
  ) {
    for first in [TwoBoards.Seat.host, .guest] {
      var boards = Self.boards()
      boards.give(.line(host), to: .host)
      boards.give(.line(guest), to: .guest)
      boards.deliverOne(to: first)
      boards.deliver()
      #expect(boards.exits.isEmpty)
      #expect(boards.results[.host] == boards.results[.guest])
      let (one, other) = (boards.match(of: .host), boards.match(of: .guest))
      #expect(one?.record == other?.record)
      #expect(one?.mine == other?.theirs)
      #expect(one?.theirs == other?.mine)
      for seat in [TwoBoards.Seat.host, .guest] {
        let restored = try? Match.restored(
          from: boards.journals[seat] ?? [],
          as: seat == .host ? .host : .guest
        )
        guard let match = boards.match(of: seat) else { continue }
        #expect(restored?.match == match)
      }
    }
  }

  @Test func `boards that differ stop, show what they have, and go back together`() {
    var boards = Self.boards()
    boards.garbleNextMove()
    boards.type("i8", at: .host)
    for seat in [TwoBoards.Seat.host, .guest] {
      #expect(boards.output[seat]?.contains("The boards differ, and the game has stopped.") == true)
    }
    boards.type("j8", at: .host)
    #expect(boards.lines(of: .host, last: 1) == ["The boards differ. Type undo, resign or quit."])
    boards.type("undo", at: .host)
    boards.type("yes", at: .guest)
    #expect(boards.match(of: .host)?.record.description == "h8 h9")
    #expect(boards.lines(of: .host, last: 1) == ["Your move: "])
    boards.type("i8", at: .host)
    #expect(boards.match(of: .guest)?.record.description == "h8 h9 i8")
  }

  @Test func `a pipe does not know what to do when boards differ`() {
    var boards = TwoBoards(guest: .pipe)
    boards.join()
    boards.garbleNextMove()
    boards.type("h8", at: .host)
    #expect(boards.exits[.guest]?.code == 23)
    #expect(boards.exits[.host]?.code == 28)
  }

  @Test func `two people play again with colours changed over`() {
    var boards = TwoBoards()
    boards.join()
    boards.play(WholeGameTests.win)
    boards.type("yes", at: .guest)
    #expect(
      boards.lines(of: .host, last: 2).first == "Gerda wants another game. Type yes or no."
    )
    boards.type("again", at: .host)
    #expect(boards.output[.guest]?.contains("You are Black, X on the board. Hans is White") == true)
    #expect(boards.lines(of: .guest, last: 1) == ["Your move: "])
    boards.type("h8", at: .guest)
    #expect(boards.match(of: .host)?.record.description == "h8")
    boards.type("resign", at: .host)
    boards.takeLeave()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
    #expect(boards.results[.host]?.count == 2)
    #expect(boards.results[.host] == boards.results[.guest])
  }

  @Test func `a robot does not play again, and lets moves be taken back`() {
    var boards = TwoBoards(guest: .robot)
    boards.join()
    boards.type("h8", at: .host)
    boards.type("draw", at: .host)
    #expect(boards.output[.host]?.contains("Gerda declined the draw.") == true)
    boards.type("undo", at: .host)
    #expect(boards.match(of: .host)?.record.moves.isEmpty == true)
    boards.type("resign", at: .host)
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test func `at one terminal moves are taken back at once, and draws agreed upon`() {
    let text = HotSeatTests.text(HotSeatTests.play(["h8", "undo", "draw", "yes"], .terminal))
    #expect(text.contains("All moves were taken back.\n"))
    #expect(text.contains("\nBlack to move: A draw? The other player types yes or no.\n"))
    #expect(text.hasSuffix("Draw: both players agreed.\n"))
  }
}
