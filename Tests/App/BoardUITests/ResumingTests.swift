import MatchPlay
import MatchProtocol
import Testing

@testable import BoardUI

/// A match whose link or program is lost goes on.
@Suite struct ResumingTests {
  /// Boards that go on after these lines, typed by turns, beginning with the host.
  static func boards(after lines: [String], guest: ScriptedProgram.Input = .terminal) -> TwoBoards {
    var before = TwoBoards()
    before.join()
    for (number, line) in lines.enumerated() {
      before.type(line, at: number.isMultiple(of: 2) ? .host : .guest)
    }
    var boards = TwoBoards(resuming: before.journals, guest: guest)
    boards.begin()
    return boards
  }

  @Test func `a match that goes on is shown before the link stands, and played on`() {
    var boards = Self.boards(after: ["h8", "h9"])
    let text = "Continuing your game against Gerda at move 3.\n    a b c"
    #expect(boards.output[.host]?.hasPrefix(text) == true)
    #expect(boards.lines(of: .guest, last: 1) == ["Waiting for Hans to move."])
    let peer = Situation.peer
    for seat in [TwoBoards.Seat.host, .guest] { boards.give(.session(.resumed(peer)), to: seat) }
    let back = "You are back in your game against Gerda."
    #expect(boards.lines(of: .host, last: 2) == [back, "Your move: "])
    // Later it is the other one who was away.
    boards.give(.session(.resumed(peer)), to: .host)
    #expect(boards.lines(of: .host, last: 2) == ["Gerda is back.", "Your move: "])
    boards.type("i8", at: .host)
    #expect(boards.match(of: .guest)?.record.description == "h8 h9 i8")
  }

  @Test func `a question and a pause are still there`() {
    let asked = Self.boards(after: ["h8", "draw"])
    #expect(asked.output[.host]?.contains("\nGerda offers a draw. Type yes or no.") == true)
    #expect(asked.output[.guest]?.contains("\nYou offered a draw.") == true)
    let paused = Self.boards(after: ["h8", "h9", "pause"])
    #expect(paused.lines(of: .guest, last: 1) == ["Hans paused the game."])
    let both = Self.boards(after: ["h8", "h9", "pause", "draw"])
    let offer = [
      "The game is paused. Type continue to resume.", "Gerda offers a draw. Type yes or no.",
    ]
    #expect(both.lines(of: .host, last: 3).prefix(2) == offer[...])
  }

  @Test func `a robot that goes on answers what was asked`() {
    var boards = Self.boards(after: ["h8", "h9", "undo"], guest: .robot)
    boards.deliver()
    #expect(boards.match(of: .host)?.record.moves.isEmpty == true)
  }

  @Test func `what is typed while the link is lost is sent later, and that is said`() {
    var boards = Self.boards(after: ["h8", "h9"])
    boards.type("i8", at: .host)
    let news = "Gerda will see it after reconnecting.\n"
    #expect(boards.output[.host]?.contains(news) == true)
  }

  @Test func `terms that were not said before the program ended are said when the guest is back`() {
    let guest = ScriptedProgram.Resumption(with: PlayerName(cleaning: "Gerda"), after: [])
    var model = ScriptedProgram(Situation.host, input: .terminal, resuming: guest)
    #expect(model.begin(now: .zero).isEmpty)
    #expect(model.update(.line("h8"), now: .zero).map(\.word) == ["print"])
    let resumed = model.update(Stimulus.resumed.event, now: .seconds(60))
    #expect(resumed.map(\.word) == ["start", "print"])
  }

  @Test func `a journal that makes no sense is damaged`() {
    let start = JournalEntry(
      isMine: true,
      .start(.init(game: "gomoku", rule: "freestyle", first: .host))
    )
    let journal = [start, JournalEntry(isMine: false, .flag(ply: 0))]
    let resumption = ScriptedProgram.Resumption(with: PlayerName(cleaning: "Gerda"), after: journal)
    var model = ScriptedProgram(Situation.host, input: .terminal, resuming: resumption)
    #expect(model.begin(now: .zero).map(\.word) == ["end:41"])
  }

  @Test func `a lost link and each try to make it again are told`() {
    var model = Situation.ownTurn.model
    let lost = model.update(Stimulus.suspended.event, now: .zero)
    #expect(MeetingTests.text(lost).contains("Your table is open only for Gerda; the seat is held"))
    let again = model.update(
      .progress(.reconnecting(attempt: 3, after: .milliseconds(2_500))),
      now: .zero
    )
    #expect(MeetingTests.text(again).contains("\nTrying again in 2.5 s (attempt 3).\n"))
    let open = model.update(.progress(.advertising(true)), now: .zero)
    let words = "\nYour table Hans is open only for Gerda, who can run tabletooth resume.\n"
    #expect(MeetingTests.text(open).contains(words))
  }

  @Test func `a lost broker is told once where the link stands, and each time where none does`() {
    var model = Situation.ownTurn.model
    let lost = { (attempt: Int) -> ScriptedEvent in
      .progress(.brokerLost(attempt: attempt, after: .seconds(4)))
    }
    let first = model.update(lost(1), now: .zero)
    #expect(MeetingTests.text(first).contains("The broker cannot be reached. Tabletooth"))
    #expect(model.update(lost(2), now: .zero).isEmpty)
    _ = model.update(Stimulus.suspended.event, now: .zero)
    let again = model.update(lost(3), now: .zero)
    let words = "The broker cannot be reached. Trying again in 4 s (attempt 3)."
    #expect(MeetingTests.text(again).contains(words))
    let found = model.update(.progress(.brokerFound), now: .zero)
    #expect(MeetingTests.text(found).contains("The broker is back."))
    #expect(model.update(.progress(.brokerFound), now: .zero).isEmpty)
  }

  @Test func `somebody who stands in for the other player is told of, once for each link`() {
    let other = PeerID(rawValue: "other")
    let impostor = ScriptedEvent.session(.strangerRejected(other, .impostor))
    let stranger = ScriptedEvent.session(.strangerRejected(other, .refused(.unknownMatch)))
    var host = Situation.ownTurn.model
    _ = host.update(Stimulus.suspended.event, now: .zero)
    #expect(MeetingTests.text(host.update(impostor, now: .zero)).contains("Somebody else asked"))
    #expect(host.update(impostor, now: .zero).isEmpty)
    // It refuses others itself, all the time.
    #expect(host.update(stranger, now: .zero).isEmpty)
    _ = host.update(Stimulus.resumed.event, now: .zero)
    #expect(!host.update(impostor, now: .zero).isEmpty)
    var guest = Situation.guestSeated.model
    _ = guest.update(Stimulus.suspended.event, now: .zero)
    let told = MeetingTests.text(guest.update(stranger, now: .zero))
    #expect(told.contains("Somebody answered without knowing this match. Still looking for Gerda."))
    #expect(guest.update(stranger, now: .zero).isEmpty)
  }

  @Test func `a link that ends before anything is proved is told of the second time`() {
    let hungUp = ScriptedEvent.session(.strangerRejected(Situation.peer, .hungUp))
    var guest = Situation.guestSeated.model
    _ = guest.update(Stimulus.suspended.event, now: .zero)
    #expect(guest.update(hungUp, now: .zero).isEmpty)
    let told = MeetingTests.text(guest.update(hungUp, now: .zero))
    #expect(told.contains("the other computer no longer knows you"))
    #expect(guest.update(hungUp, now: .zero).isEmpty)
  }

  @Test(arguments: [Situation.ownTurn, .guestSeated])
  func `two who mean different games are both told how to choose one`(situation: Situation) {
    var model = situation.model
    _ = model.update(Stimulus.suspended.event, now: .zero)
    let other = ScriptedEvent.session(.strangerRejected(Situation.peer, .otherMatch))
    let told = MeetingTests.text(model.update(other, now: .zero))
    #expect(told.contains("Gerda has a different game with you open."))
    #expect(told.contains("you both type quit and then run tabletooth resume."))
  }

  @Test func `who leaves waits for the session, also without a link, or types quit again`() {
    var model = Situation.ownTurn.model
    #expect(model.update(.line("quit"), now: .zero).map(\.word) == ["close:left", "print"])
    #expect(model.update(Stimulus.suspended.event, now: .zero).map(\.word) == ["print"])
    #expect(model.deadline == nil)
    #expect(model.update(.tick, now: .seconds(500)).isEmpty)
    var impatient = model
    #expect(impatient.update(.line("quit"), now: .seconds(500)) == [.end(.quit)])
    #expect(model.update(Stimulus.closed.event, now: .seconds(500)) == [.end(.quit)])
  }

  @Test func `a game that is over waits for its goodbye only while the link stands`() {
    var model = Situation.settledWaitingRobot.model
    #expect(model.deadline == Table<ScriptedSession>.goodbyeTime)
    _ = model.update(Stimulus.suspended.event, now: .seconds(1))
    #expect(model.deadline == nil)
    _ = model.update(Stimulus.resumed.event, now: .seconds(60))
    #expect(model.deadline == .seconds(60) + Table<ScriptedSession>.goodbyeTime)
  }

  @Test func `a game over real sessions goes on after its link was cut`() {
    var boards = LinkedBoards(.terminal, patience: .seconds(600))
    boards.connect()
    boards.type("h8", at: .host)
    boards.cut()
    boards.type("h9", at: .guest)
    #expect(boards.lines(of: .host, last: 2).first?.hasPrefix("Connection to Gus lost.") == true)
    boards.connect()
    boards.advance(seconds: 1)
    #expect(boards.output[.host]?.contains("White plays h9.") == true)
    #expect(boards.lines(of: .guest, last: 1) == ["Hana is back."])
    #expect(boards.exits.isEmpty)
  }

  @Test func `a last move said on a lost link arrives before its player leaves`() {
    var boards = LinkedBoards(.robot, patience: .seconds(600))
    boards.connect()
    boards.advance(seconds: 1)
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
    var people = LinkedBoards(.terminal, patience: .seconds(600))
    people.connect()
    people.cut()
    people.type("resign", at: .host)
    people.type("yes", at: .host)
    people.type("no", at: .host)
    people.advance(seconds: 60)
    #expect(people.exits.isEmpty)
    people.connect()
    people.advance(seconds: 5)
    #expect(people.exits == [.host: .gameFinished, .guest: .gameFinished])
    #expect(people.finalLines(of: .guest, last: 1) == ["You won."])
  }
}
