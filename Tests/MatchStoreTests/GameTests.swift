import MatchProtocol
import MatchStore
import Testing

@Suite struct GameTests {
  @Test func `games come back as they were kept, the latest first`() throws {
    let folder = try TemporaryFolder()
    var kept: [SavedGame.ID] = []
    do {
      let store = try MatchStore(in: DataFolder(at: folder.path))
      kept = try [1, 2, 255].map { try store.begin(.sample($0)) }
    }
    let store = try MatchStore(in: DataFolder(at: folder.path))
    let games = try store.games()
    #expect(games.map(\.id) == kept.reversed())
    #expect(try games.map(\.game) == [.sample(255), .sample(2), .sample(1)])
    #expect(try store.damages() == [])
  }

  @Test func `moves come back in order, each in its own game`() throws {
    let folder = try TemporaryFolder()
    let store = try MatchStore(in: DataFolder(at: folder.path))
    let one = try store.begin(.sample())
    let other = try store.begin(.sample())
    let moves = ["h8", "i9", "h9"].enumerated().map { Message.Move(ply: $0, text: $1) }
    for move in moves {
      try store.append(move, to: one)
    }
    try store.append(Message.Move(ply: 0, text: "a1"), to: other)
    #expect(try store.moves(of: one) == moves)
    #expect(try store.moves(of: other) == [Message.Move(ply: 0, text: "a1")])
  }

  @Test(arguments: [0, 1, 3])
  func `a move that does not follow the last is refused`(ply: Int) throws {
    let folder = try TemporaryFolder()
    let store = try MatchStore(in: DataFolder(at: folder.path))
    let game = try store.begin(.sample())
    for ply in 0..<2 { try store.append(Message.Move(ply: ply, text: "h8"), to: game) }
    #expect(throws: StoreError.outOfPlace(ply: ply, expected: 2)) {
      try store.append(Message.Move(ply: ply, text: "i9"), to: game)
    }
    #expect(try store.moves(of: game).count == 2)
  }

  @Test func `moves are taken back to a ply, and the game goes on from there`() throws {
    let folder = try TemporaryFolder()
    let store = try MatchStore(in: DataFolder(at: folder.path))
    let game = try store.begin(.sample())
    for ply in 0..<5 { try store.append(Message.Move(ply: ply, text: "h8"), to: game) }
    try store.takeBack(to: 3, in: game)
    try store.append(Message.Move(ply: 3, text: "i9"), to: game)
    #expect(try store.moves(of: game).map(\.text) == ["h8", "h8", "h8", "i9"])
  }

  @Test func `a finished game says how it ended`() throws {
    let folder = try TemporaryFolder()
    let store = try MatchStore(in: DataFolder(at: folder.path))
    let game = try store.begin(.sample())
    #expect(try store.games()[0].game.result == nil)
    try store.finish(game, result: "host won")
    #expect(try store.games()[0].game.result == "host won")
  }

  @Test func `a game that does not exist is an error everywhere`() throws {
    let folder = try TemporaryFolder()
    let store = try MatchStore(in: DataFolder(at: folder.path))
    let nowhere = SavedGame.ID(rawValue: 5)
    let expected = StoreError.noSuchGame(nowhere)
    #expect(throws: expected) {
      try store.append(Message.Move(ply: 0, text: "h8"), to: nowhere)
    }
    #expect(throws: expected) { try store.moves(of: nowhere) }
    #expect(throws: expected) { try store.takeBack(to: 0, in: nowhere) }
    #expect(throws: expected) { try store.finish(nowhere, result: "") }
  }

  @Test func `two programs may have one store open`() throws {
    let folder = try TemporaryFolder()
    let one = try MatchStore(in: DataFolder(at: folder.path))
    let other = try MatchStore(in: DataFolder(at: folder.path))
    let game = try one.begin(.sample())
    try other.append(Message.Move(ply: 0, text: "h8"), to: game)
    try one.append(Message.Move(ply: 1, text: "i9"), to: game)
    #expect(try other.moves(of: game).count == 2)
  }
}
