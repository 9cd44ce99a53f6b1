import GameRules
import TestSupport
import Testing

@testable import BlueGame

@Suite struct BlueGameTalkTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func move(_ text: String) throws -> Move { .place(try #require(Point(text))) }

  @Test(arguments: [("0", "a20"), ("11", "l20"), ("12", "a19"), ("228", "a1"), ("239", "l1")])
  func `a number counts points from the top left, row by row`(text: String, name: String) throws {
    let point = try #require(Point(name))
    #expect(BlueGame.Text(bytes(text)) == .stone(point))
    #expect(BlueGame.Text.stone(point).bytes == bytes(text))
  }

  @Test func `every point has a text of its own`() {
    let points = Position(game: BlueGame.game).shape.points
    #expect(points.count == 240)
    #expect(Set(points.map { BlueGame.Text.stone($0).bytes }).count == 240)
    #expect(points.allSatisfy { BlueGame.Text(BlueGame.Text.stone($0).bytes) == .stone($0) })
  }

  @Test func `a guest moves first when the host says so, and otherwise second`() throws {
    var first = BlueGameTalk(ownSide: nil)
    #expect(first.receive(bytes("-1")) == .begins)
    #expect(first.ownSide == .first)
    #expect(first.receive(bytes("-1")) == .ignored(.notInTurn))
    #expect(first.receive(bytes("5")) == .ignored(.notInTurn))
    #expect(try first.play(try move("a20")) == bytes("0"))
    var second = BlueGameTalk(ownSide: nil)
    #expect(second.receive(bytes("13")) == .move(try move("b19")))
    #expect(second.ownSide == .second)
  }

  @Test func `a host that moves second says so first`() {
    #expect(BlueGameTalk.greeting(ownSide: .second) == bytes("-1"))
    #expect(BlueGameTalk.greeting(ownSide: .first) == nil)
  }

  @Test func `a text out of turn, on a stone or after the end counts for nothing`() throws {
    var talk = BlueGameTalk(ownSide: .first)
    #expect(talk.receive(bytes("7")) == .ignored(.notInTurn))
    _ = try talk.play(try move("a20"))
    #expect(talk.receive(bytes("0")) == .ignored(.taken(try #require(Point("a20")))))
    for (own, other) in [("b20", "50"), ("c20", "60"), ("d20", "70")] {
      #expect(talk.receive(bytes(other)) != .ignored(.unreadable))
      _ = try talk.play(try move(own))
    }
    #expect(talk.receive(bytes("80")) == .move(try move("i14")))
    _ = try talk.play(try move("e20"))
    #expect(talk.position.outcome?.winner == .first)
    #expect(talk.receive(bytes("90")) == .ignored(.gameOver))
  }

  @Test func `a row that runs over the right edge wins, as in the app`() throws {
    var talk = BlueGameTalk(ownSide: .first)
    for (own, other) in [("j10", "0"), ("k10", "1"), ("l10", "2"), ("a9", "3")] {
      _ = try talk.play(try move(own))
      #expect(talk.receive(bytes(other)) != .ignored(.unreadable))
    }
    _ = try talk.play(try move("b9"))
    #expect(talk.position.outcome == Outcome(winner: .first, reason: .five))
  }

  @Test func `the player here does not move for the other one`() throws {
    var talk = BlueGameTalk(ownSide: .second)
    #expect(throws: IllegalMove.self) { try talk.play(.place(#require(Point("a1")))) }
    var guest = BlueGameTalk(ownSide: nil)
    #expect(throws: IllegalMove.self) { try guest.play(.place(#require(Point("a1")))) }
    #expect(talk.position.ply == 0 && guest.position.ply == 0)
  }

  @Test(arguments: [
    "", " ", "240", "999", "1000", "-2", "-", "--1", "-1 ", "+5", " 5", "5 ", "5\n", "5\0", "007",
    "00", "1.5", "1e1", "0x1", "五", "٣", "５", "h8", "null", "18446744073709551616",
  ])
  func `a broken text moves no stone`(text: String) {
    var talk = BlueGameTalk(ownSide: nil)
    #expect(talk.receive(bytes(text)) == .ignored(.unreadable))
    #expect(talk.ownSide == nil && talk.position.ply == 0)
  }

  @Test func `ten thousand broken texts move no stone`() throws {
    var random = SeededGenerator(seed: 54)
    var talk = BlueGameTalk(ownSide: .first)
    _ = try talk.play(try move("f10"))
    let before = talk.position
    let valid = Set(
      before.legalMoves.compactMap { $0.placedPoint }.map { "\(BlueGame.Text.stone($0).bytes)" }
    )
    var count = 0
    while count < 10_000 {
      var text = bytes("\(Int.random(in: -20...400, using: &random))")
      // Digits and signs are likelier than other bytes to look like a number.
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        let isNear = Bool.random(using: &random)
        text.insert(
          isNear ? .random(in: 0x20...0x3a, using: &random) : .random(in: 0...255, using: &random),
          at: place
        )
      }
      guard !valid.contains("\(text)") else { continue }
      count += 1
      guard case .ignored = talk.receive(text) else {
        Issue.record("\(text) was taken for a move")
        return
      }
    }
    #expect(talk.position == before)
  }
}
