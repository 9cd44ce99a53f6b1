import GameRules
import GameSearch

// Red mates on the file of the black general.
let text = "3k5/1R7/9/9/9/9/9/R8/9/4K4 w - - 0 1"
let position = try Position(game: .xiangqi, text: text)
var searcher = GameSearcher()
guard let report = searcher.think(position, limits: SearchLimits(depth: 4)) else {
  fatalError("there is no move")
}
print("GameSearch: \(report.move) wins in \(report.mate ?? 0) ply")
