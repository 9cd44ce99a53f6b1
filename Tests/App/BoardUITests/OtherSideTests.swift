import GameRules
import MatchPlay
import MatchProtocol
import Testing

@testable import BoardUI

/// What the other side or the link does wrong, and what it costs.
@Suite struct OtherSideTests {
  static let violations: [(MatchMessage, Int32, GoodbyeReason)] = [
    (.move(.init(ply: 1, text: "h8", position: 0)), 26, .illegalMove),
    (.move(.init(ply: 1, text: "p16", position: 0)), 26, .illegalMove),
    (.move(.init(ply: 1, text: "zzz", position: 0)), 26, .illegalMove),
    (.move(.init(ply: 0, text: "i9", position: 0)), 26, .illegalMove),
    (.move(.init(ply: 9, text: "i9", position: 0)), 26, .illegalMove),
    (.start(.init(game: "gomoku", rule: "freestyle", first: .host)), 26, .protocolViolation),
  ]

  @Test(arguments: violations)
  func `a broken rule ends the game with its code`(
    message: MatchMessage,
    code: Int32,
    goodbye: GoodbyeReason
  ) {
    var model = Situation.othersTurn.model
    let effects = model.update(.message(message), now: .zero)
    #expect(effects.contains(.close(goodbye)))
    guard case .end(let reason) = model.update(Stimulus.closed.event, now: .zero).last else {
      Issue.record("the model did not end")
      return
    }
    #expect(reason.code == code)
    #expect(reason.line?.hasPrefix("tabletooth: the other computer ") == true)
  }

  @Test func `a move out of turn ends the game with its code`() {
    var model = Situation.ownTurn.model
    _ = model.update(Situation.move(2, "j10"), now: .zero)
    let effects = model.update(Stimulus.closed.event, now: .zero)
    #expect(effects == [.end(.illegalMove("it played j10 out of turn"))])
  }

  @Test func `terms that this version does not know are another version`() {
    var model = Situation.guestSeated.model
    let terms = MatchMessage.Start(game: "xiangqi", rule: "axf", first: .host)
    let effects = model.update(.message(.start(terms)), now: .zero)
    #expect(effects == [.close(.failed)])
    let end = model.update(Stimulus.closed.event, now: .zero)
    #expect(end.map(\.word) == ["end:23"])
  }

  static let ends: [(SessionEnd, Int32)] = [
    (.peerLeft(.left), 28),
    (.peerLeft(.illegalMove), 28),
    (.peerLeft(.protocolViolation), 28),
    (.peerLeft(.failed), 28),
    (.peerLeft(.notAccepted), 32),
    (.notAccepted(after: .seconds(60)), 32),
    (.linkLost(.disconnected), 27),
    (.linkLost(.serviceGone), 27),
    (.linkLost(.transportGone), 27),
    (.silent(after: .seconds(15)), 27),
    (.refused(.roomFull), 22),
    (.refused(.unknownMatch), 28),
    (.refused(.protocolVersion(host: 2...3)), 23),
    (.protocolViolation(.undecodable), 26),
    (.protocolViolation(.messageTooLarge(claimed: 1 << 20, limit: 4_096)), 26),
    (.protocolViolation(.lostPacket(sequence: 7)), 27),
    (.handshakeTimeout, 27),
    (.hungUp(for: .seconds(30)), 27),
    (.closed(.failed), 1),
    (.outboxFull(limit: 256), 1),
  ]

  @Test(arguments: ends)
  func `each end of the session has its exit code`(end: SessionEnd, code: Int32) {
    var model = Situation.othersTurn.model
    let effects = model.update(.sessionEnds(end), now: .zero)
    #expect(effects.map(\.word) == ["print", "end:\(code)"])
  }

  @Test(arguments: ends)
  func `after the game no end of the session is an error`(end: SessionEnd, code: Int32) {
    for situation in [Situation.settledWaiting, .settledAnswering, .settledWaitingRobot] {
      var model = situation.model
      #expect(model.update(.sessionEnds(end), now: .zero).last == .end(.gameFinished))
    }
  }

  @Test func `where the records differ nobody is told that the same command goes on`() {
    let ends: [(SessionEnd, Bool)] = [
      (.recordsDiffer, false), (.silent(after: .seconds(5)), true),
    ]
    for (end, isPossible) in ends {
      var model = Situation.othersTurn.model
      let effects = model.update(.sessionEnds(end), now: .zero)
      guard case .print(let text) = effects.first else {
        Issue.record("\(effects)")
        continue
      }
      #expect(text.contains(Strings.goOnAtOnce) == isPossible)
    }
  }

  @Test func `where the player's folder is deleted nothing is said to be saved`() {
    for (cause, isSaved) in [(ExitReason.LostCause.busGone, true), (.airEnded, false)] {
      var model = Situation.othersTurn.model
      let reason = ExitReason.linkLost(name: "Anna", cause: cause)
      let effects = model.update(.routeFails(reason), now: .zero)
      guard case .print(let text) = effects.first else {
        Issue.record("\(effects)")
        continue
      }
      #expect(text.contains(Strings.goOnAtOnce) == isSaved)
      #expect(effects.last == .end(reason))
    }
  }

  @Test func `a guest whose link breaks before it sits could not connect`() {
    var model = ScriptedProgram(.guest, input: .terminal)
    _ = model.update(
      .progress(.connecting(HostLocation(address: "00:00:00:00:00:01", name: "Hans"))),
      now: .zero
    )
    let effects = model.update(Stimulus.linkLost.event, now: .zero)
    #expect(effects == [.end(.couldNotConnect(to: "Hans", because: .linkBroke))])
  }

  @Test func `a guest that starts anew before the first move gets a game of its own`() {
    var model = ScriptedProgram(Situation.host, input: .terminal)
    let first = model.update(Situation.joined, now: .zero)
    _ = model.update(Stimulus.vacated.event, now: .zero)
    #expect(model.update(.line("h8"), now: .zero) == [.print(Strings.noGameYet + "\n")])
    #expect(model.update(Situation.joined, now: .zero) == first)
    #expect(model.update(.line("h8"), now: .zero).first?.word == "move")
  }

  @Test func `the board that made the last move waits for the goodbye, but not for ever`() {
    var boards = TwoBoards(host: .pipe)
    boards.join()
    boards.play("h8 h9 i8 i9 j8 j9 k8 k9")
    boards.now = .seconds(100)
    boards.give(.line("l8"), to: .host)
    #expect(boards.exits.isEmpty)
    #expect(boards.deadline(of: .host) == .seconds(105))
    boards.now = .seconds(105)
    boards.give(.tick, to: .host)
    boards.deliver()
    #expect(boards.exits == [.host: .gameFinished, .guest: .gameFinished])
  }

  @Test func `the names of others cannot steer the terminal`() {
    var model = ScriptedProgram(.guest, input: .terminal)
    let eve = Introduction("\u{1B}]0;Eve\u{7}")
    let effects = model.update(.session(.joined(eve)), now: .zero)
    #expect(effects.last == .print("You are at ]0;Eve's table.\n"))
  }
}

@Suite struct ExitReasonTests {
  static let reasons: [(ExitReason, Int32)] = [
    (.internalError("x"), 1), (.machineFailed("x"), 64),
    (.usage("x"), 64), (.noPeripheralRole("hci0"), 10),
    (.nobodyFound(asked: nil), 20),
    (.nobodyFound(asked: "Anna"), 20),
    (.couldNotConnect(to: "Anna", because: .bluetooth("le-connection-abort-by-local")), 27),
    (.couldNotConnect(to: "Anna", because: .bluetooth(String(repeating: "x ", count: 99))), 27),
    (.nobodyFound(asked: "Bob", heard: ["Anna (00:AA:01:00:00:10)"]), 20),
    (.otherOfName("Bob"), 20),
    (.foundNowhere(nearby: .nobodyFound(asked: "Bob"), online: noKnownTable), 20),
    (.nobodyWaits(.send("a"), asked: "Bob"), 20),
    (.nobodyWaits(.send("a"), asked: "Bob", broker: "mqtt://club"), 20),
    (.noAnswer(.send("a"), for: .seconds(10)), 20),
    (.foundNowhere(nearby: blocked, online: .noKnownTable(asked: nil, broker: "mqtt://a")), 20),
    (.foundNowhere(nearby: blocked, online: locked), 10),
    (.couldNotConnect(to: "Anna", because: .tableClosed), 27),
    (.couldNotConnect(to: "Anna", because: .discoverable), 27),
    (.couldNotConnect(to: "Anna", because: .linkBroke), 27),
    (.couldNotConnect(to: "Anna", because: .noAnswer(for: .seconds(15))), 27),
    (.severalTables(["Anna (00:AA:01:00:00:10)", "Bo (00:AA:01:00:00:11)"]), 20),
    (.notLetIn(name: "Anna", why: .taken), 22),
    (.notLetIn(name: "Anna", why: .kept), 22),
    (.notLetIn(name: "Anna", why: .notInvited), 32),
    (.notLetIn(name: "Anna", why: .kicked), 32),
    (.notLetIn(name: "Anna", why: .closed), 32),
    (.notLetIn(name: "Anna", why: .tooManyTries(seconds: 60)), 22),
    (.otherVersion("x"), 23),
    (.garbage("x"), 26),
    (.illegalMove("x"), 26),
    (.linkLost(name: "Anna", cause: .disconnected), 27),
    (.otherSideLeft(name: "Anna", why: .left), 28),
    (.notAccepted(name: "Anna", why: .here), 32),
    (.notAccepted(name: "Anna", why: .there), 32),
    (.notAccepted(name: "Anna", why: .declined), 32),
    (.notAccepted(name: "Anna", why: .keyChanged), 32),
    (.notAccepted(name: "Anna", why: .noAnswer(for: .seconds(60))), 32),
    (.notAccepted(name: "Anna", why: .linkBroke), 32),
    (.inputClosed, 64),
    (.outputClosed, 41),
    (.inputClosedByHand, 64),
    (.linkLost(name: "Anna", cause: .busGone), 27),
    (.interrupted(.hangUp), 129),
    (.interrupted(.interrupt), 130),
    (.interrupted(.interrupt, keepsMatch: true), 130),
    (.interrupted(.terminate), 143),
  ]

  @Test(arguments: reasons)
  func `each reason has its code and one line that says what to do`(
    reason: ExitReason,
    code: Int32
  ) throws {
    #expect(reason.code == code)
    let line = try #require(reason.line)
    #expect(line.hasPrefix("tabletooth: "))
    // What happened is the first sentence, and what to do is the rest.
    #expect(line.hasSuffix(".") && line.contains(/[^.]\. ["A-Z\-]/))
    #expect(!line.contains("\n"))
    #expect(line.count < 160)
  }

  @Test(arguments: [ExitReason.gameFinished, .quit])
  func `an end in order needs no line`(reason: ExitReason) {
    #expect(reason.code == 0)
    #expect(reason.line == nil)
  }

  @Test func `a failed connection tells its cause`() {
    let reason = ExitReason.couldNotConnect(to: "Anna", because: .bluetooth("le-abort"))
    #expect(
      reason.line == "tabletooth: could not connect to Anna (le-abort). "
        + "Move the computers closer together and try again."
    )
  }

  /// What happens over Bluetooth, a network and at a broker alike.
  private static let everywhere: [ExitReason] = [
    .couldNotConnect(to: "tcp:127.0.0.1:22", because: .linkBroke),
    .couldNotConnect(to: "Anna", because: .noAnswer(for: .seconds(15))),
    .linkLost(name: "Anna", cause: .disconnected), .linkLost(name: "Anna", cause: .packetLost),
    .linkLost(name: "Anna", cause: .silent(for: .seconds(60))), .keptShut(name: "Anna"),
  ]

  @Test(arguments: everywhere)
  func `who is not near is not told to come closer, but over Bluetooth`(reason: ExitReason) {
    let rest = reason.line?.replacing("(over Bluetooth, move closer)", with: "")
    #expect(rest?.contains("close") == false && rest?.contains("Bluetooth") == false)
  }

  private static let noKnownTable = ExitReason.noKnownTable(asked: "Cy", broker: "mqtt://club")
  private static let blocked = ExitReason(
    .noBluetooth,
    "the adapter hci0 is blocked",
    "run rfkill unblock bluetooth"
  )
  private static let locked = ExitReason(
    .refused,
    "the broker mqtt://club lets nobody in without a password",
    "add a name and a password"
  )

  @Test func `what another program says is not cut inside a word`() {
    let words = "Method Connect with signature () on interface org.bluez.Device1 doesn't exist"
    let reason = ExitReason.couldNotConnect(to: "Anna", because: .bluetooth(words))
    #expect(reason.line?.contains("(Method Connect with signature () on interface …). ") == true)
  }

  @Test func `a table that was not found is told beside those that were`() {
    let heard = ["Anna (00:AA:01:00:00:10)", "Bo (00:AA:01:00:00:11, taken)"]
    #expect(
      ExitReason.nobodyFound(asked: "Cy", heard: heard).line
        == "tabletooth: found no table called Cy, only Anna (00:AA:01:00:00:10), "
        + "Bo (00:AA:01:00:00:11, taken). Run tabletooth join with one of the names or addresses."
    )
  }

  @Test(arguments: [
    (
      ExitReason.nobodyFound(asked: "Cy"), noKnownTable,
      "nearby: found no table called Cy, online: none of your contacts has a table called Cy at "
        + "mqtt://club. Check that tabletooth host runs there"
    ),
    (
      blocked, noKnownTable,
      "nearby: the adapter hci0 is blocked, online: none of your contacts has a table called Cy at "
        + "mqtt://club. Ask for a table there, or join one with its code"
    ),
    (
      .nobodyWaits(.pipe, asked: "Cy"), .nobodyWaits(.pipe, asked: "Cy", broker: "mqtt://club"),
      "nearby: nobody called Cy is waiting for this, online: no contact called Cy is "
        + "waiting for this at mqtt://club. Check that tabletooth pipe runs there"
    ),
    (
      blocked, .nobodyWaits(.receive, asked: nil, broker: "mqtt://club"),
      "nearby: the adapter hci0 is blocked, online: no contact is waiting for this at mqtt://club. "
        + "Run tabletooth receive --on online there first, or use the code it shows"
    ),
    (
      .nobodyFound(asked: "Cy"), locked,
      "nearby: found no table called Cy, online: the broker mqtt://club lets nobody in "
        + "without a password. Add a name and a password"
    ),
    (
      blocked, locked,
      "nearby: the adapter hci0 is blocked, online: the broker mqtt://club lets nobody in "
        + "without a password. Run rfkill unblock bluetooth"
    ),
  ])
  func `where two places were looked at both are named`(
    nearby: ExitReason,
    online: ExitReason,
    words: String
  ) {
    #expect(ExitReason.foundNowhere(nearby: nearby, online: online).line == "tabletooth: \(words).")
  }

  @Test func `words of others stay on the line`() {
    let line = ExitReason.nobodyFound(asked: "a\n\u{1B}[2Jb").line
    #expect(
      line == "tabletooth: found no table called a[2Jb. "
        + "Run tabletooth scan to list open tables."
    )
  }
}
