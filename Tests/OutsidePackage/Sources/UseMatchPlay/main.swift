import GameRules
import MatchPlay

var match = Match(Position(game: Game(.gomoku)), seats: .both)
for move in ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8"] {
  _ = try match.play(match.position.move(from: move))
}
print("MatchPlay: the match is over: \(match.outcome != nil)")
