import MatchPlay
import MatchProtocol
import Sodium
import Testing

@testable import BoardUI

/// Who sits on the other side: known, new, or not who it was.
@Suite struct MeetingTests {
  static let bo = Introduction("Bo")
  static let book = TrustBook([
    KnownPlayer(key: bo.key, name: bo.name, firstSeen: 0, lastSeen: 0)
  ])

  static func text(_ effects: [ScriptedEffect]) -> String {
    effects.map { if case .print(let text) = $0 { text } else { "" } }.joined()
  }

  @Test func `somebody new is shown with six digits, and nothing is accepted before a yes`() {
    var model = ScriptedProgram(.guest, input: .terminal)
    let effects = model.update(.session(.introduced(Self.bo)), now: .zero)
    let digits = Self.bo.code.description
    let spaced = "\(digits.prefix(3)) \(digits.suffix(3))"
    #expect(
      Self.text(effects) == """
        This is your first match with "Bo". These digits must be the same on both screens:

            \(spaced)

        Does "Bo"'s screen show \(spaced) too? Type yes or no within 60 seconds.
        Yes or no: \

        """
    )
    #expect(effects.map(\.word) == ["print"])
    #expect(model.update(.line("maybe"), now: .zero) == [.print("Type yes or no.\nYes or no: ")])
    let yes = model.update(.line("yes"), now: .zero)
    #expect(
      yes == [.accept, .print("You accepted \"Bo\". Waiting for \"Bo\" to accept you.\n")]
    )
    let joined = model.update(.session(.joined(Self.bo)), now: .zero)
    #expect(
      joined == [
        .remember(Self.bo), .print("You are at \"Bo\"'s table.\n"),
      ]
    )
  }

  @Test(arguments: [true, false])
  func `spectators who come and go print few lines, and then how many there were`(isHost: Bool) {
    var model = ScriptedProgram(isHost ? Situation.host : .guest, input: .terminal)
    let name = PlayerName(cleaning: "The game is over")
    var lines: [String] = []
    for number in 0..<98 {
      let peer = PeerID(rawValue: "\(number)")
      let events: [SessionEvent] =
        isHost
        ? [.watcherCame(peer, name), .watcherWent(peer, name)]
        : [.watchers([name], from: peer), .watchers([], from: peer)]
      for event in events {
        lines.append(Self.text(model.update(.session(event), now: .milliseconds(150 * number))))
      }
    }
    lines.removeAll(where: \.isEmpty)
    #expect(lines.count == 4)
    #expect(lines.first?.contains(#""The game is over" is watching."#) == true)
    #expect(Self.text(model.update(.tick, now: .seconds(59))).isEmpty)
    let later = Self.text(model.update(.tick, now: .seconds(60)))
    #expect(later.contains("Spectators came or went 192 more times. Watching now: 0."))
    #expect(Self.text(model.update(.tick, now: .seconds(130))).isEmpty)
  }

  @Test func `a guest who says no ends with its own code`() {
    var model = ScriptedProgram(.guest, input: .terminal)
    _ = model.update(.session(.introduced(Self.bo)), now: .zero)
    #expect(model.update(.line("no"), now: .zero) == [.decline])
    let end = model.update(.sessionEnds(.closed(.notAccepted)), now: .zero)
    #expect(end == [.end(.notAccepted(name: "Bo", why: .here))])
  }

  @Test func `a host who says no waits for another guest`() {
    var model = ScriptedProgram(Situation.host, input: .terminal)
    _ = model.update(.session(.introduced(Self.bo)), now: .zero)
    let effects = model.update(.line("no"), now: .zero)
    #expect(effects == [.decline, .print(MeetingStrings.waitingForGuest + "\n")])
    let next = model.update(.session(.introduced(Introduction("Cy"))), now: .zero)
    #expect(Self.text(next).hasPrefix(#"This is your first match with "Cy"."#))
  }

  @Test func `a guest who goes away takes the question back`() {
    var model = Situation.hostAsked.model
    let effects = model.update(Stimulus.candidateLeft.event, now: .zero)
    #expect(Self.text(effects).contains(#""Gerda" left, or did not accept you."#))
    #expect(model.phase == .open)
  }

  @Test func `a host that does not answer in time is told so, and of a guest that does not`() {
    let late = ScriptedEvent.session(.strangerRejected(Situation.peer, .unanswered))
    var silent = Situation.hostAsked.model
    let told = Self.text(silent.update(late, now: .seconds(60)))
    #expect(told.contains(#"You did not answer in time, so "Gerda" was turned away."#))
    #expect(silent.phase == .open)
    var waiting = Situation.hostAsked.model
    _ = waiting.update(.line("yes"), now: .seconds(9))
    let other = Self.text(waiting.update(late, now: .seconds(60)))
    #expect(other.contains(#""Gerda" left, or did not accept you."#))
  }

  @Test func `a guest who gives way to one whom the host knows is said to`() {
    var host = Situation.hostAsked.model
    let displaced = ScriptedEvent.session(.strangerRejected(Situation.peer, .displaced))
    let told = Self.text(host.update(displaced, now: .zero))
    #expect(told.contains(#""Gerda" was turned away because a contact arrived."#))
  }

  @Test func `a yes that was meant for other digits does not count`() {
    var model = Situation.hostAsked.model
    _ = model.update(Stimulus.candidateLeft.event, now: .seconds(9))
    _ = model.update(.session(.introduced(Introduction("Mallory"))), now: .seconds(10))
    #expect(
      model.update(.line("yes"), now: .milliseconds(10_500))
        == [.print(MeetingStrings.otherDigits + "\nYes or no: ")]
    )
    #expect(model.update(.line("yes"), now: .seconds(12)).contains(.accept))
  }

  @Test func `only who was known or compared digits is remembered`() {
    var model = ScriptedProgram(Situation.host, input: .robot)
    _ = model.update(.session(.introduced(Self.bo)), now: .zero)
    let effects = model.update(.session(.joined(Self.bo)), now: .zero)
    #expect(!effects.contains { $0.word == "remember" })
    var known = ScriptedProgram(Situation.host, input: .robot, book: Self.book)
    _ = known.update(.session(.introduced(Self.bo)), now: .zero)
    let again = known.update(.session(.joined(Self.bo)), now: .zero)
    #expect(again.contains(.remember(Self.bo)))
  }

  @Test func `somebody known plays at once, under the name that was given`() {
    var book = Self.book
    book.rename(Self.bo.key, to: PlayerName(cleaning: "Robert"))
    var model = ScriptedProgram(.guest, input: .terminal, book: book)
    let effects = model.update(.session(.introduced(Self.bo)), now: .zero)
    let text = "Your contact Robert is there. Waiting for Robert to accept you.\n"
    #expect(effects == [.accept, .print(text)])
  }

  @Test(arguments: [(nil, "Bob"), ("Robert", "Robert")])
  func `a known player has one name everywhere, the new one unless another was given`(
    nickname: String?,
    shown: String
  ) {
    var book = Self.book
    book.rename(Self.bo.key, to: nickname.map { PlayerName(cleaning: $0) })
    var screen = ScriptedScreen(.host, book: book)
    let bob = Introduction("Bob", key: Self.bo.key.bytes[0])
    screen.session(.introduced(bob))
    #expect(screen.text.contains("Your contact \(shown) is there."))
    screen.enter("guests")
    #expect(screen.reply?.hasPrefix("1  \(shown)  ") == true)
    screen.session(.joined(bob))
    #expect(screen.text.contains("\(shown)  ○ White"))
    #expect(!screen.text.contains("Bo "))
  }

  @Test func `another key under a known name is refused with a loud warning`() {
    var model = ScriptedProgram(.guest, input: .terminal, book: Self.book)
    let impostor = Introduction("bo", key: 9)
    let effects = model.update(.session(.introduced(impostor)), now: .zero)
    let text = Self.text(effects)
    #expect(text.hasPrefix("WARNING: this is not your contact Bo.\n"))
    #expect(text.contains("cannot prove that they are the player"))
    #expect(text.contains("tabletooth players forget 21584924\n"))
    #expect(effects.contains(.decline))
    let end = model.update(.sessionEnds(.closed(.notAccepted)), now: .zero)
    #expect(end == [.end(.notAccepted(name: "bo", why: .keyChanged))])
  }

  static let policies: [(TableRules.UnknownPlayers, ScriptedProgram.Input, ScriptedEffect?)] = [
    (.ask, .terminal, nil), (.ask, .robot, .accept), (.accept, .terminal, .accept),
    (.accept, .pipe, .accept), (.refuse, .terminal, .decline), (.refuse, .robot, .decline),
  ]

  @Test(arguments: policies)
  func `new players are asked about, accepted or refused`(
    unknown: TableRules.UnknownPlayers,
    input: ScriptedProgram.Input,
    answer: ScriptedEffect?
  ) {
    var model = ScriptedProgram(.guest, input: input, unknown: unknown)
    let effects = model.update(.session(.introduced(Self.bo)), now: .zero)
    #expect(effects.last { [.accept, .decline].contains($0) } == answer)
  }

  @Test(arguments: [TwoBoards.Seat.host, .guest])
  func `a pipe says yes with its first line`(seat: TwoBoards.Seat) {
    var model = ScriptedProgram(seat == .host ? Situation.host : .guest, input: .pipe)
    _ = model.update(.line("yes"), now: .zero)
    _ = model.update(.line("h8"), now: .zero)
    let effects = model.update(.session(.introduced(Self.bo)), now: .zero)
    #expect(effects.contains(.accept))
    #expect(model.typedAhead == ["h8"])
  }

  @Test func `a pipe that says something else says no, and keeps its moves`() {
    var model = ScriptedProgram(Situation.host, input: .pipe)
    _ = model.update(.line("h8"), now: .zero)
    let effects = model.update(.session(.introduced(Self.bo)), now: .zero)
    #expect(effects.contains(.decline))
    #expect(model.typedAhead == ["h8"])
  }

  static let ends: [(SessionEnd, ExitReason.Refusal)] = [
    (.peerLeft(.notAccepted), .there),
    (.notAccepted(after: .seconds(60)), .noAnswer(for: .seconds(60))),
    (.linkLost(.disconnected), .linkBroke),
    (.silent(after: .seconds(15)), .linkBroke),
  ]

  @Test(arguments: ends)
  func `why nothing came of it is told`(end: SessionEnd, why: ExitReason.Refusal) {
    for situation in [Situation.guestAsked, .guestAccepted] {
      var model = situation.model
      let effects = model.update(.sessionEnds(end), now: .zero)
      #expect(effects.last == .end(.notAccepted(name: "Gerda", why: why)))
    }
  }

  @Test func `a known guest that is not let in hears nothing of digits`() {
    var model = ScriptedProgram(.guest, input: .terminal, book: Self.book)
    _ = model.update(.session(.introduced(Self.bo)), now: .zero)
    let end = model.update(.sessionEnds(.peerLeft(.notAccepted)), now: .zero)
    #expect(end.last == .end(.notAccepted(name: "Bo", why: .declined)))
  }

  @Test func `two people compare digits over a real session, and play`() {
    var boards = LinkedBoards(.terminal, unknown: .ask)
    boards.connect()
    let digits = boards.lines(of: .host, last: 3).first
    #expect(digits?.count == 11)
    #expect(digits == boards.lines(of: .guest, last: 3).first)
    boards.type("yes", at: .host)
    let accepted = "You accepted \"Gus\". Waiting for \"Gus\" to accept you.\n"
    #expect(boards.output[.host]?.hasSuffix(accepted) == true)
    boards.type("yes", at: .guest)
    boards.type("h8", at: .host)
    #expect(boards.output[.guest]?.contains("Black plays h8.") == true)
  }

  @Test func `a guest who is not accepted is told so over a real session`() {
    var boards = LinkedBoards(.terminal, unknown: .ask)
    boards.connect()
    boards.type("yes", at: .guest)
    boards.type("no", at: .host)
    boards.advance(seconds: 5)
    #expect(boards.exits == [.guest: .notAccepted(name: "Hana", why: .there)])
  }
}
