import GameRecords
import GameRules
import MatchPlay
import MatchProtocol
import Testing

@testable import MatchStore

@Suite struct GameTests {
  private func game(_ setting: RecordedGame.Setting = .terminal) -> RecordedGame {
    RecordedGame(GameTerms(.gomoku()), setting: setting, side: .first, startedAt: 1_800_000_000)
  }

  @Test func `every game of a match has a row of its own, and a rematch loses none`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    #expect(try store.games().map { $0.game?.terms } == [nil])
    var place = try store.play(wonGame, in: id, isFirst: true)
    var position = Position(game: .gomoku())
    for word in wonGame.split(separator: " ") {
      try position.play(position.move(from: String(word)))
    }
    let end = RecordedGame.End(winner: .first, reason: "five")
    try store.finish(id, result: "Black wins", end: end, in: position, at: 1_800_000_050)
    place = try store.play("a1 a2 a3", from: place, in: id, isFirst: false)
    let games = try store.games()
    #expect(games.map(\.number) == [2, 1])
    #expect(games.map { $0.game?.end } == [nil, end])
    #expect(games.map { $0.game?.side } == [.second, .first])
    #expect(games.map { $0.game?.result } == [nil, .won])
    #expect(games.map { $0.game?.startedAt } == [1_800_000_060, 1_800_000_000])
    #expect(games.map { $0.game?.endedAt } == [nil, 1_800_000_050])
    #expect(try store.score(of: 1)?.moves.joined(separator: " ") == wonGame)
  }

  @Test func `a game whose last move the boards differ about has not ended`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    let place = try store.play(wonGame, in: id, isFirst: true)
    try store.finish(id, result: "Black wins")
    #expect(try store.games()[0].game?.end != nil)
    let differ = MatchMessage.differ(.init(ply: 8, position: 1))
    try store.append(JournalEntry(isMine: false, differ), at: place, to: id)
    #expect(try store.games()[0].game?.end == nil)
  }

  @Test(arguments: [
    RecordedGame.Setting.terminal, .machine(name: "robot", level: 7),
    .machine(name: "engine:/usr/bin/x,uci", level: nil), .file(name: "games.pgn"),
  ])
  func `a game comes back as it was kept`(setting: RecordedGame.Setting) throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    var game = game(setting)
    game.origin = RecordedGame.Origin(number: 3, ply: 2)
    let score = GameScore(
      start: "15/15/15/15/15/15/15/15/15/15/15/15/15/15/14B w",
      moves: ["h8", "h9"],
      tags: [.event: "Open of 六合", .date: "2026"],
      comments: [0: "the beginning", 2: "a mistake"]
    )
    let number = try store.add(game, score)
    #expect(try store.game(number).game == game)
    #expect(try store.score(of: number) == score)
    game.moveCount = 3
    game.end = RecordedGame.End(winner: nil, reason: "agreement")
    game.endedAt = 1_800_000_100
    game.assistance = [.hints, .levels]
    try store.update(number, game, GameScore(moves: ["h8", "h9", "h10"]))
    #expect(try store.game(number).game == game)
    #expect(try store.score(of: number)?.moves.count == 3)
  }

  @Test func `the games of a file are kept once, however often it is read`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    var won = game(.file(name: "a.sgf"))
    won.end = RecordedGame.End(winner: .first, reason: nil)
    let score = GameScore(moves: ["h8"], tags: [.firstPlayer: "Anna", .date: "2026-05-01"])
    let games = [(won, score), (game(.file(name: "a.sgf")), score), (won, score)]
    var known = try store.knownGames()
    #expect(try store.add(games, unless: &known) == [1, 2, 3])
    known = try store.knownGames()
    // A file arrives in parts.
    #expect(try store.add([games[0]], unless: &known) == [])
    #expect(try store.add([games[1], games[2]], unless: &known) == [])
    var other = score
    other.comments[1] = "a comment that was not there before"
    known = try store.knownGames()
    #expect(try store.add(games + [(won, score), (won, other)], unless: &known) == [4, 5])
    #expect(try store.game(1).tags == score.tags)
    // What was played here is no game of a file.
    let own = try store.add(game(.terminal), score)
    #expect(try store.game(own).tags == [:])
  }

  @Test func `a game that does not exist is an error everywhere`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    #expect(throws: StoreError.noSuchGame(9)) { try store.game(9) }
    #expect(throws: StoreError.noSuchGame(9)) { try store.delete(9) }
    #expect(throws: StoreError.noSuchGame(9)) { try store.update(9, game(), GameScore()) }
    #expect(try store.score(of: 9) == nil)
  }

  @Test func `a deleted game takes its unfinished match with it, and no other game`() throws {
    let folder = try TemporaryFolder()
    let other = try folder.store()
    let id: SavedMatch.ID
    do {
      let store = try folder.store()
      id = try store.begin(.sample())
      let place = try store.play(wonGame, in: id, isFirst: true)
      try store.finish(id, result: "Black wins")
      _ = try store.play("a1", from: place, in: id, isFirst: true)
      #expect(throws: StoreError.beingPlayed(id)) { try other.delete(2) }
    }
    try other.delete(2)
    #expect(try other.games().map(\.number) == [1])
    #expect(try other.games()[0].game?.result == .won)
    #expect(try other.matches().isEmpty)
    try other.delete(1)
    #expect(try other.games().isEmpty)
    #expect(try other.damages() == [])
  }

  @Test func `an older game of a match can be deleted alone`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    let place = try store.play(wonGame, in: id, isFirst: true)
    try store.finish(id, result: "Black wins")
    _ = try store.play("a1", from: place, in: id, isFirst: true)
    try store.delete(1)
    #expect(try store.games().map(\.number) == [2])
    #expect(try store.unfinished(as: .guest)?.id == id)
  }

  @Test(arguments: [
    "setting = 'x'", "side = 'third'", "kind = ''", "kind = 'gomoku', options = 'size=16'",
    "winner = 'nobody'", "ply = -1", "ply = 99999999",
  ])
  func `a damaged game is listed by its number`(damage: String) throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    for _ in 1...3 { _ = try store.add(game(), GameScore(moves: ["h8"])) }
    try store.damage("UPDATE game SET \(damage) WHERE id = 2")
    #expect(try store.games().map(\.number) == [3, 2, 1])
    #expect(try store.games().map { $0.game == nil } == [false, true, false])
  }
}
