import GameRules

let start = Position(game: .xiangqi)
print("GameRules: \(start.legalMoves.count) legal moves in the opening of Xiangqi")
