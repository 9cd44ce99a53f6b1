import GameRules
import TestSupport
import Testing

@Suite struct PositionTests {
  @Test(arguments: GameKind.allCases)
  func `a game starts with the first side to move and no move played`(game: GameKind) {
    let position = Position(game: Game(game))
    #expect(position.game == Game(game))
    #expect(position.game.kind == game)
    #expect(position.toMove == .first)
    #expect(position.ply == 0)
    #expect(position.outcome == nil)
    #expect(!position.legalMoves.isEmpty)
  }

  @Test(arguments: GameKind.allCases)
  func `each legal move reads the text it writes and can be played and taken back`(
    game: GameKind
  ) throws {
    let start = Position(game: Game(game))
    for move in start.legalMoves {
      #expect(try start.move(from: move.description) == move)
      var next = start
      try next.play(move)
      #expect(next.moves == [move])
      #expect(next.key != start.key)
      #expect(next.takeBack() == move)
      #expect(next == start)
    }
  }

  @Test func `text that is no move says what a move looks like`() {
    let position = Position(game: .gomoku())
    let error = #expect(throws: UnreadableMove.self) { try position.move(from: "hello") }
    #expect(error?.text == "hello")
    #expect(error?.expected == "a letter and a number, like h8")
  }

  @Test func `an illegal move leaves the position as it was`() throws {
    var position = Position(game: .gomoku())
    let move = try position.move(from: "h8")
    try position.play(move)
    let before = position
    #expect(throws: IllegalMove.self) { try position.play(move) }
    #expect(position == before)
  }

  @Test(arguments: [
    (GameKind.gomoku, 225 * 224), (.liuzhou, 36 * 35), (.xiangqi, 1_920), (.reversi, 12),
    (.chess, 400),
  ])
  func `two plies are counted in every game`(game: GameKind, count: Int) {
    #expect(Position(game: Game(game)).perft(2) == count)
    #expect(Position(game: Game(game)).perft(0) == 1)
  }

  @Test(arguments: GameKind.allCases)
  func `the text of the start is read as the start`(game: GameKind) throws {
    let start = Position(game: Game(game))
    #expect(try Position(game: Game(game), text: start.text) == start)
  }
}

@Suite struct PositionTextTests {
  private static let games: [Game] =
    GomokuRule.allCases.map { .gomoku(GomokuTerms(rule: $0)) } + [.xiangqi]
    + LiuzhouWay.allCases.flatMap { way in
      FormationReuse.allCases.map { .liuzhou(LiuzhouTerms(way, reuse: $0)) }
    }

  @Test(arguments: games)
  func `every position of a game is read back as it was written`(game: Game) throws {
    var generator = SeededGenerator(seed: 40)
    for _ in 0..<20 {
      var position = Position(game: game)
      while position.outcome == nil, position.ply < 160,
        let move = position.legalMoves.randomElement(using: &generator)
      {
        try position.play(move)
        let again = try? Position(game: game, text: position.text)
        #expect(again?.text == position.text)
      }
    }
  }

  @Test func `all formations of a way with edge lines are read back`() throws {
    let text = "BBBBB1/6/6/6/5W/WWWWW1 w m 0,0 0 0 \(1 << 36 - 1)"
    let position = try LiuzhouPosition(text: text, terms: LiuzhouTerms(.huainan))
    #expect(position.text == text)
    #expect(throws: TextError.self) {
      try LiuzhouPosition(text: text + "0000000000000", terms: LiuzhouTerms(.huainan))
    }
  }
}
