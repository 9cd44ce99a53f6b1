import GameRules
import MatchPlay
import MatchProtocol
import Testing

@Suite struct MatchTests {
  /// The host's and the guest's view of one game; the host is Black.
  static func pair() throws -> (host: Match, guest: Match) {
    let terms = MatchMessage.Start(game: "gomoku", rule: "freestyle", first: .host)
    return (try Match(terms, as: .host), try Match(terms, as: .guest))
  }

  static func move(_ text: String) throws -> Move {
    .place(try #require(Point(text)))
  }

  /// Black has four in a row and is to move.
  static func pairBeforeFive() throws -> (host: Match, guest: Match) {
    var (host, guest) = try pair()
    for (black, white) in [("h8", "h9"), ("i8", "i9"), ("j8", "j9"), ("k8", "k9")] {
      _ = try guest.receive(host.play(move(black)))
      _ = try host.receive(guest.play(move(white)))
    }
    return (host, guest)
  }

  @Test func `both boards agree on who begins`() throws {
    let (host, guest) = try Self.pair()
    #expect(host.isLocalTurn)
    #expect(!guest.isLocalTurn)
    #expect(host.seats == .one(.first))
    #expect(guest.seats == .one(.second))
    let terms = MatchMessage.Start(game: "gomoku", rule: "standard", first: .guest)
    #expect(try Match(terms, as: .guest).isLocalTurn)
    #expect(try Match(terms, as: .guest).record.game == .gomoku(GomokuTerms(rule: .standard)))
  }

  @Test(
    arguments: [
      (.gomoku(GomokuTerms(rule: .renju)), "gomoku", "renju"), (.liuzhou(), "liuzhou", "freestyle"),
      (.xiangqi, "xiangqi", "freestyle"),
    ] as [(Game, String, String)]
  )
  func `a game is named in the two words that the protocol has for it`(
    game: Game,
    name: String,
    rule: String
  ) throws {
    let terms = MatchMessage.Start(game, first: .guest)
    #expect(terms == MatchMessage.Start(game: name, rule: rule, first: .guest))
    #expect(try Match(terms, as: .guest).record.game == game)
  }

  @Test(arguments: GomokuRule.allCases)
  func `a rule means nothing in another game than Gomoku`(rule: GomokuRule) {
    #expect(Game(.init(game: "xiangqi", rule: rule.rawValue, first: .host)) == .xiangqi)
    #expect(Game(.init(game: "liuzhou", rule: rule.rawValue, first: .host)) == .liuzhou())
  }

  @Test(arguments: [("shogi", "freestyle"), ("gomoku", "caro"), ("xiangqi", "axf")])
  func `unknown terms are refused`(game: String, rule: String) {
    let terms = MatchMessage.Start(game: game, rule: rule, first: .host)
    #expect(throws: MatchViolation.unknownTerms(terms)) { try Match(terms, as: .guest) }
  }

  @Test(arguments: [
    "size=17", "size=19 speed=2", "rule=renju", "clock=0s", "clock=soon", "edge-five=maybe",
    "way=x",
  ])
  func `options that this version does not know are unknown terms`(options: String) {
    let terms = MatchMessage.Start(
      game: "gomoku",
      rule: "freestyle",
      first: .host,
      options: options
    )
    #expect(throws: MatchViolation.unknownTerms(terms)) { try Match(terms, as: .guest) }
  }

  @Test(arguments: [
    Game.gomoku(
      GomokuTerms(rule: .freestyle, size: 19, opening: .swap2, edgeFives: .off) ?? .init()
    ),
    .gomoku(GomokuTerms(rule: .renju, fouls: .loses) ?? .init()),
    .liuzhou(LiuzhouTerms(count: .sum, reuse: .shortOnly)), .liuzhou(LiuzhouTerms(.huainan)),
    .liuzhou(LiuzhouTerms(.shandong, count: .sum)), .xiangqi,
  ])
  func `house rules and the clock travel in the host's terms`(game: Game) throws {
    let clock = try #require(TimeControl("5m/30sx3"))
    let terms = MatchMessage.Start(game, first: .guest, clock: clock)
    let bytes = Envelope.match(.start(terms)).encoded
    #expect(try Envelope(decoding: bytes) == .match(.start(terms)))
    let match = try Match(terms, as: .guest)
    #expect(match.record.game == game)
    #expect(match.clock == GameClock(clock))
  }

  @Test func `a move arrives as it was made`() throws {
    var (host, guest) = try Self.pair()
    let message = try host.play(Self.move("h8"))
    #expect(message == .move(.init(ply: 0, text: "h8", position: host.position.textHash)))
    #expect(try guest.receive(message).change == .moved(Self.move("h8"), by: .first))
    #expect(guest.position == host.position)
    #expect(guest.isLocalTurn)
    #expect(!host.isLocalTurn)
  }

  @Test func `a player cannot move out of turn`() throws {
    var (_, guest) = try Self.pair()
    let move = try Self.move("h8")
    #expect(throws: MatchRefusal.notYourTurn) { try guest.play(move) }
  }

  @Test func `a player cannot play on a stone`() throws {
    var (host, guest) = try Self.pair()
    let move = try Self.move("h8")
    _ = try guest.receive(host.play(move))
    let point = try #require(Point("h8"))
    #expect(throws: MatchRefusal.illegal(.occupied(point))) { try guest.play(move) }
    #expect(guest.isLocalTurn)
  }

  @Test func `five in a row ends the match on both boards`() throws {
    var (host, guest) = try Self.pairBeforeFive()
    _ = try guest.receive(host.play(Self.move("l8")))
    let outcome = MatchOutcome.byRules(Outcome(winner: .first, reason: .five))
    #expect(host.outcome == outcome)
    #expect(guest.outcome == outcome)
    #expect(guest.record.description == "h8 h9 i8 i9 j8 j9 k8 k9 l8")
    let move = try Self.move("l9")
    #expect(throws: MatchRefusal.gameOver) { try guest.play(move) }
    #expect(throws: MatchRefusal.gameOver) { try guest.resign() }
  }

  static let violations: [(MatchMessage, MatchViolation)] = [
    (.start(.init(game: "gomoku", rule: "freestyle", first: .host)), .unexpectedMessage),
    (.move(.init(ply: 1, text: "i9", position: 0)), .wrongPly(expected: 2, actual: 1)),
    (.move(.init(ply: 3, text: "i9", position: 0)), .wrongPly(expected: 2, actual: 3)),
    (.move(.init(ply: 2, text: "z99", position: 0)), .unreadableMove("z99")),
    (.move(.init(ply: 2, text: "resign", position: 0)), .unreadableMove("resign")),
  ]

  @Test(arguments: violations)
  func `a message that breaks the match is named`(message: MatchMessage, why: MatchViolation) throws
  {
    var (host, guest) = try Self.pair()
    _ = try guest.receive(host.play(Self.move("h8")))
    _ = try guest.play(Self.move("h9"))
    let before = guest
    #expect(throws: why) { try guest.receive(message) }
    #expect(guest == before)
  }

  @Test func `an illegal move of the other side is a violation`() throws {
    var (host, guest) = try Self.pair()
    _ = try guest.receive(host.play(Self.move("h8")))
    let point = try #require(Point("h8"))
    #expect(throws: MatchViolation.illegalMove("h8", .occupied(point))) {
      try host.receive(.move(.init(ply: 1, text: "h8", position: 0)))
    }
    let outside = try #require(Point("p16"))
    #expect(throws: MatchViolation.illegalMove("p16", .offBoard(outside))) {
      try host.receive(.move(.init(ply: 1, text: "p16", position: 0)))
    }
  }

  @Test func `a move of the other side out of turn is a violation`() throws {
    var (host, _) = try Self.pair()
    #expect(throws: MatchViolation.outOfTurn("h8")) {
      try host.receive(.move(.init(ply: 0, text: "h8", position: 0)))
    }
  }

  @Test func `a move after the end is a violation`() throws {
    var (host, guest) = try Self.pairBeforeFive()
    _ = try guest.receive(host.play(Self.move("l8")))
    #expect(throws: MatchViolation.gameOver("l9")) {
      try host.receive(.move(.init(ply: 9, text: "l9", position: 0)))
    }
  }

  @Test func `two people at one board take turns`() throws {
    var match = Match(Position(game: .gomoku()), seats: .both)
    _ = try match.play(Self.move("h8"))
    _ = try match.play(Self.move("h9"))
    #expect(match.isLocalTurn)
    #expect(throws: MatchViolation.unexpectedMessage) { try match.receive(.resign) }
    _ = try match.resign()
    #expect(match.outcome == .resignation(.first))
    #expect(match.outcome?.winner == .second)
  }
}

@Suite struct ResignationTests {
  @Test func `a resignation in turn is final at once`() throws {
    var (host, guest) = try MatchTests.pair()
    let message = try host.resign()
    #expect(host.outcome == .resignation(.first))
    #expect(try guest.receive(message).change == .resigned(.first))
    #expect(guest.outcome == host.outcome)
  }

  @Test func `a resignation out of turn waits for what crosses it`() throws {
    var (host, guest) = try MatchTests.pair()
    let resignation = try guest.resign()
    #expect(guest.outcome == nil)
    #expect(guest.isResigning)
    #expect(try host.receive(resignation).change == .resigned(.second))
    guest.settle()
    #expect(guest.outcome == .resignation(.second))
    #expect(host.outcome == guest.outcome)
  }

  @Test func `a resignation that crosses a move counts after it`() throws {
    var (host, guest) = try MatchTests.pair()
    let resignation = try guest.resign()
    let move = try host.play(MatchTests.move("h8"))
    _ = try guest.receive(move)
    _ = try host.receive(resignation)
    #expect(guest.outcome == .resignation(.second))
    #expect(host.outcome == guest.outcome)
    #expect(host.position == guest.position)
  }

  /// A game of Liuzhou chess up to a turn of three moves: the last stone, a capture, a step.
  private static let beforeLongTurn =
    """
    d3 d2 c2 b1 d4 e5 f1 b4 d1 c1 a6 e6 a1 c5 b6 b2 b5 e3 c3 a3 xc3 a5 xe5 d5 f4 b3 e4 f2 f3 a2 xc2 \
    f6 f5 a4 c6 e2 xc6 c4 xa4 xd4 e1
    """

  /// The host's and the guest's board before that turn.
  static func boardsBeforeLongTurn() throws -> [Match] {
    let terms = MatchMessage.Start(game: "liuzhou", rule: "freestyle", first: .host)
    var boards = [try Match(terms, as: .host), try Match(terms, as: .guest)]
    for text in Self.beforeLongTurn.split(separator: " ") {
      let mover = boards[0].isLocalTurn ? 0 : 1
      let move = try boards[mover].position.move(from: String(text))
      let message = try boards[mover].play(move)
      _ = try boards[1 - mover].receive(message)
    }
    return boards
  }

  @Test func `a resignation that crosses a turn of several moves counts after the last`() throws {
    var boards = try Self.boardsBeforeLongTurn()
    let mover = boards[0].isLocalTurn ? 0 : 1
    let resignation = try boards[1 - mover].resign()
    let turn = try ["d6", "xf1", "c4c3"].map { text in
      try boards[mover].play(boards[mover].position.move(from: text))
    }
    for message in turn { _ = try boards[1 - mover].receive(message) }
    _ = try boards[mover].receive(resignation)
    boards[1 - mover].settle()
    #expect(boards[0].record == boards[1].record)
    #expect(boards[0].outcome != nil)
    #expect(boards[0].outcome == boards[1].outcome)
  }

  @Test func `a resignation that crosses the winning move counts no more`() throws {
    var (host, guest) = try MatchTests.pairBeforeFive()
    let resignation = try guest.resign()
    let move = try host.play(MatchTests.move("l8"))
    _ = try guest.receive(move)
    #expect(try host.receive(resignation).change == .nothing)
    #expect(guest.outcome == .byRules(Outcome(winner: .first, reason: .five)))
    #expect(host.outcome == guest.outcome)
    #expect(!guest.isResigning)
  }

  @Test func `of two resignations that cross the one in turn counts`() throws {
    var (host, guest) = try MatchTests.pair()
    let outOfTurn = try guest.resign()
    let inTurn = try host.resign()
    #expect(try guest.receive(inTurn).change == .resigned(.first))
    #expect(try host.receive(outOfTurn).change == .nothing)
    #expect(host.outcome == .resignation(.first))
    #expect(guest.outcome == host.outcome)
  }

  @Test func `nobody moves or resigns after resigning`() throws {
    var (_, guest) = try MatchTests.pair()
    _ = try guest.resign()
    let move = try MatchTests.move("h8")
    #expect(throws: MatchRefusal.gameOver) { try guest.play(move) }
    #expect(throws: MatchRefusal.gameOver) { try guest.resign() }
  }
}
