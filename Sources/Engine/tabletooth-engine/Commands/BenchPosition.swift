internal import GameRules

/// A position of the bench, and how deep it is searched.
struct BenchPosition {
  /// The game and its rules.
  let game: Game
  /// The position that the moves begin with; nil for the start of the game.
  var text: String?
  /// The moves from there, as they are typed.
  let moves: String
  /// How many plies deep.
  let depth: Int

  /// Openings, middle games and, where there are forced wins, some of those.
  static let all: [BenchPosition] =
    [
      "", "h8 i9 g7", "h8 g9 j7 i10", "h8 k11 e6 j5 d10",
      "h8 h9 j8 i9 g9 j10 g7 i10 i8 k8",
    ].map { BenchPosition(game: gomoku(.freestyle), moves: $0, depth: 8) }
    + [
      "h8 i9 i7", "h8 h9 j10 g8 k6 i11", "h8 h9 i9 g7 j8 i8 j10 g10 k9 k8",
    ].map { BenchPosition(game: gomoku(.renju), moves: $0, depth: 8) }
    + [
      "", "h2e2 h9g7 h0g2 g6g5 b0c2 b9c7",
      "b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 c3c4 b7a7 b0b4 g6g5 h2h6 c9e7",
      "h2e2 h7e7 h0g2 h9g7 i0h0 i9h9 h0h6 b9c7 g3g4 c6c5 b0a2 h9i9 h6g6 e6e5",
    ].map { BenchPosition(game: Game.xiangqi, moves: $0, depth: 10) }
    + [
      "", "c3 d4 c4 d3 b3 e4 b4xd4 e3", "a1 f6 b1 f5 a2 f4 b2xf6 e5 c3 d4",
    ].map { BenchPosition(game: Game(.liuzhou), moves: $0, depth: 9) }
    + [
      "B1B1B1/6/6/6/6/W1W1W1 w m 0,0 0 0",
      "B1BWB1/1W2B1/W1B2W/2W1B1/1B1W1B/W1W2B w m 0,0 0 0",
    ].map { BenchPosition(game: Game(.liuzhou), text: $0, moves: "", depth: 11) }
    + ["", "f5 d6 c3 d3 c4 f4 e6"].map { BenchPosition(game: .reversi, moves: $0, depth: 7) }
    + [
      "", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 cxd5 exd5",
    ].map { BenchPosition(game: .chess, moves: $0, depth: 8) }

  /// The position.
  func position() throws -> Position {
    var position = try text.map { try Position(game: game, text: $0) } ?? Position(game: game)
    for word in moves.split(separator: " ") {
      for move in try position.turn(from: String(word)) { try position.play(move) }
    }
    return position
  }

  private static func gomoku(_ rule: GomokuRule) -> Game {
    Game.gomoku(GomokuTerms(rule: rule))
  }
}
