import GameRules
import MatchProtocol
import Testing

@testable import MatchPlay

@Suite struct ClockTests {
  @Test(arguments: [
    ("10m+5s", "10m+5s"), ("10m", "10m"), ("90m", "1h30m"), ("1h30m", "1h30m"), ("45s", "45s"),
    ("5m/30s×3", "5m/30sx3"), ("5m/30sx3", "5m/30sx3"), ("0/30s", "0/30sx1"), ("1d", "1d"),
  ])
  func `a clock is read and written`(text: String, written: String) throws {
    let control = try #require(TimeControl(text))
    #expect(control.description == written)
    #expect(TimeControl(written) == control)
  }

  @Test(arguments: [
    "", "0", "0s", "0m+5s", "5", "m", "10m+", "+5s", "5m/", "5m/0s", "5m/30sx0", "5m/30sx100", "0d",
    "400d", "1d+5s", "5s3m", "10m10m", "-5m", "99999999999999999999m", "9999h", "5m/30sx3x2", "١m",
  ])
  func `a clock of no time, and what is none, is refused`(text: String) {
    #expect(TimeControl(text) == nil)
  }

  private func clock(_ text: String) throws -> GameClock {
    GameClock(try #require(TimeControl(text)))
  }

  @Test func `a turn takes its time and brings the increment`() throws {
    var clock = try clock("1m+5s")
    _ = clock.spend(.seconds(20), by: .first, endsTurn: true)
    #expect(clock.left(to: .first) == .seconds(45))
    #expect(clock.left(to: .second) == .seconds(60))
    _ = clock.spend(.seconds(10), by: .second, endsTurn: false)
    #expect(clock.left(to: .second) == .seconds(50))
    let isLate = !clock.spend(.seconds(45), by: .first, endsTurn: true)
    #expect(isLate)
  }

  @Test func `a period is used up only by a turn that is longer`() throws {
    var clock = try clock("10s/30sx3")
    _ = clock.spend(.seconds(39), by: .first, endsTurn: true)
    #expect(clock.reserve(of: .first).periods == 3)
    #expect(clock.left(to: .first) == .seconds(90))
    _ = clock.spend(.seconds(61), by: .first, endsTurn: true)
    #expect(clock.reserve(of: .first).periods == 1)
    #expect(clock.face(of: .first, after: .seconds(12)).time == .seconds(18))
    let isLate = !clock.spend(.seconds(30), by: .first, endsTurn: true)
    #expect(isLate)
  }

  @Test func `days are for each turn, of however many moves`() throws {
    var clock = try clock("1d")
    _ = clock.spend(.seconds(80_000), by: .first, endsTurn: false)
    #expect(clock.left(to: .first) == .seconds(6_400))
    _ = clock.spend(.seconds(6_000), by: .first, endsTurn: true)
    #expect(clock.left(to: .first) == .seconds(86_400))
  }

  @Test(arguments: ["1m+5s", "10s/30sx3", "2d"])
  func `clocks are the same when they are read again`(text: String) throws {
    var clock = try clock(text)
    for (side, seconds) in [(Side.first, 12), (.second, 31), (.first, 7)] {
      _ = clock.spend(.seconds(seconds), by: side, endsTurn: side == .second)
    }
    #expect(GameClock(clock.control, text: clock.text) == clock)
    #expect(GameClock(clock.control, text: "1,2") == nil)
  }

  @Test func `both boards take the time that a move says`() throws {
    let control = try #require(TimeControl("1m"))
    let terms = MatchMessage.Start(.gomoku(), first: .host, clock: control)
    var (host, guest) = (try Match(terms, as: .host), try Match(terms, as: .guest))
    let message = try host.play(MatchTests.move("h8"), spent: .milliseconds(1_234))
    _ = try guest.receive(message)
    #expect(host.clock == guest.clock)
    #expect(guest.clock?.left(to: .first) == .milliseconds(58_766))
    let late = MatchMessage.Move(ply: 1, text: "h9", position: 0, spent: .seconds(60))
    #expect(throws: MatchViolation.timeIsUp("h9")) { try host.receive(.move(late)) }
  }

  @Test func `who asks thinks meanwhile, and loses by that only when the answer has come`() throws {
    let terms = MatchMessage.Start(.gomoku(), first: .host, clock: TimeControl("1m"))
    var (host, guest) = (try Match(terms, as: .host), try Match(terms, as: .guest))
    _ = try guest.receive(try host.ask(.draw))
    for match in [host, guest] {
      #expect(match.isTimeRunning)
      #expect(!match.mayFlag)
    }
    #expect(throws: MatchRefusal.awaitingAnswer) { try host.flag() }
    _ = try host.receive(try guest.answer(false))
    #expect(host.mayFlag && guest.mayFlag)
  }

  @Test func `who has the move and pauses alone thinks on the own time`() throws {
    let terms = MatchMessage.Start(.gomoku(), first: .host, clock: TimeControl("1m"))
    var (host, guest) = (try Match(terms, as: .host), try Match(terms, as: .guest))
    _ = try guest.receive(try host.pause(true))
    #expect(host.isTimeRunning && guest.isTimeRunning)
    _ = try host.receive(try guest.pause(true))
    #expect(!host.isTimeRunning && !guest.isTimeRunning)
    #expect(throws: MatchRefusal.paused) { try host.flag() }
    _ = try guest.receive(try host.pause(false))
    #expect(!host.isTimeRunning && !guest.isTimeRunning)
    _ = try host.receive(try guest.pause(false))
    _ = try guest.receive(try host.pause(true))
    #expect(try guest.receive(try host.flag()).change == .flagged(.first))
  }

  // MARK: A table

  private func table(_ clock: String) throws -> Table<HostSession> {
    let control: TimeControl = try #require(TimeControl(clock))
    let match = Match(Position(game: .gomoku()), seats: .both, clock: control)
    return Table(local: match, record: LocalGameRecord(isWanted: true))
  }

  @Test func `the flag of the side to move falls when its time is up`() throws {
    var table = try table("10s")
    _ = table.begin(now: .zero)
    #expect(table.deadline == .seconds(10))
    _ = table.perform(.play(try MatchTests.move("h8")), now: .seconds(4))
    #expect(table.clockFaces(now: .seconds(5)).map(\.time) == [.seconds(6), .seconds(9)])
    #expect(table.deadline == .seconds(14))
    let early = table.tick(now: .seconds(13))
    #expect(!early.isTimeout)
    let orders = table.tick(now: .seconds(14))
    #expect(orders.isTimeout)
  }

  @Test func `a move that comes after the flag counts no more`() throws {
    var table = try table("10s")
    _ = table.begin(now: .zero)
    let orders = table.perform(.play(try MatchTests.move("h8")), now: .seconds(11))
    #expect(orders.isTimeout)
  }

  @Test func `the turn that goes on is written down every ten seconds`() throws {
    var table = try table("10m")
    _ = table.begin(now: .zero)
    _ = table.perform(.play(try MatchTests.move("h8")), now: .seconds(4))
    #expect(table.deadline == .seconds(14))
    let orders = table.tick(now: .seconds(14))
    let turn = KeptTurn(ply: 1, thought: .seconds(10), isByCalendar: false)
    #expect(orders.keeps.contains(.clock(turn)))
  }

  @Test func `a turn that was kept goes on, and that of another move does not`() throws {
    for (ply, left) in [(0, 3), (5, 10)] {
      var table = try table("10s")
      table.keptTurn = KeptTurn(ply: ply, thought: .seconds(7), isByCalendar: false)
      _ = table.begin(now: .zero)
      #expect(table.timeLeft(now: .zero) == .seconds(left))
    }
  }

  // MARK: What the link explains

  @Test func `a delay now and then is the link's, and one move after the other is not`() {
    var timer = TurnTimer()
    var explained: [Bool] = []
    for ply in 0..<60 {
      timer.begin(ply: ply)
      timer.run(true, now: .zero)
      explained.append(timer.explains(.seconds(5), now: .seconds(8)))
    }
    // Of 3 s each, 1 s is usual; of the other two there are 38 in store.
    #expect(explained.indices.filter { !explained[$0] } == [19, 39, 59])
    timer.begin(ply: 9)
    timer.run(true, now: .zero)
    timer.noteLoss()
    let isExplained = timer.explains(.zero, now: .seconds(29))
    #expect(isExplained)
  }

  @Test(arguments: [true, false])
  func `a computer whose calendar was set while no program ran doubts nobody`(isByCalendar: Bool) {
    var timer = TurnTimer()
    timer.begin(ply: 3, thought: .seconds(3_600), isByCalendar: isByCalendar)
    timer.run(true, now: .zero)
    let isExplained = timer.explains(.seconds(2), now: .seconds(2))
    #expect(isExplained == isByCalendar)
    // The next turn is measured again.
    timer.begin(ply: 5)
    timer.run(true, now: .seconds(3))
    let isExplainedAgain = timer.explains(.zero, now: .seconds(100))
    #expect(!isExplainedAgain)
  }
}

extension TableOrders {
  fileprivate var isTimeout: Bool {
    notices.contains {
      if case .finished(let match) = $0, case .timeout = match.outcome { true } else { false }
    }
  }
}
