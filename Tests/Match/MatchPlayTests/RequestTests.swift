import GameRules
import MatchProtocol
import Testing

@testable import MatchPlay

/// The rows of section 9 of docs/reference/protocol.md, one by one; ``RaceTests`` goes through all
/// of them mixed.
@Suite struct RequestTests {
  /// Black, the host, is to move after h8 h9.
  static func pair() throws -> (host: Match, guest: Match) {
    var (host, guest) = try MatchTests.pair()
    _ = try guest.receive(host.play(MatchTests.move("h8")))
    _ = try host.receive(guest.play(MatchTests.move("h9")))
    return (host, guest)
  }

  @Test(arguments: [true, false])
  func `a draw is offered and answered`(agrees: Bool) throws {
    var (host, guest) = try Self.pair()
    let question = try guest.ask(.draw)
    #expect(try host.receive(question).change == .asked(.draw))
    #expect(host.isAnswerDue)
    #expect(host.isLocalTurn)
    let answer = try host.answer(agrees)
    #expect(try guest.receive(answer).change == (agrees ? .agreed(.draw) : .declined(.draw)))
    #expect(host.outcome == (agrees ? .agreement : nil))
    #expect(guest.outcome == host.outcome)
    #expect(agrees || host.isLocalTurn)
  }

  @Test func `a move is a no`() throws {
    var (host, guest) = try Self.pair()
    _ = try host.receive(guest.ask(.draw))
    _ = try guest.receive(host.play(MatchTests.move("i8")))
    #expect(guest.mine.question == nil)
    #expect(host.theirs.question == nil)
    #expect(throws: MatchRefusal.nothingAsked) { try host.answer(true) }
  }

  @Test func `who asks in turn moves only after the answer, but may resign`() throws {
    var (host, guest) = try Self.pair()
    let move = try MatchTests.move("i8")
    let question = try host.ask(.draw)
    #expect(throws: MatchRefusal.awaitingAnswer) { try host.play(move) }
    #expect(throws: MatchRefusal.awaitingAnswer) { try host.ask(.takeBack(remaining: 0)) }
    #expect(throws: MatchRefusal.awaitingAnswer) { try host.flag() }
    _ = try guest.receive(question)
    #expect(throws: MatchRefusal.answerDue) { try guest.ask(.draw) }
    #expect(throws: MatchRefusal.notYourTurn) { try guest.play(move) }
    let resignation = try host.resign()
    #expect(host.isResigning)
    let reception = try guest.receive(resignation)
    #expect(reception.change == .resigned(.first))
    #expect(host.outcome == nil)
    let reply = try #require(reception.reply)
    #expect(try host.receive(reply).change == .settled)
    #expect(host.outcome == .resignation(.first))
  }

  @Test func `two offers of a draw that cross are a draw`() throws {
    var (host, guest) = try Self.pair()
    let (one, other) = (try host.ask(.draw), try guest.ask(.draw))
    #expect(try host.receive(other).change == .agreed(.draw))
    #expect(try guest.receive(one).change == .agreed(.draw))
    #expect(host.outcome == .agreement)
    #expect(guest.outcome == .agreement)
    #expect(host.outcome?.winner == nil)
  }

  @Test func `of two questions that cross the one of the side to move counts`() throws {
    var (host, guest) = try Self.pair()
    let (one, other) = (try host.ask(.draw), try guest.ask(.takeBack(remaining: 0)))
    #expect(try host.receive(other).change == .nothing)
    #expect(try guest.receive(one).change == .asked(.draw))
    #expect(guest.mine.question == nil)
    #expect(try host.receive(guest.answer(false)).change == .declined(.draw))
    #expect(host.isLocalTurn)
  }

  @Test func `a question that crosses a move is void on both boards`() throws {
    var (host, guest) = try Self.pair()
    let question = try guest.ask(.draw)
    let move = try host.play(MatchTests.move("i8"))
    #expect(try host.receive(question).change == .nothing)
    _ = try guest.receive(move)
    #expect(host.theirs == guest.mine)
    #expect(guest.isLocalTurn)
  }

  @Test func `moves are taken back on both boards`() throws {
    var (host, guest) = try Self.pair()
    #expect(host.plyBeforeLastTurn == 0)
    #expect(guest.plyBeforeLastTurn == 1)
    _ = try host.receive(guest.ask(.takeBack(remaining: 1)))
    #expect(host.assistance == [] && guest.assistance == [])
    #expect(try guest.receive(host.answer(true)).change == .agreed(.takeBack(remaining: 1)))
    #expect(host.assistance == .takeBacks && guest.assistance == .takeBacks)
    #expect(host.record.description == "h8")
    #expect(guest.record == host.record)
    #expect(guest.position == host.position)
    #expect(guest.isLocalTurn)
    #expect(throws: MatchRefusal.nothingToTakeBack) { try guest.ask(.takeBack(remaining: 1)) }
    #expect(guest.plyBeforeLastTurn == nil)
  }

  @Test func `nobody moves while a side needs a pause, and only that side ends it`() throws {
    var (host, guest) = try Self.pair()
    let move = try MatchTests.move("i8")
    #expect(try host.receive(guest.pause(true)).change == .paused(true))
    #expect(throws: MatchRefusal.paused) { try host.play(move) }
    #expect(throws: MatchRefusal.notPaused) { try host.pause(false) }
    _ = try guest.receive(host.pause(true))
    _ = try host.receive(guest.pause(false))
    #expect(throws: MatchRefusal.paused) { try host.play(move) }
    _ = try guest.receive(host.pause(false))
    _ = try guest.receive(host.play(move))
  }

  @Test func `a move that crossed a pause counts, and then the pause holds`() throws {
    var (host, guest) = try Self.pair()
    let pause = try guest.pause(true)
    let move = try host.play(MatchTests.move("i8"))
    #expect(try host.receive(pause).change == .paused(true))
    _ = try guest.receive(move)
    #expect(guest.record == host.record)
    #expect(host.isPaused)
    #expect(!guest.isLocalTurn)
  }

  @Test func `a side whose time is up has lost, on both boards`() throws {
    var (host, guest) = try Self.pair()
    #expect(throws: MatchRefusal.notYourTurn) { try guest.flag() }
    let resignation = try guest.resign()
    let flag = try host.flag()
    #expect(try host.receive(resignation).change == .nothing)
    #expect(try guest.receive(flag).change == .flagged(.first))
    #expect(guest.outcome == .timeout(.first))
    #expect(host.outcome == .timeout(.first))
    #expect(host.outcome?.winner == .second)
  }

  @Test func `another game begins when both want it, with sides changed over`() throws {
    var (host, guest) = try Self.pair()
    #expect(throws: MatchRefusal.gameNotOver) { try host.ask(.rematch) }
    _ = try guest.receive(host.resign())
    #expect(try host.receive(guest.ask(.rematch)).change == .asked(.rematch))
    #expect(host.rematchTerms == nil)
    #expect(try guest.receive(host.answer(true)).change == .agreed(.rematch))
    let terms = try #require(host.rematchTerms)
    #expect(terms == .init(game: "gomoku", rule: "freestyle", first: .guest))
    #expect(try guest.rematch(by: terms).isLocalTurn)
    let same = MatchMessage.Start(game: "gomoku", rule: "freestyle", first: .host)
    #expect(throws: MatchViolation.unexpectedMessage) { try guest.rematch(by: same) }
  }

  static let violations: [MatchMessage] = [
    .answer(.init(.draw, ply: 2, agrees: true)),
    .answer(.init(.rematch, ply: 2, agrees: false)),
    .ask(.init(.rematch, ply: 2)),
    .ask(.init(.draw, ply: 3)),
    .ask(.init(.takeBack(remaining: 2), ply: 2)),
    .flag(ply: 2),
    .differ(.init(ply: 1, position: 0)),
    .differ(.init(ply: 7, position: 0)),
  ]

  @Test(arguments: violations)
  func `what no board would say now is a violation`(message: MatchMessage) throws {
    var (host, _) = try Self.pair()
    let before = host
    #expect(throws: MatchViolation.self) { try host.receive(message) }
    #expect(host == before)
  }
}

@Suite struct DifferenceTests {
  @Test func `the hash of a position is FNV-1a of its text`() throws {
    let start = Position(game: .xiangqi)
    var hash: UInt32 = 2_166_136_261
    for byte in start.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    #expect(start.textHash == hash)
  }

  /// Both boards stopped at Black's move i8, after h8 h9.
  static func stopped() throws -> (host: Match, guest: Match) {
    var (host, guest) = try RequestTests.pair()
    guard case .move(var move) = try host.play(MatchTests.move("i8")) else { return (host, guest) }
    move.position ^= 1
    let reply = try #require(try guest.receive(.move(move)).reply)
    _ = try host.receive(reply)
    return (host, guest)
  }

  @Test func `a move that leads elsewhere is not played, and both boards stop`() throws {
    var (host, guest) = try Self.stopped()
    #expect(guest.record.description == "h8 h9")
    #expect(host.record.description == "h8 h9 i8")
    #expect(host.desync?.isOwnMove == true)
    #expect(guest.desync?.isOwnMove == false)
    #expect(host.desync?.theirs == guest.desync?.own)
    let move = try MatchTests.move("j8")
    #expect(throws: MatchRefusal.differing) { try host.play(move) }
    #expect(throws: MatchRefusal.differing) { try guest.play(move) }
    #expect(throws: MatchRefusal.differing) { try guest.ask(.draw) }
    #expect(throws: MatchRefusal.nothingToTakeBack) { try host.ask(.takeBack(remaining: 3)) }
  }

  @Test(arguments: [true, false])
  func `both go back to the last position on which they agree`(asksHost: Bool) throws {
    var (host, guest) = try Self.stopped()
    #expect(host.plyBeforeLastTurn == 2)
    #expect(guest.plyBeforeLastTurn == 2)
    if asksHost {
      _ = try host.receive(guest.ask(.takeBack(remaining: 2)))
      _ = try guest.receive(host.answer(true))
    } else {
      _ = try guest.receive(host.ask(.takeBack(remaining: 2)))
      _ = try host.receive(guest.answer(true))
    }
    #expect(host.record == guest.record)
    #expect(host.desync == nil)
    _ = try guest.receive(host.play(MatchTests.move("i8")))
    #expect(guest.record == host.record)
  }

  @Test func `a reply that was not said before the program ended is still due`() throws {
    let terms = MatchMessage.Start(game: "gomoku", rule: "freestyle", first: .host)
    let move = MatchMessage.Move(ply: 0, text: "h8", position: 1)
    let journal = [
      JournalEntry(isMine: false, .resign),
      JournalEntry(isMine: false, .start(terms)), JournalEntry(isMine: false, .move(move)),
    ]
    let restored = try #require(try Match.restored(from: journal, as: .guest))
    let own = try #require(restored.match.desync?.own)
    #expect(restored.unsaid == [.differ(.init(ply: 0, position: own))])
    let rest = [JournalEntry(isMine: true, restored.unsaid[0])]
    #expect(try Match.restored(from: journal + rest, as: .guest)?.unsaid == [])
    #expect(try Match.restored(from: rest, as: .guest) == nil)
    let impossible = [JournalEntry(isMine: true, .flag(ply: 0))]
    #expect(throws: MatchViolation.unexpectedMessage) {
      try Match.restored(from: journal + rest + impossible, as: .guest)
    }
  }
}
