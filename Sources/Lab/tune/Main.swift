import GameRules
import GameSearch

/// Plays games against itself and fits the evaluations to how the games ended: docs/dev/tuning.md.
@main
enum Main {
  private static let usage = """
    usage: tune play GAMES NODES SEED > FILE
           tune fit ROUNDS FILE... > Sources/Engine/GameSearch/Xiangqi/XiangqiWeights+Table.swift
           tune chess-play GAMES NODES SEED > FILE
           tune chess-fit ROUNDS FILE... > Sources/Engine/GameSearch/Chess/ChessWeights+Table.swift
           tune ladder GAMES NODES LOWEST HIGHEST
           tune gomoku-play GAMES NODES SEED > FILE
           tune gomoku-fit ROUNDS FILE... > Sources/Engine/GameSearch/Gomoku/GomokuWeights+Table.swift
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    switch (arguments.first, arguments.count, numbers.count) {
    case ("play", 4, 3), ("chess-play", 4, 3):
      let game = arguments[0] == "play" ? Game.xiangqi : .chess
      SelfPlay(game: game, nodes: UInt64(max(1, numbers[1])), seed: UInt64(max(0, numbers[2])))
        .play(games: numbers[0])
    case ("ladder", 5, 4) where numbers[2] <= numbers[3]:
      Ladder(games: numbers[0], nodes: UInt64(max(1, numbers[1])))
        .play(levels: max(2, numbers[2])...max(2, min(10, numbers[3])))
    case ("gomoku-play", 4, 3):
      GomokuSelfPlay(nodes: UInt64(max(1, numbers[1])), seed: UInt64(max(0, numbers[2])))
        .play(games: numbers[0])
    case ("gomoku-fit", 3..., 1...):
      GomokuFit(samplesIn: Array(arguments.dropFirst(2))).run(rounds: numbers[0])
    case ("chess-fit", 3..., 1...):
      Fit<ChessTuning>(samplesIn: Array(arguments.dropFirst(2))).run(rounds: numbers[0])
    case ("fit", 3..., 1...):
      Fit<XiangqiTuning>(samplesIn: Array(arguments.dropFirst(2))).run(rounds: numbers[0])
    default:
      print(usage)
    }
  }
}
