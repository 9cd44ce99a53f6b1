import GameRules
import TestSupport
import Testing

/// What python-chess knows of random positions and games; `make rules WHAT=chess` writes more.
@Suite struct ChessComparisonTests {
  @Test func `positions have python-chess's moves, checks, ends and texts`() throws {
    let lines = Fixture.lines("chess-positions.txt") + Fixture.lines(environment: "CHESS_POSITIONS")
    #expect(lines.count >= 300)
    for line in lines {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      var game = try ChessPosition(text: parts[0])
      #expect(game.text == parts[0])
      #expect(game.isInCheck == (parts[2] == "+"), "\(line)")
      #expect((game.end?.rawValue ?? "none") == parts[3], "\(line)")
      let mating = (game.canMate(.first) ? "w" : "") + (game.canMate(.second) ? "b" : "")
      #expect(mating == parts[4], "\(line)")
      game.overrule(nil)
      let moves = game.legalMoves.map { "\($0)=\(game.text(of: $0) ?? "")" }.sorted()
      #expect(moves.joined(separator: " ") == parts[1], "\(line)")
      for move in game.legalMoves {
        let text = try #require(game.text(of: move))
        #expect(try game.legalMove(from: text) == move)
      }
    }
  }

  @Test func `games have python-chess's claims and ends`() throws {
    let lines = Fixture.lines("chess-games.txt") + Fixture.lines(environment: "CHESS_GAMES")
    #expect(lines.count >= 10)
    for line in lines {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      var game = try ChessPosition(text: parts[0])
      let claims = Array(parts[2])
      for (number, move) in parts[1].split(separator: " ").enumerated() {
        #expect(game.end == nil, "\(line)")
        #expect(claim(in: game, asked: claims[number]) == claims[number], "\(game.text)")
        try game.play(game.legalMove(from: String(move)))
      }
      #expect((game.end?.rawValue ?? "none") == parts[3], "\(line)")
      #expect(game.text == parts[4], "\(line)")
    }
  }

  /// The letter that scripts/chess-positions writes for what may be claimed.
  private func claim(in game: ChessPosition, asked letter: Character) -> Character {
    let here = game.claims()
    var number =
      (here.contains(.repetition) ? 1 : 0) + (here.contains(.fiftyMoves) ? 2 : 0)
    if "ghij".contains(letter) { return Array("ghij")[number] }
    let next = here + game.legalMoves.flatMap { game.claims(with: $0) }
    number += next.contains(.repetition) ? 4 : 0
    number += next.contains(.fiftyMoves) ? 8 : 0
    return Array("0123456789abcdef")[number]
  }
}
